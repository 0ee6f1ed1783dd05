"""Shares are written as each language writes them, everywhere alike."""

from __future__ import annotations

import re

import pytest
from babel.messages.catalog import Catalog

from bot.domain.fair_play import LeavesTooOften
from cogs.gateway.errors import sentence
from cogs.gateway.languages import LANGUAGES, SOURCE, speaking
from cogs.locale import extract
from cogs.words.figures import share
from tests.cogs.unwrapped import COGS

ROOMS = (COGS, COGS.parent / "bot" / "pictures")
SIGN = re.compile(r"""[}\d]\W?%(?=["' )→])|:\.\d%}""")
"""A share that is put together in the code."""


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
def test_sentences_write_shares_in_the_same_way(language: str) -> None:
    source: Catalog = extract.template() if language == SOURCE else extract.read(language)
    with speaking(language):
        wanted = share(7).replace("7", "")
    for message in filter(lambda each: each.id, source):
        said = message.id if language == SOURCE else message.string
        for text in (said,) if isinstance(said, str) else said or ():
            assert re.findall(r"[\s\u00a0]*%", text) in ([], [wanted]), text


def test_no_share_is_put_together_in_the_code() -> None:
    assert SIGN.search('f"{percent} %"')
    for room in ROOMS:
        for path in room.rglob("*.py"):
            lines = path.read_text(encoding="utf-8").splitlines()
            found = [line for line in lines if SIGN.search(line) and '"""' not in line]
            assert not found or path.name == "figures.py", (path, found)
