"""The files of a new league, with comments that say what goes where."""

from __future__ import annotations

from collections.abc import Mapping

from budosim.systems.sangokushi.dates import Month, calendar
from budosim.systems.sangokushi.regulation import registry, standard


def skeleton(start: str, months: int, name: str) -> Mapping[str, str] | None:
    """The files of a league that begins in a month; None when that is no month."""
    first = Month.read(start)
    if first is None:
        return None
    nights = [night for night in calendar(first, months, standard()) if night.battles]
    rulings = "\n".join(f'# "{ruling.key}" = "{ruling.default}"' for ruling in registry().values())
    title = name.replace("\\", "").replace('"', "")
    league = _LEAGUE.format(name=title, start=first.text, months=months, rulings=rulings)
    night = nights[0]
    between = '", "'.join(night.battles[0].sides)
    return {
        "league.toml": league,
        "roster.csv": _ROSTER,
        f"nights/{night.date}.toml.sample": _NIGHT.format(date=night.date, between=between),
    }


_LEAGUE = """\
# リーグの設定。budosim sangokushi check で確かめる。

[league]
name = "{name}"
start = "{start}"          # 最初の月
months = {months}
# seed = "20文字以上の文か数"   # ダイスのシード。実際に振った目は --dice で入力できる

[irc]
# "共通" = "#Sangoku_Asuka"

# 途中から使い始めるときは、それまでの合計を書く。
# [opening]
# after = 2001-10-06
# [opening.wei]
# points = 18
# battles = 3
# warnings = 1

# 裁定（標準のままなら書かなくてよい。選べる読みは budosim sangokushi rules）
[rulings]
{rulings}

[forecast]
model = "rating"
"""

_ROSTER = """\
# 参加表明。# で始まる行は読まれない。傭兵：非専属 か 専属（空なら傭兵ではない）
プレイヤー名,武将名,所属国,傭兵,キャラクタータイプ,UO歴,高アクティブ,運営委員,担当,三國志が好き,登録日,抹消日
"""

_NIGHT = """\
# 会戦の夜の記録の例。名前を {date}.toml に変えて使う。

[night]
date = {date}

[sides.wei]
reported = 12                       # 報告した参戦者数
fighters = ["曹操", "荀彧", "郭嘉", "張遼"]
commander = "曹操"
host = "荀彧"                       # 進行役
bomb = "郭嘉"                       # 爆弾文官
bola = "張遼"                       # ボーラ武将
pigs = 15

[[battle]]
between = ["{between}"]
field = 7

[[battle.log]]
at = "24:09:40"
side = "呉"
breach = "テレポハイド"
who = ["甘寧"]

[[battle.log]]
at = "24:17:05"
by = "魏"                           # 魏の進行役の報告
report = "敵総大将討ち取り"
"""
