"""Make the menu *More…* of a table, with rarely used actions and the actions of moderators. Also
make the items for spectators: the button that shows all hands, and the select for a guess about the
end."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ui

from bot.core.errors import NotDesertedByPost, OpponentPresent
from bot.core.model import Phase, Seat, Speed, Table
from bot.core.scope import sitting_of
from bot.guesses.model import Question
from cogs.discord.components import (
    ASK_TO_ANNUL,
    IN_EVENING,
    IN_FAIR_PLAY,
    IN_NOTIFY,
    ON_TABLE,
    TO_BOARD,
    Item,
)
from cogs.discord.layout import LABEL, OPTIONS, Block, line, message, rows, short
from cogs.table.message.over import of_result
from cogs.table.message.seal import whole_seals
from cogs.table.message.table_text import names_of
from cogs.words import _
from cogs.words.load import words_of
from cogs.words.names import escaped

SHOWN: Final = frozenset({Phase.LOBBY, Phase.PLAYING, Phase.OVER})
"""The phases in which a table's message can be brought to the bottom of its channel."""
GREY: Final = discord.ButtonStyle.secondary
DUEL: Final = 2
"""The number of members in a game in which one member plays against one other."""


def more_menu(
    table: Table,
    member_id: int,
    *,
    moderates: bool,
    has_board: bool = False,
    result: int | None = None,
) -> ui.LayoutView:
    """Return the message with the menu for that member. With `moderates`, the member may manage
    messages here, and with `has_board`, tables can be opened in a browser. If the menu was opened
    from the message of a finished game, `result` is the game's number. At a table where the member
    plays alone (a pocket), only the actions possible there are shown."""
    to_board = [board_button(table.id)] if has_board and table.phase in SHOWN else []
    seals = whole_seals(table)
    over = [] if result is None else [of_result(table.id, result, "check")]
    if table.is_pocket:
        ways = [("rules", _("Rules")), ("resign", _("Resign")), ("close", _("Close the table…"))]
        if table.phase is not Phase.PLAYING:
            del ways[1]
        plain = [_plain(table, action, label) for action, label in ways]
        return message([seals, *rows([*over, *to_board, *plain])])
    return message(
        [
            f"-# {_rights(table)}",
            seals,
            *_removing(table, member_id, moderates=moderates),
            line(),
            _closing(table),
            *rows(
                [
                    *over,
                    *to_board,
                    *_ways(table),
                    *(_for_moderators(table, result) if moderates else ()),
                ]
            ),
        ]
    )


def show_table_button(table: Table) -> Item:
    """Return the button that moves the table's message to the bottom of the channel."""
    # Translators: A button.
    return _plain(table, "show", _("Show the table"))


def board_button(
    table_id: str, shows: str | None = None, number: int = 0, step: int | None = None
) -> Item:
    """Return the button that opens a board (the page that shows a table) in a member's browser. If
    `shows` is None, the board shows the table. Otherwise it is a board of the kind `shows`
    (bot.doors.model.Shows) for the game or deal with that `number`. `step` is the step of a
    replay."""
    custom_id = TO_BOARD.id(table_id, shows, number, step)
    return TO_BOARD(ui.Button(label=_("Open the table"), style=GREY, custom_id=custom_id))


def watch_button(table: Table, label: str) -> Item:
    """Return the button with which a member watches the table, or updates what they see."""
    return ON_TABLE(
        ui.Button(
            label=label,
            emoji="👀",
            style=discord.ButtonStyle.secondary,
            custom_id=ON_TABLE.id(table.id, "watch"),
        )
    )


def _rights(table: Table) -> str:
    if sitting_of(table.id) is not None:
        return _("This is a tournament table, so it has no host.")
    host = next((seat for seat in table.seats if seat.member_id == table.host_id), None)
    if host is None:
        return _("The host has left.")
    name = f"**{escaped(host.name)}**"
    if table.phase is not Phase.LOBBY:
        return _("{name} is the host.", name=name)
    return _(
        "{name} is the host. They choose the rules, and can start the game or close the lobby.",
        name=name,
    )


def _removing(table: Table, member_id: int, *, moderates: bool) -> list[Block]:
    """Return the blocks for removing a player from a running game, with the players whom the member
    can remove. Bot players, and players who are out or have resigned, can't be removed. The list is
    empty if there is nobody else to remove, or if the member may not remove anybody."""
    view = table.view(None)
    if table.phase is not Phase.PLAYING or view is None:
        return []
    members = [
        (seat, shown)
        for seat, shown in zip(table.seats, view.seats, strict=True)
        if seat.member_id and not shown.resigned
    ]
    others = [seat for seat, shown in members if seat.member_id != member_id and not shown.out]
    if not others:
        return []
    if table.seat_of(member_id) is None:
        how = _("As a moderator, you can remove a player right away.")
        return [how, *rows([_removable(table, others)])] if moderates else []
    voters = [seat.member_id for seat, _shown in members]
    return _voting(table, member_id, others, len(voters)) if member_id in voters else []


