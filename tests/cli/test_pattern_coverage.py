"""`spar --pattern-coverage`: counts per line, and reasons for the lines that never decided."""

from tests.cli.conftest import KARATE

DREAM = (
    "相手が朦朧としていて自分の残りＨＰが１割以下なら前蹴り。相手が立っている間はローキック。"
    "３００ターン目以降は膝蹴り。それ以外は踏みつけ。"
)


def test_every_line_is_counted_and_the_idle_ones_have_a_reason(run, sheets, tmp_path):
    path = tmp_path / "dreamer.toml"
    text = (sheets / "karate.toml").read_text(encoding="utf-8")
    path.write_text(text.replace(KARATE, DREAM), encoding="utf-8")
    said = run("spar", path, "--against", sheets / "boxing.toml", "-n", 3, "--seed", 3, "--pattern-coverage", "--json")
    assert said.status == 0
    (sheet,) = said.json["pattern_coverage"]
    lines = {row["text"]: row for row in sheet["lines"]}
    assert sheet["bouts"] == 3
    low = next(row for row in sheet["lines"] if "ローキック" in row["text"])
    assert low["fired"] > 0
    assert low["why_ja"] is None
    late = next(row for text, row in lines.items() if "３００ターン" in text)
    assert late["fired"] == 0
    assert "一度も成り立ちませんでした" in late["why_ja"]
    assert "never held in 3 bouts" in late["why_en"]
    dream = next(row for text, row in lines.items() if "前蹴り" in text)
    assert dream["fired"] == 0
    assert dream["why_ja"]


def test_it_is_printed_for_people(run, sheets):
    said = run(
        "spar", sheets / "karate.toml", "--against", sheets / "boxing.toml", "-n", 2, "--seed", 3,
        "--pattern-coverage", "--lang", "en",
    )  # fmt: skip
    assert said.status == 0
    assert "rule 1" in said.out
    assert "times" in said.out
