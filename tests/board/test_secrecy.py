"""Test that a frame (the state sent to a board's page) contains only what the page's reader is
allowed to know. If the cards that are hidden from this reader are dealt differently, no byte of the
frame changes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

import games
from board import frames
from board.scenes import of_table, watched_by
from bot.core.model import Ahead, Emote, Happening, Said, Seat, Table
from bot.preferences.model import MemberSettings
from bot.tables.watching import Watched
from cogs.doors.telling import beside, told
from games.core import Event, Game
from tests import WHOLE_GAMES
from tests.cogs.plugins import own_package
from tests.cogs.tables import table

__all__ = ["own_package"]

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SEATS = tuple(Seat(name, 101 + number) for number, name in enumerate(["Ada", "Bo", "Cy", "Di"]))
WATCHER = 999


def frame(shown: Table, member_id: int) -> bytes:
    scene = of_table(shown, member_id)
    said = told(scene, shown.recent, MemberSettings())
    return frames.encoded(frames.state(scene, said, shown.recent, said.news, NOON))


def moments(name: str, seed: int) -> Iterator[tuple[Game, tuple[Happening, ...]]]:
    """Yield a game after the deal and after each of its random moves. With each game, yield its
    last happenings (moves with their events), at most three. Stop at the end of the game, or after
    90 happenings."""
    rng = random.Random(seed)
    kind = games.load(name)
    game = kind.new(kind.options(), seats=len(SEATS), seed=rng.randbytes(16))
    recent = [Happening(0, "", False, tuple(game.dealt()))]
    while game.outcome is None and len(recent) < 90:
        yield game, tuple(recent[-3:])
        seat = rng.choice(sorted(game.waiting_on))
        move = rng.choice(game.legal_moves(seat))
        recent.append(Happening(seat, str(move), False, tuple(game.play(seat, move))))


def open_frame(shown: Table, watched: Watched) -> bytes:
    """Return the encoded frame for a watcher of the table `shown`. The watcher sees the open hands
    that `watched` allows."""
    scene = watched_by(shown, watched)
    said = beside(told(scene, (), MemberSettings()), scene)
    return frames.encoded(frames.state(scene, said, (), (), NOON))


def behind_the_back(recent: tuple[Happening, ...], seat: int | None) -> tuple[Happening, ...]:
    """Return a copy of `recent` without anything that `seat` doesn't know. The moves of other seats
    are replaced by an invented move. In events, the value of each field that only other seats were
    told is replaced by an invented card. For a spectator, `seat` is None."""
    return tuple(
        replace(
            each,
            move=each.move if each.seat == seat else "secret 2S",
            events=tuple(_other(event, seat) for event in each.events),
        )
        for each in recent
    )


def _other(event: Event, seat: int | None) -> Event:
    if event.secret is None or seat in event.seats:
        return event
    secret = {name: ["2S"] for name in event.secret}
    return Event(event.name, event.fields, secret, event.seats)


@pytest.mark.parametrize("game", [*games.BUILT_IN, *WHOLE_GAMES])
@pytest.mark.usefixtures("own_package")
def test_hidden_cards_that_are_dealt_anew_change_no_byte(game: str) -> None:
    dealt_otherwise = 0
    for now, recent in moments(game, seed=7):
        shown = table(game=game, seats=SEATS, recent=recent, live=now, version=len(recent))
        for seat in random.Random(len(recent)).sample((None, *range(len(SEATS))), 2):
            member_id = WATCHER if seat is None else SEATS[seat].member_id or 0
            view = now.view(seat)
            anew = type(now).sample(view, random.Random(len(recent)))
            dealt_otherwise += anew.position() != now.position()
            other = replace(shown, live=anew, recent=behind_the_back(recent, seat))
            assert frame(other, member_id) == frame(shown, member_id)
    assert dealt_otherwise > 20


@pytest.mark.parametrize("game", [*games.BUILT_IN, *WHOLE_GAMES])
@pytest.mark.usefixtures("own_package")
def test_open_hands_that_are_late_tell_nothing_of_what_was_done_since(game: str) -> None:
    """A watcher who sees open hands with a delay sees a copy of the game as it was some time ago.
    As long as this copy is the same, the watcher's frame is the same too, while the real game goes
    on."""
    early: Game | None = None
    seen: list[bytes] = []
    for live, recent in moments(game, seed=8):
        early = early if early is not None else live.copy()
        said = Said(Emote.CLAP, 0, len(recent), NOON)
        seats = tuple(replace(seat, said=said, ahead=Ahead(("take",))) for seat in SEATS)
        clocks = {seat: NOON + timedelta(seconds=len(seen)) for seat in live.waiting_on}
        now = table(game=game, seats=seats, recent=recent, live=live, version=9, clocks=clocks)
        now = replace(now, chapters=len(seen), takes_back=len(seen) % len(SEATS))
        watched = Watched(now.id, 1, 0, late=True, game=early.copy())
        seen.append(open_frame(now, watched))
    assert len(seen) > 10
    assert len(set(seen)) == 1
