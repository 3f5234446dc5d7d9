"""One bout as one page: its story, and a replay with every roll; nothing is loaded from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from budosim.cli.language import Lang

if TYPE_CHECKING:
    from budosim.systems.gurps3.retell import Retold


def bout_page(told: Retold, lang: Lang) -> str:
    """The page of one bout."""
    from budosim.site.replay_page import ReplayPage, replay_page
    from budosim.site.words import Both
    from budosim.systems.gurps3.replay import LANGS, labels, replay_data, stories_of
    from budosim.systems.gurps3.story_words import people

    stories = stories_of(told)
    title = Both(*(stories[name][0].text for name in LANGS))
    folk = {name: people(told.fighters, name) for name in LANGS}
    names = {side: Both(*(folk[name][side].full for name in LANGS)) for side in ("a", "b")}
    page = ReplayPage(title=title, people=names, where=Both(told.stage.ja, told.stage.en))
    return replay_page(page, replay_data(told, []), stories, labels()["ui"], lang)