def _voting(table: Table, member_id: int, others: list[Seat], voters: int) -> list[Block]:
    """Return the blocks in which a player can vote to remove one of `others`. `voters` is the
    number of members who haven't resigned, the player included."""
    if voters == DUEL:
        how = _(OpponentPresent.template)
        candidates = [seat for seat in others if seat.absent]
    else:
        how = _("It takes more than half of the other players to remove someone.")
        candidates = [seat for seat in others if member_id not in seat.votes]
    return [how, *rows([_removable(table, candidates)] if candidates else [])]


def _closing(table: Table) -> str:
    if table.phase is not Phase.PLAYING:
        return ""
    if table.speed is Speed.BY_POST:
        return _(NotDesertedByPost.template)
    return _("Any player can close the table after a day without a move.")


def _ways(table: Table) -> list[Item]:
    """Return the buttons in the menu *More…* that every member gets, whether or not they may manage
    messages."""
    ways: list[Item] = []
    if table.phase in SHOWN:
        ways.append(show_table_button(table))
    if table.phase is Phase.OVER and not table.is_private:
        evening: ui.Button[Any] = ui.Button(
            label=_("The evening so far"),
            emoji="🌙",
            style=GREY,
            custom_id=IN_EVENING.id(table.id, table.game_number, "open"),
        )
        ways.append(IN_EVENING(evening))
    if not table.is_private:
        pings: ui.Button[Any] = ui.Button(
            label=_("Pings for new tables…"), style=GREY, custom_id=IN_NOTIFY.id("open")
        )
        ways += [IN_NOTIFY(pings), appeal_button()]
    return [*ways, _plain(table, "close", _("Close the table…"))]


def _for_moderators(table: Table, result: int | None) -> list[Item]:
    if table.is_private:
        return []
    if table.phase is Phase.OVER and table.record is not None:
        result = table.game_number
    voids = [] if result is None else [void_button(table.id, result)]
    return [*voids, fair_play_button()]


def appeal_button() -> Item:
    """Return the button with which a member appeals. A press replaces the private message that has
    the button by a list of the games from which the member was removed."""
    return IN_FAIR_PLAY(
        ui.Button(
            label=_("Appeal against a removal…"), style=GREY, custom_id=IN_FAIR_PLAY.id("mine")
        )
    )


def fair_play_button() -> Item:
    """Return the button for moderators that opens the page about fair play. This page replaces the
    private message that has the button."""
    return IN_FAIR_PLAY(
        ui.Button(label=_("Fair play"), emoji="⚖️", style=GREY, custom_id=IN_FAIR_PLAY.id("all"))
    )


def void_button(table_id: str, number: int) -> Item:
    """Return the button with which a moderator voids game `number` of a table, so that the game
    doesn't count. A press first asks the moderator to confirm."""
    danger, custom_id = discord.ButtonStyle.danger, ASK_TO_ANNUL.id(table_id, number)
    return ASK_TO_ANNUL(ui.Button(label=_("Void this game…"), style=danger, custom_id=custom_id))


def _removable(table: Table, others: list[Seat]) -> Item:
    options = [
        discord.SelectOption(label=short(seat.name, LABEL), value=str(seat.member_id))
        for seat in others[:OPTIONS]
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=ON_TABLE.id(table.id, "remove", table.game_number),
        placeholder=_("Remove…"),
        options=options,
    )
    return ON_TABLE(select)


def _plain(table: Table, action: str, label: str) -> Item:
    return ON_TABLE(ui.Button(label=label, style=GREY, custom_id=ON_TABLE.id(table.id, action)))


def question_of(table: Table) -> Question:
    """Return the question that spectators of this table can answer with a guess. If the game has a
    word for the last place, the question is who comes last. Otherwise it is who wins."""
    return Question.LAST if words_of(table.game).last else Question.FIRST


def asked_and_answers(table: Table) -> tuple[str, list[str]]:
    """Return the text of the question that spectators can answer with a guess, and for each seat
    the answer that names its player."""
    seated = names_of(table)
    names = [seated.plain(seat) for seat in range(len(table.seats))]
    if question_of(table) is Question.LAST:
        asked = _("🔮 Who'll come last? Your guess…")
        # Translators: A spectator's guess about the end of the game.
        return asked, [_("🔮 {name} comes last", name=name) for name in names]
    # Translators: A spectator's guess about the end of the game.
    return _("🔮 Who'll win? Your guess…"), [_("🔮 {name} wins", name=name) for name in names]


def guessed_line(table: Table, seat: int) -> str:
    """Return the line that tells a member which seat they have guessed. It is shown while the game
    is running."""
    name = names_of(table)[seat]
    return "🔮 " + _("Your guess: {name}. You'll find out at the end.", name=name)


def judged_line(*, right: bool) -> str:
    """Return the line that tells a member after the game whether their guess was right."""
    return _("🔮 You guessed right!") if right else _("🔮 You guessed wrong this time.")


def guess_select(table: Table, guessed: int | None = None) -> Item:
    """Return the select in which a member who doesn't play guesses a seat. `guessed` is the seat of
    the member's earlier guess (None: no guess yet)."""
    asked, told = asked_and_answers(table)
    options = [
        discord.SelectOption(label=short(text), value=str(seat), default=seat == guessed)
        for seat, text in enumerate(told)
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=ON_TABLE.id(table.id, "guess", table.game_number),
        placeholder=asked,
        options=options[:OPTIONS],
    )
    return ON_TABLE(select)
