"""Test that every label in a picture can be read on a phone, which shows the picture 400 pixels
wide."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from bot.core.placing import places_of
from bot.pictures.chart import Calendar, chart_scene
from bot.pictures.fonts import ink_box
from bot.pictures.hand import hand_scene
from bot.pictures.outcome import Ending
from bot.pictures.palette import PALETTE, Colour, Ramp
from bot.pictures.plot import Window
from bot.pictures.result import result_scene
from bot.pictures.scene import WIDTH, Scene, Text
from bot.pictures.sheet import Mark, Row, Section, Sheet, sheet_scene
from bot.pictures.table import table_scene
from games.core import SeatView, Zone
from tests.bot.pictures.test_pictures import PHONE, captions, contrast, played, view

CONTRAST = 4.5
"""The least contrast of text that is not large (WCAG 2.2, 1.4.3, level AA)."""
HIGH = 11
"""The least height of a capital letter on a phone, in pixels."""
CAPITAL = "E"


def tables_and_hands() -> Iterator[Scene]:
    for game in played():
        seen = game.view(None)
        yield table_scene(seen, captions(seen))
        for seat in range(game.seats):
            own = game.view(seat)
            yield hand_scene(own, own.hand, captions(own))
    roles = ("attacker", "defender", "dealer", "captain", "caller", "done")
    for seats in range(1, 13):
        people = tuple(
            SeatView(seat, seat % 2, 12, roles[: seat % 7], out=seat == 3, resigned=seat == 4)
            for seat in range(seats)
        )
        zones = (Zone("draw", None, "count", (None,) * 23), Zone("heap", 0, "pile", ("6S",)))
        seen = view(*zones, seats=seats)
        yield table_scene(
            type(seen)(
                "any",
                None,
                people,
                zones,
                {"score": list(range(seats))},
                waiting_on=tuple(range(0, seats, 2)),
            ),
            captions(seen),
        )


def results() -> Iterator[Scene]:
    for game in played():
        seen = game.view(None)
        places = places_of(range(1, game.seats + 1), "won")
        for headline in ("Over.", "A headline that takes more room than there is " * 3):
            ending = Ending(headline, ("An honour",), places, "fool", ("6S", "7S"), "Last cards")
            yield result_scene(seen, ending, captions(seen))


CALENDAR = Calendar(*[lambda moment: f"{moment:%d.%m.%Y}"] * 3)


def sheets_and_charts() -> Iterator[Scene]:
    rows = tuple(Row("1", "Nora", ("~1043", "12"), mark) for mark in Mark)
    for title in ("Durak", "Durak, of all the seasons that there have ever been in this server"):
        yield sheet_scene(
            Sheet(title, ("Rating", "Games"), 0, (Section("", rows), Section("Bots", rows)))
        )
    begin = datetime(2026, 1, 1, tzinfo=UTC)
    for days in (1, 40, 900):
        points = [(begin + timedelta(days=days * step / 9), 1000 + 7 * step) for step in range(10)]
        titles = [f"A game of the name {number}" for number in range(6)]
        yield chart_scene(titles, Window.around([points], 1000), CALENDAR)[0]


def ends_of(ramp: Ramp) -> tuple[Colour, Colour]:
    ground, ink = (tuple(PALETTE[3 * place : 3 * place + 3]) for place in (ramp.ground, ramp.ink))
    return (ground[0], ground[1], ground[2]), (ink[0], ink[1], ink[2])


@pytest.mark.parametrize("scenes", [tables_and_hands, results, sheets_and_charts])
def test_every_label_is_high_enough_and_stands_out_from_its_ground(scenes: object) -> None:
    assert callable(scenes)
    found = {
        (thing.size, thing.ramp): thing.text
        for scene in scenes()
        for thing in scene.things
        if isinstance(thing, Text)
    }
    assert len(found) > 2
    for (size, ramp), text in found.items():
        _, top, _, bottom = ink_box(CAPITAL, size)
        assert (bottom - top) * PHONE / WIDTH >= HIGH, (text, size)
        assert size * PHONE / WIDTH >= HIGH, (text, size)
        assert contrast(*ends_of(ramp)) >= CONTRAST, (text, ramp)
