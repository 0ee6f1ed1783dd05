"""The puzzle of a day as a message, and the buttons for its moves."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time
from functools import partial
from typing import Any, Final

import discord
from discord import ui
from discord.utils import format_dt

import games
from bot.pictures.table import table_picture
from bot.puzzles.model import Daily
from cogs.discord.components import IN_DAY, IN_PUZZLE
from cogs.discord.layout import OPTIONS, TABLE_PICTURE, Block, clip, message, rows, short
from cogs.edits.answers import Drawn, Picture
from cogs.table.drawn import with_picture
from cogs.table.hand.offer import mark_of, move_label
from cogs.table.lobby.rulings import option_title, preset_title
from cogs.table.message.alt_text import table_alt
from cogs.table.message.captions import HAND, captions_for
from cogs.table.message.look import Look
from cogs.table.message.opened import hand_lines, in_order
from cogs.table.message.table_text import middle_lines, owned_zones, pile_line, unseen_facts
from cogs.words import _, counted, in_context, marked
from cogs.words.game import GameWords, game_title
from cogs.words.load import words_of
from cogs.words.seats import Names
from games.core import Game
from games.moves import Move
from games.puzzles import Puzzle, choices, game_of, opened

LETTERS: Final = "ABCDEFGHIJ"
DUEL: Final = 2
"""The number of seats in a game with one opponent."""
BUTTONS: Final = 20
"""The most moves that are shown as buttons. More moves are shown in a select."""
LINE_TEXT: Final = 1800
SEATS_TEXT: Final = 900
WHOLE_PILE: Final = 104
"""The number of cards of two decks, which no pile exceeds. Every card of a puzzle's pile counts."""
# Translators: How hard a puzzle is.
HARDNESS: Final = {1: marked("easy"), 2: marked("medium"), 3: marked("hard")}
RIGHT: Final = "✅"
WRONG: Final = "❌"


def label_of(puzzle: Puzzle, move: str, words: GameWords) -> str:
    """Return the label of the button for this move of a puzzle."""
    known = (each for each in choices(puzzle) if each == move)
    return move_label(next(known, None) or Move.parse(move), words)


def names_for(game: Game) -> Names:
    """Return the names of the seats in a puzzle. The players are anonymous, such as "Player B"."""
    # Translators: A player in a puzzle: “Player B”.
    return _names(game, [_("Player {letter}", letter=letter) for letter in LETTERS])


def names_within(game: Game, me: int | None = None) -> Names:
    """Return the names of the seats in a puzzle, as they are written inside a sentence. The reader
    is in seat `me` (None: the reader has no seat)."""
    # Translators: A player in a puzzle, not at the start of a sentence: “You're Player B”.
    called = [in_context("in a sentence", "Player {letter}", letter=letter) for letter in LETTERS]
    return _names(game, called, me)


def _names(game: Game, called: Sequence[str], me: int | None = None) -> Names:
    seats = game.view(None).seats
    return Names(tuple(called[: len(seats)]), me, tuple(seat.side for seat in seats))


def puzzle_look(daily: Daily, *, text_only: bool = False) -> Look:
    """Return the content of a puzzle's message (view, words and names), with all hands open. The
    content has a picture of the position unless `text_only`."""
    game, words = game_of(daily.puzzle), words_of(daily.puzzle.game)
    view, names = in_order(opened(daily.puzzle), words), names_for(game)
    captions = captions_for(names.names, words, opened=True)
    draw = partial(table_picture, view, captions)
    shown = None if text_only else Picture(TABLE_PICTURE, table_alt(view, captions), draw)
    return Look(view, words.at(names), names, shown)


def puzzle_message(daily: Daily, look: Look, *, posted: bool = False) -> ui.LayoutView:
    """Return the message with the position, the task, and the moves to choose from. A public post
    (`posted`) also has a button that leads to today's deal."""
    puzzle, words, names = daily.puzzle, look.words, look.names
    title = _("Puzzle for {day}", day=format_dt(noon(daily.day), "D"))
    goal = _goal(puzzle, len(look.view.seats))
    me = names_within(game_of(puzzle))[puzzle.seat]
    told = _(words.puzzle, name=me, goal=goal)
    about = (game_title(puzzle.game), _rules(puzzle), _(HARDNESS[daily.level]))
    small = " · ".join([*filter(None, about), *_share(daily)])
    blocks: list[Block] = [f"## 🧩 {title}\n-# {small}", told]
    if look.picture is None:
        middle = middle_lines(look.view, words, names, WHOLE_PILE)
        shown = [*middle, *hand_lines(look.view, words, names)]
        blocks.append(clip("\n".join(shown), SEATS_TEXT))
    else:
        blocks += [look.picture.block, "\n".join(_before(look))]
    deal = ui.Button[ui.LayoutView](
        label=_("Play today's deal"),
        style=discord.ButtonStyle.primary,
        custom_id=IN_DAY.id(daily.day, "play"),
    )
    ways = rows([IN_DAY(deal)]) if posted else []
    return message([*blocks, *move_choices(daily, words), *ways])


