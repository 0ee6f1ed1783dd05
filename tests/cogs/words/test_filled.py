"""Tests of sentences in several languages after their blanks are filled: what single sentences of a
catalogue can't show."""

from __future__ import annotations

import asyncio

import pytest

from bot.core.model import Happening
from bot.leaderboards.model import Board, Sort
from cogs.discord.languages import LANGUAGES, speaking
from cogs.discord.layout import OPTION_LABEL
from cogs.leaderboards.choice import BoardChoice
from cogs.leaderboards.message import Around, board_message
from cogs.table.hand import ahead
from cogs.table.hand.offer import move_label
from cogs.table.message.story import happening_line
from cogs.words.cards import JOINER, SIGNS
from cogs.words.load import words_of
from cogs.words.names import bare
from cogs.words.seats import Names
from games.core import Event
from games.moves import Move
from tests.limits import text_of


def plain(text: str) -> str:
    """Return a text with cards as they are in a description: without invisible characters."""
    return text.replace(JOINER, "").replace(SIGNS["S"][1:], "")


@pytest.mark.parametrize(
    ("game", "move", "language", "label"),
    [
        ("durak", "attack 9S", "en", "Attack with 9♠"),
        ("durak", "attack 9S 9H", "uk", "Ходити з 9♠ 9♥"),
        ("durak", "throw 9S", "de", "9♠ nachlegen"),
        ("durak", "beat 7S 9S", "en", "Beat 7♠ with 9♠"),
        ("dritzak", "play 9C", "en", "Play 9♣"),
        ("dritzak", "play 9C", "lt", "Eiti korta 9♣"),
        ("dritzak", "play 9C", "ru", "Положить 9♣"),
        ("dritzak", "up 2D 6D 9D", "de", "2♦ 6♦ 9♦ offen hinlegen"),
        ("tredici", "discard 3D 9C", "de", "3♦ 9♣ ablegen"),
    ],
)
def test_a_moves_label_is_one_sentence_with_its_cards(
    game: str, move: str, language: str, label: str
) -> None:
    with speaking(language):
        assert plain(move_label(Move.parse(move), words_of(game))) == label


def test_moves_planned_together_have_the_words_of_one_move() -> None:
    plan = tuple(map(Move.parse, ("throw 9S", "throw 9H")))
    with speaking("de"):
        assert plain(ahead.label_of(plan, words_of("durak"))) == "9♠ 9♥ nachlegen"


def test_two_aces_are_told_in_the_plural() -> None:
    names = Names(("Ada", "Berta"), me=0)
    one, two = (
        Event("ace", {}, {"seat": 0, "cards": cards}, (0,)) for cards in (["AS"], ["AS", "AC"])
    )
    words = words_of("tredici")
    assert words.told(one, names).startswith("you drew an ace of another suit: ")
    assert words.told(two, names).startswith("you drew aces of other suits: ")
    with speaking("uk"):
        assert words.told(two, names).startswith("вам прийшли чужі тузи: ")


def test_a_wrong_kische_says_only_what_happens() -> None:
    events = (
        Event("kische-called", {"seat": 0, "side": 0, "kind": "wrong"}),
        Event("targets-announced", {"targets": ["S", "H"]}),
        Event("purged", {"side": 0, "seats": [0], "count": 1}, {"cards": ["2S"]}, (0,)),
    )
    happening = Happening(0, "kische", stand_in=False, events=events)
    words, names = words_of("tredici"), Names(("Ada", "Berta"))
    assert bare(happening_line(happening, words, names)).replace(JOINER, "") == (
        "🗣️ Ada calls kisché (wrongly, as nobody shares a suit); "
        f"suits – Ada: {SIGNS['S']} spades, Berta: {SIGNS['H']} hearts; "
        "Ada is purged and loses all their cards"
    )
    for language in LANGUAGES:
        with speaking(language):
            assert len(bare(words.told(events[0], names))) <= OPTION_LABEL, "it fits a list"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("de", "Sortierung: Wertung"),
        ("lt", "Rikiavimas: „Reitingas“"),
        ("pl", "Kolejność: „Ranking”"),
        ("ru", "Сортировка: «Рейтинг»"),
        ("uk", "Порядок: «Рейтинг»"),
    ],
)
def test_an_orders_name_has_quotation_marks_where_its_capital_letter_would_be_wrong(
    language: str, told: str
) -> None:
    around = Around(["durak"], [])
    board = Board("durak", None, Sort.RATING, "", 0, 1, 0, (), None, False, ())
    with speaking(language):
        drawn = asyncio.run(
            board_message(board, BoardChoice(1, "durak"), around, private=True, text_only=True)
        )
    assert told in text_of(drawn.view.to_components()).splitlines()
