"""Tests of the pictures of leaderboards (sheets) and of ratings over time (charts)."""

from __future__ import annotations

import io
import itertools
import warnings
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.pictures.chances import FIGURES, Course, chances_picture, chances_scene
from bot.pictures.chart import Calendar, Curve, chart_picture, chart_scene, named
from bot.pictures.fonts import width
from bot.pictures.palette import GOLD, SIDES, Colour, Ramp
from bot.pictures.plot import Window
from bot.pictures.scene import WIDTH, Box, Text
from bot.pictures.sheet import Mark, Row, Section, Sheet, sheet_picture, sheet_scene
from tests.beyond import the_first

APART = 20
"""The least space between two dates below a chart, in pixels. With less space, they could be read
as one."""
NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC)
LONG = "The Right Honourable Aiko Watanabe-Schmidt of the Card Room upon the Hill"


def sheet(*rows: Row) -> Sheet:
    return Sheet("Durak", ("Rating", "Games"), 0, (Section("", rows), Section("Bots", ())))


def test_every_line_is_on_the_sheet_and_nothing_hangs_over_or_overlaps() -> None:
    scene = sheet_scene(
        sheet(
            Row("1", LONG, ("1234", "123456"), Mark.FIRST),
            Row("–", "Жанна", ("~987", "3"), Mark.OWN),
        )
    )
    texts = [thing for thing in scene.things if isinstance(thing, Text)]
    told = [thing.text for thing in texts]
    assert {"Durak", "Rating", "1234", "123456", "Жанна", "~987", "–"} <= set(told)
    assert "Bots" not in told
    name = next(thing for thing in texts if thing.text.startswith("The Right"))
    assert name.text.endswith("…")
    picture = Image.open(io.BytesIO(sheet_picture(sheet(Row("1", LONG, ("1234", "123456"))))))
    assert picture.size[0] == WIDTH == scene.wide
    boxes = [thing for thing in scene.things if isinstance(thing, Box)]
    assert all(box.x + box.wide <= scene.wide and box.y + box.high <= scene.high for box in boxes)


@pytest.mark.parametrize(
    "title", ["Durak · All time · Rating", "Durak · September 2026 · Fewest times the fool"]
)
def test_a_title_that_is_long_is_written_smaller(title: str) -> None:
    row = Row("1", "Nora", ("1000", "3"))
    scene = sheet_scene(Sheet(title, ("Rating", "Games"), 0, (Section("", (row,)),)))
    head = next(thing for thing in scene.things if isinstance(thing, Text))
    assert head.text == title
    assert head.x + width(head.text, head.size) <= WIDTH


def test_the_first_line_is_golden_and_the_readers_own_has_a_stripe() -> None:
    def colours(mark: Mark) -> list[int]:
        scene = sheet_scene(sheet(Row("1", "Nora", ("1000", "3"), mark)))
        return [thing.colour for thing in scene.things if isinstance(thing, Box)]

    assert colours(Mark.FIRST) == [Ramp.TURN.ground]
    assert colours(Mark.OWN) == [Ramp.NAME.ground, Ramp.TURN.ground]
    assert colours(Mark.OWN_FIRST) == [Ramp.TURN.ground, Ramp.TURN.ink]


def test_a_name_without_a_letter_that_can_be_drawn_has_a_place_all_the_same() -> None:
    told = [
        thing.text
        for thing in sheet_scene(sheet(Row("1", "🦊🦊", ("1", "2")))).things
        if isinstance(thing, Text)
    ]
    assert "?" in told


def climbing(days: float, count: int = 50, by: int = 9) -> list[tuple[datetime, int]]:
    """Return `count` points of a chart, as (time, rating), evenly spread over `days` days. Each
    rating is higher than the one before by `by`."""
    step = timedelta(days=days) / max(1, count - 1)
    return [(NEW_YEAR + number * step, 1000 + by * number) for number in range(count)]


def numbers(pattern: str) -> Callable[[datetime], str]:
    return lambda moment: moment.strftime(pattern)


NUMBERS = Calendar(numbers("%Y-%m-%d"), numbers("%m-%d"), numbers("%Y-%m"))


def painted(curves: list[Curve]) -> Image.Image:
    return Image.open(io.BytesIO(chart_picture(curves, 1000, NUMBERS))).convert("RGB")


def heights(picture: Image.Image, colour: Colour) -> dict[int, float]:
    """Return where a line of about this colour runs in a chart, as the mean y of its pixels for
    each column x, in pixels."""
    found: dict[int, list[int]] = {}
    for x in range(90, picture.width - 20):
        for y in range(60, 380, 2):
            if (
                max(
                    abs(a - b)
                    for a, b in zip(cast("Colour", picture.getpixel((x, y))), colour, strict=True)
                )
                < 30
            ):
                found.setdefault(x, []).append(y)
    return {x: sum(ys) / len(ys) for x, ys in found.items()}


