"""The message of a replay: a finished game at one step, with open hands, and buttons to other
steps. The buttons' custom ids contain everything that is needed, so nothing is kept in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import discord
from discord import ui
from discord.utils import format_dt, remove_markdown

from bot.core.model import Happening, OpenedGame
from bot.history.moments import Moment, moment_at
from bot.leaderboards.model import Booked
from bot.pictures.table import table_picture
from cogs.discord.components import IN_REPLAY, LED_REPLAY, Component, Item
from cogs.discord.layout import (
    OPTION_LABEL,
    OPTIONS,
    TABLE_PICTURE,
    Block,
    clip,
    line,
    loud,
    message,
    rows,
    short,
)
from cogs.edits.answers import Drawn, Picture
from cogs.table.drawn import with_picture
from cogs.table.hand.offer import move_label
from cogs.table.message.alt_text import table_alt
from cogs.table.message.captions import captions_for
from cogs.table.message.look import Look
from cogs.table.message.menu import void_button
from cogs.table.message.opened import hand_lines, in_order
from cogs.table.message.over import of_result
from cogs.table.message.result import result_lines
from cogs.table.message.scores import score_lines
from cogs.table.message.story import happening_line
from cogs.table.message.table_text import middle_lines, unseen_facts
from cogs.words import _, as_sentence
from cogs.words.game import GameWords, game_title
from cogs.words.load import words_of
from cogs.words.names import escaped
from cogs.words.seats import Names
from games.core import Event, Game, Move
from games.view import View

MIDDLE_TEXT: Final = 900
SEATS_TEXT: Final = 2200
RESULT_TEXT: Final = 600


@dataclass(frozen=True, slots=True)
class Turning:
    """How a replay makes the buttons and selects that lead to other steps. `kind` is the form of
    their custom ids (`Component`). `named` returns the custom id for a step and an action. `led_by`
    is the name of the member who leads a replay that everyone sees. It is empty in a private
    replay."""

    kind: Component
    named: Callable[[int, str], str]
    led_by: str = ""


def alone(finished: OpenedGame) -> Turning:
    """Return the `Turning` (which makes the buttons and selects that lead to other steps) for a
    replay that only one member sees."""
    about = finished.about
    return Turning(
        IN_REPLAY, lambda step, action: IN_REPLAY.id(about.table_id, about.number, step, action)
    )


def led(finished: OpenedGame, leader_id: int, name: str) -> Turning:
    """Return the object that makes the buttons and selects of a replay that everyone sees. Only the
    member who leads the replay can use these buttons and selects. `leader_id` and `name` are the id
    and the name of this member."""
    about = finished.about
    return Turning(
        LED_REPLAY,
        lambda step, action: LED_REPLAY.id(about.table_id, about.number, step, leader_id, action),
        name,
    )


def replay_message(
    finished: OpenedGame,
    moment: Moment,
    turning: Turning,
    analysed: Sequence[Block],
    look: Look,
) -> ui.LayoutView:
    """Return the message of a replay at one step. `moment` is the step, `look` has the cards and
    the names, and `turning` makes the buttons. The blocks `analysed`, such as the section about the
    analysis, are added below the buttons."""
    about, view, words, names = finished.about, look.view, look.words, look.names
    # Translators: Where a replay is: “step 12 of 48”.
    where = _("step {number} of {last}", number=moment.number, last=moment.last)
    head = f"## {game_title(about.game)} · {where}\n-# {format_dt(about.ended_at, 'f')}"
    done = f"> {_done(moment, words, names)}"
    if turning.led_by:
        head += "\n-# " + _("📣 {name} is running this replay.", name=escaped(turning.led_by))
    blocks: list[Block | None] = [head]
    if look.picture is None:
        blocks += [
            clip(
                "\n".join([*middle_lines(view, words, names), *score_lines(view, names)]),
                MIDDLE_TEXT,
            ),
            line(),
            clip("\n".join(hand_lines(view, words, names)), SEATS_TEXT),
            line(),
            done,
        ]
    else:
        facts = clip(unseen_facts(view, words, names), MIDDLE_TEXT)
        blocks += [done, look.picture.block, facts]
    if moment.number == moment.last:
        blocks.append(clip("\n".join(_result(finished, view, words, names)), RESULT_TEXT))
    steps = [each for each in _steps(moment) if not (turning.led_by and each[0] == "record")]
    blocks.extend(rows([_button(turning, moment, *step) for step in steps]))
    blocks.extend(analysed)
    parts = _told(moment.chapters, words, names, counted=True)
    if parts:
        blocks.append(_select(turning, moment, "chapter", _("Jump to a part of the game…"), parts))
    highlights = _told(moment.honours, words, names, counted=False)
    if highlights:
        blocks.append(_select(turning, moment, "jump", _("Jump to a highlight…"), highlights))
    return message(blocks)


def _result(finished: OpenedGame, view: View, words: GameWords, names: Names) -> list[str]:
    """Return the lines about the result of a finished game, in the same words as the table's
    message. If the game doesn't count, a line says so."""
    about, outcome = finished.about, finished.outcome
    lines = result_lines(outcome, words, names, view, Booked(annulled=about.annulled))
    void = about.kind == "void" != outcome.kind
    return [*lines, _("This game doesn't count.")] if void else lines


