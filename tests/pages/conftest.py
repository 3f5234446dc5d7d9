"""A cup of entrants who mean no good, published; and a real browser to look at it, where there is one."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from budosim.cli import main
from tests.cli.conftest import striker, write_event

HOSTILE = {
    "選手 #1%": "<script>alert(1)</script>",
    "quote": "\\\"'><img src=x onerror=alert(2)>&amp;{{7*7}}{% raw %}",
    "turned": "\u202eリバース\u2066左右",
    "smile": "🥋💥 " + "長" * 300,
}
"""By file name the entrant's name."""
LONG = "あ" * 10_000
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


@pytest.fixture(scope="session")
def cup(tmp_path_factory) -> Path:
    """The result folder of a cup of four, its site in Japanese with English below."""
    place = tmp_path_factory.mktemp("site")
    folder = place / "event"
    folder.mkdir()
    for file, name in HOSTILE.items():
        text = striker().replace("風間 疾", name)
        text += f'\n[lines]\nwin = "</script><script>alert(3)</script>"\nlose = "{LONG}"\nbefore = "「」\u202e"\n'
        lines = text.split("\n")
        # the template may have lines of its own; a table stands only once
        first = next((i for i, line in enumerate(lines) if line.strip() == "[lines]"), None)
        last = max(i for i, line in enumerate(lines) if line.strip() == "[lines]")
        if first is not None and first != last:
            end = next(i for i in range(first + 1, len(lines)) if lines[i].startswith("["))
            del lines[first:end]
        (folder / f"{file}.toml").write_text("\n".join(lines), encoding="utf-8")
    write_event(folder, '[event]\nname = "</title><script>alert(4)</script> 杯"\n')
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
        status = main(["cup", str(folder), "--seed", "11", "--out", str(place / "result"), "--lang", "ja"])
    assert status == 0, said.getvalue()
    return place / "result"


@pytest.fixture(scope="session")
def site(cup) -> Path:
    """Its site."""
    return cup / "site"


def browser_path() -> str | None:
    """A Chromium on this machine."""
    named = os.environ.get("BUDOSIM_CHROMIUM")
    return named or next((found for name in BROWSERS if (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def chromium(request) -> Iterator[Any]:
    """A headless Chromium; a test that asks for it is skipped where there is none, or fails on --require-browser."""

    def without(reason: str) -> None:
        if request.config.getoption("--require-browser"):
            pytest.fail(f"--require-browser: {reason}")
        pytest.skip(reason)

    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        without("playwright is not installed")
    path = browser_path()
    with sync_playwright() as play:
        try:
            browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        except Error as error:
            without(f"no Chromium starts here: {str(error).splitlines()[0]}")
        yield browser
        browser.close()


@pytest.fixture
def window(chromium) -> Iterator[Any]:
    """Opens pages; whatever a page complains of, loads from elsewhere or pops up fails the test."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def opened(address: Path | str, width: int = 1280, height: int = 900, **more: Any) -> Any:
        context = chromium.new_context(viewport={"width": width, "height": height}, **more)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: (complaints.append(f"dialog {dialog.message}"), dialog.dismiss()))
        page.on(
            "request",
            lambda request: None
            if request.url.startswith(("file:", "data:", "blob:"))
            else complaints.append(f"asked for {request.url}"),
        )
        page.goto(address.as_uri() if isinstance(address, Path) else address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
