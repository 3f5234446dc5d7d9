"""Votes of the committee: two days, clear replies only, the majority (S-20, S-23)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from budosim.systems.sangokushi.findings import Both, Problems
from budosim.systems.sangokushi.league_file import League
from budosim.systems.sangokushi.reading import Table, read_toml
from budosim.systems.sangokushi.regulation import since
from budosim.systems.sangokushi.tables import plain

Choice = Literal["for", "against", ""]
_CHOICES: dict[str, Choice] = {
    **{plain(word): "for" for word in ("for", "賛成", "賛", "可", "yes", "○")},
    **{plain(word): "against" for word in ("against", "反対", "否", "不可", "no", "×")},
}


@dataclass(frozen=True, slots=True)
class Reply:
    """A member's reply and whether it counts."""

    member: str
    at: datetime
    choice: Choice
    counts: bool
    why: Both

    def row(self) -> dict[str, Any]:
        """As `--json` prints it."""
        return {
            "member": self.member,
            "at": self.at,
            "choice": self.choice or None,
            "counts": self.counts,
            "why_ja": self.why.ja or None,
            "why_en": self.why.en or None,
        }


@dataclass(frozen=True)
class Ballot:
    """A proposal with its count.

    Fields:
        state: open, carried or rejected.
        publisher: the member whose reply came last, who publishes a carried rule.
    """

    title: str
    kind: str
    by: str
    posted: datetime
    deadline: datetime
    votes_for: int
    votes_against: int
    state: str
    publisher: str | None
    replies: tuple[Reply, ...]

    def row(self) -> dict[str, Any]:
        """As `--json` prints it."""
        return {
            "title": self.title,
            "kind": self.kind,
            "by": self.by,
            "posted": self.posted,
            "deadline": self.deadline,
            "for": self.votes_for,
            "against": self.votes_against,
            "state": self.state,
            "publisher": self.publisher,
            "replies": [reply.row() for reply in self.replies],
        }


def count(path: Path, shown: str, league: League, problems: Problems, now: datetime | None = None) -> Ballot | None:
    """The count of a vote's file at `now` (default: after the deadline); None, with findings, when it is no vote."""
    whole = read_toml(path, shown, problems)
    if whole is None:
        return None
    whole.known("proposal", "reply")
    head = whole.table("proposal")
    head.known("title", "kind", "about", "by", "posted", "text", "published_by", "published")
    title, by = head.text("title", required=True), head.text("by", required=True)
    kind = head.text("kind", "rule")
    if kind not in ("rule", "removal"):
        head.fault("E-CHOICE", "kind", value=kind, known=Both("rule、removal", "rule, removal"))
    about = head.text("about", required=kind == "removal")
    posted = head.moment("posted", required=True)
    if posted is None:
        return None
    rules = league.rules.on(posted.date())
    if not rules.committee_votes:
        head.fault("E-BEFORE-RULE", "posted", breach="基3-1", since=since("committee_votes", True))
    deadline = posted + timedelta(hours=rules.vote_hours)
    members = league.members(posted.date())
    replies = list(_replies(whole, league, members, posted, deadline, by, about))
    counted = [reply for reply in replies if reply.counts]
    # The posting of a proposal counts as one vote for it, unless its author has voted himself.
    own = any(plain(reply.member) == plain(by) for reply in counted)
    posting = 0 if own else 1
    ayes = posting + sum(reply.choice == "for" for reply in counted)
    noes = sum(reply.choice == "against" for reply in counted)
    carried = ayes > noes or (ayes == noes and league.rules["vote.tie"] == "carried")
    state = "open" if now is not None and now < deadline else "carried" if carried else "rejected"
    last = max(counted, key=lambda reply: reply.at, default=None)
    publisher = last.member if last is not None and state == "carried" else None
    _published(head, publisher, state, deadline)
    return Ballot(title, kind, by, posted, deadline, ayes, noes, state, publisher, tuple(replies))


def _replies(
    whole: Table,
    league: League,
    members: dict[str, str],
    posted: datetime,
    deadline: datetime,
    by: str,
    about: str,
) -> Iterator[Reply]:
    read: list[tuple[Table, str, datetime, Choice]] = []
    for one in whole.tables("reply"):
        one.known("member", "at", "vote", "text")
        member, at = one.text("member", required=True), one.moment("at", required=True)
        if not member or at is None:
            continue
        if at < posted:
            one.fault("E-VOTE-EARLY", "at", at=at, posted=posted)
            continue
        read.append((one, member, at, _CHOICES.get(plain(one.text("vote")), "")))
    read.sort(key=lambda row: row[2])
    voters: dict[str, list[int]] = {}
    voids: dict[int, Both] = {}
    for place, (table, member, when, choice) in enumerate(read):
        known = members.get(plain(member))
        if known is None:
            table.fault("W-NOT-MEMBER", "member", name=member)
            voids[place] = Both("運営委員ではない", "not of the committee")
        elif about and plain(known) == plain(members.get(plain(about), about)):
            voids[place] = Both("解任の対象", "the one to be removed")
        elif when > deadline:
            voids[place] = Both("二日を過ぎた", "after the two days")
        elif not choice:
            voids[place] = Both("賛否が明確でない", "not clearly for or against")
        else:
            voters.setdefault(known, []).append(place)
    for places in voters.values():
        kept = places[-1] if league.rules["vote.twice"] == "last" else places[0]
        other = Both("同じ委員の別の票がある", "another vote of this member counts")
        voids |= {place: other for place in places if place != kept}
    for place, (_, member, when, choice) in enumerate(read):
        yield Reply(member, when, choice, place not in voids, voids.get(place, Both("", "")))


def _published(head: Table, publisher: str | None, state: str, deadline: datetime) -> None:
    """A carried rule is published by the member who replied last; a rejected one is not published."""
    if not head.has("published_by") and not head.has("published"):
        return
    who, when = head.text("published_by"), head.moment("published")
    if state != "carried":
        head.fault("E-PUBLISHED", "published_by", state=state)
    elif publisher is not None and who and plain(who) != plain(publisher):
        head.fault("W-PUBLISHER", "published_by", who=who, publisher=publisher)
    if when is not None and when < deadline and state == "carried":
        head.fault("I-PUBLISHED-EARLY", "published", deadline=deadline)