def _before(look: Look) -> list[str]:
    """Return lines about things that the picture doesn't show: facts, the cards under the top card
    of a pile, and the cards in front of each seat."""
    view = replace(look.view, zones=tuple(each for each in look.view.zones if each.name != HAND))
    piles = [
        f"-# {pile_line(zone, look.words, WHOLE_PILE)}"
        for zone in view.zones
        if zone.owner is None and zone.layout == "pile" and len(zone.cards) > 1 and all(zone.cards)
    ]
    told = ((seat.seat, owned_zones(view, seat.seat, look.words)) for seat in view.seats)
    facts = unseen_facts(look.view, look.words, look.names)
    known = [f"-# {facts}"] if facts else []
    return [*known, *piles, *(f"-# {look.names[seat]} · {lying}" for seat, lying in told if lying)]


# Translators: A puzzle's task, after “Your task: ”.
def _goal(puzzle: Puzzle, seats: int) -> str:
    """Return the phrase that states the task of the puzzle."""
    if puzzle.moves and seats > DUEL:
        return counted(
            "find the only way to win in {number} move, whatever the others do",
            "find the only way to win in {number} moves, whatever the others do",
            puzzle.moves,
        )
    if puzzle.moves:
        return counted(
            "find the only way to win in {number} move, whatever your opponent does",
            "find the only way to win in {number} moves, whatever your opponent does",
            puzzle.moves,
        )
    if puzzle.result > 0:
        return _("find the only move that wins")
    return _("find the only move that secures a draw")


def noon(day: int) -> datetime:
    """Return noon of a day in UTC. At this time it is the same date nearly everywhere. `day` is a
    date's ordinal number."""
    return datetime.combine(date.fromordinal(day), time(12), UTC)


def move_choices(
    daily: Daily, words: GameWords, tried: Collection[str] = ()
) -> list[ui.ActionRow[Any]]:
    """Return the buttons, or the select if there are many moves, for the moves that were not tried
    yet."""
    moves = [
        (number, move)
        for number, move in enumerate(choices(daily.puzzle))
        if str(move) not in tried
    ]
    if len(moves) > BUTTONS:
        options = [
            discord.SelectOption(
                label=short(move_label(move, words)), value=str(number), emoji=mark_of(move)
            )
            for number, move in moves[:OPTIONS]
        ]
        select: ui.Select[ui.LayoutView] = ui.Select(
            custom_id=IN_PUZZLE.id(daily.day, "any"), placeholder=_("Your move…"), options=options
        )
        return [ui.ActionRow(IN_PUZZLE(select))]
    return rows(
        [
            IN_PUZZLE(
                ui.Button(
                    label=short(move_label(move, words)),
                    emoji=mark_of(move),
                    style=discord.ButtonStyle.secondary,
                    custom_id=IN_PUZZLE.id(daily.day, number),
                )
            )
            for number, move in moves
        ]
    )


def _rules(puzzle: Puzzle) -> str:
    """Return the title of the preset that is closest to the puzzle's rules, and the options that
    differ from this preset. A title that is the game's own is left out."""
    kind = games.load(puzzle.game)
    chosen = kind.Options(**puzzle.options)
    changes = {preset: chosen.changed_from(preset) for preset in kind.Options.presets}
    preset = min(changes, key=lambda each: len(changes[each]))
    title = preset_title(kind.Options, preset)
    told = [] if title == game_title(puzzle.game) else [title]
    told += [
        f"{option_title(kind.Options, name)}: {_(kind.Options.label(name, value))}"
        for name, value in changes[preset].items()
    ]
    return ", ".join(told)


def _share(daily: Daily) -> list[str]:
    if not daily.tried:
        return []
    # Translators: {number} members have tried the puzzle.
    told = counted(
        "{solved} of {number} solved this puzzle",
        "{solved} of {number} solved this puzzle",
        daily.tried,
        solved=daily.solved,
    )
    return [told]


async def drawn_puzzle(daily: Daily, *, text_only: bool = False, posted: bool = False) -> Drawn:
    """Draw the puzzle of a day as a message with its picture (see `puzzle_message`). With
    `text_only`, there is no picture."""
    look = puzzle_look(daily, text_only=text_only)
    return await with_picture(look, partial(puzzle_message, daily, posted=posted), "puzzle")
