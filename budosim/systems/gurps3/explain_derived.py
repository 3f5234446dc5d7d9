"""How what follows from a sheet gets its number: pools, speed, defences, damage, sub-turns, sums, caps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from budosim.systems.gurps3 import derived as dv
from budosim.systems.gurps3 import secondary as sec
from budosim.systems.gurps3.ageing import aged_attributes
from budosim.systems.gurps3.explain_bought import Bought
from budosim.systems.gurps3.explain_caps import TIER, learned_sum, left
from budosim.systems.gurps3.explain_steps import Step, parry_step, signed, step, subturn_step
from budosim.systems.gurps3.findings import Both, number
from budosim.systems.gurps3.legality.attributes import NAMES
from budosim.systems.gurps3.legality.registry import Case, item_of, named
from budosim.systems.gurps3.sheet import TIERS
from budosim.systems.gurps3.tables import tables


class Follows:
    """Explains the derived values of one sheet."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.sheet = case.sheet
        self.levels = case.levels
        self.values: Mapping[str, Callable[[], Iterator[Step]]] = {
            "hp": self._hp,
            "fp": self._fp,
            "will": self._will,
            "speed": self._speed,
            "move": self._move,
            "dodge": self._dodge,
            "dr": self._dr,
            "thrust": self._strength,
            "swing": self._strength,
            "damage": self._strength,
            "reach": self._reach,
            "subturns": self._subturns,
            "parries": self._parries,
            "parry": self._parry,
            "cp": self._cp,
            "unspent": self._unspent,
            "off_match": self._off_match,
            "style": self._style,
            "caps": self._caps,
            "ageing": self._ageing,
        }

    def value(self, id_: str) -> Iterator[Step]:
        """The steps of a derived value by its id; none while an attribute is missing."""
        if all(name in self.sheet.attributes for name in NAMES):
            yield from self.values[id_]()

    def _hp(self) -> Iterator[Step]:
        extra = self.sheet.trait_level("extra_hit_points", 5)
        yield from self._pool("HT", "extra_hit_points", extra, "ヒットポイント", "hit points")

    def _fp(self) -> Iterator[Step]:
        extra = self.sheet.trait_level("extra_fatigue", 3)
        yield from self._pool("ST", "extra_fatigue", extra, "疲労点", "fatigue points")

    def _pool(self, attribute: str, trait: str, extra: int, ja: str, en: str) -> Iterator[Step]:
        base = self.sheet.attributes[attribute]
        yield step("C-09", base, "{a}{v}", "{a} {v}", a=NAMES[attribute], v=base)
        if extra:
            yield step("C-09", base + extra, "{t}で＋{n}", "{t} adds {n}", t=named("trait", trait), n=extra)
        yield step("C-09", base + extra, "{what}{v}", "{v} {what}", what=Both(ja, en), v=base + extra)

    def _will(self) -> Iterator[Step]:
        iq = self.sheet.attributes["IQ"]
        yield step("C-07", iq, "知力{v}", "IQ {v}", v=iq)
        for trait, per, sign in (("strong_will", 4, 1), ("weak_will", 8, -1)):
            n = self.sheet.trait_level(trait, per) * sign
            if n:
                yield step("C-07", iq + n, "{t}で{n}", "{t} {n}", t=named("trait", trait), n=signed(n))
        yield step("C-07", sec.will(self.levels), "意思{v}", "Will {v}", v=sec.will(self.levels))

    def _speed(self) -> Iterator[Step]:
        dx, ht = self.sheet.attributes["DX"], self.sheet.attributes["HT"]
        speed = Fraction(dx + ht, 4)
        text = ("基本反応速度{v} ＝（敏捷力{dx}＋生命力{ht}）÷4", "Basic Speed {v} = (DX {dx} + HT {ht}) / 4")
        yield step("C-39", speed, *text, v=speed, dx=dx, ht=ht)

    def _move(self) -> Iterator[Step]:
        yield from self._speed()
        running = self.levels.known("running")
        if running is not None:
            text = ("ランニング{v}÷8を加える", "Running {v} / 8 is added")
            yield step("C-39", number(Fraction(running, 8)), *text, v=running)
        for trait in self.sheet.disadvantages:
            n = tables().traits[trait.id].move.get(str(trait.cp), 0) if trait.id is not None else 0
            if n:
                yield step("C-39", n, "{t}で{n}", "{t} {n}", t=named("trait", trait.key), n=signed(n))
        d = dv.derive_levels(self.levels)
        yield step("C-39", d.move_sound, "切り捨てて移動力{v}", "rounded down: Move {v}", v=d.move_sound)
        if d.move != d.move_sound:
            yield step("C-88", d.move, "脚の障害で{v}", "with these legs {v}", v=d.move)

    def _dodge(self) -> Iterator[Step]:
        yield from self._move()
        d = dv.derive_levels(self.levels)
        evasion = self.levels.known("tai_sabaki")
        base = d.move
        if evasion is not None:
            base = d.dodge - d.defence_bonus - int(self.sheet.trait("enhanced_dodge") is not None)
            text = ("移動力と体捌き{v}÷2の大きい方：{n}", "the better of Move and 体捌き {v} / 2: {n}")
            yield step("R-61", base, *text, v=evasion, n=base)
        if d.defence_bonus:
            base += d.defence_bonus
            yield step("C-67", base, "戦闘即応で＋1", "Combat Reflexes +1")
        if self.sheet.trait("enhanced_dodge"):
            yield step("C-67", base + 1, "強化避けで＋1", "Enhanced Dodge +1")
        yield step("C-40", d.dodge, "避け{v}", "Dodge {v}", v=d.dodge)

    def _dr(self) -> Iterator[Step]:
        outfit = tables().costs.outfit.get(self.sheet.entrant.outfit)
        worn = int(outfit["dr"]) if outfit else 0
        name = Both(outfit["name_ja"], outfit["name_en"]) if outfit else Both("?", "?")
        yield step("T-04", worn, "衣装「{o}」の防護点{n}", "outfit {o}: DR {n}", o=name, n=worn)
        total = sec.armour(self.sheet)
        if total != worn:
            yield step("C-98", total, "打たれ強さで＋{n}", "Toughness +{n}", n=total - worn)

    def _strength(self) -> Iterator[Step]:
        d = dv.derive_levels(self.levels)
        st = self.sheet.attributes["ST"]
        text = ("体力{st}：突き{a}、振り{b}", "ST {st}: thrust {a}, swing {b}")
        yield step("C-09", str(d.thrust), *text, st=st, a=str(d.thrust), b=str(d.swing))
        for act, dice in d.damage.items():
            kind = "act" if act in tables().acts else "maneuver"
            yield step(
                "C-14", str(dice), "{act}：{dice}", "{act}: {dice}", act=named(kind, act), dice=str(dice)
            )

    def _reach(self) -> Iterator[Step]:
        punch, kick = sec.reach(self.sheet)
        cm = self.sheet.entrant.height_cm
        text = (
            "身長{cm}cm：パンチ{p}、キック{k}（細分ヘクス）",
            "{cm} cm tall: punch {p}, kick {k} (fine hexes)",
        )
        yield step("C-46", kick, *text, cm=cm, p=punch, k=kick)

    def _subturns(self) -> Iterator[Step]:
        by = sec.subturns_by_skill(self.levels)
        for skill in by:
            yield subturn_step(self.sheet, skill, self.levels.known(skill) or 0)
        d = dv.derive_levels(self.levels)
        yield step("T-13", d.subturns, "サブターン{n}", "{n} sub-turns", n=d.subturns)

    def _parries(self) -> Iterator[Step]:
        n = sec.hands(self.sheet)
        yield step(
            "C-17", n, "使える手1本につき1ターン1回：{n}回", "one a turn for each usable hand: {n}", n=n
        )

    def _parry(self) -> Iterator[Step]:
        for skill, row in tables().skills.items():
            level = self.levels.known(skill)
            if row.parry_num and level is not None:
                yield parry_step(self.sheet, skill, level)
        dx = self.sheet.attributes["DX"]
        score = sec.parries(self.levels)[sec.UNTRAINED]
        yield step(
            "C-16", score, "技能なし：敏捷力{dx}÷2で{v}", "untrained: DX {dx} / 2 gives {v}", dx=dx, v=score
        )

    def _cp(self) -> Iterator[Step]:
        a = self.case.account
        parts = (
            ("能力値", "attributes", a.attributes),
            ("有利な特徴", "advantages", a.advantages),
            ("技能", "skills", a.skills),
            ("動作", "maneuvers", a.maneuvers),
            ("コンビネーション", "combinations", a.combinations),
            ("呪文", "spells", a.spells),
            ("不利な特徴", "disadvantages", -a.disadvantages),
            ("癖", "quirks", -a.quirks),
        )
        for ja, en, cp in parts:
            if cp:
                yield step("L-01", cp, "{what}{cp}", "{what} {cp}", what=Both(ja, en), cp=cp)
        cap = self.case.regulation.whole("points.total")
        yield step("L-01", a.spent, "合計{v}（上限{cap}）", "{v} in all (at most {cap})", v=a.spent, cap=cap)
        yield step("L-02", a.unspent, "未使用{v}", "{v} unspent", v=a.unspent)
        off = self.case.regulation.whole("points.off_match")
        yield step(
            "L-05",
            a.off_match,
            "試合外{v}（上限{cap}）",
            "{v} off-match (at most {cap})",
            v=a.off_match,
            cap=off,
        )

    def _caps(self) -> Iterator[Step]:
        rules, age = self.case.regulation, self.case.age
        if age is None:
            return
        for name in NAMES:
            yield from list(Bought(self.case).attribute(name))[1:2]
        plain_cap = min(rules.whole("skills.absolute"), age * rules.whole("skills.cap_per_year"))
        yield step("L-14", plain_cap, "一つの技能に{n}ＣＰまで", "at most {n} CP in one skill", n=plain_cap)
        for skill, bonus in self.case.cap_bonus.items():
            cap = min(rules.whole("skills.absolute"), age * rules.whole("skills.cap_per_year") + bonus)
            yield step(
                "L-14", cap, "{s}だけ{n}ＣＰまで", "{s} alone up to {n} CP", s=named("skill", skill), n=cap
            )
        yield from learned_sum(self.case)

    def _unspent(self) -> Iterator[Step]:
        a, cap = self.case.account, self.case.regulation.whole("points.total")
        text = ("{cap}ＣＰ−使用{s}＝未使用{n}", "{cap} CP - {s} spent = {n} unspent")
        yield step("L-02", cap - a.spent, *text, cap=cap, s=a.spent, n=cap - a.spent)
        if a.unspent != cap - a.spent:
            yield step("L-02", a.unspent, "シートには{n}と書いてある", "the sheet says {n}", n=a.unspent)

    def _off_match(self) -> Iterator[Step]:
        for entry in self.sheet.entries():
            if entry.off and entry.cp is not None:
                yield step("L-05", entry.cp, "{item}{cp}", "{item} {cp}", item=item_of(entry), cp=entry.cp)
        a, cap = self.case.account, self.case.regulation.whole("points.off_match")
        text = ("試合外{v}（上限{cap}、{left}）", "{v} off-match (at most {cap}, {left})")
        yield step("L-05", a.off_match, *text, v=a.off_match, cap=cap, left=left(cap - a.off_match))

    def _style(self) -> Iterator[Step]:
        lists = self.case.style_lists
        if lists is None:
            yield step("L-49", None, "流派なし：動作は取得できない", "no style: no maneuvers")
            return
        for tier in TIERS:
            found = [c for c in lists.all if c.tier == tier]
            if not found:
                continue
            names = [Both(f"{item_of(c.entry).ja}{c.level}", f"{item_of(c.entry).en} {c.level}") for c in found]
            both = Both("、".join(n.ja for n in names), ", ".join(n.en for n in names))
            counted = lists.lowest(tier)
            if counted:
                level, cp = min(c.level for c in counted), min(c.cp for c in counted)
                ja = "{tier}：{names}（最低レベル{n}、最低{cp}ＣＰ）"
                en = "{tier}: {names} (lowest level {n}, fewest CP {cp})"
                yield step("L-28", level, ja, en, tier=TIER[tier], names=both, n=level, cp=cp)
            else:
                yield step("L-28", None, "{tier}：{names}", "{tier}: {names}", tier=TIER[tier], names=both)

    def _ageing(self) -> Iterator[Step]:
        after = aged_attributes(self.sheet, self.case.regulation)
        for name, value in after.items():
            before = self.sheet.attributes[name]
            if before != value:
                yield step("L-54", value, "{a} {b} → {v}", "{a} {b} -> {v}", a=NAMES[name], b=before, v=value)
        if after == dict(self.sheet.attributes):
            yield step("L-54", 0, "老化による低下はない", "age takes nothing")
