import json

import pytest

TEXTS = (
    {"id": 1, "text": "ひたすらローキック。", "lang": "ja"},
    {"id": 2, "text": "Only jabs.", "lang": "en"},
    {"id": "三", "text": "ぐにゃりと踊る。", "lang": "ja"},
    {"id": 4, "text": "ひたすら点穴。", "lang": "ja", "sheet": {"has": ["空手"]}},
)


def lines(path, rows):
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_text_is_explained_in_both_languages_and_as_a_chart(run):
    said = run("explain", "--text", "ひたすらローキック、２ターンに１回フェイントを行う。", "--json")
    assert said.status == 0
    document = said.json
    assert {"id", "policy", "findings", "spans", "ja", "en", "mermaid"} <= set(document)
    assert [rule["do"]["a"] for rule in document["policy"]["rules"]] == ["feint", "low_kick"]
    assert document["spans"]["rules"]
    again = run("explain", "--text", document["en"], "--json").json
    assert again["policy"] == document["policy"]


def test_a_sheet_is_explained_for_people(run, sheets):
    said = run("explain", sheets / "karate.toml", "--lang", "en")
    assert said.status == 0
    assert "low kick" in said.out
    assert "1111" in said.out


def test_a_text_not_understood_is_refused_with_its_place(run):
    said = run("explain", "--text", "ひたすらぐにゃりと踊る。", "--json")
    assert said.status == 1
    assert said.json["policy"] is None
    finding = next(f for f in said.json["findings"] if f["level"] == "error")
    start, end = finding["span"]
    assert 0 <= start < end <= 12
    assert finding["message_ja"]
    assert finding["message_en"]


def test_what_stands_on_the_sheet_counts_unless_all_skills(run, sheets, tmp_path):
    path = tmp_path / "boxer.toml"
    text = (sheets / "boxing.toml").read_text(encoding="utf-8")
    path.write_text(text.replace("ジャブ主体、３ターンに１回フェイントを行う。", "ひたすら点穴。"), encoding="utf-8")
    strict, lenient = run("explain", path, "--json"), run("explain", path, "--all-skills", "--json")
    assert strict.status == 1
    assert [f["code"] for f in strict.json["findings"] if f["level"] == "error"] == ["E_NO_SKILL"]
    assert lenient.status == 0


def test_jsonl_answers_a_line_for_each_line(run, tmp_path):
    said = run("explain", "--jsonl", lines(tmp_path / "texts.jsonl", TEXTS))
    answers = [json.loads(line) for line in said.out.splitlines()]
    assert [answer["id"] for answer in answers] == [1, 2, "三", 4]
    assert [answer["policy"] is not None for answer in answers] == [True, True, False, False]
    assert said.status == 1


def test_jsonl_reads_a_sheet_by_its_path_beside_the_file(run, sheets, tmp_path):
    rows = [{"id": 1, "text": "ひたすらローキック。", "sheet": str(sheets / "karate.toml")}]
    assert run("explain", "--jsonl", lines(tmp_path / "a.jsonl", rows)).status == 0
    beside = [{"id": 1, "text": "ひたすらローキック。", "sheet": "karate.toml"}]
    assert run("explain", "--jsonl", lines(sheets / "b.jsonl", beside)).status == 0
    (sheets / "b.jsonl").unlink()


def test_jsonl_names_a_line_it_cannot_read_and_goes_on(run, tmp_path):
    path = tmp_path / "texts.jsonl"
    path.write_text('{"id": 1, "text": "ひたすらローキック。"}\nnonsense\n{"id": 3}\n', encoding="utf-8")
    said = run("explain", "--jsonl", path)
    assert said.status == 2
    assert len(said.out.splitlines()) == 1
    assert "texts.jsonl:2" in said.err
    assert "texts.jsonl:3" in said.err


@pytest.mark.parametrize(("name", "starts"), [("a.svg", "<svg"), ("a.mmd", "flowchart"), ("a.dot", "digraph")])
def test_the_flow_chart_is_drawn(run, tmp_path, name, starts):
    said = run("explain", "--text", "ひたすらローキック。", "--flowchart", tmp_path / name)
    assert said.status == 0
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(starts)


def test_a_flow_chart_of_another_kind_is_refused(run, tmp_path):
    said = run("explain", "--text", "ひたすらローキック。", "--flowchart", tmp_path / "a.bmp")
    assert said.status == 2
    assert ".svg" in said.err
