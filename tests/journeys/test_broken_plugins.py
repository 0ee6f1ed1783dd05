"""Test that forty packages, which fail in different ways when they are loaded, can't stop the
bot."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent, indent

import pytest

import games
from bot.core.model import Phase
from cogs.words.load import left_out
from games.analysis import judge_of
from games.players import strengths
from tests.cogs.plugins import look_again
from tests.games.plugins import forget, install
from tests.journeys.conftest import Evening
from tests.limits import text_of

CAUSES = {
    "raises": "raise ValueError('no')",
    "exits": "raise SystemExit(3)",
    "is cancelled": "import asyncio; raise asyncio.CancelledError",
    "ends a generator": "raise GeneratorExit",
    "lacks a module": "import a_module_that_is_not_there",
    "recurses": "def deep(): deep()\ndeep()",
    "has no such name": "something = 1",
    "is None": "Offered = None",
    "is a number": "Offered = 7",
    "says a lot": "raise ValueError('no\\n' * 1000)",
}
GROUPS = {
    "shijo.games": "bad-{number} = broken{number}:Offered",
    "shijo.players": '"durak.bad{number}" = broken{number}:Offered',
    "shijo.words": "bad-{number} = broken{number}",
    "shijo.judges": "hearts-{number} = broken{number}:Offered",
}


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Install forty packages, and yield their names. There are four groups of entry points
    (`GROUPS`). Each group has ten packages, and each of these ten packages is broken for a
    different cause (`CAUSES`)."""
    monkeypatch.syspath_prepend(str(tmp_path))
    names = []
    for place, (group, entry) in enumerate(GROUPS.items()):
        for cause, code in enumerate(CAUSES.values()):
            number = place * len(CAUSES) + cause
            names.append(f"broken{number}")
            entry_points = f"[{group}]\n{entry.format(number=number)}\n"
            install(tmp_path, names[-1], dedent(indent(code, "")), entry_points)
    look_again()
    yield names
    monkeypatch.undo()
    for name in names:
        sys.modules.pop(name, None)
    forget()
    look_again()


FAULTS = {
    "no line": ("gist = 7", "its gist is not one line"),
    "two lines": ("kin = 'Whist,\\nand rummy.'", "its kin is not one line"),
    "an endless game": ("minutes = 9999", "its minutes are no whole number"),
    "ratings of nothing": ("ratings = [25]", "its ratings are no mappings"),
    "hands seen by nobody": ("hands_seen_by = 'nobody'", "its hands are seen by holder or others"),
    "a deal of some day": ("daily = 'durnius'", "its daily is no DailyDeal"),
    "lessons in a list": ("lessons = []", "its lessons are not a tuple of lessons"),
    "chapters in a list": ("chapter_names = ['took']", "its chapter_names are not a frozenset"),
    "seats in a text": ("seat_fields = 'taker'", "its seat_fields are not a frozenset"),
    "rules that end it": (
        "rules_told = classmethod(lambda cls, options: sys.exit())",
        "SystemExit",
    ),
    "rules in numbers": (
        "rules_told = classmethod(lambda cls, options: [1])",
        "its rules are not told in texts",
    ),
    "options of its own": ("check = classmethod(lambda cls, o, s: o.lost)", "AttributeError"),
}
"""Faults of games that can be loaded, but break one of their later promises. Each value has the
code with the fault, and a part of the reason that the bot gives."""


@pytest.fixture
def late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Install one game for each fault in `FAULTS`. The code of these games can be imported, but the
    bot's check of the loaded games (games/fitness.py) refuses them. Yield a dict from the name of
    each game to a part of the expected reason."""
    monkeypatch.syspath_prepend(str(tmp_path))
    said = {}
    for number, (fault, reason) in enumerate(FAULTS.values()):
        code = f"""
        import sys
        from games.durak import Durak
        class Offered(Durak):
            name, title = "late-{number}", "Late {number}"
            {fault}
        """
        entry = f"[shijo.games]\nlate-{number} = late{number}:Offered\n"
        install(tmp_path, f"late{number}", code, entry)
        said[f"late-{number}"] = reason
    look_again()
    yield said
    monkeypatch.undo()
    for number in range(len(FAULTS)):
        sys.modules.pop(f"late{number}", None)
    forget()
    look_again()


async def test_a_game_that_breaks_a_later_promise_is_left_out_with_its_line(
    late: dict[str, str], evening: Evening
) -> None:
    told = dict(left_out())
    for game, reason in late.items():
        (line,) = [said for name, said in told.items() if name.endswith(game)]
        assert reason in line
    await evening.dealt("durak", evening.pavel)
    assert (await evening.table()).phase is Phase.PLAYING


async def test_forty_broken_packages_cannot_stop_the_bot(
    broken: list[str], evening: Evening
) -> None:
    assert len(broken) == 40
    told = list(left_out())
    assert len(told) == 40, "each is named in a line of its own"
    assert all("\n" not in reason and len(reason) < 400 for _, reason in told)
    assert set(games.available()) >= {"durak", "dritzak", "tredici"}
    assert not [name for name in games.available() if name.startswith("bad")]
    assert "master" in strengths("durak")
    assert judge_of("durak").__name__ == "DurakJudge"
    await evening.dealt("durak", evening.pavel)
    assert (await evening.table()).phase is Phase.PLAYING
    assert "Your hand" in text_of((await evening.hand(evening.nora)).components)
