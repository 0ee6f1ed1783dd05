"""Tests of the two selects of a replay, which lead to the parts of a game and to its highlights."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

import games
from bot.core.model import FinishedGame, FinishedSeat, OpenedGame
from bot.core.played import PlayedMoves
from bot.history.moments import Moment, moment_at
from cogs.discord.languages import LANGUAGES, speaking
from cogs.history.replay_message import alone, replay_look, replay_message
from games.core import Event
from games.players import VERSION
from games.record import Header, Record, Step
from tests.limits import STRING_SELECT, check_message, walk
from tests.present import present

PEOPLE = ("Нора", "Павел", "Айко", "Берта")
IDENTIFIER = re.compile(r"[a-z]{3,}")
EACH = 8
"""Games of each preset."""


def finished_games(name: str) -> Iterator[OpenedGame]:
    """Yield finished games of every preset, which were played at random."""
    kind, rng = games.load(name), random.Random(5)
    for number, preset in enumerate([*kind.Options.presets] * EACH):
        options = kind.options(preset)
        size = next(seats for seats in (4, 3, 2) if not options.clashes(seats))
        chosen = options.model_dump(mode="json")
        header = Header(name, kind.version, chosen, size, bytes([number] * 32))
        live, steps = header.deal(), list[Step]()
        while live.outcome is None:
            seat = rng.choice(sorted(live.waiting_on))
            move = rng.choice(live.legal_moves(seat))
            live.play(seat, move)
            steps.append(Step(seat, move))
        outcome = present(live.outcome)
        seats = tuple(
            FinishedSeat(who, 100 + seat, None, outcome.ranks[seat], False)
            for seat, who in enumerate(PEOPLE[:size])
        )
        at = datetime(2026, 1, 1, tzinfo=UTC)
        yield OpenedGame(
            FinishedGame("k3f9", 1, name, 2, at, outcome.kind, seats),
            Record(header, tuple(steps)),
            None,
            outcome,
            PlayedMoves({}, tuple(steps), frozenset(), VERSION),
            bytes(32),
        )


def offered(finished: OpenedGame, moment: Moment, me: int | None = None) -> list[list[str]]:
    """Return the lines of each select in the message of a replay."""
    look = replay_look(finished, moment.game, me, text_only=True)
    shown = replay_message(finished, moment, alone(finished), (), look).to_components()
    check_message({"components": shown, "allowed_mentions": {"parse": []}})
    selects = [part for part in walk(shown) if part["type"] == STRING_SELECT]
    return [[line["label"] for line in select["options"]] for select in selects]


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_no_line_shows_the_inner_name_of_an_event(name: str) -> None:
    seen = set[str]()
    for finished in finished_games(name):
        moment = moment_at(finished, len(finished.record.steps))
        for me in (None, 0):
            with speaking("ru"):
                for lines in offered(finished, moment, me):
                    assert lines
                    assert not [line for line in lines if IDENTIFIER.search(line)]
            seen.update(line for lines in offered(finished, moment, me) for line in lines)
    assert len(seen) > 10
    if name == "durak":
        assert any("Нора draws the last trump, " in line for line in seen)
        assert any("you draw " in line.lower() and "the last trump" in line for line in seen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_epaulette_of_a_match_is_a_highlight(language: str) -> None:
    finished = next(finished_games("durak"))
    worn = Event("wears", {"side": 1, "rank": "6", "seat": 1, "by": 0})
    moment = replace(moment_at(finished, 3), chapters=(), honours=((3, worn),))
    with speaking(language):
        ((line,),) = offered(finished, moment)
    assert line.startswith("3. 🎖️")
    assert "Павел" in line
    assert "6" in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_has_no_words_is_not_offered(language: str) -> None:
    finished = next(finished_games("durak"))
    moment = moment_at(finished, 3)
    untold = Event("drew", {"seat": 0, "count": 2})
    told = Event("out", {"seat": 1})
    with speaking(language):
        some = offered(finished, replace(moment, chapters=(), honours=((2, untold), (3, told))))
        assert [len(lines) for lines in some] == [1]
        assert some[0][0].startswith("3. ")
        assert offered(finished, replace(moment, chapters=((2, untold),), honours=())) == []
