"""Leagues small enough to read in a test."""

from __future__ import annotations

from pathlib import Path

GENERALS = """name,nations,outside,kind,from,to,source
曹操,魏,,武官,184,220,正史・演義
曹丕,魏,,文官,204,226,正史
曹叡,魏,,文官,220,239,正史
夏侯惇,魏,,武官,190,220,正史
荀彧,魏,,文官,189,212,正史
郭嘉,魏,,文官,196,207,正史
孫権,呉,,文官,196,252,正史
孫策,呉,,武官,191,200,正史
周瑜,呉,,文官,191,210,正史
諸葛瑾,呉,,文官,200,241,正史
甘寧,呉,,武官,194,222,正史
劉備,蜀,,武官,184,223,正史
劉禅,蜀,,文官,207,271,正史
諸葛亮,蜀,,文官,207,234,正史
関羽,蜀,,武官,184,220,正史
張飛,蜀,,武官,184,221,正史
馬超,蜀,,武官,202,222,正史
孟獲,蜀,yes,武官,225,225,演義
呂布,,yes,武官,189,198,正史
陳宮,,yes,文官,189,198,正史
王莽,,yes,文官,-8,23,正史
"""
HEAD = "player,general,nation,mercenary,kind,uo_months,high_activity,committee,duty,from,until"
ENTRIES = {
    "曹操": "a1,曹操,魏,,武官,12,yes,yes,rules,,",
    "夏侯惇": "a2,夏侯惇,魏,,武官,12,yes,,,,",
    "荀彧": "a3,荀彧,魏,,文官,12,yes,,,,",
    "郭嘉": "a4,郭嘉,魏,,文官,12,,,,,",
    "孫権": "b1,孫権,呉,,文官,12,yes,yes,generals,,",
    "周瑜": "b2,周瑜,呉,,文官,12,yes,,,,",
    "諸葛瑾": "b3,諸葛瑾,呉,,文官,12,,,,,",
    "甘寧": "b4,甘寧,呉,,武官,2,,,,,",
    "劉備": "c1,劉備,蜀,,武官,12,yes,yes,homepage,,",
    "諸葛亮": "c2,諸葛亮,蜀,,文官,12,yes,,,,",
    "関羽": "c3,関羽,蜀,,武官,12,yes,,,,",
    "馬超": "c4,馬超,蜀,,武官,2,,,,,",
}
MUSTERS = {
    "wei": '["曹操", "夏侯惇", "荀彧", "郭嘉"]\ncommander = "曹操"\nhost = "荀彧"\nbomb = "郭嘉"\nbola = "夏侯惇"',
    "wu": '["孫権", "周瑜", "諸葛瑾", "甘寧"]\ncommander = "孫権"\nhost = "諸葛瑾"\nbomb = "周瑜"\nbola = "甘寧"',
    "shu": '["劉備", "諸葛亮", "関羽", "馬超"]\ncommander = "劉備"\nhost = "諸葛亮"\nbomb = "諸葛亮"\nbola = "関羽"',
}
ENDS = {
    "kill": "enemy_commander_killed",
    "surrender": "enemy_surrender",
    "pigs": "enemy_pigs_eaten",
    "killed": "own_commander_killed",
    "pigs_lost": "own_pigs_eaten",
}


def musters(**reported: int) -> str:
    """The night's muster of all three nations."""
    return "\n".join(
        f"[sides.{nation}]\nreported = {reported.get(nation, 10)}\nfighters = {text}\n"
        for nation, text in MUSTERS.items()
    )


def report(at: str, by: str, end: str, **more: str) -> str:
    """An entry: an end reported."""
    return _entry(at, f'by = "{by}"\nreport = "{ENDS.get(end, end)}"', more)


def breach(at: str, side: str, what: str, *who: str, **more: object) -> str:
    """An entry: a breach."""
    names = ", ".join(f'"{name}"' for name in who)
    text = f'side = "{side}"\nbreach = "{what}"' + (f"\nwho = [{names}]" if who else "")
    return _entry(at, text, more)


def arrival(at: str, nation: str) -> str:
    """An entry: a nation has assembled."""
    return _entry(at, f'arrival = "{nation}"', {})


def _entry(at: str, text: str, more: dict) -> str:
    extra = "".join(
        f"\n{key} = {str(value).lower() if isinstance(value, bool | int) else chr(34) + str(value) + chr(34)}"
        for key, value in more.items()
    )
    return f'[[battle.log]]\nat = "{at}"\n{text}{extra}\n'


def battle(*entries: str, head: str = "", tail: str = "") -> str:
    """One battle with its log."""
    return f"[[battle]]\n{head}\n" + "\n".join(entries) + f"\n{tail}\n"


class League:
    """A league's folder that a test writes to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "nights").mkdir(parents=True)
        self.head()
        self.write("generals.csv", GENERALS)
        self.fields(*range(2, 13))
        self.roster()

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def head(self, more: str = "", start: str = "2001-10", months: int = 1, own: str = "") -> Path:
        text = f'[league]\nname = "試し"\nstart = "{start}"\nmonths = {months}\nseed = 7\n{own}\n{more}\n'
        return self.write("league.toml", text)

    def roster(self, *more: str, without: tuple[str, ...] = (), **changed: str) -> Path:
        rows = [changed.get(name, row) for name, row in ENTRIES.items() if name not in without]
        return self.write("roster.csv", "\n".join([HEAD, *rows, *more]) + "\n")

    def night(self, day: str, *battles: str, sides: str | None = None, more: str = "") -> Path:
        text = f"[night]\ndate = {day}\n\n{musters() if sides is None else sides}\n{more}\n" + "\n".join(battles)
        return self.write(f"nights/{day}.toml", text)

    def fields(self, *numbers: int, kind: str = "land") -> Path:
        rows = [f"{n},戦地{n},{kind},\"10° 0'N, 20° 0'E\",\"30° 0'N, 40° 0'E\"" for n in numbers]
        return self.write("fields.csv", "\n".join(["number,name,kind,start_a,start_b", *rows]) + "\n")

    def __str__(self) -> str:
        return str(self.folder)


def codes(said) -> list[str]:
    """The codes of the findings a command printed."""
    return [one["code"] for one in said.json["findings"]]


def finding(said, code: str) -> dict:
    """The one finding of a code."""
    found = [one for one in said.json["findings"] if one["code"] == code]
    assert len(found) == 1, said.json["findings"]
    return found[0]


def row(said, battle_id: str, nation: str) -> dict:
    """A nation's line of the ledger."""
    rows = said.json["rows"] if "rows" in said.json else [r for b in said.json["battles"] for r in b["rows"]]
    return next(one for one in rows if one["battle"] == battle_id and one["nation"] == nation)
