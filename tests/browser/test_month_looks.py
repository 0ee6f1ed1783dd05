"""Tests of the messages of a month in every language and at both window widths. Nothing reaches
beyond the window. No text is cut short, in messages and in pictures. Nothing is left in English."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Final

import pytest

from bot.core.people import PEOPLE
from cogs.discord.languages import LANGUAGES
from tests.browser.chromium import Windows
from tests.browser.looks import BEYOND
from tests.browser.month_looks import CUT, WIDTHS, Tour, looked_at, posted, toured
from tests.browser.month_sights import ENTRANTS
from tests.browser.puppet import Lounge

WORDS: Final = re.compile(r"[^\W\d_]{3,}")
NAMES: Final = {
    *("Nora", "Pavel", "Aiko", "Bert", "Boss", "Durak", "Dritzak", "Tredici", "Shijo"),
    *PEOPLE,
    *LANGUAGES.values(),
    *WORDS.findall(" ".join(ENTRANTS).replace("_", " ")),
}
SAME: Final = {"Arena", "Bots", "Community", "Emotes", "Fair play", "Match", "Threads"}
"""Words that are the same in another language."""
LONG: Final = 12
"""A number of letters. Every picture must show a name of at most this length in full. A longer name
may be cut short."""


@pytest.fixture(scope="module")
def tours(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Tour]:
    """Return the messages to look at, by language."""
    folder: Path = tmp_path_factory.mktemp("sights")
    asyncio.run(toured(folder, *LANGUAGES))
    return {language: Tour.of(folder, language) for language in LANGUAGES}


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_all_is_seen_whole(
    windows: Windows, lounge: Lounge, tours: dict[str, Tour], language: str
) -> None:
    found = await posted(lounge, windows, tours[language])
    channel = found.pop("channel")
    for width in WIDTHS:
        window = await looked_at(windows, channel, width, len(found))
        assert await window.run(BEYOND) == [], width
        cut = {
            name: texts
            for name, message in found.items()
            if (texts := await window.message(message.id).evaluate(CUT))
        }
        assert not cut, width
        await windows.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_can_be_read(tours: dict[str, Tour], language: str) -> None:
    """All texts in pictures can be read and are whole. Only a very long name may be cut short."""
    for sight in tours[language].sights:
        flaws = [each for each in sight.unreadable if not _is_long_name(each.removeprefix("cut: "))]
        assert not flaws, sight.name


def _is_long_name(text: str) -> bool:
    """Return whether `text` is a very long name that was cut short, so that it ends with `…`."""
    return text.endswith("…") and any(
        each.startswith(text.rstrip("… ")) for each in ENTRANTS if len(each) > LONG
    )


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_nothing_is_left_in_english(tours: dict[str, Tour], language: str) -> None:
    english = {line for sight in tours["en"].sights for line in sight.lines()}
    for sight in tours[language].sights:
        same = [line for line in sight.lines() if line in english and _says_something(line)]
        assert not same, sight.name


def _says_something(line: str) -> bool:
    """Return whether `line` has words to translate. Names don't count, and neither do the words in
    `SAME`."""
    if _is_long_name(line):
        return False
    for each in SAME:
        line = line.replace(each, "")
    return bool(set(WORDS.findall(line.replace("_", " "))) - NAMES)
