"""Tests that a member reads about their own actions in the second person ("you"), and never in the
third person."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import cast

import pytest

import games
from board.scenes import of_table
from bot.core.model import Emote, Happening, Phase, Said, Seat
from bot.pictures.hand import hand_scene
from bot.pictures.scene import Text
from bot.pictures.seats import roles_of
from bot.preferences.model import MemberSettings
from cogs.discord.languages import speaking
from cogs.doors.telling import told as on_board
from cogs.table.message.alt_text import hand_alt, seat_alt
from cogs.table.message.captions import captions_of
from cogs.table.message.headline import headline
from cogs.table.message.look import hand_look
from cogs.table.message.result import honour_lines
from cogs.table.message.story import CHAPTER, line_of, log_entries
from cogs.table.message.table_text import unwritten_lines
from cogs.words.game import GENERIC
from cogs.words.load import words_of
from cogs.words.seats import Names
from games.core import Event, Game, SeatView
from games.view import TENSION, Tense
from tests import WHOLE_GAMES
from tests.cogs.plugins import with_words
from tests.cogs.tables import table, view
from tests.games.plugins import EXAMPLES
from tests.present import present

PEOPLE = ("Nora", "Pavel", "Aiko", "Berta")
LISTS = frozenset({"targets-announced", "targets", "set-aside"})
"""Events whose sentence lists all players, each with a suit or a number. Such a list may name the
reader too."""


def a_game(name: str, preset: str, seed: int) -> tuple[list[Happening], Game]:
    """Play a game at random to its end. Return its moves with their events, and the finished
    game."""
    kind, rng = games.load(name), random.Random(seed)
    live = kind.new(kind.options(preset), seats=len(PEOPLE), seed=b"own %d" % seed)
    happened = list[Happening]()
    while live.outcome is None:
        seat = rng.choice(sorted(live.waiting_on))
        move = rng.choice(live.legal_moves(seat))
        happened.append(Happening(seat, move, False, tuple(live.play(seat, move))))
    return happened, live


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_nobody_reads_of_their_own_deeds_in_the_third_person(name: str) -> None:
    kind, words, told = games.load(name), words_of(name), 0
    presets = [each for each in kind.Options.presets if not kind.options(each).clashes(4)]
    for seed, preset in enumerate(presets):
        happened, live = a_game(name, preset, seed)
        sides = tuple(seat.side for seat in live.view(None).seats)
        for me, own_name in enumerate(PEOPLE):
            names = Names(PEOPLE, me, sides)
            alone = sides.count(sides[me]) == 1
            for entry in log_entries(happened, words, names):
                if LISTS & {event.name for event in entry.events}:
                    continue
                line = line_of(entry, words, names)
                assert own_name not in line or not alone, (preset, line)
                told += line.startswith("You")
            for line in honour_lines(present(live.outcome), words, names):
                assert own_name not in line or not alone
    assert told > 20


@pytest.mark.parametrize("name", [*WHOLE_GAMES, "simple-eights"])
def test_a_package_tells_a_players_own_moves_in_the_second_person(
    name: str, tmp_path: Path
) -> None:
    with with_words(EXAMPLES / name, tmp_path):
        words, told = words_of(name), set[str]()
        for seed, preset in enumerate(games.load(name).Options.presets):
            happened, live = a_game(name, preset, seed)
            for me, own_name in enumerate(PEOPLE):
                names = Names(PEOPLE, me)
                lines = [
                    line_of(entry, words, names) for entry in log_entries(happened, words, names)
                ]
                lines += honour_lines(present(live.outcome), words, names)
                moves = [line for line in lines if not line.startswith(CHAPTER)]
                assert not [line for line in moves if own_name in line]
                told.update(line.split()[1] for line in lines if line.startswith("You "))
        assert "play" in told


def test_whoever_leaves_any_game_reads_so_in_the_second_person() -> None:
    left = Event("resigned", {"seat": 1})
    for words in (GENERIC, words_of("durak")):
        assert words.told(left, Names(PEOPLE, 1)) == "you left the game"
        assert words.told(left, Names(PEOPLE, 0)) == "**Pavel** left the game"
    assert GENERIC.told(Event("waved", {"seat": 1}), Names(PEOPLE, 1)) == "**You** waved"


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_a_boards_log_tells_the_end_of_a_game_to_its_reader(name: str) -> None:
    seats = tuple(Seat(each, 101 + number) for number, each in enumerate(PEOPLE))
    happened, live = a_game(name, next(iter(games.load(name).Options.presets)), 7)
    over = table(game=name, seats=seats, live=live, phase=Phase.OVER, outcome=live.outcome)
    lists = [n for n, each in enumerate(happened) if LISTS & {event.name for event in each.events}]
    for me, own_name in enumerate(PEOPLE):
        watched = on_board(of_table(over, 999), happened, MemberSettings())
        played = on_board(of_table(over, 101 + me), happened, MemberSettings(), reader=me)
        own = [line for number, line in enumerate(played.news) if number not in lists]
        assert own_name not in " ".join(own)
        assert own_name in " ".join(watched.news)
        words, names = words_of(name), Names(PEOPLE, me)
        assert headline(present(live.outcome), words, names) == played.status


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_ones_own_seat_is_called_you_in_ones_own_picture_and_at_the_board(name: str) -> None:
    kind = games.load(name)
    live = kind.new(kind.options(), seats=len(PEOPLE), seed=bytes(32))
    people = ("田中", *PEOPLE[1:])
    seats = tuple(Seat(each, 101 + number) for number, each in enumerate(people))
    shown = table(live.view(None), game=name, live=live, seats=seats)
    for me, seat in enumerate(seats):
        look = present(hand_look(shown, me))
        picture = present(look.picture)
        seen, hand, captions, _deck = cast("partial[bytes]", picture.draw).args
        scene = hand_scene(seen, hand, captions)
        written = {each.text for each in scene.things if isinstance(each, Text)}
        assert "You" in written
        assert written & {"#1", *people} == {"#1", *people[1:]} - {"#1" if me == 0 else seat.name}
        assert bool(unwritten_lines(look.names, shown)) == (me != 0)
        assert seat.name not in picture.alt
        board = on_board(of_table(shown, seat.member_id or 0), (), MemberSettings(), reader=me)
        assert board.seats[me].line.startswith("You: ")
        assert board.seats[me - 1].line.startswith(people[me - 1])


IN_RUSSIAN = {
    "attacker": ("атакуете", "атакует"),
    "defender": ("отбиваетесь", "отбивается"),
    "thrower": ("выбираете знак", "выбирает знак"),
    "caller": ("кише объявлено", "кише объявлено"),
    "dealer": ("сдаёте", "сдаёт"),
}
"""The words for a role beside *You* and beside a name."""
AT = datetime(2026, 1, 1, tzinfo=UTC)
SMIRK, CLAP = Said(Emote.SMIRK, 0, 0, AT), Said(Emote.CLAP, 0, 0, AT)


@pytest.mark.parametrize(
    ("game", "role"),
    [
        ("durak", "attacker"),
        ("durak", "defender"),
        ("dritzak", "thrower"),
        ("tredici", "caller"),
        ("tredici", "dealer"),
        ("simple-eights", "dealer"),
    ],
)
def test_a_role_agrees_with_you_or_with_a_name(game: str, role: str) -> None:
    both = (SeatView(0, 0, 1, (role,)), SeatView(1, 1, 6, (role,)))
    seen = view(game=game, seats=both, hand=("6S",), facts={})
    words = words_of(game)
    own, other = IN_RUSSIAN[role]
    with speaking("ru"):
        captions = captions_of(table(seen), words, me=0)
        assert hand_alt(seen, seen.hand, captions).endswith(f"Вы: {own}.")
        assert f"Berta: 6 карт, {other}." in hand_alt(seen, seen.hand, captions)
        assert seat_alt(seen, both[0], captions, hands=False) == f"Вы: 1 карта, {own}"
        assert [roles_of(seat, captions) for seat in both] == [own, other]
        public = captions_of(table(seen), words)
        assert [roles_of(seat, public) for seat in both] == [other, other]


def test_an_emote_and_the_end_agree_with_you_or_with_a_name() -> None:
    seats = tuple(Seat(name, 101 + n, said=SMIRK) for n, name in enumerate("AB"))
    both = (SeatView(0, 0, 0, resigned=True), SeatView(1, 1, 0, resigned=True))
    seen = view(seats=both)
    with speaking("pl"):
        captions = captions_of(table(seen, seats=seats), words_of("durak"), me=0)
        assert (
            seat_alt(seen, both[0], captions, hands=False)
            == "Ty (już nie grasz): uśmiechasz się pod nosem"
        )
        assert seat_alt(seen, both[1], captions) == "B (już nie gra): uśmiecha się pod nosem"
        out = (SeatView(0, 0, 0, out=True), SeatView(1, 1, 0, out=True))
        assert [roles_of(seat, captions) for seat in out] == ["bez kart", "bez kart"]


def test_a_board_names_its_readers_own_role_and_emote_in_the_second_person() -> None:
    kind = games.load("durak")
    live = kind.new(kind.options(), seats=len(PEOPLE), seed=bytes(32))
    seats = tuple(Seat(each, 101 + number, said=CLAP) for number, each in enumerate(PEOPLE))
    shown = table(live.view(None), live=live, seats=seats)
    told = list[str]()
    for me in range(len(PEOPLE)):
        with speaking("ru"):
            board = on_board(of_table(shown, 101 + me), (), MemberSettings(), reader=me)
        told += [role.word for role in board.seats[me].roles]
        assert present(board.seats[me].emote).label == "аплодируете"
        assert present(board.seats[me - 1].emote).label == "аплодирует"
    assert sorted(filter(None, told)) == ["атакуете", "отбиваетесь"]


@pytest.mark.parametrize("kind", ["one-card", "blind", "close", "a-plugins-own"])
def test_whatever_is_urgent_about_oneself_is_told_in_the_second_person(kind: str) -> None:
    seen = replace(view(), facts={TENSION: [[kind, 0]]})
    tense = Tense(kind, 0)
    captions = captions_of(table(seen), words_of("tredici"))
    assert "Ada" in captions.tense(replace(seen, seat=None), tense)
    assert captions.tense(seen, tense).startswith("You")
