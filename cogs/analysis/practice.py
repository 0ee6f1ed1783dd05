"""A member's own mistake as a position to solve, and the analysis's verdict on the answer."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import discord
from discord import ui
from discord.utils import format_dt

from bot.analysis.practice import OwnMistake, Place
from bot.core.model import Phase, Seat, Table
from bot.preferences.model import MemberSettings
from cogs.analysis.message import names_in
from cogs.discord.components import IN_PRACTICE, IN_REPLAY, Item
from cogs.discord.layout import OPTION_LABEL, OPTIONS, Block, clip, line, message, rows, short
from cogs.edits.answers import Drawn
from cogs.puzzles.message import RIGHT, WRONG
from cogs.table.drawn import with_picture
from cogs.table.hand.controls import USUAL
from cogs.table.hand.offer import mark_of, move_label
from cogs.table.hand.panel import hand_blocks
from cogs.table.message.look import Look, hand_look
from cogs.words import _
from cogs.words.figures import share
from cogs.words.game import GameWords, game_title
from cogs.words.load import words_of
from games.analysis import FULL, kinds_of
from games.moves import Move
from games.players.finding import Tried

# Translators: For members who practise the mistakes of their finished games.

NOBODY: Final = -1
"""The member id of the host and of all seats in the table that is drawn. No member of Discord has
this id. So the message names no member as the one whose turn it is."""
BUTTONS: Final = 20
"""The most moves that are shown as buttons. If there are more moves, all of them are in a
select."""
AS_GOOD: Final = 50
"""A move counts as right if its chance of winning is at most this much below the chance of the best
move. The value is in thousandths. It is used only for estimated chances, not for proven ones."""
COMPARED: Final = 6
"""The number of the best moves whose chances are told after an answer."""
TOLD_TEXT: Final = 900


def table_of(own: OwnMistake) -> Table:
    """Return a table in play with the position before the mistake, so that the position can be
    shown like any hand. The table is made only for the drawing. It is never stored."""
    finished, game = own.finished, own.game
    about = finished.about
    return Table(
        id=about.table_id,
        guild_id=0,
        channel_id=about.channel_id,
        message_id=None,
        host_id=NOBODY,
        phase=Phase.PLAYING,
        game=about.game,
        preset=next(iter(type(game).Options.presets)),
        options=game.settings.model_dump(mode="json"),
        seats=tuple(Seat(name, NOBODY) for name in about.names),
        version=own.place.step,
        game_number=about.number,
        secret_hash="",
        recent=own.made,
        live=game,
    )


def moves_of(own: OwnMistake) -> list[Tried]:
    """Return the moves that are offered to the member: the moves that the analysis compared, in the
    order of the hand message. At most `OPTIONS` moves are offered. If the analysis compared more
    moves, the best moves and the move that the member made are offered."""
    tried = {each.move: each for each in own.decision.tried}
    played = tried.pop(own.decision.move)
    kept = {each.move: each for each in (*list(tried.values())[: OPTIONS - 1], played)}
    legal = own.game.legal_moves(own.decision.seat)
    return [kept[move] for move in map(str, legal) if move in kept]


def is_right(own: OwnMistake, chosen: Tried) -> bool:
    """Return whether a move counts as right. The move's chance must be as high as the best move's.
    If the chances are estimated and not proven, it may be lower by up to `AS_GOOD`."""
    known = own.decision.known
    return chosen.chance >= known.before - (0 if known.exact else AS_GOOD)


def practice_message(
    own: OwnMistake, chosen: Tried | None, table: Table, hand: Look | None
) -> ui.LayoutView:
    """Return the message with the position before the member's mistake and the moves to choose
    from. If the member has `chosen` a move, the message has the analysis's verdict on that move
    instead of the moves. `hand` is the content of the hand message in that position. If `hand` is
    None, the message doesn't show the position, and `table` isn't used."""
    about = own.finished.about
    words = words_of(about.game).at(names_in(own.finished))
    head = _("Your mistakes · {game}", game=game_title(about.game))
    when = f"{format_dt(about.ended_at, 'f')} · " + _("step {step}", step=own.place.step)
    shown = hand_blocks(table, hand) if hand is not None else []
    if chosen is None:
        task = "**👉 " + _("You gave up a good chance here. What would have been better?") + "**"
        below: list[Block] = [task, line(), *_choices(own, words)]
    else:
        below = [clip(_verdict(own, chosen, words), TOLD_TEXT), line(), *_ways(own)]
    return message([f"## 🎯 {head}\n-# {when}", *shown, *below])


def practice_button() -> Item:
    """Return the button *Practise my mistakes*, which shows the member's first mistake."""
    return IN_PRACTICE(
        ui.Button(
            label=_("Practise my mistakes"),
            emoji="🎯",
            custom_id=IN_PRACTICE.id(None, None, None, "next"),
        )
    )


