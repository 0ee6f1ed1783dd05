"""Tests of a puzzle's message. It shows every card that the solver must know, and says what the
solver has to find."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time

import pytest
from discord.utils import format_dt

from bot.puzzles.model import Daily, Given
from cogs.discord.languages import speaking
from cogs.puzzles.answer import answer_message, hint_message
from cogs.puzzles.message import LETTERS, label_of, puzzle_look, puzzle_message
from cogs.words.cards import text
from cogs.words.load import words_of
from games.cards import RANKS, rank_of
from games.core import Move
from games.puzzles import Puzzle, answer_to, choices, the_set
from tests.limits import seen, text_of
from tests.sightings import SEEN, SYMBOLS, cards_in

DAY = 739_900
SOME = [each for each in the_set() if each.game == "dritzak"][::6]

PLACES = ("first", "second", "last")


def daily(puzzle: Puzzle) -> Daily:
    return Daily(10, DAY, puzzle, 0, 0, None)


@pytest.mark.parametrize("text_only", [False, True])
def test_all_cards_of_an_end_of_dritzak_are_told(text_only: bool) -> None:
    for puzzle in SOME:
        position = puzzle.position
        down = [card for places in position["face_down"] for card in places if card]
        rest = [card for zone in ("hands", "face_up") for cards in position[zone] for card in cards]
        look = puzzle_look(daily(puzzle), text_only=text_only)
        told = text_of(puzzle_message(daily(puzzle), look).to_components())
        assert {*down, *rest, *position["pile"]} <= cards_in(told)
        assert f"to win in {puzzle.moves} moves, whatever your opponent does" in told


@pytest.mark.parametrize("text_only", [False, True])
def test_all_cards_of_a_pile_are_told_from_the_top(text_only: bool) -> None:
    ends = [puzzle for puzzle in the_set() if puzzle.game == "dritzak"]
    piles = [puzzle for puzzle in ends if len(puzzle.position["pile"]) > 1]
    assert piles
    for puzzle in piles:
        look = puzzle_look(daily(puzzle), text_only=text_only)
        told = text_of(puzzle_message(daily(puzzle), look).to_components())
        *below, top = map(text, puzzle.position["pile"])
        line = f"Pile ({len(below) + 1}): {top} on top, with {' '.join(reversed(below))} below"
        assert seen(line) in told


@pytest.mark.parametrize("game", ["dritzak", "tredici"])
def test_rules_that_are_called_as_the_game_is_are_not_told_a_second_time(game: str) -> None:
    title = game.capitalize()
    shown = daily(next(each for each in the_set() if each.game == game))
    told = text_of(puzzle_message(shown, puzzle_look(shown, text_only=True)).to_components())
    (about,) = (line for line in told.splitlines() if line.startswith(f"-# {title} · "))
    assert about.count(title) == 1


def test_an_answer_says_whether_it_wins_in_time_and_a_hint_no_answer() -> None:
    for puzzle in SOME:
        shown = daily(puzzle)
        for move in map(str, choices(puzzle)):
            right = move == puzzle.best
            answer, given = answer_to(puzzle, move), Given((move,), right)
            told = text_of(answer_message(shown, given, answer, (1, 1), []).to_components())
            assert ("That wins." in told) == right
            assert (f"That doesn't win in {puzzle.moves} moves." in told) != right
            assert f"Player {LETTERS[puzzle.seat]}" not in told, "the reader is told as *you*"
            if not right:
                hint = text_of(hint_message(shown, given).to_components())
                hints = ("Look for this kind of move", "one of your", "which cards you'll still")
                assert any(each in hint for each in hints), hint
                assert not cards_in(hint.partition("💡")[2].partition("\n")[0]), "no answer"


def test_an_answer_tells_when_the_next_puzzle_comes_and_days_in_a_row_if_there_are_any() -> None:
    puzzle = SOME[0]
    answer, given = answer_to(puzzle, puzzle.best), Given((puzzle.best,), True)

    def told(streak: tuple[int, int]) -> str:
        view = answer_message(daily(puzzle), given, answer, streak, [])
        return text_of(view.to_components())

    midnight = datetime.combine(date.fromordinal(DAY + 1), time(), UTC)
    assert f"Next puzzle {format_dt(midnight, 'R')}." in told((2, 5))
    assert "Your streak: 2 days (best 5)." in told((2, 5))
    assert "streak" not in told((0, 5))


def test_a_hint_is_about_the_members_own_card_and_narrows_the_choice_as_far_as_it_can() -> None:
    """A hint for a Durak puzzle names the suit of the right card, says whether the right card is
    higher than the card that was tried last, or is about the kind of move. The right answer fits
    each hint. If the first hint says "higher" or "lower", at least two answers still fit."""
    narrowed = 0
    for puzzle in [each for each in the_set() if each.game == "durak"]:
        best = Move.parse(puzzle.best)
        wrong = [each for each in choices(puzzle) if each != puzzle.best and each.verb == best.verb]
        if not best.cards or not wrong:
            continue
        for tried in ((wrong[0],), (wrong[0], wrong[-1])):
            given = Given(tuple(map(str, tried)), False)
            told = text_of(hint_message(daily(puzzle), given).to_components())
            hint = told.partition("💡")[2].partition("\n")[0]
            left = [
                each for each in choices(puzzle) if each.verb == best.verb and each not in tried
            ]
            if "kind of move" in hint:
                assert not cards_in(hint), "no answer"
            if " than " in hint:
                than = RANKS.index(rank_of(tried[-1].cards[-1]))
                height = {each: RANKS.index(rank_of(each.cards[-1])) > than for each in left}
                left = [each for each in left if height[each] == ("higher" in hint)]
                narrowed += 1
            elif "one of your" in hint:
                sign = SYMBOLS[hint[hint.index("your ") + len("your ")]]
                left = [each for each in left if each.cards[-1].endswith(sign)]
            assert best in left, hint
            assert len(tried) > 1 or len(left) > 1 or " than " not in hint
    assert narrowed > 40


def test_a_first_hint_leaves_a_choice_of_moves() -> None:
    """If only one answer of the right kind is left, a first hint doesn't name this kind."""
    veiled = 0
    for puzzle in the_set():
        best = Move.parse(puzzle.best)
        for tried in choices(puzzle):
            if tried == puzzle.best or len({move.verb for move in choices(puzzle)}) == 1:
                continue
            hint = text_of(hint_message(daily(puzzle), Given((str(tried),), False)).to_components())
            told = hint.partition("💡")[2].partition("\n")[0]
            left = [move for move in choices(puzzle) if move != tried]
            if "kind of move" in told:
                assert sum(move.verb == best.verb for move in left) > 1
            elif "one of your" in told:
                sign = SYMBOLS[told[told.index("your ") + len("your ")]]
                alike = [move for move in left if move.cards and move.cards[-1].endswith(sign)]
                assert len(alike) > 1
            veiled += "you'll still need" in told
    assert veiled > 20


