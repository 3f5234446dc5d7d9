"""The caps in force on what is bought, and how far away each is: CP, level, style, college, sums."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from budosim.systems.gurps3.explain_steps import Step, step
from budosim.systems.gurps3.findings import Both, plain
from budosim.systems.gurps3.legality.registry import Case, named
from budosim.systems.gurps3.legality.style_lists import Compared, StyleLists
from budosim.systems.gurps3.points import maneuver_cost
from budosim.systems.gurps3.sheet import Maneuver, Skill, Spell
from budosim.systems.gurps3.tables import bare, tables

HIGHEST = 400
"""Half points up to which the price of the next level is looked for."""

TIER = {
    "primary": Both("主技能", "primary skill"),
    "secondary": Both("副技能", "secondary skill"),
    "optional": Both("追加技能", "optional skill"),
    "manga": Both("マンガ技能", "manga skill"),
    "outside": Both("流派外技能", "skill outside the style"),
}
"""The lists of a style, as a skill stands in them."""


def left(n: Fraction | int, unit: str = "") -> Both:
    """How far a cap is away, or by how much it is passed."""
    shown = plain(abs(n))
    return Both(f"{shown}{unit}超過", f"{shown} over") if n < 0 else Both(f"あと{shown}{unit}", f"{shown} to go")


def skill_caps(case: Case, entry: Skill | Spell, level: int) -> Iterator[Step]:
    """Every cap on a learned skill or spell."""
    cp = entry.cp or Fraction(0)
    yield from _next_level(case, entry, level)
    cap = case.skill_cap(entry)
    if cap is not None:
        text = ("一つの技能に使えるＣＰの上限{cap}まで、{left}", "at most {cap} CP in this skill: {left}")
        yield step("L-14", cap, *text, cap=cap, left=left(cap - cp, "ＣＰ"))
    special = isinstance(entry, Skill) and entry.specialised
    top = case.regulation.whole("skills.level_specialised" if special else "skills.level")
    yield step("L-17", top, "レベルの上限{cap}まで、{left}", "level cap {cap}: {left}", cap=top, left=left(top - level))
    if isinstance(entry, Spell):
        yield from _college(case, entry)
    elif not entry.off:
        yield from _style(case, entry)
    if not entry.off:
        yield from learned_sum(case)


def maneuver_caps(case: Case, entry: Maneuver) -> Iterator[Step]:
    """Every cap on a bought maneuver."""
    found = case.levels.maneuver(entry)
    if found is None or entry.id is None:
        return
    cap = case.levels.ceiling(entry.id)
    if cap is not None:
        yield step("L-47", cap, "上限{cap}まで、{left}", "ceiling {cap}: {left}", cap=cap, left=left(cap - found.level))
        if cap > found.level:
            price = Fraction(maneuver_cost(tables().technique(entry.id).difficulty, found.bought + 1), 2)
            yield _dearer(found.level + 1, price, entry.cp or Fraction(0))
    if not entry.off:
        yield from learned_sum(case)


def _dearer(level: int, price: Fraction, cp: Fraction) -> Step:
    text = ("次のレベル{lv}には{n}ＣＰ（あと{more}）", "level {lv} takes {n} CP ({more} more)")
    return step("L-13", price, *text, lv=level, n=price, more=price - cp)


def _next_level(case: Case, entry: Skill | Spell, level: int) -> Iterator[Step]:
    for halves in range(entry.halves + 1, min(entry.halves + 100, HIGHEST)):
        new = case.levels.level_at(entry, halves)
        if new is not None and new > level:
            yield _dearer(new, Fraction(halves, 2), entry.cp or Fraction(0))
            return


def _college(case: Case, entry: Spell) -> Iterator[Step]:
    spells = tables().spells
    college = spells[entry.id or ""].college
    n = sum(1 for s in case.known_spells if spells[s.id or ""].college == college)
    yield step(
        "L-20",
        n,
        "{college}の習得呪文{n}種：一つに{n}ＣＰまで、{left}",
        "{n} spells of {college} known: at most {n} CP in one, {left}",
        college=named("college", college),
        n=n,
        left=left(n - (entry.cp or Fraction(0)), "ＣＰ"),
    )
    if case.age is not None:
        most = case.age * case.regulation.whole("skills.total_per_year")
        text = ("呪文の合計{cap}ＣＰまで、{left}", "spells at most {cap} CP: {left}")
        yield step("L-19", most, *text, cap=most, left=left(most - case.account.spells))


def learned_sum(case: Case) -> Iterator[Step]:
    """The sum that age allows for everything learned."""
    if case.age is None:
        return
    rules = case.regulation
    total = case.age * rules.whole("skills.total_per_year") + rules.whole("points.growth")
    text = ("技能・動作・呪文の合計{cap}まで、{left}", "skills, maneuvers and spells at most {cap}: {left}")
    yield step("L-18", total, *text, cap=total, left=left(total - case.account.learned))


def _style(case: Case, entry: Skill) -> Iterator[Step]:
    """What clause 1-7 asks of a skill by its place in the style, and what it asks of others by this one."""
    lists = case.style_lists
    if lists is None or entry.id is None or entry.cp is None:
        return
    style = lists.style
    tier = style.tier(bare(entry.id)) or "outside"
    mere = style.is_prereq_only(bare(entry.id))
    mine = next((c for c in lists.all if c.entry is entry), None)
    if mine is None:
        return
    if tier == "primary":
        yield from _held_back(lists, mine, mere)
        return
    if entry.cp <= lists.free:
        text = ("{tier}：{n}ＣＰ以下なので流派の制限なし", "{tier}: {n} CP or less, no limit of the style applies")
        yield step("L-27", lists.free, *text, tier=TIER[tier], n=lists.free)
        return
    yield from _below(case, lists, mine)
    if tier == "secondary":
        yield from _held_back(lists, mine, mere)


def _below(case: Case, lists: StyleLists, mine: Compared) -> Iterator[Step]:
    """The level and the CP a skill of a lower list must stay below."""
    above = ("secondary", "primary") if mine.tier == "optional" else ("primary",)
    higher = lists.lowest(*above)
    if not higher:
        return
    lowest = min(h.level for h in higher)
    if mine.tier == "manga":
        pick = min if case.regulation["style.manga_limit"] == "lowest" else max
        cap = pick(h.level for h in higher)
        text = ("{tier}：レベル{cap}まで、{left}", "{tier}: level {cap} at most, {left}")
        yield step("L-32", cap, *text, tier=TIER["manga"], cap=cap, left=left(cap - mine.level))
        return
    rules = {"secondary": ("L-28", "L-30"), "optional": ("L-29", "L-31"), "outside": ("L-27", "")}[mine.tier]
    cap = lowest - (case.regulation.whole("style.outside_below") if mine.tier == "outside" else 0)
    text = ("{tier}：レベル{cap}未満、{left}", "{tier}: level below {cap}, {left}")
    yield step(rules[0], cap, *text, tier=TIER[mine.tier], cap=cap, left=left(cap - 1 - mine.level))
    if rules[1]:
        fewest = min(h.cp for h in higher)
        text = ("{tier}：{cap}ＣＰ未満、今{cp}", "{tier}: less than {cap} CP, now {cp}")
        yield step(rules[1], fewest, *text, tier=TIER[mine.tier], cap=fewest, cp=mine.cp)


def _held_back(lists: StyleLists, mine: Compared, mere: bool) -> Iterator[Step]:
    """Whether this skill is what holds the lower lists back."""
    if mere:
        text = ("前提としてだけ置かれているので、比べられない", "placed as a mere prerequisite: never compared")
        yield step("L-28", None, *text)
        return
    peers = lists.lowest(mine.tier)
    below = TIER["secondary" if mine.tier == "primary" else "optional"]
    if peers and mine.level == min(p.level for p in peers):
        text = ("{tier}の最低レベル：{below}はレベル{n}未満", "the lowest {tier}: every {below} stays below level {n}")
        rule = "L-28" if mine.tier == "primary" else "L-29"
        yield step(rule, mine.level, *text, tier=TIER[mine.tier], below=below, n=mine.level)
    if peers and mine.cp == min(p.cp for p in peers):
        text = ("{tier}の最低ＣＰ：{below}は{n}ＣＰ未満", "the {tier} of fewest CP: every {below} has less than {n}")
        rule = "L-30" if mine.tier == "primary" else "L-31"
        yield step(rule, mine.cp, *text, tier=TIER[mine.tier], below=below, n=mine.cp)

