from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from budosim.errors import EventError
from budosim.events.event import read_event, sheet_files
from budosim.events.event_file import EventFile

WHOLE = """
[event]
name = "第三回 武神大会"
regulation = "budo"
entries_open = 2005-10-08
entries_close = 2005-10-29
seed_commitment = "sha256:{hash}"
beacon = "abc"

[blocks]
draw = "seeded"
size = 4
order = ["aoi.toml", "ban"]

[tie_break]
chain = ["damage_taken", "lot"]

[rulings]
cripple = "single"
rules.both_out = "empty"
dead_in_league = "struck"
""".format(hash="0" * 64)


def folder_of(tmp_path, text, name="event.toml", encoding="utf-8"):
    (tmp_path / name).write_bytes(text.encode(encoding))
    return tmp_path


def test_a_whole_event_file(tmp_path):
    event = read_event(folder_of(tmp_path, WHOLE))
    assert event.name == "第三回 武神大会"
    assert (event.entries_open, event.entries_close) == (date(2005, 10, 8), date(2005, 10, 29))
    assert (event.draw, event.size, event.order) == ("seeded", 4, ("aoi", "ban"))
    assert event.chain == ("damage_taken", "lot")
    assert dict(event.rulings) == {"cripple": "single", "rules.both_out": "empty", "dead_in_league": "struck"}
    plan = event.plan(["aoi", "ban", "chiyo", "dan"])
    assert (plan.order, plan.both_out, plan.dead_in_league, plan.sizes) == ((0, 1), "empty", "struck", (4,))
    assert read_event(tmp_path / "event.toml") == event


def test_two_lines_are_enough(tmp_path):
    event = read_event(folder_of(tmp_path, "[event]\n"))
    assert event.name == tmp_path.name
    assert (event.regulation, event.draw, event.size) == ("budo", "random", 5)
    assert event.chain == ("head_to_head", "damage_taken", "playoff", "lot")
    assert read_event(folder_of(tmp_path, "")).notices == ()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp932"])
def test_other_encodings_are_read(tmp_path, encoding):
    event = read_event(folder_of(tmp_path, '[event]\nname = "武神大会"\n', encoding=encoding))
    assert event.name == "武神大会"
    assert bool(event.notices) == (encoding == "cp932")


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ('[event]\nnmae = "x"\n', "event.toml:2", "name"),
        ("[blocks]\n\nsiez = 5\n", "event.toml:3", "size"),
        ('[blocs]\ndraw = "random"\n', "event.toml:1", "blocks"),
        ('[event]\nname = "x\n', "event.toml:2", "TOML"),
        ("[event]\nname = 5\n", "event.toml:2", "引用符"),
        ('[blocks]\ndraw = "randon"\n', "event.toml:2", "random"),
        ("[blocks]\nsize = 2\n", "event.toml:2", "3"),
        ("[blocks]\nsize = true\n", "event.toml:2", "True"),
        ('[blocks]\norder = ["a", 3]\n', "event.toml:2", "[blocks] order"),
        ('[blocks]\norder = ["a.toml", "a"]\n', "event.toml:2", "a"),
        ('[tie_break]\nchain = ["head_to_haed"]\n', "event.toml:2", "head_to_head"),
        ('[tie_break]\nchain = ["lot", "playoff"]\n', "event.toml:2", "lot"),
        ('[tie_break]\nchain = ["playoff", "playoff"]\n', "event.toml:2", "playoff"),
        ("[tie_break]\nchain = []\n", "event.toml:2", "chain"),
        ('[event]\nseed_commitment = "sha256:ABC"\n', "event.toml:2", "64"),
        ("[event]\nentries_open = 2005-10-29\nentries_close = 2005-10-08\n", "event.toml:3", "2005-10-29"),
        ('[event]\nentries_open = "soon"\n', "event.toml:2", "2005-10-08"),
        ("[rulings]\ncripple = [1]\n", "event.toml:2", "cripple"),
        ("rulings = 3\n", "event.toml:1", "rulings"),
        ("a = " + "[" * 5000, "event.toml", ""),
    ],
)
def test_a_fault_is_named_with_its_line(tmp_path, text, place, said):
    with pytest.raises(EventError) as fault:
        read_event(folder_of(tmp_path, text))
    assert fault.value.ja.startswith(place)
    assert fault.value.en.startswith(place)
    assert said in fault.value.ja
    assert fault.value.ja != fault.value.en


def test_missing_folder_missing_file_empty_folder(tmp_path):
    for path, said in (
        (tmp_path / "nowhere", "does not exist"),
        (tmp_path, "is empty"),
        ("no\0where", "does not exist"),
    ):
        with pytest.raises(EventError, match=said) as fault:
            read_event(path)
        assert "event.toml" in fault.value.ja
    (tmp_path / "aoi.toml").write_text("", encoding="utf-8")
    with pytest.raises(EventError, match=r"holds no event\.toml"):
        read_event(tmp_path)


def test_sheets_are_the_field_in_the_order_of_their_names(tmp_path):
    for name in (
        "番.toml",
        "aoi.TOML",
        "c.md",
        "b.txt",
        "event.toml",
        "approve.toml",
        "README.md",
        ".x.toml",
        "p.png",
    ):
        (tmp_path / name).write_text("", encoding="utf-8")
    (tmp_path / "sub.toml").mkdir()
    assert [file.name for file in sheet_files(tmp_path)] == ["aoi.TOML", "b.txt", "c.md", "番.toml"]
    with pytest.raises(EventError):
        sheet_files(tmp_path / "nowhere")


def test_one_entrant_or_none_is_an_error_with_a_remedy(tmp_path):
    event = read_event(folder_of(tmp_path, "[event]\n"))
    for ids in ([], ["aoi"]):
        with pytest.raises(EventError) as fault:
            event.plan(ids)
        assert "２人以上" in fault.value.ja


def test_names_that_do_not_fit_the_field_are_refused(tmp_path):
    listed = folder_of(tmp_path, '[blocks]\ndraw = "listed"\norder = ["aoi", "ban"]\n')
    with pytest.raises(EventError, match="leaves out: chiyo"):
        read_event(listed).plan(["aoi", "ban", "chiyo"])
    with pytest.raises(EventError, match="not entered: ban"):
        read_event(listed).plan(["aoi", "chiyo", "dan"])
    with pytest.raises(EventError, match="entered twice: aoi"):
        read_event(listed).plan(["aoi", "aoi", "ban"])
    with pytest.raises(EventError, match="bye, empty"):
        read_event(listed).plan(["aoi", "ban"], {"both_out": "maybe"})


def test_nested_listing_is_blocks_end_to_end(tmp_path):
    text = '[blocks]\ndraw = "listed"\norder = [["d", "c", "b"], ["a", "e", "f"]]\n'
    plan = read_event(folder_of(tmp_path, text)).plan(list("abcdef"))
    assert plan.order == (3, 2, 1, 0, 4, 5)


@settings(deadline=None, max_examples=150)
@given(cut=st.integers(0, len(WHOLE)), put=st.text(max_size=3), drop=st.integers(0, 3))
def test_a_damaged_file_is_read_or_refused_but_never_crashes(tmp_path_factory, cut, put, drop):
    text = WHOLE[:cut] + put + WHOLE[cut + drop :]
    said = "event.toml"
    try:
        EventFile(tmp_path_factory.getbasetemp() / "event.toml", text).fields()
    except EventError as fault:
        said = fault.ja
    assert said.startswith("event.toml")
