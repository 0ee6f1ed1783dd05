"""The messages after an answer to a puzzle: a hint after a wrong answer, the rest of the game after
the last answer, and a line to share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time
from typing import Final

import discord
from discord import ui
from discord.utils import format_dt

from bot.core.model import Happening
from bot.puzzles.model import TRIES, Daily, Given, Solver
from cogs.discord.components import IN_DAY
from cogs.discord.layout import Block, clip, line, message, rows
from cogs.puzzles.message import label_of, move_choices, names_for, names_within, noon
from cogs.table.hand.offer import move_label
from cogs.table.message.story import happening_line
from cogs.words import _, as_sentence, counted
from cogs.words.cards import suit, text
from cogs.words.game import GameWords
from cogs.words.load import words_of
from cogs.words.names import escaped
from games.cards import RANKS, rank_of, suit_of
from games.core import Move
from games.moves import ORDERED_VERBS
from games.puzzles import Answer, Puzzle, choices, game_of

LINE_TEXT: Final = 1800
RIGHT: Final = "✅"
WRONG: Final = "❌"
GREEN: Final = "🟩"
RED: Final = "🟥"


def hint_message(daily: Daily, given: Given) -> ui.LayoutView:
    """Return the message after a wrong answer when the member has another try: a hint, and the
    moves that can still be chosen."""
    words = words_of(daily.puzzle.game).at(names_for(game_of(daily.puzzle)))
    played = label_of(daily.puzzle, given.moves[-1], words)
    left = counted("{number} try left.", "{number} tries left.", TRIES - len(given.moves))
    wrong = _("{sign} **{move}** isn't the answer. {left}", sign=WRONG, move=played, left=left)
    blocks: list[Block] = [f"{wrong}\n💡 {_hint(daily.puzzle, given, words)}"]
    return message([*blocks, *move_choices(daily, words, given.moves)])


# Translators: A hint after a wrong answer to a puzzle.
def _hint(puzzle: Puzzle, given: Given, words: GameWords) -> str:
    """Return a hint that rules out some of the answers that are left. The first hint is the kind of
    the best move, if there are several kinds. If only one answer of this kind is left, the first
    hint is the suit of the card to play instead, or advice if only one answer has this suit or the
    best move plays several cards.

    The next hint depends on the best move. If this move uses no card, the hint says so. If the
    answers differ only in the order of their cards, the hint is the place of a card. If the best
    move plays several cards, the hint is their number. If the card to play is a joker, the hint
    names the joker. Otherwise the hint is the suit of the card to play. If all cards left to choose
    have this suit, the hint says instead whether the card to play is higher or lower than the card
    tried last."""
    best = Move.parse(puzzle.best)
    kinds = {move.verb for move in choices(puzzle)}
    if len(kinds) > 1 and len(given.moves) == 1:
        left = [move for move in choices(puzzle) if str(move) not in given.moves]
        if sum(move.verb == best.verb for move in left) == 1:
            return _veiled(best, left)
        name = _(words.verb(best.verb).name)
        return _("Look for this kind of move: **{kind}**.", kind=name)
    if not best.cards:
        return _("The right move doesn't use a card.")
    if len({frozenset(move.cards) for move in choices(puzzle)}) == 1 < len(best.cards):
        return _place(puzzle, given)
    if _plays_several(best):
        return counted(
            "The right move plays {number} card.",
            "The right move plays {number} cards.",
            len(best.cards),
        )
    return _about_card(puzzle, given, best)


# Translators: A hint after a wrong answer to a puzzle.
def _about_card(puzzle: Puzzle, given: Given, best: Move) -> str:
    """Return a hint about the card that `best`, the right move, plays."""
    wanted = suit_of(_own_card(best))
    if wanted is None:
        return _("Take a look at your joker.")
    return _height(puzzle, given, best) or _(
        "The right card is one of your {suit}.", suit=suit(wanted)
    )


# Translators: A hint after a wrong answer to a puzzle.
def _veiled(best: Move, left: Sequence[Move]) -> str:
    """Return a hint that doesn't give the answer away although `best`, the right move, is the only
    one of its kind among the answers that are left."""
    wanted = suit_of(_own_card(best)) if best.cards and not _plays_several(best) else None
    alike = [move for move in left if move.cards and suit_of(_own_card(move)) == wanted]
    if wanted is None or len(alike) == 1:
        return _("Think about which cards you'll still need.")
    return _("The right card is one of your {suit}.", suit=suit(wanted))


def _plays_several(move: Move) -> bool:
    return len(move.cards) > 1 and move.verb not in ORDERED_VERBS


def _own_card(move: Move) -> str:
    """Return the card from the member's own hand that a move plays. This is the last card that the
    move names, because a beaten card is named before it."""
    return move.cards[-1]


# Translators: A hint after a wrong answer to a puzzle.
def _height(puzzle: Puzzle, given: Given, best: Move) -> str:
    """Return a hint that says whether the right card is higher or lower than the card tried last.
    `best` is the right move. The hint is empty unless the last try had the right verb and all cards
    left to choose have the suit of the card tried last. The first hint is also empty if it would
    leave only one possible card."""
    tried, own = Move.parse(given.moves[-1]), _own_card(best)
    left = [
        _own_card(move)
        for move in choices(puzzle)
        if move.verb == best.verb and str(move) not in given.moves
    ]
    suits = {suit_of(card) for card in left}
    if tried.verb != best.verb or suits != {suit_of(_own_card(tried))}:
        return ""
    than = RANKS.index(rank_of(_own_card(tried)))
    is_higher = RANKS.index(rank_of(own)) > than
    agree = [card for card in left if (RANKS.index(rank_of(card)) > than) == is_higher]
    if len(given.moves) == 1 and len(agree) == 1:
        return ""
    card = text(_own_card(tried))
    if is_higher:
        return _("The right card is higher than {card}.", card=card)
    return _("The right card is lower than {card}.", card=card)


# Translators: A hint after a wrong answer to a puzzle about the order of cards.
def _place(puzzle: Puzzle, given: Given) -> str:
    """Return a hint for a puzzle about the order in which cards are played. The hint says which
    card comes first, second or last in the best move. This card is chosen so that as many answers
    as possible are left after the hint."""
    moves = choices(puzzle)
    (best,) = (move for move in moves if str(move) == puzzle.best)
    left = [move for move in moves if str(move) not in given.moves]

    def leaves(place: int) -> int:
        return sum(move.cards[place] == best.cards[place] for move in left)

    place = max(range(len(best.cards)), key=leaves)
    card = text(best.cards[place])
    if place == 0:
        return _("Play {card} first.", card=card)
    if place == len(best.cards) - 1:
        return _("Play {card} last.", card=card)
    return _("Play {card} second.", card=card)


def answer_message(
    daily: Daily,
    given: Given,
    answer: Answer,
    streak: tuple[int, int],
    board: Sequence[Solver],
) -> ui.LayoutView:
    """Return the message after a member's last answer: how the game goes on after the best move,
    whether the member found it, and who has solved the most puzzles. `streak` are the lengths in
    days of the member's current and longest streak."""
    names = names_within(game_of(daily.puzzle), daily.puzzle.seat)
    words = words_of(daily.puzzle.game).at(names)
    best = label_of(daily.puzzle, daily.puzzle.best, words)
    if given.right:
        head = _("{sign} **{move}** is right.", sign=RIGHT, move=best)
    else:
        head = _(
            "{sign} **{move}** isn't the best move. **{best}** is.",
            sign=WRONG,
            move=label_of(daily.puzzle, given.moves[-1], words),
            best=best,
        )
    told = [
        happening_line(
            Happening(step.seat, step.move, stand_in=False, events=tuple(events)), words, names
        )
        or f"{names.label(step.seat)}: {move_label(Move.parse(step.move), words)}"
        for step, events in answer.line
    ]
    after = _("Here's why:")
    steps = "\n".join(f"{number}. {_capital(each)}" for number, each in enumerate(told, 1))
    blocks: list[Block] = [
        f"{head}\n{result_line(daily, given)}",
        f"{after}\n" + clip(steps, LINE_TEXT),
        _end(daily.puzzle, answer),
        line(),
        "\n".join([*_streak(streak), _next(daily)]),
    ]
    if board:
        head = _("Top solvers")
        blocks.append("\n".join([f"**{head}**", *map(_solver, board)]))
    share = ui.Button[ui.LayoutView](
        label=_("Show everyone"),
        style=discord.ButtonStyle.primary,
        custom_id=IN_DAY.id(daily.day, "solved"),
    )
    return message([*blocks, *rows([IN_DAY(share)])])


