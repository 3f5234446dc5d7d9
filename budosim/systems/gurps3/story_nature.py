"""What a told bout says of traits that have their way (disadvantages.toml, advantages.toml)."""

from __future__ import annotations

from collections.abc import Sequence

from budosim.systems.gurps3.story_steps import Beat, Event, Numbered

SITUATION = {
    "luck": "second_chance",
    "daredevil": "second_chance",
    "unluckiness": "out_of_luck",
    "berserk": "rage",
    "bad_temper": "rash",
    "overconfidence": "rash",
    "impulsiveness": "rash",
    "stubbornness": "proud",
    "cowardice": "fears",
    "confused": "wavers",
    "absent_mindedness": "wavers",
    "on_the_edge": "shies",
    "sadism": "cruel",
    "bloodlust": "cruel",
    "glory_hound": "shows_off",
    "pacifism_self_defense": "scruple",
    "pacifism_no_kill": "scruple",
    "code_of_honor": "scruple",
    "vow": "scruple",
}
"""The situation of a story for each trait that overrides a pattern."""
MADE = ("success", "critical_success")


def overrides(event: Event) -> bool:
    """Whether an event says that a trait has its way: it belongs to what runs, and opens nothing new."""
    return bool(event["k"] == "decide" and event["what"] in SITUATION)


def moods(segment: Sequence[Numbered]) -> list[Beat]:
    """What nature did in a stretch of events, each thing once."""
    steps: list[Beat] = []
    for at, event in segment:
        who = str(event["who"])
        what = ""
        if overrides(event):
            what = SITUATION[str(event["what"])]
        elif event["k"] == "roll" and event["what"] == "combat_paralysis" and event["result"] not in MADE:
            what = "frozen"
        if what and not any(step.what == what and step.who == who for step in steps):
            steps.append(Beat(what, who, (at,)))
    return steps