def _done(moment: Moment, words: GameWords, names: Names) -> str:
    if moment.step is None:
        return _("The cards are dealt.")
    happening = Happening(moment.step.seat, moment.step.move, stand_in=False, events=moment.events)
    return (
        happening_line(happening, words, names)
        or f"{names.label(moment.step.seat)}: {move_label(Move.parse(moment.step.move), words)}"
    )


def _steps(moment: Moment) -> Sequence[tuple[str, str, int]]:
    """Return what the buttons of a replay do. Each button has an action, a symbol, and the step to
    which the button leads."""
    return (
        ("first", "⏮️", 0),
        ("back", "◀️", moment.number - 1),
        ("next", "▶️", moment.number + 1),
        ("last", "⏭️", moment.last),
        ("record", "📄", moment.number),
    )


def more_buttons(finished: OpenedGame, *, moderates: bool) -> list[Item]:
    """Return further buttons for a finished game: a button that checks the shuffle, and if the
    member `moderates`, a button that voids the game."""
    about = finished.about
    check = of_result(about.table_id, about.number, "check")
    void = moderates and not about.annulled
    return [check, *([void_button(about.table_id, about.number)] if void else [])]


def for_all_button(finished: OpenedGame, step: int) -> Item:
    """Return the button with which a member begins to lead a replay for everyone. The replay begins
    at this step."""
    about = finished.about
    custom_id = IN_REPLAY.id(about.table_id, about.number, step, "all")
    return IN_REPLAY(loud(_("Replay for everyone"), custom_id))


def own_replay_button(finished: OpenedGame, step: int) -> Item:
    """Return a button for members who watch a replay that somebody else leads. A press on the
    button opens the replay for the pressing member alone, at this step."""
    about = finished.about
    return IN_REPLAY(
        ui.Button(
            label=_("Replay on my own"),
            style=discord.ButtonStyle.secondary,
            custom_id=IN_REPLAY.id(about.table_id, about.number, step, "open"),
        )
    )


def _button(turning: Turning, moment: Moment, name: str, sign: str, to: int) -> Item:
    out = not 0 <= to <= moment.last or (to == moment.number and name != "record")
    button: ui.Button[ui.LayoutView] = ui.Button(
        emoji=sign,
        label=_("Download this game") if name == "record" else None,
        style=discord.ButtonStyle.secondary,
        disabled=out,
        custom_id=turning.named(max(to, 0), name),
    )
    return turning.kind(button)


def _select(
    turning: Turning, moment: Moment, action: str, ask: str, steps: Mapping[int, str]
) -> ui.ActionRow[Any]:
    """Return a select of steps of the replay. The choice of a step leads to it. `steps` maps the
    number of each step to a text about what happened there, and `ask` is the text of the select
    while nothing is chosen. If there are more steps than a select can hold, the select has the
    steps around the present one."""
    numbers = list(steps)
    near = sum(number < moment.number for number in numbers)
    first = max(0, min(near - OPTIONS // 2, len(numbers) - OPTIONS))
    options = [
        discord.SelectOption(
            label=short(steps[number], OPTION_LABEL),
            value=str(number),
            default=number == moment.number,
        )
        for number in numbers[first : first + OPTIONS]
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=turning.named(moment.number, action), placeholder=ask, options=options
    )
    return ui.ActionRow(turning.kind(select))


def _told(
    steps: Sequence[tuple[int, Event]], words: GameWords, names: Names, *, counted: bool
) -> dict[int, str]:
    """Return the events of the steps in words. The result maps the number of a step to a text. Each
    text begins with this number. With `counted`, it begins instead with the step's position in the
    result, counted from 1. Events without words are left out."""
    found: dict[int, str] = {}
    for number, event in steps:
        told = remove_markdown(words.told(event, names))
        if not told:
            continue
        if number in found:
            found[number] += f"; {told}"
        else:
            found[number] = f"{len(found) + 1 if counted else number}. {as_sentence(told)}"
    return found


async def drawn_replay(
    finished: OpenedGame,
    number: int,
    turning: Turning,
    analysed: Sequence[Block] = (),
    *,
    me: int | None = None,
    text_only: bool = False,
) -> Drawn:
    """Draw the replay of a finished game after its first `number` moves, with all hands open.
    `turning` makes the buttons and selects that lead to other moves. `analysed` are further blocks
    below these buttons, such as the analysis. `me` is the reader's seat, or None if the reader
    didn't play or the message is for everyone. Raises RecordError if the game's moves can't be
    replayed."""
    moment = await asyncio.to_thread(moment_at, finished, number)
    look = replay_look(finished, moment.game, me, text_only=text_only)
    return await with_picture(
        look, partial(replay_message, finished, moment, turning, analysed), finished.about.table_id
    )


def replay_look(
    finished: OpenedGame, game: Game, me: int | None = None, *, text_only: bool = False
) -> Look:
    """Return the content of a replay's message (view, words and names) for a game at one step, with
    all hands open. Unless `text_only`, the content has a picture of the table. `me` is the seat in
    which the reader sat, or None if the reader didn't play or the message is for everyone."""
    words = words_of(finished.about.game)
    view = in_order(game.opened(), words)
    names = tuple(player.name for player in finished.about.players)
    captions = captions_for(names, words, opened=True, me=me)
    draw = partial(table_picture, view, captions)
    shown = None if text_only else Picture(TABLE_PICTURE, table_alt(view, captions), draw)
    return Look(view, words, Names(names, me, tuple(seat.side for seat in view.seats)), shown)
