"""A finished game, step by step and with open hands: one message, whose buttons carry all that they
need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord
from discord import ui
from discord.utils import format_dt, remove_markdown

from bot.domain.model import Finished, Happening
from cogs.gateway.ids import in_replay
from cogs.gateway.items import ReplayItem
from cogs.gateway.layout import OPTION_LABEL, OPTIONS, Block, clip, line, message, rows, short
from cogs.views.public_message import game_title
from cogs.views.result import result_lines
from cogs.views.table_text import SIDE_MARKS, happening_line, middle_lines, owned_zones
from cogs.words import _
from cogs.words.cards import hand_text
from cogs.words.game import GameWords, Names
from cogs.words.load import words_of
from games.core import Event, Game, View
from games.record import Step, replay

MIDDLE_TEXT: Final = 900
SEATS_TEXT: Final = 2200
RESULT_TEXT: Final = 600


@dataclass(frozen=True, slots=True)
class Moment:
    """A game at one step: `last` is the number of its steps, `step` and `events` what was just done
    (None: the deal), `honours` the steps that earned one, with what happened there."""

    game: Game
    number: int
    last: int
    step: Step | None
    events: tuple[Event, ...]
    honours: tuple[tuple[int, Event], ...]


def moment_at(finished: Finished, number: int) -> Moment:
    """The game after that many steps, at most all of them. Raises RecordError when it does not
    replay."""
    last = len(finished.record.steps)
    number = min(number, last)
    found: Moment | None = None
    honours: list[tuple[int, Event]] = []
    for place, (game, step, events) in enumerate(replay(finished.record)):
        honours.extend((place, event) for event in events if game.deeds(event))
        if place == number:
            found = Moment(game.copy(), number, last, step, tuple(events), ())
    if found is None:
        raise IndexError(number)
    return Moment(found.game, number, last, found.step, found.events, tuple(honours))


def replay_message(finished: Finished, number: int) -> ui.LayoutView:
    """The game after that many steps. Raises RecordError when it does not replay."""
    moment, about = moment_at(finished, number), finished.about
    words = words_of(about.game)
    view = moment.game.view(None)
    names = Names(
        tuple(player.name for player in about.players),
        None,
        tuple(seat.side for seat in view.seats),
    )
    where = _("step {number} of {last}", number=moment.number, last=moment.last)
    blocks: list[Block | None] = [
        f"## {game_title(about.game)} · {where}\n-# {format_dt(about.ended_at, 'f')}",
        clip("\n".join(middle_lines(view, words, names)), MIDDLE_TEXT),
        line(),
        clip("\n".join(_seats(moment.game, view, words, names)), SEATS_TEXT),
        line(),
        f"> {_done(moment, words, names)}",
    ]
    if moment.number == moment.last:
        blocks.append(
            clip("\n".join(result_lines(finished.outcome, words, names, view)), RESULT_TEXT)
        )
    blocks.extend(rows([_button(finished, moment, *button) for button in _steps(moment)]))
    if moment.honours:
        blocks.append(ui.ActionRow(_honours(finished, moment, words, names)))
    return message(blocks)


def _done(moment: Moment, words: GameWords, names: Names) -> str:
    if moment.step is None:
        return _("The cards are dealt.")
    happening = Happening(moment.step.seat, moment.step.move, stand_in=False, events=moment.events)
    return (
        happening_line(happening, words, names) or f"{names[moment.step.seat]}: {moment.step.move}"
    )


def _seats(game: Game, view: View, words: GameWords, names: Names) -> list[str]:
    """A line for each seat with its hand open, and one for what else lies before it."""
    teams = len({seat.side for seat in view.seats}) < len(view.seats)
    lines: list[str] = []
    for seat in view.seats:
        own = game.view(seat.seat)
        roles = [
            role.mark for role in map(words.role, seat.roles) if role is not None and role.mark
        ]
        side = [SIDE_MARKS[seat.side % len(SIDE_MARKS)]] if teams else []
        hand = hand_text(own.hand, words.order)
        state = (
            _("has left") if seat.resigned else _("is out") if seat.out else _("no cards in hand")
        )
        lines.append(
            f"{' '.join([*side, *dict.fromkeys(roles), names[seat.seat]])} · {hand or state}"
        )
        before = owned_zones(own, seat.seat, words)
        if before:
            lines.append(f"-# {before}")
    return lines


def _steps(moment: Moment) -> Sequence[tuple[str, str, int]]:
    """The buttons: what each is called, its sign, and the step it leads to."""
    return (
        ("first", "⏮️", 0),
        ("back", "◀️", moment.number - 1),
        ("next", "▶️", moment.number + 1),
        ("last", "⏭️", moment.last),
        ("record", "📄", moment.number),
    )


def _button(finished: Finished, moment: Moment, name: str, sign: str, to: int) -> ReplayItem:
    about = finished.about
    out = not 0 <= to <= moment.last or (to == moment.number and name != "record")
    button: ui.Button[ui.LayoutView] = ui.Button(
        emoji=sign,
        label=_("Save the record") if name == "record" else None,
        style=discord.ButtonStyle.secondary,
        disabled=out,
        custom_id=in_replay(about.table_id, about.number, max(to, 0), name),
    )
    return ReplayItem(button)


def _honours(finished: Finished, moment: Moment, words: GameWords, names: Names) -> ReplayItem:
    steps: dict[int, str] = {}
    for number, event in moment.honours:
        told = remove_markdown(words.told(event, names)) or event.name
        steps[number] = f"{steps[number]}; {told}" if number in steps else f"{number}. {told}"
    options = [
        discord.SelectOption(
            label=short(label, OPTION_LABEL), value=str(number), default=number == moment.number
        )
        for number, label in list(steps.items())[:OPTIONS]
    ]
    about = finished.about
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=in_replay(about.table_id, about.number, moment.number, "jump"),
        placeholder=_("Jump to an honour…"),
        options=options,
    )
    return ReplayItem(select)