def test_a_chart_shows_each_line_in_its_colour_where_its_points_are() -> None:
    falling = [(moment, 2000 - figure) for moment, figure in climbing(90)]
    picture = painted([Curve("Durak", climbing(90)), Curve("Dritzak", falling)])
    assert picture.width == WIDTH
    up, down = heights(picture, GOLD), heights(picture, SIDES[1])
    for line, sign in ((up, -1), (down, 1)):
        assert len(line) > 600
        assert all(sign * (line[x + 60] - line[x]) > 0 for x in line if x + 60 in line)
    # They begin at the same figure, and end as far above as below it.
    first, last = min(up.keys() & down.keys()), max(up.keys() & down.keys())
    assert abs((up[last] + down[last]) / 2 - (up[first] + down[first]) / 2) < 4


@pytest.mark.parametrize("count", the_first(3, [1, 41, 3000, 2, 40]))
def test_a_line_of_any_length_is_drawn_up_to_its_last_point(count: int) -> None:
    line = heights(painted([Curve("Durak", climbing(30, count, 1))]), GOLD)
    assert (max(line) > WIDTH - 60) == (count > 1)
    assert len(line) > (600 if count > 1 else 5)


@given(days=st.floats(0, 8000), lowest=st.integers(-500, 1000), spread=st.integers(0, 3000))
@settings(max_examples=60, deadline=None)
def test_whatever_time_a_chart_spans_its_marks_are_legible(
    days: float, lowest: int, spread: int
) -> None:
    points = [(NEW_YEAR, lowest), (NEW_YEAR + timedelta(days=days), lowest + spread)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scene, hole = chart_scene(["Durak"], Window.around([points], 1000), NUMBERS)
    texts = [thing for thing in scene.things if isinstance(thing, Text)][1:]
    places = [
        (each.x, each.y, each.x + width(each.text, each.size), each.y + each.size) for each in texts
    ]
    assert all(
        left >= 0 and right <= scene.wide and low <= scene.high for left, _, right, low in places
    )
    for one, other in itertools.combinations(places, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    dates = [place for place in places if place[1] > hole.y + hole.high]
    assert len(dates) >= 2
    assert all(one[2] + APART <= other[0] for one, other in itertools.pairwise(dates))
    assert len([each for each in texts if each.x < hole.x and each.y < hole.y + hole.high]) >= 2


@pytest.mark.parametrize(
    ("days", "dates"),
    [
        (0.1, ["01-01 00:00 UTC", "00:30", "01:00"]),
        (2, ["01-01 00:00 UTC", "12:00", "01-02 00:00", "12:00", "01-03 00:00"]),
        (4, ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04", "2026-01-05"]),
        (90, ["2026-01", "2026-02", "2026-03"]),
        (1500, ["2026", "2027", "2028", "2029", "2030"]),
    ],
)
def test_dates_are_as_long_as_they_must_be(days: float, dates: list[str]) -> None:
    told = [text for _, text in named(Window.around([climbing(days)], 1000).dates(), NUMBERS)]
    assert told[: len(dates)] == dates


def test_titles_of_lines_are_written_as_far_as_they_can_be_and_take_several_rows() -> None:
    titles = ["Дурак", "🦊 Fox", "🦊", LONG, "Tredici", "Dritzak"]
    scene, hole = chart_scene(titles, Window.around([climbing(9)] * 6, 1000), NUMBERS)
    above = [thing for thing in scene.things if isinstance(thing, Text) and thing.y < hole.y]
    assert [each.text for each in above[:3]] == ["Дурак", "Fox", "?"]
    assert above[3].text.startswith("The Right Honourable")
    assert all(each.x + width(each.text, each.size) <= WIDTH for each in above)
    keys = [
        thing.colour for thing in scene.things if isinstance(thing, Box) and thing.y < hole.y - 10
    ]
    assert len(set(keys)) == 6


def test_a_chart_of_chances_names_each_seat_and_rings_each_mistake() -> None:
    points = [(0, 70.0), (4, 55.0), (9, 20.0)]
    calm = [Course("Nora", points), Course("Жанна", [(2, 30.0)])]
    shares = {figure: f"{figure} per cent" for figure in FIGURES}
    scene, hole = chances_scene([course.name for course in calm], 12, shares)
    told = {thing.text for thing in scene.things if isinstance(thing, Text)}
    assert {"Nora", "Жанна", "0 per cent", "50 per cent", "100 per cent", "0", "12"} <= told
    assert hole.x + hole.wide <= WIDTH
    picture = Image.open(io.BytesIO(chances_picture(calm, 12, shares)))
    assert picture.size == (WIDTH, scene.high)
    assert chances_picture(calm, 12, shares) == chances_picture(calm, 12, shares)
    ringed = [Course("Nora", points, frozenset({4})), calm[1]]
    assert chances_picture(ringed, 12, shares) != chances_picture(calm, 12, shares)
