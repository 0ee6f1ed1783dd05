"""Tests of alt texts, the descriptions of pictures for people who don't see them. Alt texts exist
in every language, name the players and the cards, and aren't longer than Discord allows."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from typing import Final

import pytest
from discord import ui

import games
from bot.achievements.model import ACHIEVEMENTS, Earned
from bot.core.model import Phase, Seat, Table
from bot.core.results import GameResult, Player, SeatResult
from bot.core.statistics import STATISTICS
from bot.evenings.model import Evening, PlayedGame
from bot.evenings.summary import summary_of
from bot.leaderboards.model import Board, Booked, Line, Moved, Sort
from bot.pictures.chances import Course
from bot.pictures.chart import Curve
from bot.tournaments.model import Format, Manner, Tournament, Verdict
from bot.tournaments.pairing import next_round
from cogs.achievements.shelf import drawn_shelf
from cogs.analysis.message import spoken as spoken_chances
from cogs.discord.languages import LANGUAGES, speaking
from cogs.discord.layout import ALT_TEXT, Block, picture
from cogs.evenings.message import evening_card
from cogs.evenings.message import spoken as spoken_evening
from cogs.leaderboards.choice import BoardChoice
from cogs.leaderboards.lines import spoken as spoken_board
from cogs.leaderboards.profile_message import spoken as spoken_ratings
from cogs.lessons.lists import glimpse
from cogs.table.drawn import lobby_cover
from cogs.table.message.alt_text import seat_alt, table_alt
from cogs.table.message.captions import captions_for, captions_of
from cogs.table.message.look import hand_look, table_look
from cogs.table.message.own_ending import ending_alt, own_ending
from cogs.tournaments.finale import podium
from cogs.tournaments.message import pictured
from cogs.words import _
from cogs.words.cards import spoken as card_words
from cogs.words.load import words_of
from games.core import SeatView, Stream, View, Zone
from games.view import SCORE, TENSION
from tests.bot.tournaments.test_pairing import begun
from tests.cogs.table.test_result import over
from tests.cogs.tables import table, view
from tests.present import present

NAMES: Final = ("Nora", "Pavel", "Aiko", "Jonas", "Mila", "Oskar")
LONG: Final = "The Honourable Watanabe-Schmidt"


def at_table(name: str, seats: int = 3, moves: int = 12) -> Table:
    """Return a table with a game of `name` after `moves` random moves. If the game ends before,
    returns the table with its result."""
    kind = games.load(name)
    live = kind.new(kind.options(), seats=seats, seed=bytes(32))
    chance = Stream(b"alt texts")
    while live.outcome is None and moves:
        seat = min(live.waiting_on)
        legal = live.legal_moves(seat)
        live.play(seat, legal[chance.randrange(len(legal))])
        moves -= 1
    if live.outcome is not None:
        return over(live, seats=people(seats))
    return table(live.view(None), game=name, live=live, seats=people(seats))


def people(number: int) -> tuple[Seat, ...]:
    return tuple(Seat(name, 101 + seat) for seat, name in enumerate(NAMES[:number]))


def hand(name: str) -> str:
    at = at_table(name)
    return present(present(hand_look(at, min(present(at.live).waiting_on))).picture).alt


def seen(name: str) -> str:
    return present(present(table_look(at_table(name))).picture).alt


def finished(name: str) -> Table:
    return at_table(name, moves=100_000)


BOOKED: Final = Booked((Moved(1000, 1016),) * 3, badges=((0, ACHIEVEMENTS[0].name),), final=True)


def result(name: str) -> str:
    return present(present(table_look(finished(name), booked=BOOKED)).picture).alt


def ending(name: str) -> str:
    return ending_alt(present(own_ending(finished(name), 0, BOOKED)))


def lobby() -> str:
    at = table(phase=Phase.LOBBY, live=None, game="durak", seats=people(2))
    return present(lobby_cover(at)).alt


def tournament(kind: Format, size: int = 8) -> Tournament:
    """Return a tournament of Durak after its first round, with `size` members whose names are
    long."""
    started = begun(kind, size)
    named = tuple(
        replace(each, name=f"{NAMES[number % len(NAMES)]} {LONG}")
        for number, each in enumerate(started.entrants)
    )
    whole = replace(started, rules=replace(started.rules, game="durak"), entrants=named)
    fixtures = (
        replace(each, verdict=Verdict.HOME, manner=Manner.PLAYED) for each in next_round(whole)
    )
    return replace(whole, fixtures=tuple(fixtures))


def ratings() -> str:
    days = [datetime(2026, 11, day, tzinfo=UTC) for day in (1, 9, 20)]
    points = list(zip(days, (1000, 1043, 987), strict=True))
    return spoken_ratings([Curve("Durak", points), Curve("Dritzak", points[:2])])


def evening() -> str:
    nine = datetime(2026, 11, 24, 21, tzinfo=UTC)
    games_of_it = tuple(
        PlayedGame(str(number), 1, 1, ended - timedelta(minutes=15), ended, 40, RESULT, 120, 0)
        for number, ended in enumerate(nine + timedelta(minutes=20 * each) for each in range(5))
    )
    return spoken_evening(evening_card(summary_of(Evening(games_of_it)), "24.11.", str))


RESULT: Final = GameResult(
    "durak",
    1,
    "won",
    3,
    None,
    0,
    False,
    tuple(
        SeatResult(Player(1001 + seat), name, seat, seat + 1, False)
        for seat, name in enumerate(NAMES[:3])
    ),
)


def leaderboard() -> str:
    counts = {each.name: 7 for each in STATISTICS}
    lines = tuple(
        Line(number + 1, 1001 + number, None, f"{name} {LONG}", 1100 - number, 9, counts)
        for number, name in enumerate(NAMES * 2)
    )
    board = Board("durak", None, Sort.RATING, "", 0, 1, len(lines), lines, lines[2], False, ())
    return spoken_board(board, BoardChoice(1001, "durak"), own=lines[2])


def shelf() -> str:
    blocks, _files = asyncio.run(drawn_shelf(list(map(Earned, ACHIEVEMENTS)), text_only=False))
    return "\n".join(map(alt_of, blocks[1:]))


def chances() -> str:
    return spoken_chances([Course(name, [(2, 50.0), (9, 12.5)], frozenset({9})) for name in NAMES])


def lesson() -> str:
    return present(glimpse(games.load("durak"))).alt


KINDS: Final[Mapping[str, Callable[[], str]]] = {
    **{
        f"{what.__name__}-{game}": partial(what, game)
        for what in (hand, seen, result, ending)
        for game in games.BUILT_IN
    },
    "lobby": lobby,
    "bracket": lambda: pictured(tournament(Format.KNOCKOUT, 64), {}).alt,
    "standings": lambda: pictured(tournament(Format.SWISS, 64), {}).alt,
    "podium": lambda: podium(tournament(Format.ROUND_ROBIN, 32)).alt,
    "evening": evening,
    "ratings": ratings,
    "leaderboard": leaderboard,
    "shelf": shelf,
    "chances": chances,
    "lesson": lesson,
}
NAMELESS: Final = {"shelf", "ratings", "lesson"}
"""The kinds of pictures whose alt text needn't name a player. The names are keys of `KINDS`."""
OWN: Final = re.compile(r"ending-|hand-")
"""A pattern for the names of the pictures that show a member's own hand or own result. The
descriptions of these pictures don't name the member."""


