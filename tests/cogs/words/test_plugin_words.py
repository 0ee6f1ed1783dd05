"""Tests of the words that a package brings for its game, and of the package's catalogues for other
languages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from bot.core.model import FinishedGame, FinishedSeat, OpenedGame
from bot.core.played import Bot, PlayedMoves
from bot.core.statistics import NOTHING_COUNTED
from bot.leaderboards.model import Board, Line, Sort
from bot.thinking.proof import Verdict
from cogs.discord.languages import speaking
from cogs.history.proof import players_proof
from cogs.leaderboards.lines import texts
from cogs.table.hand.offer import move_label
from cogs.table.lobby.bots import how_well
from cogs.words import _, marked
from cogs.words.game import GENERIC, GameWords, a_seat
from cogs.words.load import BUILT_IN, found, left_out, strength_title, words_of
from cogs.words.seats import Names
from cogs.words.sentences import filled
from games.core import Event, Move, Outcome
from games.players import VERSION
from games.record import Header, Record
from tests.cogs.plugins import with_words
from tests.cogs.tables import table
from tests.games.plugins import EXAMPLES, PLUGINS

NAMES = Names(("Ada", "Berta"), me=0)
DREW = Event("drew", {"seat": 0, "count": 1}, {"cards": ["8S"]}, (0,))


@pytest.fixture
def eights(tmp_path: Path) -> Iterator[None]:
    with with_words(EXAMPLES / "simple-eights", tmp_path):
        yield


def test_a_sentence_with_the_first_seat_in_a_blank_is_filled() -> None:
    tell = filled(marked("{seat} passes to {next}"), marked("{seat} passes"))
    assert tell({"seat": 1, "next": 0}, NAMES) == f"{NAMES[1]} passes to {NAMES[0]}"
    assert tell({"seat": 0, "next": None}, NAMES) == f"{NAMES[0]} passes"


@pytest.mark.usefixtures("eights")
def test_a_packages_words_tell_its_events() -> None:
    words = words_of("simple-eights")
    assert words.told(DREW, Names(NAMES.names)) == "**Ada** draws a card"
    assert words.told(DREW, NAMES).startswith("you draw **8**")


@pytest.mark.usefixtures("eights")
def test_its_catalogue_is_read_after_ours() -> None:
    with speaking("ru"):
        assert words_of("simple-eights").told(DREW, Names(NAMES.names)) == "**Ada** берёт карту"
        assert _("Simple Eights") == "Простые восьмёрки"
        assert _("dealer") == "сдаёт"


def test_its_catalogue_wins_for_its_own_sentences_alone(tmp_path: Path) -> None:
    project, site = tmp_path / "eights", tmp_path / "site"
    site.mkdir()
    shutil.copytree(EXAMPLES / "simple-eights", project)
    (compiled,) = project.rglob("*.mo")
    another = Catalog(locale="ru")
    for ours, theirs in (("Pick up", "Бери"), ("dealer", "раздатчик")):
        another.add(ours, theirs)
    with compiled.open("wb") as file:
        write_mo(file, another)
    words = project / "shijo_simple_eights" / "words.py"
    told = words.read_text(encoding="utf-8").replace('marked("Draw a card")', 'marked("Pick up")')
    words.write_text(told, encoding="utf-8")
    with with_words(project, site), speaking("ru"):
        assert _(words_of("simple-eights").verb("draw").name) == "Бери"
        assert _("Pick up") == _(words_of("durak").verb("take").name) != "Бери"
        assert _("dealer") == "сдаёт"
        assert _(words_of("simple-eights").zone("hand")) == _("hand"), "what it lacks is in ours"


def test_without_the_package_its_game_is_told_generically() -> None:
    assert words_of("simple-eights") == GENERIC
    with speaking("ru"):
        assert _("Simple Eights") == "Simple Eights"


def test_the_three_games_are_found_in_the_same_way() -> None:
    assert set(BUILT_IN) <= set(found().words)
    assert not found().broken


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("", "it has no WORDS made of GameWords"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        (
            "from cogs.words.game import GameWords\nWORDS = GameWords(verbs={'play': 'Play'})",
            "the verbs of its WORDS are no mapping of names to Verb",
        ),
    ],
)
def test_words_that_cannot_be_told_are_named_and_left_out(
    tmp_path: Path, code: str, reason: str
) -> None:
    project, site = tmp_path / "bridge", tmp_path / "site"
    project.mkdir()
    site.mkdir()
    (project / "words_of_bridge.py").write_text(code, encoding="utf-8")
    (project / "pyproject.toml").write_text(
        '[project]\nname = "bridge"\nversion = "1"\n'
        '[project.entry-points."shijo.words"]\nbridge = "words_of_bridge"\n'
        'durak = "words_of_bridge"\n',
        encoding="utf-8",
    )
    with with_words(project, site):
        told = dict(left_out())
        assert told["words of the plug-in bridge"] == reason
        assert "already there" in told["words of the plug-in durak"]
        assert words_of("bridge") == GENERIC


def test_a_catalogue_that_cannot_be_read_takes_no_other_words_along(tmp_path: Path) -> None:
    project = tmp_path / "eights"
    shutil.copytree(EXAMPLES / "simple-eights", project)
    (compiled,) = project.rglob("*.mo")
    compiled.write_bytes(b"no catalogue at all")
    site = tmp_path / "site"
    site.mkdir()
    with with_words(project, site):
        assert "Bad magic number" in found().broken["simple-eights"]
        with speaking("ru"):
            assert _("dealer") == "сдаёт"


def test_words_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    project = tmp_path / "broken"
    project.mkdir()
    (project / "pyproject.toml").write_text(
        '[project]\nname = "broken"\nversion = "1"\n'
        '[project.entry-points."shijo.words"]\nbridge = "no_such_module"\n',
        encoding="utf-8",
    )
    site = tmp_path / "site"
    site.mkdir()
    with with_words(project, site):
        assert "ModuleNotFoundError" in found().broken["bridge"]
        assert words_of("bridge") == GENERIC


@pytest.fixture
def stakes(tmp_path: Path) -> Iterator[None]:
    with with_words(PLUGINS / "stakes", tmp_path):
        yield


@pytest.mark.usefixtures("stakes")
def test_a_declared_field_names_people() -> None:
    deal = Event("dealt out", {"deal": 1, "taker": 1, "score": [17, 23]})
    assert words_of("stakes").told(deal, NAMES) == "**Berta** takes the pot"


def test_a_game_without_words_names_people_in_its_declared_fields(tmp_path: Path) -> None:
    with with_words(PLUGINS / "lanterns", tmp_path):
        named = Event("named", {"seat": 0, "to": 1, "suit": "H"})
        told = words_of("lanterns").told(named, Names(NAMES.names))
    assert told.startswith("**Ada** named (to: **Berta**)")


def test_the_part_of_a_move_that_names_a_seat_is_its_name_on_a_button() -> None:
    words = GameWords(others={"doubt": a_seat}).at(Names(("Ada", "Ber*ta")))
    assert move_label(Move.parse("doubt 1"), words) == "Doubt: Ber*ta"


@pytest.mark.usefixtures("stakes")
def test_bot_players_of_a_package_are_called_and_described_by_it() -> None:
    assert strength_title("bold", "stakes") == "Daring"
    assert strength_title("bold") == "Bold", "in words, as its name has it"
    asked = how_well(table(game="stakes"), "bold")
    told = " ".join(str(item.to_component_dict()) for item in asked.children)
    assert "**Daring** · bids whatever it holds" in told
    assert "**Random** · plays any legal move" in told


@pytest.mark.usefixtures("stakes")
def test_the_check_of_bots_calls_them_as_their_package_does() -> None:
    seats = (FinishedSeat("Ada", 1, None, 1, False), FinishedSeat("Otto", None, "bold", 2, False))
    about = FinishedGame("t", 1, "stakes", 2, datetime(2026, 1, 1, tzinfo=UTC), "won", seats)
    bot = Bot("Otto", "bold")
    opened = OpenedGame(
        about,
        Record(Header("stakes", 1, {}, 2, bytes(32)), ()),
        None,
        Outcome((1, 2)),
        PlayedMoves({1: bot}, (), frozenset(), VERSION),
        bytes(32),
    )
    assert "**Otto** (Daring): 3 of 3 moves" in players_proof(opened, [Verdict(1, bot, 3, 3)])


@pytest.mark.usefixtures("stakes")
def test_the_leaderboard_calls_them_as_their_package_does() -> None:
    bots = Line(None, None, "bold", "Otto", 1000, 3, {**NOTHING_COUNTED, "games": 3, "won": 1})
    board = Board("stakes", None, Sort.WINS, "", 0, 1, 0, (), None, False, (bots,))
    assert "**Daring**" in texts(board.bots, board)
