"""Tests of the scores of seats, in the pictures of a running table and of a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.core.placing import places_of
from bot.leaderboards.model import Moved
from bot.pictures.hand import hand_scene
from bot.pictures.outcome import Ending
from bot.pictures.palette import Ramp
from bot.pictures.result import result_scene
from bot.pictures.scene import WIDTH, Box, Scene, Text
from bot.pictures.table import table_scene
from games.core import SeatView, View, Zone
from tests.bot.pictures.test_pictures import captions

SCORES = (0, 7, -12, 123, "2½", 31, None, "eleven", 4, 26, 100, 5)


def scored(seats: int, scores: Sequence[int | str | None] | None) -> View:
    """Return a View of a table of `seats` seats with these scores. Several seats have roles, whose
    labels need space. None for `scores` means a game without scores."""
    roles = ("attacker", "dealer", "captain")
    people = tuple(
        SeatView(seat, seat % 2, 12, roles[: seat % 4], out=seat == 3, resigned=seat == 4)
        for seat in range(seats)
    )
    facts = {} if scores is None else {"score": list(scores)}
    return View("any", None, people, (Zone("trick", None, "row", ("6S",)),), facts, (), (0,))


def chips(scene: Scene) -> dict[str, Box]:
    """Return the boxes of all score chips in `scene`. The keys are the texts on the chips."""
    boxes = [
        each for each in scene.things if isinstance(each, Box) and each.colour == Ramp.BLACK.ground
    ]
    texts = [each for each in scene.things if isinstance(each, Text) and each.ramp == Ramp.BLACK]
    assert len(boxes) == len(texts)
    return {text.text: box for box, text in zip(boxes, texts, strict=True)}


def panel_around(scene: Scene, chip: Box) -> Box:
    """Return the panel (the box with a player's name) that encloses the whole box `chip`. Fail if
    there isn't exactly one such panel in `scene`."""
    (found,) = (
        each
        for each in scene.things
        if isinstance(each, Box)
        and each.colour == Ramp.NAME.ground
        and each.x < chip.x
        and chip.x + chip.wide < each.x + each.wide
        and each.y <= chip.y
        and chip.y + chip.high <= each.y + each.high
    )
    return found


def name_in(scene: Scene, panel: Box) -> str:
    """Return the player's name that is written in `panel`."""
    (found,) = (
        each.text
        for each in scene.things
        if isinstance(each, Text)
        and panel.x <= each.x < panel.x + panel.wide
        and panel.y <= each.y < panel.y + panel.high
        and each.text.startswith("Pl")
    )
    return found


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 7, 8, 12])
def test_each_seat_has_its_score_beside_it(seats: int) -> None:
    scene = table_scene(scored(seats, SCORES[:seats]), captions(scored(seats, None)))
    found = chips(scene)
    assert set(found) == {str(score) for score in SCORES[:seats] if score is not None}
    for text, chip in found.items():
        seat = [str(score) for score in SCORES].index(text)
        called = name_in(scene, panel_around(scene, chip)).rstrip("…")
        assert f"Player {seat}".startswith(called)
    for thing in scene.things:
        if isinstance(thing, Box):
            assert thing.x + thing.wide <= WIDTH


@pytest.mark.parametrize("seats", [2, 3, 4, 8])
def test_a_result_has_the_final_score_beside_place_and_rating(seats: int) -> None:
    seen = scored(seats, SCORES[:seats])
    moved = tuple(Moved(1000, 1000 + 11 * seat) for seat in range(seats))
    end = Ending("Over.", (), places_of(range(1, seats + 1), "won"), moved=moved)
    scene = result_scene(seen, end, captions(seen))
    found = {text: chip for text, chip in chips(scene).items() if text != "P"}  # an initial
    assert set(found) == {str(score) for score in SCORES[:seats] if score is not None}
    for chip in found.values():
        panel_around(scene, chip)


@pytest.mark.parametrize("scores", [None, (None, None, None), ()])
def test_a_game_without_a_score_looks_as_it_does(scores: tuple[None, ...] | None) -> None:
    seen, plain = scored(3, scores), scored(3, None)
    assert table_scene(seen, captions(seen)) == table_scene(plain, captions(plain))
    assert chips(table_scene(plain, captions(plain))) == {}


def with_counters() -> View:
    """Return a View for the result of a game with numbers in the middle of the table (such as the
    pot) and beside the seats (bids). The zones of the players' hands are named `held` instead of
    `hand`."""
    people = tuple(SeatView(seat, seat, 1) for seat in range(3))
    held = [Zone("held", seat, "hand", (card,)) for seat, card in enumerate(("6S", "7S", "8S"))]
    bids = [Zone("bid", seat, "number", number=number) for seat, number in enumerate((25, 0, 40))]
    middle = (
        Zone("pot", None, "number", number=65),
        Zone("fuses", None, "number", number=0, most=3),
        Zone("passed", None, "number"),
    )
    return View("any", None, people, (*middle, *held, *bids))


def test_a_result_has_the_counters_that_say_something() -> None:
    seen = with_counters()
    scene = result_scene(seen, Ending("Over.", (), places_of((1, 2, 3), "won")), captions(seen))
    assert set(chips(scene)) - {"P"} == {"65", "0/3", "25", "40"}, "a 0 of nothing says nothing"
    drawn = [each.text for each in scene.things if isinstance(each, Text)]
    assert {"Pot", "Fuses"} < set(drawn)
    assert "×1" not in drawn, "a hand of any name that lies open is not counted in backs"


def test_the_seats_of_a_line_have_their_figures_at_one_height() -> None:
    """In a row of seats, all names are at the same height, and so are the figures (score and number
    of cards). If one seat's name leaves no space beside it for figures, the figures of all seats in
    the row are below the names."""
    people = tuple(SeatView(seat, seat, 10) for seat in range(4))
    hand = ("6S", "7S")
    hands = [
        Zone("hand", seat, "hand", (None,) * 10 if seat else hand) for seat in range(len(people))
    ]
    seen = View("any", 0, people, tuple(hands), {"score": [0, 0, 0, 0]})
    names = ("Nora", "Berta", "Cleo", "Hugo")
    scene = hand_scene(seen, hand, replace(captions(seen), names=names))
    at = {each.text: each.y for each in scene.things if isinstance(each, Text)}
    assert at["Berta"] == at["Cleo"] == at["Hugo"]
    others = [each.y for each in scene.things if isinstance(each, Text) and each.text == "×10"][:3]
    assert len(set(others)) == 1
