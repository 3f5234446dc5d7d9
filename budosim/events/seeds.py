"""The seed of a run: a number, or a text the organizer has committed to, or drawn from the system."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass

from budosim.errors import EventError

LARGEST = (1 << 53) - 1
SHORTEST_TEXT = 20
_COMMITMENT = re.compile(r"sha256:[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Seed:
    """A seed as used and as given.

    Fields:
        number: what every die comes from.
        text: what was given, as text; the decimal digits when a number was given or drawn.
        beacon: the public value appended before hashing.
        drawn: nobody gave one, the system drew it.
    """

    number: int
    text: str
    beacon: str = ""
    drawn: bool = False


def seed_number(given: int | str, beacon: str = "") -> int:
    """The number a seed means: 0 … 2^53-1 as it stands, a text by the first 53 bits of its SHA-256.

    With a beacon the text (of a number: its digits) is hashed together with it.

    >>> seed_number("12"), seed_number("a text that is long enough")
    (12, 3610091607417515)
    """
    text = _text_of(given)
    if beacon or not _is_number(text):
        return int.from_bytes(hashlib.sha256((text + beacon).encode("utf-8")).digest()[:8], "big") >> 11
    return int(text)


def commitment_of(text: int | str) -> str:
    """What is published before entries close: SHA-256 of the seed text in UTF-8, without the beacon."""
    return "sha256:" + hashlib.sha256(str(text).encode("utf-8")).hexdigest()


def is_commitment(text: str) -> bool:
    """Whether `text` has the form of a commitment."""
    return _COMMITMENT.fullmatch(text) is not None


def choose_seed(given: int | str | None = None, *, commitment: str = "", beacon: str = "") -> Seed:
    """The seed of a run, checked against the commitment; drawn from the system when none is given."""
    if given is None:
        if commitment:
            raise EventError(
                "this event has a seed_commitment: give the committed text with --seed",
                "この大会には seed_commitment があります。約束した文字列を --seed で渡してください",
            )
        number = secrets.randbits(53)
        return Seed(seed_number(number, beacon), str(number), beacon, drawn=True)
    number = seed_number(given, beacon)
    if commitment and commitment_of(given) != commitment:
        own = commitment_of(given)
        raise EventError(
            f"the seed given does not match the event's seed_commitment {commitment}: its own is {own}",
            f"渡されたシードは seed_commitment（{commitment}）と合いません。このシードの値は {own} です",
        )
    return Seed(number, str(given), beacon)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < SHORTEST_TEXT


def _text_of(given: int | str) -> str:
    text = str(given)
    unfit = not _is_number(text) and (isinstance(given, int) or len(text) < SHORTEST_TEXT)
    if unfit or isinstance(given, bool):
        raise EventError(
            f"seed {text!r}: give a number 0 to {LARGEST} or a text of {SHORTEST_TEXT} characters or more",
            f"シード「{text}」は使えません。0～{LARGEST} の整数か {SHORTEST_TEXT} 文字以上の文にしてください",
        )
    if _is_number(text) and int(text) > LARGEST:
        raise EventError(
            f"seed {text}: the largest number is {LARGEST} (2^53 - 1)",
            f"シード {text} は大きすぎます。{LARGEST}（2^53 − 1）までです",
        )
    return text
