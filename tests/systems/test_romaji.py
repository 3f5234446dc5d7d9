"""Names in Latin letters: from the sheet, else from the reading."""

from __future__ import annotations

import pytest

from budosim.systems.gurps3.romaji import english_name, romanized
from budosim.systems.gurps3.sheet import Entrant


@pytest.mark.parametrize(
    ("kana", "latin"),
    [
        ("くが れん", "Kuga Ren"),
        ("おおだて　がく", "Odate Gaku"),
        ("いとう ゆうき", "Ito Yuki"),
        ("きょうごく じゅっと", "Kyogoku Jutto"),
        ("まっちゃ", "Matcha"),
        ("しいば つよし", "Shiiba Tsuyoshi"),
        ("ホンダ ジョー", "Honda Jo"),
        ("おくたーう゛・べるもれ", "Okutavu Berumore"),
        ("うぃりあむ", "Wiriamu"),
        ("ふぁん・てぃ", "Fan Ti"),
        ("にっしん", "Nisshin"),
        ("ヽ(´ー｀)ノ", ""),
        ("Kuga", ""),
        ("", ""),
    ],
)
def test_kana_become_letters_and_nothing_else_does(kana: str, latin: str) -> None:
    assert romanized(kana) == latin


@pytest.mark.parametrize(
    ("entrant", "full", "short"),
    [
        (Entrant(name="久我 漣", reading="くが れん"), "Kuga Ren", "Kuga"),
        (Entrant(name="久我 漣", reading="くが れん", name_en="Ren Kuga"), "Ren Kuga", "Kuga"),
        (Entrant(name="タイナ・モンチアレグレ", reading="たいな・もんちあ"), "Taina Monchia", "Monchia"),
        (Entrant(name="雷電", reading="らいでん"), "Raiden", "Raiden"),
        (Entrant(name="久我 漣", reading="？"), "", ""),
        (Entrant(name="Ann Lee", reading="あん りー"), "", ""),
    ],
)
def test_the_family_name_stands_where_the_name_has_it(entrant: Entrant, full: str, short: str) -> None:
    assert english_name(entrant) == (full, short)
