"""The pictures of leaderboards and of ratings over time."""

from __future__ import annotations

import io
import subprocess
import sys
from datetime import UTC, datetime, timedelta

from PIL import Image

from bot.pictures.chart import Curve, chart_picture
from bot.pictures.scene import WIDTH, Box, Text
from bot.pictures.sheet import Mark, Row, Section, Sheet, sheet_picture, sheet_scene

NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC)
LONG = "The Right Honourable Aiko Watanabe-Schmidt of the Card Room upon the Hill"


def sheet(*rows: Row) -> Sheet:
    return Sheet("Durak", ("Rating", "Games"), 0, (Section("", rows), Section("Bot players", ())))


def test_every_line_is_on_the_sheet_and_nothing_hangs_over_or_overlaps() -> None:
    scene = sheet_scene(
        sheet(Row("1", LONG, ("1234", "123456"), Mark.FIRST), Row("–", "Жанна", ("~987", "3"), Mark.OWN))
    )
    texts = [thing for thing in scene.things if isinstance(thing, Text)]
    told = [thing.text for thing in texts]
    assert {"Durak", "Rating", "1234", "123456", "Жанна", "~987", "–"} <= set(told)
    assert "Bot players" not in told
    name = next(thing for thing in texts if thing.text.startswith("The Right"))
    assert name.text.endswith("…")
    picture = Image.open(io.BytesIO(sheet_picture(sheet(Row("1", LONG, ("1234", "123456"))))))
    assert picture.size[0] == WIDTH == scene.wide
    boxes = [thing for thing in scene.things if isinstance(thing, Box)]
    assert all(box.x + box.wide <= scene.wide and box.y + box.high <= scene.high for box in boxes)


def test_a_name_without_a_letter_that_can_be_drawn_has_a_place_all_the_same() -> None:
    told = [thing.text for thing in sheet_scene(sheet(Row("1", "🦊🦊", ("1", "2")))).things if isinstance(thing, Text)]
    assert "?" in told


def test_a_chart_shows_its_points() -> None:
    points = [(NEW_YEAR + timedelta(days=day), 1000 + 9 * day) for day in range(50)]
    rising = chart_picture([Curve("Durak", points)], 1000)
    one = chart_picture([Curve("Durak", points[:1])], 1000)
    assert Image.open(io.BytesIO(rising)).size[0] == Image.open(io.BytesIO(one)).size[0] == WIDTH
    assert rising != chart_picture([Curve("Durak", [(when, 2000 - figure) for when, figure in points])], 1000)


def test_the_bot_starts_without_the_library_for_charts() -> None:
    look = "import sys, bot.client; sys.exit('matplotlib' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", look], check=False).returncode == 0
