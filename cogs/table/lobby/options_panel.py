"""The panel in which a table's options are chosen. The list of options is made from the game's
class of options alone, so it works for every game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, get_args, get_origin

import discord
from discord import ui

from bot.core.errors import HostOnly, WrongPhase
from bot.core.model import Phase, Table
from bot.fair_play.model import MOST_LEFT
from cogs.discord.components import IN_OPTIONS, Item
from cogs.discord.errors import sentence
from cogs.discord.layout import (
    DESCRIPTION,
    LABEL,
    OPTIONS,
    PLACEHOLDER,
    Block,
    line,
    message,
    rows,
    short,
)
from cogs.discord.presses import PRESET_NAME
from cogs.table.lobby.rulings import option_title, options_line
from cogs.table.message.public_message import kind_of
from cogs.table.message.table_text import SIDE_MARKS
from cogs.words import _
from cogs.words.figures import share
from cogs.words.load import strength_title
from games.core import Game
from games.options import GameOptions
from games.players import offered

SWITCHES: Final[Mapping[str, str]] = {
    "steady": "reliable_only",
    "remarks": "remarks",
    "emotes": "emotes",
    "open-hands": "open_hands",
}
"""The settings that the host turns on and off. The key is the action of the button, and the value
is the field of Table."""
NAME: Final = 40
"""The most characters of the name of a house preset (a preset of the server)."""
MOST_SELECTS: Final = 5
"""The most selects of fields: enough for 125 options."""


def values_of_field(options: type[GameOptions], name: str) -> list[Any]:
    """Return the possible values of the option `name`: true and false, the values of a Literal, or
    all whole numbers between a lower and an upper bound. The list is empty for an option without
    such values, and for an unknown option."""
    field = options.model_fields.get(name)
    if field is None:
        return []
    if field.annotation is bool:
        return [True, False]
    if get_origin(field.annotation) is Literal:
        return list(get_args(field.annotation))
    if field.annotation is int:
        bounds = {
            key: getattr(rule, key)
            for rule in field.metadata
            for key in ("ge", "gt", "le", "lt")
            if hasattr(rule, key)
        }
        least = bounds.get("ge", bounds.get("gt", 0) + 1 if "gt" in bounds else None)
        most = bounds.get("le", bounds.get("lt", 0) - 1 if "lt" in bounds else None)
        return list(range(least, most + 1)) if least is not None and most is not None else []
    return []


def options_panel(
    table: Table,
    member_id: int,
    *,
    field: str = "",
    notice: str = "",
    moving: int | None = None,
    manages: bool = False,
) -> ui.LayoutView:
    """Return the message with a table's options: all options with their values, or the values of
    the option `field`, or the seats to which the player in the seat `moving` can move. `notice` is
    a line about the last press.

    Only the host can change the options. A member with a seat can add a bot player. A member who
    `manages` the server may save the rules. Raises WrongPhase when no options can be chosen any
    more."""
    kind = kind_of(table)
    if table.phase is not Phase.LOBBY or kind is None:
        raise WrongPhase
    moving = _able_to_move(table, moving)
    blocks: list[Block] = [f"### {_('Options')} · {_(kind.title)}\n{options_line(kind, table)}"]
    if notice:
        blocks.append(f"> {notice}")
    blocks.append(line())
    if member_id == table.host_id and moving is not None:
        blocks += places(table, moving)
    elif member_id == table.host_id:
        blocks += (
            _values(kind, table, field)
            if field in kind.Options.model_fields
            else _fields(kind, table)
        )
    else:
        blocks.append("-# " + sentence(HostOnly(host=host_name(table))))
    if field or moving is not None:
        return message(blocks)
    if member_id == table.host_id and len(table.seats) > 1:
        blocks.append(ui.ActionRow(movers(table)))
    if member_id == table.host_id:
        blocks += rows(_switches(table))
    if table.seat_of(member_id) is not None and len(table.seats) < kind.players[-1]:
        blocks.append(ui.ActionRow(_bots(table)))
    if manages:
        save: ui.Button[ui.LayoutView] = ui.Button(
            label=_("Save as house preset…"), custom_id=IN_OPTIONS.id(table.id, "save")
        )
        blocks += rows([IN_OPTIONS(save)])
    return message(blocks)


def _able_to_move(table: Table, moving: int | None) -> int | None:
    """Return the seat `moving`, or None if its player can't change seats. An older panel might have
    offered the seat before members left the table."""
    able = moving is not None and moving < len(table.seats) and len(table.seats) > 1
    return moving if able else None


def _switches(table: Table) -> list[Item]:
    """Return buttons for the settings that the host can turn on and off."""
    if table.is_private:
        return [_switch(table, "remarks", _("Bot chat: on"), _("Bot chat: off"))]
    most = share(MOST_LEFT * 100)
    return [
        _switch(
            table,
            "steady",
            _("Reliable players only (under {most} early exits): on", most=most),
            _("Reliable players only (under {most} early exits): off", most=most),
        ),
        _switch(table, "remarks", _("Bot chat: on"), _("Bot chat: off")),
        _switch(table, "emotes", _("Emotes: on"), _("Emotes: off")),
        _switch(
            table,
            "open-hands",
            _("Spectators see all hands: on"),
            _("Spectators see all hands: off"),
        ),
    ]


def _switch(table: Table, name: str, on: str, off: str) -> Item:
    """Return the button of a setting in `SWITCHES`. The button's label is `on` while the setting is
    on, and `off` while it is off."""
    now = getattr(table, SWITCHES[name])
    return IN_OPTIONS(
        ui.Button(
            label=on if now else off,
            style=discord.ButtonStyle.success if now else discord.ButtonStyle.secondary,
            custom_id=IN_OPTIONS.id(table.id, name),
        )
    )


def name_form(table: Table) -> ui.Modal:
    """Return the modal that asks for a name under which the table's rules are saved as a preset of
    the server."""
    form = ui.Modal(
        title=_("House preset"), custom_id=IN_OPTIONS.id(table.id, "save"), timeout=None
    )
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=PRESET_NAME, min_length=1, max_length=NAME
    )
    form.add_item(ui.Label(text=_("Name for these rules"), component=field))
    form.stop()
    return form


def movers(table: Table) -> Item:
    """Return the select in which the host chooses a player who is to change seats."""
    return _seats(
        table,
        IN_OPTIONS.id(table.id, "seat"),
        _("Who's changing seats?"),
        range(len(table.seats)),
    )


def places(table: Table, moving: int) -> list[Block]:
    """Return the components with which the host moves the player in the seat `moving` to another
    seat. The components are a select of the other seats and a button back to all options. The
    players of the two seats are swapped."""
    others = [seat for seat in range(len(table.seats)) if seat != moving]
    select = _seats(
        table, IN_OPTIONS.id(table.id, "place", str(moving)), _("Swap seats with…"), others
    )
    back: ui.Button[ui.LayoutView] = ui.Button(
        label=_("All options"), custom_id=IN_OPTIONS.id(table.id, "back")
    )
    return [ui.ActionRow(select), *rows([IN_OPTIONS(back)])]


def _seats(table: Table, custom_id: str, ask: str, seats: Iterable[int]) -> Item:
    teams = len(set(table.sides)) < len(table.seats)
    lines = [
        discord.SelectOption(
            label=short(f"{seat + 1}. {table.seats[seat].name}", LABEL),
            value=str(seat),
            emoji=SIDE_MARKS[table.sides[seat] % len(SIDE_MARKS)] if teams else None,
        )
        for seat in seats
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=custom_id, placeholder=ask, options=lines[:OPTIONS]
    )
    return IN_OPTIONS(select)


def host_name(table: Table) -> str:
    """Return the host's name. Returns `?` if the host doesn't sit at the table."""
    return next((seat.name for seat in table.seats if seat.member_id == table.host_id), "?")


def _fields(kind: type[Game], table: Table) -> list[Block]:
    names = [name for name in kind.Options.model_fields if values_of_field(kind.Options, name)]
    parts = [names[start : start + OPTIONS] for start in range(0, len(names), OPTIONS)][
        :MOST_SELECTS
    ]
    return [
        ui.ActionRow(
            IN_OPTIONS(
                ui.Select(
                    custom_id=IN_OPTIONS.id(table.id, "field", str(number) if number else None),
                    placeholder=_("Change an option…"),
                    options=[_field_line(kind.Options, table, name) for name in part],
                )
            )
        )
        for number, part in enumerate(parts)
    ]


def _field_line(options: type[GameOptions], table: Table, name: str) -> discord.SelectOption:
    now = _(options.label(name, table.options.get(name)))
    label = f"{option_title(options, name)}: {now}"
    about = options.model_fields[name].description or ""
    return discord.SelectOption(
        label=short(label, LABEL), value=name, description=short(_(about), DESCRIPTION) or None
    )


def _values(kind: type[Game], table: Table, name: str) -> list[Block]:
    field = kind.Options.model_fields[name]
    choices = [
        discord.SelectOption(
            label=short(_(kind.Options.label(name, value)), LABEL),
            value=str(number),
            default=table.options.get(name) == value,
        )
        for number, value in enumerate(values_of_field(kind.Options, name)[:OPTIONS])
    ]
    title = option_title(kind.Options, name)
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=IN_OPTIONS.id(table.id, "value", name),
        placeholder=short(title, PLACEHOLDER),
        options=choices,
    )
    back: ui.Button[ui.LayoutView] = ui.Button(
        label=_("All options"), custom_id=IN_OPTIONS.id(table.id, "back")
    )
    about = field.description or ""
    return [
        f"**{title}**\n{_(about)}",
        ui.ActionRow(IN_OPTIONS(select)),
        *rows([IN_OPTIONS(back)]),
    ]


def _bots(table: Table) -> Item:
    known = offered(table.game)[:OPTIONS]
    options = [
        discord.SelectOption(label=short(strength_title(name, table.game), LABEL), value=name)
        for name in known
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=IN_OPTIONS.id(table.id, "bot"),
        placeholder=_("Add a bot…"),
        options=options,
    )
    return IN_OPTIONS(select)
