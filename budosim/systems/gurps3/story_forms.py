"""Chooses sentence forms: none twice within twelve sentences, always the same ones for the same bout."""

from __future__ import annotations

import hashlib
from collections import Counter, deque
from collections.abc import Mapping, Sequence

from budosim.systems.gurps3.story_words import Form

APART = 12
"""Sentences between two uses of a form."""
FITTING = 70
"""Of a hundred choices, how many go to a form made for just this situation where there is one."""
PRESSING = frozenset(
    {
        *("a_down", "b_down", "spent", "faded", "own", "numb", "fragile", "both", "counter", "wait"),
        *("rolled", "sprang", "jarred", "throat"),
    }
)
"""Marks without which a form would contradict what happened, or leave open who did it."""


class Chooser:
    """Draws forms from a hash of the bout and of how many draws there were; nothing else decides."""

    def __init__(self, forms: Mapping[str, Sequence[Form]], again: Sequence[str], key: str) -> None:
        self._forms = forms
        self._again = again
        self._key = key
        self._draws = 0
        self._recent: deque[str] = deque(maxlen=APART)
        self._used: Counter[str] = Counter()

    def draw(self, n: int) -> int:
        """One of `n`, by the bout's own hash."""
        self._draws += 1
        digest = hashlib.blake2b(f"{self._key}/{self._draws}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % n

    def _one(self, open_: Sequence[Form]) -> Form:
        """The least used of several, by lot."""
        least = min(self._used[form.text] for form in open_)
        rare = [form for form in open_ if self._used[form.text] == least]
        return rare[self.draw(len(rare))]

    def _fitting(self, made_for: Sequence[Form], plain: Sequence[Form]) -> int:
        """How likely a form made for the situation is: the less so, the more often all of them were used already."""
        ahead = min(self._used[form.text] for form in made_for) - min(self._used[form.text] for form in plain)
        return FITTING >> max(0, ahead)

    def _note(self, id_: str, form: Form) -> None:
        self._recent.append(id_)
        self._used[form.text] += 1

    def choose(self, what: str, marks: frozenset[str]) -> tuple[str, str]:
        """(id, text) of a form for a situation: a fresh one, else one that owns to the repetition."""
        fit = [form for form in self._forms[what] if form.need <= marks]
        fresh = [form for form in fit if form.text not in self._recent]
        if fresh:
            made_for = [form for form in fresh if form.need]
            plain = [form for form in fresh if not form.need]
            pressing = [form for form in made_for if form.need & PRESSING]
            if pressing:
                form = self._one(pressing)
            elif made_for and plain:
                form = self._one(made_for if self.draw(100) < self._fitting(made_for, plain) else plain)
            else:
                form = self._one(made_for or plain)
            self._note(form.text, form)
            return form.text, form.text
        pairs = [(lead, form) for form in fit for lead in self._again if lead + form.text not in self._recent]
        lead, form = pairs[self.draw(len(pairs))]
        self._note(lead + form.text, form)
        return lead + form.text, lead + _lowered(form.text)


def _lowered(text: str) -> str:
    """An English form that no longer opens its sentence."""
    if text.startswith("{An_act}"):
        return text.replace("{An_act}", "{an_act}", 1)
    first = text[:1]
    return first.lower() + text[1:] if first.isascii() and first.isupper() else text
