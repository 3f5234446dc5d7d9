from __future__ import annotations

import hashlib

import pytest

from budosim.errors import EventError
from budosim.events.seeds import choose_seed, commitment_of, seed_number

TEXT = "武神大会 二〇〇五年 秋の約束の言葉です。"


@pytest.mark.parametrize(("given", "number"), [(0, 0), ("7", 7), (2**53 - 1, 2**53 - 1), ("0012", 12)])
def test_a_number_stands_as_it_is(given, number):
    assert seed_number(given) == number


def test_a_text_gives_the_first_53_bits_of_its_hash():
    bits = f"{int(hashlib.sha256(TEXT.encode('utf-8')).hexdigest(), 16):0256b}"
    assert seed_number(TEXT) == int(bits[:53], 2)
    assert seed_number("1" * 20) == int(f"{int(hashlib.sha256(b'1' * 20).hexdigest(), 16):0256b}"[:53], 2)


@pytest.mark.parametrize("given", [-1, 2**53, "2" * 17, "short", "", "４２", True, "nineteen characters"])
def test_other_seeds_are_refused_in_both_languages(given):
    with pytest.raises(EventError) as refused:
        seed_number(given)
    assert "9007199254740991" in refused.value.en
    assert "9007199254740991" in refused.value.ja


def test_a_beacon_is_appended_before_hashing():
    assert seed_number(TEXT, "b1") == seed_number(TEXT + "b1")
    assert seed_number(TEXT, "b1") != seed_number(TEXT)
    assert seed_number(5, "b1") not in (5, seed_number(6, "b1"))


def test_a_commitment_binds_the_text_and_not_the_beacon():
    promised = commitment_of(TEXT)
    assert promised == "sha256:" + hashlib.sha256(TEXT.encode("utf-8")).hexdigest()
    assert choose_seed(TEXT, commitment=promised, beacon="b").number == seed_number(TEXT, "b")
    with pytest.raises(EventError, match="does not match"):
        choose_seed(TEXT + "!", commitment=promised)
    with pytest.raises(EventError, match="--seed"):
        choose_seed(None, commitment=promised)


def test_trap_04_without_a_seed_two_runs_differ_and_say_theirs():
    first, second = choose_seed(), choose_seed()
    assert first.number != second.number
    assert first.drawn
    assert choose_seed(first.text).number == first.number
    assert not choose_seed(first.text).drawn