def _choices(own: OwnMistake, words: GameWords) -> list[ui.ActionRow[Any]]:
    moves = [Move.parse(each.move) for each in moves_of(own)]
    labels = [move_label(move, words) for move in moves]
    if len(moves) > BUTTONS:
        options = [
            discord.SelectOption(
                label=short(label, OPTION_LABEL), value=str(number), emoji=mark_of(move)
            )
            for number, (move, label) in enumerate(zip(moves, labels, strict=True))
        ]
        select: ui.Select[ui.LayoutView] = ui.Select(
            custom_id=IN_PRACTICE.id(*own.place, "any"),
            placeholder=_("Your move…"),
            options=options,
        )
        return [ui.ActionRow(IN_PRACTICE(select))]
    return rows(
        [
            IN_PRACTICE(
                ui.Button(
                    label=short(label),
                    emoji=mark_of(move),
                    custom_id=IN_PRACTICE.id(*own.place, number),
                )
            )
            for number, (move, label) in enumerate(zip(moves, labels, strict=True))
        ]
    )


def _verdict(own: OwnMistake, chosen: Tried, words: GameWords) -> str:
    """Return the analysis's verdict on the `chosen` move in words: whether the move was right, the
    kind of the member's mistake in the game, and the chances after the moves that were compared. If
    the chosen move was wrong, the verdict names the best move."""
    known = own.decision.known
    move = move_label(Move.parse(chosen.move), words)
    best = move_label(Move.parse(known.best), words)
    if is_right(own, chosen):
        told = _("{sign} **{move}** is right.", sign=RIGHT, move=move)
    elif chosen.move == own.decision.move:
        told = _(
            "{sign} You chose **{move}**. **{best}** was better.",
            sign=WRONG,
            move=move,
            best=best,
        )
    else:
        told = _(
            "{sign} **{move}** isn't the best move. **{best}** is.",
            sign=WRONG,
            move=move,
            best=best,
        )
    names = kinds_of(own.finished.about.game).names
    kind = _("Type of mistake: {kind}", kind=_(names[own.decision.kind]))
    played = (each for each in own.decision.tried if each.move == own.decision.move)
    listed = dict.fromkeys((*own.decision.tried[:COMPARED], chosen, *played))
    lines = [f"- {move_label(Move.parse(each.move), words)}: {_chance(each)}" for each in listed]
    sure = (
        _("★ These chances are exact, not estimates.")
        if known.exact
        else _("These chances are estimates based on what you knew at the time.")
    )
    return "\n".join([told, kind, *lines, f"-# {sure}"])


def _chance(tried: Tried) -> str:
    return share((tried.chance * 100 + FULL // 2) // FULL)


def _ways(own: OwnMistake) -> list[ui.ActionRow[Any]]:
    """Return the buttons that lead to the next mistake, and to the step of the replay where this
    mistake happened."""
    place: Place = own.place
    return rows(
        [
            IN_PRACTICE(
                ui.Button(
                    label=_("Next mistake"),
                    style=discord.ButtonStyle.success,
                    custom_id=IN_PRACTICE.id(*place, "next"),
                )
            ),
            IN_REPLAY(
                ui.Button(
                    label=_("Show in replay"),
                    custom_id=IN_REPLAY.id(place.table_id, place.number, place.step, "next"),
                )
            ),
        ]
    )


async def drawn_practice(
    own: OwnMistake, chosen: Tried | None, *, wanted: MemberSettings = USUAL
) -> Drawn:
    """Draw the message that `practice_message` returns, with a picture of the member's hand.
    `wanted` are the member's settings, which choose the style of the picture."""
    table = table_of(own)
    hand = hand_look(table, own.decision.seat, wanted)
    show = partial(practice_message, own, chosen, table)
    return await with_picture(hand, show, table.id)
