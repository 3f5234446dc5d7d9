"""Rules on the entrant: fields, lines, portrait, dates, sources, outfit, ageing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone

from budosim.systems.gurps3.ageing import aged_attributes, ageing_steps
from budosim.systems.gurps3.findings import Both, Finding
from budosim.systems.gurps3.legality.attributes import NAMES
from budosim.systems.gurps3.legality.registry import Case, change, rule
from budosim.systems.gurps3.sheet import Portrait, Spot

FIELDS = {
    "name": Both("名前", "name"),
    "age": Both("年齢", "age"),
    "sex": Both("性別", "sex"),
    "appearance": Both("外見", "appearance"),
    "background": Both("背景", "background"),
    "pattern": Both("戦闘パターン", "pattern"),
}
"""Required fields for messages."""


@rule("L-54")
def ageing(case: Case) -> Iterator[Finding]:
    """Age lowers ST, DX and HT in the ring. Source: 3-3."""
    if case.age is None:
        return
    n = ageing_steps(case.age, case.sheet.trait("longevity") is not None, case.regulation)
    if n:
        yield case.say("L-54", case.sheet.spot("entrant.age"), n=n, changes=_before_after(case))


def _before_after(case: Case) -> Both:
    """What age takes, attribute by attribute."""
    after = aged_attributes(case.sheet, case.regulation)
    fell = [(NAMES[k], v, after[k]) for k, v in case.sheet.attributes.items() if after[k] != v]
    return Both(
        "、".join(f"{name.ja}{old}→{new}" for name, old, new in fell) or "なし",
        ", ".join(f"{name.en} {old} -> {new}" for name, old, new in fell) or "none",
    )


@rule("L-55")
def required_fields(case: Case) -> Iterator[Finding]:
    """Name, age, sex, appearance, background and pattern are there. Source: 3-1."""
    entrant = case.sheet.entrant
    have = {"age": entrant.age is not None, "pattern": bool(case.sheet.pattern.strip())}
    for field in case.regulation.names("entry.required"):
        there = have[field] if field in have else bool(str(getattr(entrant, field, "")).strip())
        where = "pattern.text" if field == "pattern" else f"entrant.{field}"
        if (
            not there
            and not case.faulty(where)
            and not case.faulty(f"entrant.{field}")
            and not case.faulty("pattern")
        ):
            name = FIELDS.get(field, Both(field, field))
            fix = change("{where} を書く", "write {where}", where=Both(where, where))
            spot = case.sheet.spot(where if where in case.sheet.spots else f"entrant.{field}")
            yield case.say("L-55", spot, suggestion=fix, field=name)


@rule("F-03")
def usable_numbers(case: Case) -> Iterator[Finding]:
    """Age, height and weight are somebody's who fights; nobody leaves less than nothing unspent.

    Source: 3-1 [ruling].
    """
    rules, entrant = case.regulation, case.sheet.entrant
    ranges = (
        ("age", entrant.age, "age"),
        ("height_cm", entrant.height_cm, "height"),
        ("weight_kg", entrant.weight_kg, "weight"),
    )
    for field, value, key in ranges:
        least, most = rules.whole(f"entry.{key}_min"), rules.whole(f"entry.{key}_max")
        if value is not None and not least <= value <= most:
            yield _unusable(case, field, value, f"a number from {least} to {most}", f"{least}～{most}の数")
    if entrant.unspent_cp < 0:
        yield _unusable(case, "unspent_cp", entrant.unspent_cp, "0 or more", "0以上")


def _unusable(case: Case, field: str, value: object, want: str, want_ja: str) -> Finding:
    where = f"entrant.{field}"
    return case.say("F-03", case.sheet.spot(where), item=where, want=want, want_ja=want_ja, have=value)


@rule("L-56")
def lines(case: Case) -> Iterator[Finding]:
    """Lines for situations are welcome. Source: 3-1."""
    if not case.sheet.lines:
        yield case.say("L-56", Spot("lines", case.sheet.spot("lines").line))


@rule("L-57")
def portrait(case: Case) -> Iterator[Finding]:
    """A portrait should be there. Source: 3-1."""
    if case.sheet.entrant.portrait is None and not case.faulty("entrant.portrait"):
        yield case.say("L-57", case.sheet.spot("entrant.portrait"))


@rule("L-58")
def portrait_limits(case: Case) -> Iterator[Finding]:
    """The portrait is 100 x 100 pixels and at most 15 KB. Source: 3-1."""
    picture = case.sheet.entrant.portrait
    if picture is None or case.faulty("entrant.portrait"):
        return
    rules = case.regulation
    width, height, most = (rules.whole(f"portrait.{k}") for k in ("width", "height", "bytes"))
    wrong_width = picture.width is not None and picture.width != width
    wrong_height = picture.height is not None and picture.height != height
    if wrong_width or wrong_height or (picture.size is not None and picture.size > most):
        fix = change(
            "{w}×{h}に直し、{kb}KB以下で保存する",
            "make it {w} x {h} and save it in at most {kb} KB",
            w=width,
            h=height,
            kb=most // 1024,
        )
        spot = case.sheet.spot("entrant.portrait")
        have = _measured(picture)
        yield case.say(
            "L-58", spot, suggestion=fix, width=width, height=height, kb=most // 1024, have=have
        )


def _measured(picture: Portrait) -> Both:
    pixels = f"{picture.width}×{picture.height}" if picture.width and picture.height else "?"
    size = "?" if picture.size is None else f"{picture.size:,}"
    return Both(f"今は{pixels}、{size}バイト", f"{pixels.replace('×', ' x ')}, {size} bytes")


@rule("L-59")
def portrait_literal(case: Case) -> Iterator[Finding]:
    """Above the literal 15 kbit there is a warning. Source: 3-1."""
    picture = case.sheet.entrant.portrait
    literal, most = case.regulation.whole("portrait.literal_bytes"), case.regulation.whole("portrait.bytes")
    if picture is not None and picture.size is not None and literal < picture.size <= most:
        spot = case.sheet.spot("entrant.portrait")
        yield case.say("L-59", spot, kb=most // 1024, kbit=literal * 8 // 1024, literal=f"{literal:,}")


@rule("L-60")
def submission_window(case: Case) -> Iterator[Finding]:
    """Submitted within the window, in Japan's days, both ends included. Source: 3-7."""
    moment = case.sheet.entrant.submitted
    if moment is None:
        return
    rules = case.regulation
    day = _day(moment, rules.whole("entry.utc_offset_hours"))
    first = rules.entries_open or _on(str(rules["entry.first_day"]), day.year)
    last = rules.entries_close or _on(str(rules["entry.last_day"]), day.year)
    if not first <= day <= last:
        spot = case.sheet.spot("entrant.submitted")
        fix = change(
            "期間内に送ったのなら submitted を直す。遅れたのなら主催者に尋ねる",
            "mend submitted if it was sent in time, else ask the organizer",
        )
        yield case.say("L-60", spot, suggestion=fix, first=_shown(first), last=_shown(last))