def _capital(line: str) -> str:
    """Return the line with a capital first letter, also if it begins with a name in bold."""
    text = line.removeprefix("**")
    return line.removesuffix(text) + as_sentence(text)


def result_line(daily: Daily, given: Given) -> str:
    """Return a member's result with a puzzle in one line, without revealing the best move."""
    wrong = len(given.moves) - given.right
    squares = RED * wrong + (GREEN if given.right else "")
    return f"🧩 {format_dt(noon(daily.day), 'D')} · {squares}"


def shared(daily: Daily, given: Given, name: str) -> ui.LayoutView:
    """Return a message that shows everybody a member's result."""
    told = _("{name} tried today's puzzle.", name=name)
    play = ui.Button[ui.LayoutView](
        label=_("Today's puzzle"),
        style=discord.ButtonStyle.primary,
        custom_id=IN_DAY.id(daily.day, "puzzle"),
    )
    return message([f"**{told}**\n{result_line(daily, given)}", *rows([IN_DAY(play)])])


def archive_message(past: Sequence[Daily]) -> ui.LayoutView:
    """Return a message with the puzzles of the last days, each with its answer behind a spoiler."""
    title = _("Past puzzles")
    return message([f"## 🧩 {title}", "\n".join(_archived(past)) or _("No past puzzles yet.")])


