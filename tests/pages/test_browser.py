"""A real Chromium clicks through site and replay: stepping, keyboard, touch, language, links, phone, hostile names."""

from __future__ import annotations

import time

import pytest

pytestmark = pytest.mark.browser


def at(page) -> int:
    """The line a replay stands on."""
    return int(page.evaluate("document.documentElement.dataset.line"))


def replay(window, site, name: str = "001.html", **more):
    page = window(site / "bouts" / name, **more)
    page.wait_for_selector("body.ready")
    return page


def lines_of(page) -> int:
    return int(page.locator("#slider").get_attribute("max")) + 1


def test_the_index_opens_at_once_and_leads_everywhere(window, site):
    began = time.perf_counter()
    page = window(site / "index.html")
    assert page.evaluate("document.readyState") == "complete"
    assert time.perf_counter() - began < 5
    assert page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd") < 1000
    assert page.locator("h1").inner_text() == "</title><script>alert(4)</script> 杯"
    for link in page.locator(".top nav a").all_inner_texts():
        page.locator(".top nav").get_by_role("link", name=link, exact=True).click()
        page.wait_for_load_state()
        assert page.locator("[aria-current]").inner_text() == link


def test_the_other_language_is_the_same_page(window, site):
    page = window(site / "blocks.html")
    assert page.locator("html").get_attribute("lang") == "ja"
    page.get_by_role("link", name="English").click()
    assert page.url.endswith("/en/blocks.html")
    assert page.locator("h1").inner_text() == "Blocks"
    page.get_by_role("link", name="日本語").click()
    assert page.url.endswith("/site/blocks.html")


def test_the_bracket_leads_to_the_replay(window, site):
    page = window(site / "bracket.html")
    page.locator(".bracket a").first.click()
    page.wait_for_selector("body.ready")
    assert "/bouts/" in page.url
    assert page.locator("#story-ja").is_visible()


def test_an_entrant_is_shown_with_his_name_as_written(window, site):
    page = window(site / "entrants.html")
    page.get_by_role("link", name="<script>alert(1)</script>").click()
    assert page.locator("h1").inner_text() == "<script>alert(1)</script>"
    page.locator("details").first.click()
    assert page.locator("img.flow").evaluate("image => image.complete && image.naturalWidth > 0")


def test_buttons_step_by_line_sub_turn_and_turn(window, site):
    page = replay(window, site)
    assert at(page) == 0
    page.click("#next")
    assert at(page) == 1
    page.click("#sub-next")
    assert at(page) > 1
    page.click("#turn-next")
    turn = at(page)
    assert "第" in page.locator(".story .now").first.inner_text() or turn > 1
    page.click("#turn-next")
    assert at(page) > turn
    page.click("#turn-back")
    assert at(page) == turn
    page.click("#last")
    assert at(page) == lines_of(page) - 1
    page.click("#back")
    assert at(page) == lines_of(page) - 2
    page.click("#first")
    assert at(page) == 0


def test_the_keyboard_does_all_of_it(window, site):
    page = replay(window, site)
    page.keyboard.press("ArrowRight")
    assert at(page) == 1
    page.keyboard.press("ArrowLeft")
    assert at(page) == 0
    page.keyboard.press("ArrowDown")
    turn = at(page)
    assert turn > 0
    page.keyboard.press("Shift+ArrowRight")
    assert at(page) > turn
    page.keyboard.press("ArrowUp")
    assert at(page) == turn
    page.keyboard.press("End")
    assert at(page) == lines_of(page) - 1
    page.keyboard.press("Home")
    assert at(page) == 0
    page.keyboard.press("t")
    assert at(page) == page.evaluate("Number(document.documentElement.dataset.line)")
    assert page.locator("#lines").is_visible()
    page.keyboard.press("d")
    assert not page.locator("#lines").is_visible()
    page.keyboard.press("d")
    page.keyboard.press("l")
    assert page.locator("#story-en").is_visible()
    assert not page.locator("#story-ja").is_visible()
    page.keyboard.press("+")
    assert page.locator("#speed").input_value() == "2"
    page.keyboard.press("-")
    assert page.locator("#speed").input_value() == "1"


