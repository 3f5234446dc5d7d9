"""Random policies of bp/1 in the normal form of semantics §1a, for tests."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from budosim.ai import vocab

SIDES = st.sampled_from(sorted(vocab.SIDES))
OPS = st.sampled_from(sorted(vocab.OPS))
PLACES = st.sampled_from(sorted(vocab.LOCS))
RESULTS = st.sampled_from(sorted(vocab.RESULTS))
SHARES = st.integers(1, 99).map(lambda n: n / 100)
# `attack` in a condition is written @attack (§1a.5)
REMEMBERED = st.sampled_from(sorted((vocab.ACTS | vocab.CLASSES) - {"attack"}))
PLAIN = sorted(vocab.ACTS - {"cast", "cine", "combo"})
ACTS = st.sampled_from([*PLAIN, "@kick", "@hand", "@strike", "@lock"])
NAMES = st.sampled_from(["眩惑", "三日月", "mega flare"])
SMALL = st.integers(0, 30)


def _atom(head: str, *args: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    return st.tuples(*args).map(lambda got: [head, *got])


def _every() -> st.SearchStrategy[list[Any]]:
    n, m = st.integers(1, 9), st.integers(2, 5)
    return st.one_of(
        _atom("every", n),
        _atom("every", n, m),
        _atom("every", n, st.integers(1, 5), st.sampled_from(["action", "attack"])),
    )


def conditions(
    places: st.SearchStrategy[str] = PLACES,
    acts: st.SearchStrategy[str] = REMEMBERED,
    defences: st.SearchStrategy[str] = REMEMBERED,
    chances: st.SearchStrategy[float] = SHARES,
) -> st.SearchStrategy[list[Any]]:
    """Conditions with every head of the language, from the given words."""
    atoms = st.one_of(
        *(_atom(head, OPS, SMALL) for head in ("turn", "sub", "dist", "score", "cp")),
        _every(),
        _atom("p", chances),
        *(_atom(head, SIDES, OPS, st.one_of(st.integers(-20, 20), SHARES)) for head in ("hp", "fp")),
        _atom("part", SIDES, places, OPS, st.one_of(st.integers(0, 2), SHARES)),
        _atom("crippled", SIDES, places),
        _atom("held", places),
        _atom("state", SIDES, st.sampled_from(sorted(vocab.STATES))),
        _atom("last", SIDES, acts),
        _atom("last", SIDES, acts, RESULTS),
        _atom("def", st.just("me"), defences, RESULTS),
        _atom("hit", SIDES),
        _atom("initiative", SIDES),
        *(st.just([head]) for head in ("provoked", "attacked", "first_def")),
        st.just(["recovered", "stunned"]),
        _atom("attacked_with", acts),
        *(_atom(head, SIDES, acts, RESULTS, OPS, SMALL) for head in ("count", "row")),
        _atom("type", st.just("opp"), st.sampled_from(sorted(vocab.TYPES))),
        _atom("stage", st.sampled_from(sorted(vocab.STAGES))),
        _atom("cmp", st.sampled_from(sorted(vocab.CMP)), OPS),
    )
    return st.recursive(atoms, _wider, max_leaves=8)


def _wider(inner: st.SearchStrategy[list[Any]]) -> st.SearchStrategy[list[Any]]:
    many = st.lists(inner, min_size=2, max_size=4)
    return st.one_of(
        many.map(lambda got: ["and", *got]),
        many.map(lambda got: ["or", *got]),
        inner.map(lambda got: ["not", got]),
        inner.map(lambda got: ["until", got]),
        inner.map(lambda got: ["since", got]),
        _atom("within", st.integers(1, 9), inner),
    )


CONDITIONS = conditions()


@st.composite
def acts(draw: st.DrawFn, *, ban: bool = False) -> dict[str, Any]:
    """An act with every key it may have."""
    out: dict[str, Any] = {"a": draw(ACTS)}
    if draw(st.booleans()):
        out["at"] = draw(st.lists(PLACES, min_size=1, max_size=3))
        if not ban and draw(st.booleans()):
            out["pick"] = draw(st.sampled_from(sorted(vocab.PICKS)))
        if not ban and draw(st.booleans()):
            out["mainly"] = draw(st.sampled_from(["@vital", "@any", "@limb"]))
    if draw(st.booleans()):
        out["opt"] = draw(st.sampled_from(vocab.OPTS))
    special = draw(st.sampled_from(["", "", "", "cast", "cine", "combo"]))
    if special:
        out["a"] = special
        out["spell" if special == "cast" else "name"] = draw(NAMES)
        if special == "combo":
            out["of"] = draw(st.lists(st.sampled_from(sorted(vocab.STRIKES)), min_size=1, max_size=3))
    if not ban and draw(st.booleans()):
        out["retreat"] = True
    if ban and draw(st.booleans()):
        out["if"] = draw(CONDITIONS)
    return out


@st.composite
def weights(draw: st.DrawFn) -> list[float]:
    """Two-decimal weights that add up to 1."""
    cuts = sorted(draw(st.sets(st.integers(1, 99), min_size=1, max_size=4)))
    return [(b - a) / 100 for a, b in zip([0, *cuts], [*cuts, 100], strict=True)]


@st.composite
def dos(draw: st.DrawFn) -> dict[str, Any]:
    """What a rule does."""
    form = draw(st.sampled_from(["act", "any", "first", "seq"]))
    if form == "act":
        return draw(acts())
    if form == "any":
        return {"any": [[weight, draw(acts())] for weight in draw(weights())]}
    steps = draw(st.lists(acts(), min_size=2, max_size=4))
    return {"first": steps} if form == "first" else {"seq": steps, "loop": draw(st.booleans())}


@st.composite
def rules(draw: st.DrawFn) -> dict[str, Any]:
    """A rule with or without a condition."""
    out: dict[str, Any] = {"if": draw(CONDITIONS)} if draw(st.booleans()) else {}
    return out | {"do": draw(dos())}


@st.composite
def policies(draw: st.DrawFn) -> dict[str, Any]:
    """A valid policy."""
    out: dict[str, Any] = {"rules": draw(st.lists(rules(), max_size=4))}
    for name, rows in (("react", rules()), ("free", rules()), ("never", acts(ban=True))):
        found = draw(st.lists(rows, max_size=2))
        if found:
            out[name] = found
    if draw(st.booleans()):
        out["rest"] = "only"
    return out