def _archived(past: Sequence[Daily]) -> Iterator[str]:
    for daily in past:
        words = words_of(daily.puzzle.game).at(names_for(game_of(daily.puzzle)))
        best = label_of(daily.puzzle, daily.puzzle.best, words)
        # Translators: A past puzzle; “||” hides the move until it is pressed.
        yield _(
            "- {day}: {solved} of {tried} solved it. The move was ||{move}||.",
            day=format_dt(noon(daily.day), "D"),
            solved=daily.solved,
            tried=daily.tried,
            move=best,
        )


def _next(daily: Daily) -> str:
    """Return the sentence that says when the next puzzle appears."""
    at = datetime.combine(date.fromordinal(daily.day + 1), time(), UTC)
    return "-# " + _("Next puzzle {when}.", when=format_dt(at, "R"))


# Translators: How the best line of a puzzle ends.
def _end(puzzle: Puzzle, answer: Answer) -> str:
    """Return the sentence that says how the puzzle's game ends for the seat that the member
    plays."""
    ranks = answer.ranks
    if puzzle.moves:
        if ranks is not None and ranks[puzzle.seat] == 1:
            return _("That wins.")
        return counted(
            "That doesn't win in {number} move.",
            "That doesn't win in {number} moves.",
            puzzle.moves,
        )
    if ranks is None or len(set(ranks)) == 1:
        return _("Nobody is the fool. It's a draw.")
    if ranks[puzzle.seat] == max(ranks):
        return _("You're the fool.")
    return _("You're not the fool.")


def _streak(streak: tuple[int, int]) -> list[str]:
    now, longest = streak
    if not now:
        return []
    told = counted(
        "Your streak: {number} day (best {longest}).",
        "Your streak: {number} days (best {longest}).",
        now,
        longest=longest,
    )
    return [told]


def _solver(solver: Solver) -> str:
    # Translators: The number of puzzles solved, after a member's name.
    solved = counted("{number} solved", "{number} solved", solver.solved)
    told = f"- {escaped(solver.name)}: {solved}"
    if solver.streak > 1:
        # Translators: How many days in a row a member has solved the puzzle.
        told += " · " + counted("{number} day", "{number} days in a row", solver.streak)
    return told