def test_playing_goes_on_by_itself_and_stops(window, site):
    page = replay(window, site)
    page.locator("#speed").select_option("4")
    page.keyboard.press("Space")
    for _ in range(100):
        if at(page) > 3:
            break
        page.wait_for_timeout(100)
    assert at(page) > 3
    page.keyboard.press("Space")
    stopped = at(page)
    page.wait_for_timeout(600)
    assert at(page) == stopped


def test_wounds_bars_and_dice_follow_the_lines(window, site):
    page = replay(window, site)
    last = lines_of(page) - 1
    for _ in range(last):
        page.keyboard.press("ArrowRight")
        text = page.locator("#lines li.now").inner_text() if page.locator("#lines li.now").count() else ""
        if text.startswith("ダメージ"):
            break
    else:
        pytest.fail("nobody was hurt in this bout")
    assert page.locator("#lines .dice").count() >= 1
    assert page.locator("#lines .rule").count() >= 1
    assert page.locator(".part.h1, .part.h2, .part.h3").count() >= 1
    hurt = page.locator("#hp-a-text").inner_text() + page.locator("#hp-b-text").inner_text()
    assert "/" in hurt
    page.keyboard.press("End")
    assert page.locator(".fighter.out").count() == 1


def test_a_sentence_leads_to_its_dice(window, site):
    page = replay(window, site)
    sentence = page.locator("#story-ja span[data-e]").nth(3)
    first = min(int(n) for n in sentence.get_attribute("data-e").split(","))
    sentence.click()
    assert at(page) == first
    assert "now" in sentence.get_attribute("class")
    assert page.locator(f'#lines [data-line="{first}"]').count() == 1


def test_the_address_and_the_button_choose_the_language(window, site):
    page = window((site / "bouts" / "001.html").as_uri() + "#en")
    page.wait_for_selector("body.ready")
    assert page.locator("#story-en").is_visible()
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.locator("#turning").get_attribute("aria-label") == "Turning point"
    page.click("#lang")
    assert page.locator("#story-ja").is_visible()
    assert page.locator("#turning").get_attribute("aria-label") == "勝負の分かれ目"


@pytest.mark.parametrize("name", ["index", "blocks", "bracket", "bouts", "stats", "fairness", "fighters/01"])
def test_a_phone_shows_every_page_without_scrolling_sideways(window, site, name):
    page = window(site / f"{name}.html", 375, 720, has_touch=True, is_mobile=True)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


def test_a_phone_steps_by_swiping(window, site):
    page = replay(window, site, width=375, height=720, has_touch=True, is_mobile=True)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0
    box = page.locator("#ring").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def swipe(dx: int) -> None:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + dx, y)
        page.mouse.up()

    swipe(-80)
    assert at(page) == 1
    swipe(80)
    assert at(page) == 0
    for name in ("back", "play", "next", "turn-next"):
        assert page.locator(f"#{name}").bounding_box()["height"] >= 44


def test_dark_and_light_differ_and_both_can_be_read(window, site):
    shades = []
    for scheme in ("light", "dark"):
        page = window(site / "index.html", color_scheme=scheme)
        colours = page.evaluate(
            "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"
        )
        paper, ink = (sum(int(n) for n in colour[4:-1].split(",")[:3]) for colour in colours)
        assert abs(paper - ink) > 300
        shades.append(paper)
    assert shades[0] > shades[1]


def test_without_scripts_the_story_can_be_read(window, site):
    page = window(site / "bouts" / "001.html", java_script_enabled=False)
    assert page.locator("#story-ja").is_visible()
    assert not page.locator("#viewer").is_visible()
    assert page.locator("noscript").count() == 1


def test_veils_open_one_by_one_and_all_at_once(window, site, cup, tmp_path):
    import contextlib
    import io
    import shutil

    from budosim.cli import main

    folder = tmp_path / "copy"
    shutil.copytree(cup, folder)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        assert main(["site", str(folder), "--until", "round2"]) == 0
    page = window(folder / "site" / "bouts.html")
    veils = page.locator("details.veil")
    assert veils.count() == 2
    veils.first.locator("summary").click()
    assert veils.first.get_attribute("open") is not None
    assert veils.nth(1).get_attribute("open") is None
    page.click("#unveil")
    assert veils.nth(1).get_attribute("open") is not None
    page.click("#unveil")
    assert veils.first.get_attribute("open") is None
