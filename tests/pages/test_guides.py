"""The organizers' guides: both say the same, and every command and day they name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from budosim.cli.app import command

DOCS = Path(__file__).parents[2] / "docs"
GUIDES = {lang: (DOCS / f"organizers.{lang}.md").read_text(encoding="utf-8") for lang in ("ja", "en")}


def commands_of(text: str) -> list[str]:
    blocks = [block for kind, block in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.S | re.M) if not kind]
    found = [line for block in blocks for line in block.splitlines() if line.startswith("budosim ")]
    return found + re.findall(r"`(budosim [^`]+)`", text)


@pytest.mark.parametrize("lang", GUIDES)
def test_every_command_and_option_of_a_guide_is_there(lang):
    known = command(lang).commands
    lines = commands_of(GUIDES[lang])
    assert len(lines) > 20
    for line in lines:
        words = re.sub(r'"[^"]*"', "TEXT", line).split()
        assert words[1] in known, line
        options = {name for one in known[words[1]].params for name in (*one.opts, *one.secondary_opts)}
        used = {word.split("=")[0] for word in words[2:] if word.startswith("--")}
        assert used <= options | {"--help"}, line


def test_both_guides_have_the_same_sections_commands_and_settings():
    heads = {lang: re.findall(r"^#+", text, re.M) for lang, text in GUIDES.items()}
    assert heads["ja"] == heads["en"]
    verbs = {lang: sorted(line.split()[1] for line in commands_of(text)) for lang, text in GUIDES.items()}
    assert verbs["ja"] == verbs["en"]
    keys = {lang: re.findall(r"^([a-z_]+) =", text, re.M) for lang, text in GUIDES.items()}
    assert keys["ja"] == keys["en"]


@pytest.mark.parametrize("lang", GUIDES)
def test_the_event_file_of_a_guide_is_one(lang, tmp_path):
    from budosim.events.event import read_event
    from budosim.events.seeds import commitment_of

    block = next(part for part in re.findall(r"```toml\n(.*?)```", GUIDES[lang], re.S) if "[event]" in part)
    text = block.replace("sha256:…", commitment_of("a text that is long enough"))
    (tmp_path / "event.toml").write_text(text, encoding="utf-8")
    event = read_event(tmp_path)
    assert event.size == 5
    assert event.seed_commitment


@pytest.mark.parametrize("lang", GUIDES)
def test_the_days_of_a_guide_are_days(lang):
    from budosim.events.days import named_day
    from budosim.events.plan import make_plan

    plan = make_plan([f"p{i}" for i in range(20)])
    named = re.findall(r"--(?:until|from) ([a-z0-9]+)", GUIDES[lang])
    assert len(named) >= 5
    for name in named:
        named_day(plan, name)


@pytest.mark.parametrize("lang", GUIDES)
def test_the_decisions_file_of_a_guide_is_read(lang, tmp_path):
    from budosim.systems.gurps3.decisions import read_approvals

    block = next(part for part in re.findall(r"```toml\n(.*?)```", GUIDES[lang], re.S) if "[[style]]" in part)
    (tmp_path / "approve.toml").write_text(block, encoding="utf-8")
    read = read_approvals(tmp_path / "approve.toml")
    assert len(read.styles) == len(read.waived) == 1
