from __future__ import annotations

from pathlib import Path

from budosim.study import columns

PAGE = Path(__file__).parents[2] / "docs" / "columns.md"


def test_the_page_is_made_from_the_table(tmp_path):
    assert columns.main([str(tmp_path / "columns.md")]) == 0
    assert (tmp_path / "columns.md").read_text(encoding="utf-8") == PAGE.read_text(encoding="utf-8")


def test_every_column_is_explained_in_both_languages():
    page = PAGE.read_text(encoding="utf-8")
    for table in columns.tables().values():
        assert f"## {table.file}" in page
        for column in table.columns:
            assert column.ja
            assert column.en
            assert f"| `{column.name}` | {column.dtype} | {column.ja} | {column.en} |" in page


def test_columns_are_named_once():
    for table in columns.tables().values():
        names = [name for column in table.columns for name in column.names()]
        assert len(set(names)) == len(names)
        assert set(names) == set(table.dtypes())


def test_columns_that_share_their_words_stand_word_after_word():
    names = list(columns.tables()["ledger"].dtypes())
    start = names.index("hp_before")
    assert names[start : start + 6] == [
        "hp_before",
        "fp_before",
        "unspent_cp_before",
        "lost_before",
        "fragile_before",
        "hp_after",
    ]
