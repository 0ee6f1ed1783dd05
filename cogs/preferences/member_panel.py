"""The panels of `/me`. One has the member's choices. The other tells which data is stored about
members."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import discord
from discord import ui
from discord.utils import format_dt

from bot.preferences import vacation
from bot.preferences.model import Challenges, Deck, MemberSettings, Mentions, Order, Vacation
from cogs.discord.components import IN_ME, IN_NOTIFY, Item
from cogs.discord.languages import LANGUAGES
from cogs.discord.layout import Block, message, rows
from cogs.preferences.settings_items import lines_with_unset
from cogs.words import _, counted, marked

# Translators: A setting of the member.

CHOICES: Final[Mapping[str, Mapping[StrEnum, str]]] = {
    "deck": {
        Deck.FOUR_COLOURS: marked("Deck: four colours"),
        Deck.TWO_COLOURS: marked("Deck: red and black"),
    },
    "order": {
        Order.GAME: marked("Hand: the game's usual order"),
        Order.SUIT: marked("Hand: by suit"),
        Order.RANK: marked("Hand: by rank"),
        Order.TRUMPS_LAST: marked("Hand: by suit, trumps last"),
    },
    "mentions": {
        Mentions.ON: marked("My turn: ping me in the channel"),
        Mentions.DIRECT: marked("My turn: send me a direct message"),
        Mentions.OFF: marked("My turn: no ping"),
    },
    "challenges": {
        Challenges.QUIET: marked("Challenges: no ping"),
        Challenges.MENTION: marked("Challenges: ping me in the channel"),
        Challenges.DIRECT: marked("Challenges: ping me and send me a direct message"),
        Challenges.NONE: marked("Challenges: off"),
    },
}
"""The possible choices of each setting, by the setting's name."""
SWITCHES: Final[Mapping[str, tuple[str, str]]] = {
    "text_only": (marked("Text-only cards: on"), marked("Text-only cards: off")),
    "emotes": (marked("Emotes: shown"), marked("Emotes: hidden")),
    "remarks": (marked("Bot chat: shown"), marked("Bot chat: hidden")),
}
"""The settings that are on or off, by name, with the label of the button in both states."""
HIDDEN: Final = (
    marked("My name on leaderboards: hidden"),
    marked("My name on leaderboards: shown"),
)


def privacy_message(*, has_board: bool = False) -> ui.LayoutView:
    """Return the message that says which data about members is stored. One button sends all of the
    member's data as a file, and another one deletes all of this data. If tables can be opened in a
    browser (`has_board`), a third button closes the member's sessions there."""
    told = _(
        "I keep what your games need: who sat where, the moves, the results and your settings. I "
        "don't read messages."
    )
    file: ui.Button[ui.LayoutView] = ui.Button(
        label=_("Download my data"), custom_id=IN_ME.id("export")
    )
    forget: ui.Button[ui.LayoutView] = ui.Button(
        label=_("Forget me…"), style=discord.ButtonStyle.danger, custom_id=IN_ME.id("forget")
    )
    boards: ui.Button[ui.LayoutView] = ui.Button(
        label=_("Sign out of all browsers"), custom_id=IN_ME.id("boards")
    )
    closes = [IN_ME(boards)] if has_board else []
    return message([told, *rows([IN_ME(file), *closes, IN_ME(forget)])])


def me_panel(
    settings: MemberSettings, *, hidden: bool, learned: int = 0, pinged: bool = False
) -> ui.LayoutView:
    """Return the panel of `/me`, with every setting and an item that changes it. With `hidden`,
    leaderboards leave the member out. `learned` is the number of lessons that the member has
    finished. With `pinged`, the member can choose pings for new tables in this server."""
    switches = [_switch(name, getattr(settings, name), told) for name, told in SWITCHES.items()]
    selects: list[Block] = [
        ui.ActionRow(_select(name, getattr(settings, name))) for name in CHOICES
    ]
    title, scope = (
        _("Your settings"),
        _("These settings are yours alone, and they apply on every server."),
    )
    return message(
        [
            f"### {title}\n{scope}",
            *selects,
            ui.ActionRow(_language(settings)),
            *_vacation(settings.vacation),
            *rows(
                [
                    *switches,
                    _switch("hidden", hidden, HIDDEN),
                    *([_anew(learned)] if learned else []),
                    *([_pings()] if pinged else []),
                    IN_ME(ui.Button(label=_("My data…"), custom_id=IN_ME.id("privacy"))),
                ]
            ),
        ]
    )


def _pings() -> Item:
    """Return the button that leads to the pings for new tables in this server."""
    return IN_NOTIFY(ui.Button(label=_("Pings for new tables…"), custom_id=IN_NOTIFY.id("open")))


def _vacation(taken: Vacation) -> list[Block]:
    """Return the blocks about the member's vacation. During a vacation there is a button to come
    back. Otherwise there is a select of the vacation days that are left this year."""
    now = discord.utils.utcnow()
    told = _(
        "Going on vacation stops your clocks in correspondence games. The other "
        "players see that you're away."
    )
    if taken.until is not None and vacation.is_away(taken, now):
        back = _("You're on vacation until {day}", day=format_dt(taken.until, "D"))
        button: ui.Button[ui.LayoutView] = ui.Button(
            label=_("I'm back"), style=discord.ButtonStyle.success, custom_id=IN_ME.id("back")
        )
        return [f"🏖️ {back}\n-# {told}", *rows([IN_ME(button)])]
    left = vacation.left(taken, now).days
    if not left:
        return ["🏖️ " + _("You've used all your vacation days this year.")]
    days = [
        discord.SelectOption(
            label=counted("Vacation: {number} day", "Vacation: {number} days", number),
            value=str(number),
        )
        for number in range(1, left + 1)
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=IN_ME.id("vacation"),
        placeholder=counted(
            "Vacation: {number} day left this year",
            "Vacation: {number} days left this year",
            left,
        ),
        options=days,
    )
    return [f"-# {told}", ui.ActionRow(IN_ME(select))]


def _switch(name: str, on: bool, told: tuple[str, str]) -> Item:
    """Return a button that shows the state of a setting and switches the setting to the other
    state. `told` has two labels of the button: while the setting is on, and while it is off."""
    style = discord.ButtonStyle.success if on else discord.ButtonStyle.secondary
    label = _(told[0] if on else told[1])
    return IN_ME(ui.Button(label=label, style=style, custom_id=IN_ME.id(name)))


def _anew(learned: int) -> Item:
    """Return the button that deletes the member's progress in the lessons. `learned` is the number
    of lessons that the member has finished."""
    label = counted("Reset my finished lesson", "Reset my {number} finished lessons", learned)
    return IN_ME(ui.Button(label=label, custom_id=IN_ME.id("lessons")))


def _select(name: str, now: StrEnum) -> Item:
    options = [
        discord.SelectOption(label=_(title), value=value.value, default=value is now)
        for value, title in CHOICES[name].items()
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(custom_id=IN_ME.id(name), options=options)
    return IN_ME(select)


def _language(settings: MemberSettings) -> Item:
    options = lines_with_unset(_("Language: same as Discord"), settings.language, LANGUAGES)
    select: ui.Select[ui.LayoutView] = ui.Select(custom_id=IN_ME.id("language"), options=options)
    return IN_ME(select)