def alt_of(block: Block) -> str:
    """Return the alt text that Discord is given with a picture."""
    assert isinstance(block, ui.MediaGallery)
    return present(block.items[0].description)


@cache
def told(kind: str, language: str) -> str:
    """Return the alt text of a kind of picture in a language, as it is sent to Discord."""
    with speaking(language):
        return alt_of(picture("any.png", KINDS[kind]()))


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_is_told_in_every_language(kind: str) -> None:
    english = told(kind, "en")
    for language in LANGUAGES:
        alt = told(kind, language)
        assert 0 < len(alt) <= ALT_TEXT
        if kind not in NAMELESS and not OWN.match(kind):
            assert any(name in alt for name in NAMES), "it says who"
        if language != "en":
            left = sentences(alt) & sentences(english)
            assert not left, f"{left} is English in {language}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moved", [None, Moved(1000, 1016)])
def test_each_sentence_about_ones_own_ending_begins_with_a_capital(
    language: str, moved: Moved | None
) -> None:
    with speaking(language):
        own = present(own_ending(finished("durak"), 0))
        alt = ending_alt(replace(own, place="2.", moved=moved, unrated=_("practice")))
    first = alt.partition(" 2. ")[2][:1]
    assert first.isalpha()
    assert first.isupper()


def sentences(alt: str) -> set[str]:
    """Return the sentences and list items of an alt text that have words to translate. Names,
    numbers and symbols don't count."""
    parts = (part.strip() for part in re.split(r"[.,:;·\n]", alt))
    named = re.compile("|".join((LONG, *NAMES, "Berta", "Durak", "Dritzak", "Tredici", "min")))
    return {part for part in parts if re.search(r"[^\W\d]{3}", named.sub("", part))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_neither_counts_nor_run_together(language: str) -> None:
    assert "1. Nora" in told("leaderboard", language), "a place, not one Nora"
    row = Zone("face_down", 0, "row", (None, None), gaps=(0,))
    seen = View("dritzak", None, (SeatView(0, 0, 2),), (row,), {})
    with speaking(language):
        captions = captions_for(NAMES, words_of("dritzak"))
        assert "2, 3)" in seat_alt(seen, seen.seats[0], captions)


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_a_picture_of_cards_names_them(game: str) -> None:
    at = at_table(game)
    seat = min(present(at.live).waiting_on)
    cards = present(at.view(seat)).hand
    for language in LANGUAGES:
        with speaking(language):
            alt, spoken = hand(game), [card_words(card) for card in cards]
        assert all(word in alt for word in spoken), "each card of the hand"


def test_a_lobby_calls_nobody_a_fool() -> None:
    assert told("lobby", "en") == "Durak lobby with Nora and Pavel."
    assert told("lobby", "lt").startswith("Žaidimas „Durnius“, laukiama žaidėjų. Prie stalo: ")
    assert told("lobby", "uk").startswith("Гра «Дурень», збір гравців. За столом: ")


def test_a_number_that_a_description_gives_is_not_told_again_as_urgent() -> None:
    deck = Zone("talon", None, "count", ())
    seats = (SeatView(0, 0, 2), SeatView(1, 1, 1))
    urgent = {TENSION: [["deck-empty", None], ["one-card", 1], ["trump-fight", None]]}
    seen = view(seat=None, zones=(deck,), seats=seats, facts=urgent)
    captions = captions_of(table(seen), words_of("durak"))
    assert table_alt(seen, captions) == (
        "To move: Ada. The deck: 0 cards. Trump duel! Ada: 2 cards. Berta: 1 card."
    )
    close = view(
        seat=None, zones=(), facts={SCORE: ["10/13", "2/13"], TENSION: [["close", 0]]}, seats=seats
    )
    told = table_alt(close, captions_of(table(close), words_of("tredici")))
    assert told.count("10 of 13") == 1
    empty = replace(seen, zones=(), seats=(SeatView(0, 0, 2), SeatView(1, 1, 0)))
    assert "The deck is empty. Berta: last card! Trump duel!" in table_alt(empty, captions)


def test_the_players_to_move_are_listed_as_in_the_message() -> None:
    seats = tuple(SeatView(seat, seat, 2) for seat in range(3))
    seen = view(seat=None, zones=(), seats=seats, facts={}, waiting_on=(0, 1, 2))
    at = table(seen, seats=people(3))
    assert table_alt(seen, captions_of(at, words_of("durak"))).startswith(
        "To move: Nora, Pavel and Aiko. "
    )
    with speaking("uk"):
        said = table_alt(seen, captions_of(at, words_of("durak")))
    assert " Nora, Pavel і Aiko. " in said


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ((), "The deck: 0 cards."),
        (("8C",), "The deck: 8♣."),
        ((None,), "The deck: 1 card."),
        (("8C", None, None), "The deck: 3 cards, ending with 8♣."),
        (("8C", "9C"), "The deck: 2 cards, 9♣ on top, with 8♣ below it."),
    ],
)
def test_a_pile_of_one_card_is_that_card(cards: tuple[str | None, ...], said: str) -> None:
    pile = view(seat=None, zones=(Zone("talon", None, "pile", cards),), facts={})
    assert said in table_alt(pile, captions_of(table(pile), words_of("durak")))
