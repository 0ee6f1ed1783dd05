"""Tests that percentages, decimals and dates are written as each language writes them, in all
messages alike."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from babel.messages.catalog import Catalog

from bot.fair_play.model import LeavesTooOften
from cogs.discord.errors import sentence
from cogs.discord.languages import LANGUAGES, SOURCE, speaking
from cogs.leaderboards.names import season_title
from cogs.locale import extract
from cogs.words.figures import (
    day,
    day_and_time,
    month,
    share,
    short_day,
    tenths,
    time_in_utc,
    time_of_day,
)
from tests.cogs.unwrapped import COGS

ROOMS = (COGS, COGS.parent / "bot" / "pictures")
DAY = datetime(2026, 11, 22, 14, 5, tzinfo=UTC)
SIGN = re.compile(r"""[}\d]\W?%(?=["' )→])|:\.\d%}""")
"""A pattern that finds code which writes a percent sign after a number. Only the function `share`
may do this, because languages write percentages differently."""


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "98%"),
        ("de", "98\u00a0%"),
        ("lt", "98\u00a0%"),
        ("pl", "98%"),
        ("ru", "98\u00a0%"),
        ("uk", "98\u00a0%"),
    ],
)
def test_a_share_is_written_as_its_language_does(language: str, written: str) -> None:
    with speaking(language):
        assert share(98.4) == written
        assert written.replace("98", "20") in sentence(LeavesTooOften(most=20, left=2, games=5))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_decimal_has_the_comma_or_point_of_its_language(language: str) -> None:
    with speaking(language):
        assert tenths(1234.56) == ("1234.6" if language == "en" else "1234,6")


@pytest.mark.parametrize(
    ("language", "whole", "short", "season"),
    [
        ("en", "22 Nov 2026", "22 Nov", "November 2026"),
        ("de", "22. Nov. 2026", "22. Nov.", "November 2026"),
        ("lt", "2026 m. lapkr. 22 d.", "lapkr. 22 d.", "2026 m. lapkritis"),
        ("pl", "22 lis 2026", "22 lis", "Listopad 2026"),
        ("ru", "22 нояб. 2026", "22 нояб.", "Ноябрь 2026"),
        ("uk", "22 лист. 2026", "22 лист.", "Листопад 2026"),
    ],
)
def test_dates_are_written_as_their_language_does(
    language: str, whole: str, short: str, season: str
) -> None:
    with speaking(language):
        assert (day(DAY), short_day(DAY), month(DAY)) == (whole, short, season)
        assert season_title("2026-11") == season
        for number in range(1, 13):
            assert day(DAY.replace(month=number)).count(" ") == whole.count(" ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_write_shares_in_the_same_way(language: str) -> None:
    source: Catalog = extract.template() if language == SOURCE else extract.read(language)
    with speaking(language):
        wanted = share(7).replace("7", "")
    for message in filter(lambda each: each.id, source):
        said = message.id if language == SOURCE else message.string
        for text in (said,) if isinstance(said, str) else said or ():
            assert re.findall(r"[\s\u00a0]*%", text) in ([], [wanted]), text


@pytest.mark.parametrize(
    ("language", "local", "utc"),
    [
        ("en", "09:00", "09:00 UTC"),
        ("de", "09:00 Uhr", "09:00 Uhr (UTC)"),
        ("lt", "09:00", "09:00 (UTC)"),
        ("pl", "09:00", "09:00 (UTC)"),
        ("ru", "09:00", "09:00 (UTC)"),
        ("uk", "09:00", "09:00 (UTC)"),
    ],
)
def test_a_time_of_day_is_written_as_its_language_does(language: str, local: str, utc: str) -> None:
    with speaking(language):
        assert (time_of_day(9), time_in_utc(9)) == (local, utc)
        assert day_and_time(DAY.replace(hour=9, minute=0)) == f"{day(DAY)}, {utc}"


def test_no_share_is_put_together_in_the_code() -> None:
    assert SIGN.search('f"{percent} %"')
    for room in ROOMS:
        for path in room.rglob("*.py"):
            lines = path.read_text(encoding="utf-8").splitlines()
            found = [line for line in lines if SIGN.search(line) and '"""' not in line]
            assert not found or path.name == "figures.py", (path, found)


def test_no_time_of_day_is_put_together_in_messages() -> None:
    for path in COGS.rglob("*.py"):
        assert not re.search(r"%H:%M|\}:00", path.read_text(encoding="utf-8")), path


def test_no_date_is_put_together_in_the_code() -> None:
    """No code formats a date by itself. Folders in which dates are for the log or for file names
    are not checked."""
    for room in ROOMS:
        for path in room.rglob("*.py"):
            if path.parent.name not in {"watch", "locale", "discord"}:
                source = path.read_text(encoding="utf-8")
                assert not re.search(r"%[Yd]-%|%m-%|isoformat\(", source), path
