"""The pages of fair play for moderators, and a member's own removals and appeals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import discord
from discord import ui
from discord.utils import format_dt

from bot.core.model import FinishedGame
from bot.fair_play.model import (
    APPEAL_WITHIN,
    EARLY_MOVES,
    LOOKED_BACK,
    Removal,
    RemovalState,
    Sign,
    Suspicion,
)
from cogs.discord.components import IN_ANNULMENT, IN_FAIR_PLAY, Item
from cogs.discord.layout import OPTION_LABEL, OPTIONS, Block, line, message, rows, short
from cogs.history.game_line import told_line
from cogs.words import _, counted, marked
from cogs.words.game import game_title
from cogs.words.names import escaped

PAGE: Final = 10
"""The games of a pair that are shown at once, each with its button."""
TOLD: Final = 10
"""The most findings that are told in the text. The select has more of them."""
MARKS: Final[Mapping[Sign, str]] = {Sign.OFTEN: "🔁", Sign.EARLY: "🏳️", Sign.ONE_SIDED: "⚖️"}
# Translators: What became of a member's removal from a game.
STATES: Final[Mapping[RemovalState, str]] = {
    RemovalState.REMOVED: marked("not appealed"),
    RemovalState.APPEALED: marked("appeal pending"),
    RemovalState.TURNED_DOWN: marked("turned down"),
    RemovalState.ANNULLED: marked("voided"),
}


def value_of(found: Suspicion) -> str:
    """Return the value of a select that stands for this pair of players with unusual results."""
    return f"pair:{found.sign.value}:{found.first}:{found.second}"


def appeal_value(appeal: Removal) -> str:
    """Return the text that stands for an appeal in the values of a select and in the custom id of
    its button."""
    return f"appeal:{appeal.table_id}:{appeal.number}:{appeal.member_id}"


def overview(
    found: Sequence[Suspicion], appeals: Sequence[Removal], tabs: Sequence[Block] = ()
) -> ui.LayoutView:
    """Return the page with all appeals and all pairs with unusual results, below the `tabs` of the
    settings."""
    about = _(
        "Rated games from the last {days} days. Unusual doesn't mean unfair, so check "
        "the games first.",
        days=LOOKED_BACK.days,
    )
    blocks: list[Block] = [*tabs, "### " + _("Fair play"), f"-# {about}"]
    told = [f"🙋 {appeal_line(each)}" for each in appeals]
    told += [f"{MARKS[each.sign]} {_told(each)}" for each in found]
    if not told:
        return message([*blocks, _("Nothing unusual.")])
    more = len(told) - TOLD
    rest = [counted("… and {number} more", "… and {number} more", more)] if more > 0 else []
    lines = [
        discord.SelectOption(
            label=short(f"🙋 {each.name}: {game_title(each.game)}", OPTION_LABEL),
            value=appeal_value(each),
        )
        for each in appeals
    ]
    lines += [
        discord.SelectOption(
            label=short(
                f"{MARKS[each.sign]} {' – '.join(each.names)} ({each.times})", OPTION_LABEL
            ),
            value=value_of(each),
        )
        for each in found
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=IN_FAIR_PLAY.id("show"),
        placeholder=_("Check the games…"),
        options=lines[:OPTIONS],
    )
    return message([*blocks, "\n".join([*told[:TOLD], *rest]), ui.ActionRow(IN_FAIR_PLAY(select))])


def pair_page(found: Suspicion, games: Sequence[FinishedGame], page: int) -> ui.LayoutView:
    """Return a page about a pair of players with unusual results. The page lists some of their
    games, each with a button that annuls the game. `games` are these games, and `page` (from 0) is
    the number of the page."""
    first = page * PAGE
    lines = [f"{number}. {told_line(each)}" for number, each in enumerate(games, first + 1)]
    buttons = [
        _annul(each, _("Void game {number}", number=number))
        for number, each in enumerate(games, first + 1)
    ]
    turn = [
        _button(IN_FAIR_PLAY.id("page", f"{value_of(found)}:{there}"), label)
        for there, label in ((page - 1, _("Newer")), (page + 1, _("Older")))
        if 0 <= there * PAGE < len(found.games)
    ]
    return message(
        [
            f"{MARKS[found.sign]} {_told(found)}",
            "\n".join(lines),
            *rows(buttons),
            line(),
            *rows([_button(IN_FAIR_PLAY.id("all"), _("Back")), *turn]),
        ]
    )


def appeal_page(appeal: Removal, game: FinishedGame | None) -> ui.LayoutView:
    """Return the page of an appeal. The page shows the appeal's game with a button that annuls the
    game. `game` is None while the game is still going on. Then there is no such button."""
    # Translators: A moderator's button: rejects an appeal.
    turn_down = _button(IN_FAIR_PLAY.id("down", appeal_value(appeal)), _("Turn down"))
    back = _button(IN_FAIR_PLAY.id("all"), _("Back"))
    told = told_line(game) if game is not None else _("The game is still on.")
    annul = [] if game is None else [_annul(game, _("Void"))]
    return message([f"🙋 {appeal_line(appeal)}", told, *rows([*annul, turn_down, back])])


def own_removals(removals: Sequence[Removal]) -> ui.LayoutView:
    """Return the page of a member's own removals. A removal against which the member may still
    appeal has a button for this."""
    lines = [
        f"{number}. {_removed(each)} · {_(STATES[each.state])}"
        for number, each in enumerate(removals[:PAGE], 1)
    ]
    buttons = [
        _button(
            IN_FAIR_PLAY.id("appeal", f"{each.table_id}:{each.number}"),
            _("Appeal against removal {number}", number=number),
        )
        for number, each in enumerate(removals[:PAGE], 1)
        if each.state is RemovalState.REMOVED
    ]
    about = _(
        "Being removed from a game counts as a loss. You can appeal within {days} days, and the "
        "moderators can then void the game.",
        days=APPEAL_WITHIN.days,
    )
    return message(
        ["### " + _("Games you were removed from"), about, "\n".join(lines), *rows(buttons)]
    )


# Translators: An appeal in a list for moderators; {game} is a game with its date.
def appeal_line(appeal: Removal) -> str:
    """Return the line that says who appeals against which removal."""
    return _(
        "**{name}** is appealing against their removal from {game}",
        name=escaped(appeal.name),
        game=_removed(appeal),
    )


def _removed(removal: Removal) -> str:
    return f"{escaped(game_title(removal.game))}, {format_dt(removal.at, 'f')}"


# Translators: Something unusual, in a list for moderators.
def _told(found: Suspicion) -> str:
    first, second = (f"**{escaped(name)}**" for name in found.names)
    match found.sign:
        case Sign.OFTEN:
            return _(
                "{first} and {second} played {times} rated games together (the norm here is {of})",
                first=first,
                second=second,
                times=found.times,
                of=found.of,
            )
        case Sign.EARLY:
            return _(
                "{second} won {times} times because {first} resigned within {moves} moves",
                first=first,
                second=second,
                moves=EARLY_MOVES,
                times=found.times,
            )
        case Sign.ONE_SIDED:
            return _(
                "{first} finished ahead of {second} in {times} of {of} rated games",
                first=first,
                second=second,
                times=found.times,
                of=found.of,
            )


def _annul(game: FinishedGame, label: str) -> Item:
    return IN_ANNULMENT(
        ui.Button(
            label=label,
            style=discord.ButtonStyle.danger,
            disabled=game.annulled,
            custom_id=IN_ANNULMENT.id(game.table_id, game.number),
        )
    )


def _button(custom_id: str, label: str) -> Item:
    return IN_FAIR_PLAY(ui.Button(label=label, custom_id=custom_id))
