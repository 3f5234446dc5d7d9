"""A fighter in the ring: everything a bout changes, and the numbers that follow from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plain.birth import BORN, missing_from_birth
from plain.books import EYES, PLACES, POSTURE_TO_HIT, RING, TIP_OF
from plain.hexes import DIRECTIONS, Hex, apart, farthest, on_line, turn_to
from plain.magic_state import HELPLESS, Sorcery

if TYPE_CHECKING:
    from plain.grip import Hold
    from plain.memory import Memory
    from plain.person import Brings
    from plain.plan import Plan

LOST, WITH_THE_LIMB = "lost", "with the limb"
"""How a part is gone; one that is numb for some turns holds the own turn it comes back after."""
FOR_GOOD = (LOST, BORN)


class Fighter:
    """One side of a bout."""

    def __init__(self, side: str, brings: Brings, plan: Plan, memory: Memory, rules: dict[str, str]) -> None:
        self.side, self.brings, self.plan, self.memory, self.rules = side, brings, plan, memory, rules
        self.own = brings
        """What he brought; `brings` shows it through the spells on him."""
        self.magic = Sorcery({})
        self.bound: set[str] = set()
        """States spells hold him in."""
        self.casting = self.resisting = self.declared = False
        self.before: Any = None
        self.foe: Fighter = self
        self.hp, self.fp = brings.max_hp, brings.max_fp
        self.unspent_cp = brings.person["unspent_cp"]
        half = RING["start_distance"] // 2
        self.at: Hex = (-half, 0) if side == "a" else (RING["start_distance"] - half, 0)
        self.came_from = self.at
        self.facing = 0 if side == "a" else 3
        self.posture = "standing"
        self.stunned = ""
        self.shock = self.old_shock = 0
        self.gone: dict[str, Any] = {}
        """Lost parts: LOST, WITH_THE_LIMB, or the last own turn of a numb one."""
        self.fragile: set[str] = set()
        self.taken: dict[str, int] = {}
        self.bad_eye = False
        self.clumsy, self.clumsy_until = 0, 0
        self.torn = 0
        self.defend_only = 0
        self.airborne = self.lands_badly = False
        self.lure, self.lure_until = 0, 0
        self.turn = 0
        self.owed = 0
        self.idle_turns = 0
        self.could_strike = True
        self.out = ""
        self.stage: set[str] = set()
        self.score = 0
        # close combat
        self.hold: Hold | None = None
        """What he holds the foe with."""
        self.pin_fails = 0
        """Attempts in a row to get out of a pin (C-136d)."""
        self.opening_until = 0
        """Own turn up to which a throw or a lock may follow a parry of his, or a throw (C-105, C-109)."""
        self.cowed = 0
        self.weighed = 0
        """Own turn up to which waiting helps his next attack (R-10)."""
        self.composure = 0
        """What the next Will roll is lent by <瞑想> or <自己催眠>."""
        self.luck = {15: 1, 30: 2, 60: 6}.get(brings.traits.get("luck", 0), 0)
        self.misfortune = 0
        """Own successes until one turns into a failure; 0 never (Unluckiness)."""
        self.berserk = False
        self.hurt_since = 0
        """Injury since his own turn began (Berserk)."""
        self.stung = self.shaken = False
        self.hot = self.muddled = self.absent = False
        """What Bad Temper, Confused and Absent-Mindedness do to this turn."""
        self.last_line: int | None = None
        """The rule used last."""
        self.bound_by: set[str] = set()
        self.unseen = False
        """The foe cannot see him (C-130)."""
        self.focus, self.focus_turns, self.focus_subs = "", 0, 0
        """What he concentrates on, full turns done, sub-turns of this turn (C-115)."""
        self.in_series = False
        """Runs a combination he won the contest for."""
        self.reads_touch = False
        """Feels the foe's next blow by 聴勁."""
        self.spent_subs = 0
        """Sub-turns of this turn a combination used up (R-12)."""
        self.own_subs = 1
        """Sub-turns of this turn."""
        self.bad_back = False
        self.stunned_until = 0
        """Own turn up to which a mental stun cannot be shaken off (C-124)."""
        # what ends when the next own turn begins
        self.all_out = self.guards = self.waiting = False
        self.all_out_used = False
        self.off_balance = self.guard_dropped = False
        self.own_defence = 0
        self.no_parry = False
        self.hand_lost = {"R": False, "L": False}
        self.parried = {"R": 0, "L": 0}
        self.leg_parries = 0
        self.retreated = self.retreat_counts = False
        self.dodged_with_acrobatics = False
        self.walked = 0
        self.risk = False
        """Took a needless risk since his own turn began (Daredevil)."""
        self.pin_tried = self.breathed = False
        self.stances: dict[str, bool] = {}
        """Stances declared this turn, and whether they came off."""
        self.series_used = False
        self.halted = ""
        """"over": no further sub-turns; under R-11 lose_current "reeling" in this sub-turn, then "going on"."""
        # of one sub-turn
        self.stepped = self.turned_away = False
        missing_from_birth(self)

    def new_turn(self) -> None:
        """What lasted until the next own turn ends (C-22.1)."""
        self.turn += 1
        self.all_out = self.guards = self.waiting = self.all_out_used = False
        self.off_balance = self.guard_dropped = self.no_parry = False
        self.halted = ""
        self.risk = self.pin_tried = self.series_used = self.breathed = False
        self.stances = {}
        self.spent_subs = 0
        if self.hold:
            self.hold.pressed = False
        self.retreated = self.retreat_counts = self.dodged_with_acrobatics = False
        self.own_defence = self.leg_parries = self.walked = 0
        self.hand_lost = {"R": False, "L": False}
        self.parried = {"R": 0, "L": 0}
        self.torn = 1 if self.torn == 2 else 0
        self.defend_only = 2 if self.defend_only == 1 else 0
        self.old_shock = self.shock

    # -- parts ---------------------------------------------------------------------------------------
    @property
    def blind(self) -> bool:
        """Both eyes lost."""
        return all(eye in self.gone for eye in EYES)

    @property
    def eyes_mod(self) -> int:
        """What lost eyes take off (C-84, C-88, C-90)."""
        if self.blind:
            return -10
        if any(eye in self.gone for eye in EYES):
            return -2 if self.bad_eye else -1
        return 0

    @property
    def held(self) -> bool:
        """Whether the foe holds him (C-101)."""
        return self.foe.hold is not None

    @property
    def clinched(self) -> bool:
        """Whether either holds the other: nobody steps, retreats or gets up (C-51, C-102)."""
        return self.held or self.hold is not None

    @property
    def pinned(self) -> bool:
        """Helpless under a pin (C-106)."""
        return self.foe.hold is not None and self.foe.hold.pin

    def in_grasp(self, hand: str) -> bool:
        """Whether the foe's hold is on that arm or hand (C-17)."""
        return self.foe.hold is not None and self.foe.hold.part in (f"arm.{hand}", f"hand.{hand}")

    def arm_works(self, hand: str) -> bool:
        """Whether an arm and its hand serve."""
        return f"arm.{hand}" not in self.gone and f"hand.{hand}" not in self.gone

    @property
    def legs_gone(self) -> int:
        """Legs that carry nothing."""
        gone = self.gone
        return ("leg.R" in gone or "foot.R" in gone) + ("leg.L" in gone or "foot.L" in gone)

    @property
    def legs_mod(self) -> int:
        """What lost legs and feet take off (C-88, R-28)."""
        if "leg.R" in self.gone or "leg.L" in self.gone:
            return -6 if self.rules["leg_loss"] == "foot_lame_leg_off" else -3
        return -3 if self.legs_gone else 0

    def striking_part(self, limb: str) -> str:
        """The location of a striking limb: the sound and free one, the right before the left."""
        if limb == "head":
            return "head"
        if limb in ("leg", "legs"):
            return "leg.R" if "leg.R" not in self.gone and "foot.R" not in self.gone else "leg.L"
        right = self.arm_works("R") and not self.in_grasp("R")
        return "arm.R" if right else "arm.L"

    # -- what hinders --------------------------------------------------------------------------------
    @property
    def under_spell(self) -> bool:
        """Whether any spell is on him."""
        return any(one.subject == self.side for who in (self, self.foe) for one in who.magic.lasting)

    @property
    def helpless(self) -> bool:
        """No act and no active defence."""
        return bool(self.bound & HELPLESS)

    @property
    def clumsiness(self) -> int:
        """DX lost for some turns, or by a bad back for the bout (C-74 rows 4 and 17)."""
        return (self.clumsy if self.clumsy_until >= self.turn else 0) - 3 * self.bad_back

    @property
    def hindrance(self) -> int:
        """What lowers attacks and feints alike (C-88, C-93)."""
        grip = -4 if self.held else 0  # C-101
        dim = grip - self.brings.dim
        return self.legs_mod + self.eyes_mod + self.clumsiness - self.shock - (1 if self.torn == 1 else 0) + dim

    @property
    def in_the_air(self) -> int:
        """C-60, R-21."""
        return -2 if self.airborne and self.rules["airborne"] == "minus_2" else 0

    def posture_mod(self, skill: str) -> int:
        """What posture takes off attacks; Ground Fighting of that skill stands in for it (C-54, C-56)."""
        return max(POSTURE_TO_HIT[self.posture], self.brings.ground_mod(skill)) if self.posture != "standing" else 0

    @property
    def burden(self) -> int:
        """Hindrance and posture."""
        return self.hindrance + POSTURE_TO_HIT[self.posture]

    def halved(self, score: int) -> int:
        """A number of movement after wounds, fatigue and lost legs (C-88, C-95, C-131, README point 18)."""
        if self.hp <= 3:
            score //= 2
        if self.fp <= 3:
            score //= 2
        if self.legs_gone == 2:
            return 0
        if self.legs_gone == 0 and self.brings.lame:
            return score // 2
        if self.legs_gone == 1:
            off = any(leg in self.gone for leg in ("leg.R", "leg.L"))
            if off and self.rules["leg_loss"] == "foot_lame_leg_off":
                return min(score, 2)
            return score // 2
        return score

    @property
    def move(self) -> int:
        """Move in yards."""
        return self.halved(self.brings.move)

    @property
    def allowance(self) -> int:
        """Yards of a turn by posture (C-44, C-54)."""
        part = {"standing": 1, "crouching": 2, "kneeling": 3, "crawling": 3}
        if self.posture == "lying":
            return min(1, self.move)
        return self.move // part[self.posture] if self.posture in part else 0

    @property
    def yards_left(self) -> int:
        """What is left of it (R-04)."""
        walked = self.walked if self.rules["move_budget"] == "per_turn" else 0
        return max(0, self.allowance - walked)

    def stride(self, opt: str) -> int:
        """Fine hexes of the step before a blow: a yard, all-out half of Move and at least two (C-26, C-27)."""
        if self.stepped or self.airborne or self.clinched:
            return 0
        yards = max(2, self.allowance // 2) if opt.startswith("aoa") else 1
        if not (self.rules["move_budget"] == "free_steps" and self.yards_left > 0):
            yards = min(yards, self.yards_left)
        return yards * self.yard

    @property
    def yard(self) -> int:
        """Fine hexes of a yard (R-01)."""
        return int(self.rules["fine_per_yard"])

    def yards(self, hexes: int) -> int:
        """Yards begun."""
        return -(-hexes // self.yard)

    # -- where ---------------------------------------------------------------------------------------
    @property
    def distance(self) -> int:
        """Fine hexes to the foe."""
        return apart(self.at, self.foe.at)

    @property
    def hand(self) -> int:
        """Whose side ties of a line go to: the mover's left for side a, his right for b."""
        return 1 if self.side == "a" else -1

    @property
    def edge(self) -> int:
        """The ring (C-50, R-19)."""
        return RING["ring_radius"] if self.rules["ring"] == "edge" else 30

    def looks_at_foe(self) -> None:
        """Turn to the foe (C-41)."""
        self.facing = turn_to(self.facing, (self.foe.at[0] - self.at[0], self.foe.at[1] - self.at[1]))

    @property
    def turns_along(self) -> bool:
        """Whether he turns with his foe (README point 14)."""
        return not (self.stunned or self.turned_away or self.blind or self.held)

    def away(self, steps: int) -> Hex:
        """The hex so many steps farther from the foe, or the best one left at the edge."""
        foe = self.foe.at
        if self.distance == 0:
            d = DIRECTIONS[self.facing]
            ahead = (self.at[0] + d[0], self.at[1] + d[1])
            spot = on_line(ahead, self.at, steps + 1, self.hand)
        else:
            spot = on_line(foe, self.at, self.distance + steps, self.hand)
        if apart(spot, (0, 0)) <= self.edge:
            return spot
        return farthest(self.at, foe, steps, self.edge, spot, self.hand)

    @property
    def can_go_back(self) -> bool:
        """Whether a yard away leads anywhere (C-66)."""
        if self.move == 0:
            return False
        if apart(self.away(self.yard), self.foe.at) > self.distance:
            return True
        return self.distance > 0 and any(
            apart(h, self.foe.at) > self.distance and apart(h, (0, 0)) <= self.edge
            for h in ((self.at[0] + q, self.at[1] + r) for q, r in DIRECTIONS)
        )

    # -- what may be aimed at ------------------------------------------------------------------------
    def lose(self, part: str, how: Any) -> None:
        """A part goes, with an arm its hand, with a leg its foot (C-89)."""
        if self.gone.get(part) not in FOR_GOOD:
            self.gone[part] = how
        tip = TIP_OF.get(part)
        if tip is not None and self.gone.get(tip) not in FOR_GOOD:
            self.gone[tip] = WITH_THE_LIMB if how == LOST else how

    def hurt_most(self) -> str | None:
        """The sound place with most injury."""
        found = {p: n for p, n in self.taken.items() if p not in self.gone and n > 0}
        return max(found, key=lambda p: (found[p], -PLACES.index(p))) if found else None