def _day(moment: date | datetime, hours: int) -> date:
    if not isinstance(moment, datetime):
        return moment
    zone = timezone(timedelta(hours=hours))
    if moment.tzinfo is None:
        return moment.date()
    try:
        return moment.astimezone(zone).date()
    except (OverflowError, ValueError):
        return moment.date()


def _on(month_day: str, year: int) -> date:
    month, _, day = month_day.partition("-")
    return date(year, int(month), int(day))


def _shown(day: date) -> Both:
    return Both(f"{day.month}月{day.day}日", f"{day:%B} {day.day}")


@rule("L-61")
def sources(case: Case) -> Iterator[Finding]:
    """Only the supplements of 3-2 are used."""
    allowed = case.regulation.names("entry.sources")
    for text, id_ in case.sheet.entrant.sources:
        if id_ not in allowed:
            fix = change("sources から{item}を外す", "take {item} out of sources", item=text)
            yield case.say("L-61", case.sheet.spot("entrant.sources"), suggestion=fix, item=text)


@rule("L-62")
def outfit(case: Case) -> Iterator[Finding]:
    """The outfit is clothes or none; no weapons. Source: 2-2."""
    if not case.sheet.entrant.outfit:
        fix = change('outfit = "服" か "裸" と書く', 'write outfit = "clothed" or "naked"')
        yield case.say("L-62", case.sheet.spot("entrant.outfit"), suggestion=fix)