def test_a_hint_about_several_cards_says_how_many_and_names_no_suit_of_one() -> None:
    """Of a set of kings, the last one named is no better hint than the others."""
    sets = [each for each in map(_set_to_play, the_set()) if each is not None]
    assert sets
    for puzzle, best, wrong in sets:
        second = Given((str(wrong[0]), str(wrong[1])), False)
        told = text_of(hint_message(daily(puzzle), second).to_components())
        assert f"The right move plays {len(best.cards)} cards." in told
        for tried in wrong:
            first = Given((str(tried),), False)
            told = text_of(hint_message(daily(puzzle), first).to_components())
            assert "one of your" not in told


def _set_to_play(puzzle: Puzzle) -> tuple[Puzzle, Move, list[Move]] | None:
    """Return the puzzle, its best move and its wrong moves, if the best move plays several cards
    whose order doesn't matter."""
    best = Move.parse(puzzle.best)
    wrong = [each for each in choices(puzzle) if each != puzzle.best]
    if puzzle.game == "tredici" or len(best.cards) < 2 or best.verb == "beat" or len(wrong) < 2:
        return None
    return puzzle, best, wrong


def test_a_puzzle_of_tredici_tells_the_order_of_the_deck_and_what_everyone_owes() -> None:
    puzzle = next(each for each in the_set() if each.game == "tredici")
    position, shown = puzzle.position, daily(puzzle)
    told = text_of(puzzle_message(shown, puzzle_look(shown, text_only=True)).to_components())
    hands = [card for hand in position["hands"] for card in hand]
    decks = [*position.get("draw", ()), *position.get("discard", ())]
    assert {*hands, *decks} == cards_in(told), "what was set aside plays no part"
    named = [rank + SYMBOLS[suit] for rank, suit in SEEN.findall(told)]
    assert [card for card in dict.fromkeys(named) if card in decks] == decks, "in their order"
    assert "Player A** discards three cards" in told
    assert f"to win in {puzzle.moves} moves, whatever the others do" in told
    labels = [label_of(puzzle, move, words_of("tredici")) for move in choices(puzzle)]
    assert len(set(labels)) == len(labels) == 6, "each order is told"


def test_a_hint_of_tredici_leaves_two_orders() -> None:
    for puzzle in [each for each in the_set() if each.game == "tredici"][::9]:
        (best,) = (move for move in choices(puzzle) if move == puzzle.best)
        for tried in choices(puzzle):
            if tried == best:
                continue
            hint = text_of(hint_message(daily(puzzle), Given((str(tried),), False)).to_components())
            (place,) = (n for n, each in enumerate(PLACES) if f" {each}." in hint)
            assert cards_in(hint.partition("💡")[2].partition(".")[0]) == {best.cards[place]}
            left = [move for move in choices(puzzle) if move != tried]
            assert sum(move.cards[place] == best.cards[place] for move in left) == 2


def test_a_player_of_a_puzzle_has_a_small_letter_inside_a_sentence() -> None:
    starts = 0
    for puzzle in SOME:
        shown, letters = daily(puzzle), f"[{LETTERS}]"
        with speaking("uk"):
            look = puzzle_look(shown, text_only=True)
            asked = text_of(puzzle_message(shown, look).to_components())
            assert re.search(rf"Ви — \**гравець {LETTERS[puzzle.seat]}", asked)
            assert re.search(rf"^\**Гравець {letters}", asked, re.MULTILINE)
            answer, given = answer_to(puzzle, puzzle.best), Given((puzzle.best,), True)
            told = text_of(answer_message(shown, given, answer, (1, 1), []).to_components())
        begun = re.findall(rf"^\d+\. \**Гравець {letters}", told, re.MULTILINE)
        assert len(re.findall("Гравець", told)) == len(begun)
        starts += len(begun)
    assert starts
