"""A member's own settings and data: `/me`, `/privacy` and `/forget-me`."""

from __future__ import annotations

import asyncio
import gzip
import io
import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.utils import format_dt

from bot.domain import vacation
from bot.domain.preferences import Challenges, Deck, MemberSettings, Mentions, Order, Vacation
from cogs.gateway.cog import ShijoCog
from cogs.gateway.errors import OlderShijo, answering
from cogs.gateway.ids import in_me
from cogs.gateway.interactions import Interaction
from cogs.gateway.items import MeItem
from cogs.gateway.languages import LANGUAGES, to_member
from cogs.gateway.layout import NO_MENTIONS, Block, message, rows
from cogs.gateway.picked import Picked
from cogs.upkeep.answers import answered, finished
from cogs.upkeep.kept import keeper_of
from cogs.views.drawn import Drawn
from cogs.words import _, counted, marked

LARGEST: Final = 8_000_000
"""Bytes of a file as it is; Discord takes 10 MiB."""
UNSET: Final = "-"
"""The value of the line that removes a choice."""

CHOICES: Final[Mapping[str, Mapping[StrEnum, str]]] = {
    "deck": {
        Deck.FOUR_COLOURS: marked("Deck: a colour for each suit"),
        Deck.TWO_COLOURS: marked("Deck: red and black"),
    },
    "order": {
        Order.GAME: marked("Hand: as usual in the game"),
        Order.SUIT: marked("Hand: by suit"),
        Order.RANK: marked("Hand: by rank"),
        Order.TRUMPS_LAST: marked("Hand: by suit, trumps last"),
    },
    "mentions": {
        Mentions.ON: marked("My turn: a mention in the channel"),
        Mentions.DIRECT: marked("My turn: a direct message"),
        Mentions.OFF: marked("My turn: no mention"),
    },
    "challenges": {
        Challenges.QUIET: marked("Challenges: shown, without a mention"),
        Challenges.MENTION: marked("Challenges: a mention in the channel"),
        Challenges.DIRECT: marked("Challenges: a direct message, too"),
        Challenges.NONE: marked("Challenges: none"),
    },
}
"""The choices of each setting, by its name."""


class MemberChoices(ShijoCog):
    """Shows and changes a member's own settings."""

    items = (MeItem,)

    @app_commands.command(
        name=locale_str("me"), description=locale_str("Your deck, your hand, your mentions")
    )
    async def me(self, interaction: Interaction) -> None:
        """`/me`: the panel of the member's own settings."""
        async with answering(interaction):
            view = await self._panel(interaction.user.id)
            await interaction.response.send_message(
                view=view, ephemeral=True, allowed_mentions=NO_MENTIONS
            )

    @app_commands.command(
        name=locale_str("forget-me"), description=locale_str("Deletes what Shijo knows of you")
    )
    async def forget_me(self, interaction: Interaction) -> None:
        """`/forget-me`: asks once."""
        async with answering(interaction):
            await _ask_to_forget(interaction)

    @app_commands.command(
        name=locale_str("privacy"), description=locale_str("What Shijo keeps of you, as a file too")
    )
    async def privacy(self, interaction: Interaction) -> None:
        """`/privacy`: what is kept, why, and what the member can do about it."""
        async with answering(interaction):
            await interaction.response.send_message(
                view=privacy_message(), ephemeral=True, allowed_mentions=NO_MENTIONS
            )

    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """A setting was changed, or the member wants to be forgotten."""
        async with answering(interaction):
            member_id, action = interaction.user.id, match["action"]
            if action == "forget-yes":
                # Acknowledged first, because every table where the member ever sat is read.
                await answered(interaction, interaction.response.defer())
                await self._forget(member_id)
                await finished(interaction, _forgotten)
                return
            if action == "forget":
                await _ask_to_forget(interaction)
                return
            if action == "export":
                await self._export(interaction)
                return
            if action in {"vacation", "back"}:
                # Every game that they play by post is told.
                days = Picked.by(interaction).number if action == "vacation" else None
                await self.bot.tables.vacation(member_id, days)
            else:
                await self._change(member_id, action, Picked.by(interaction))
            # The language may be another one by now.
            async with to_member(self.bot, member_id, interaction.locale):
                view = await self._panel(member_id)
            await interaction.response.edit_message(view=view, allowed_mentions=NO_MENTIONS)

    async def _export(self, interaction: Interaction) -> None:
        """Give the member everything that is kept of them, as a file that they alone see."""
        await answered(interaction, interaction.response.defer(ephemeral=True, thinking=True))
        text = await self.bot.tables.export.of(interaction.user.id)
        name, content = await asyncio.to_thread(file_of, text)
        await interaction.edit_original_response(
            content=_("This is all that Shijo keeps of you."),
            attachments=[discord.File(io.BytesIO(content), name)],
            allowed_mentions=NO_MENTIONS,
        )

    async def _panel(self, member_id: int) -> ui.LayoutView:
        settings = await self.bot.tables.preferences.member(member_id)
        hidden = await self.bot.boards.is_hidden(member_id)
        learned = await self.bot.tables.learned.by(member_id)
        return me_panel(settings, hidden=hidden, learned=sum(map(len, learned.values())))

    async def _change(self, member_id: int, action: str, picked: Picked) -> None:
        if action == "lessons":
            await self.bot.tables.learned.begin_anew(member_id)
            return
        if action == "hidden":
            await self.bot.boards.hide(member_id, not await self.bot.boards.is_hidden(member_id))
            return
        preferences = self.bot.tables.preferences
        changes = _changes(action, picked, await preferences.member(member_id))
        await preferences.change_member(member_id, **changes)

    async def _forget(self, member_id: int) -> None:
        """Delete the member's data everywhere; the tables that they left show it."""
        await self.bot.tournaments.forget(member_id)
        updates = await self.bot.tables.forget(member_id)
        await self.bot.boards.forget(member_id)
        for table_id in {update.table.id for update in updates}:
            keeper_of(self.bot).show_anew(await self.bot.tables.get(table_id))


async def _ask_to_forget(interaction: Interaction) -> None:
    button: ui.Button[ui.LayoutView] = ui.Button(
        label=_("Yes, forget me"),
        style=discord.ButtonStyle.danger,
        custom_id=in_me("forget-yes"),
    )
    question = _(
        "Shijo will forget you on every server: your settings, your results, your place "
        "on the leaderboards. "
        "You leave the tables where you sit, and running games are lost. Games that you "
        "played are kept "
        "without your name. This can't be undone."
    )
    view = message([question, *rows([MeItem(button)])])
    await interaction.response.send_message(view=view, ephemeral=True, allowed_mentions=NO_MENTIONS)


def privacy_message() -> ui.LayoutView:
    """What is kept of members, with a button for all of it as a file, and one to delete it."""
    told = _(
        "Shijo keeps what a game needs so that nothing is lost: who sat where, the moves, the "
        "results, and what you chose for yourself. It reads no messages."
    )
    file: ui.Button[ui.LayoutView] = ui.Button(
        label=_("All that is kept of me"), custom_id=in_me("export")
    )
    forget: ui.Button[ui.LayoutView] = ui.Button(
        label=_("Forget me …"), style=discord.ButtonStyle.danger, custom_id=in_me("forget")
    )
    return message([told, *rows([MeItem(file), MeItem(forget)])])


def file_of(text: str) -> tuple[str, bytes]:
    """The name and content of a file that Discord takes: JSON, compressed when it is large."""
    content = text.encode()
    if len(content) <= LARGEST:
        return "shijo.json", content
    return "shijo.json.gz", gzip.compress(content)


async def _forgotten() -> Drawn:
    return Drawn(message([_("You are forgotten.")]))


def _changes(action: str, picked: Picked, old: MemberSettings) -> dict[str, Any]:
    """The change of a setting by a press. Raises OlderShijo for an unknown one."""
    if action == "text_only":
        return {"text_only": not old.text_only}
    if action == "language":
        code = picked.among([UNSET, *LANGUAGES])
        return {"language": None if code == UNSET else code}
    if action in CHOICES:
        return {action: picked.among(CHOICES[action])}
    raise OlderShijo


def me_panel(settings: MemberSettings, *, hidden: bool, learned: int = 0) -> ui.LayoutView:
    """The panel: every setting with an item that changes it. `hidden`: leaderboards leave the
    member out; `learned` is the number of lessons that they have finished."""
    text_only = _switch(
        "text_only", settings.text_only, _("Cards as text only: yes"), _("Cards as text only: no")
    )
    hide = _switch(
        "hidden", hidden, _("Hidden from leaderboards: yes"), _("Hidden from leaderboards: no")
    )
    selects: list[Block] = [
        ui.ActionRow(_select(name, getattr(settings, name))) for name in CHOICES
    ]
    title, scope = _("Your settings"), _("They hold on every server, for you alone.")
    return message(
        [
            f"### {title}\n{scope}",
            *selects,
            ui.ActionRow(_language(settings)),
            *_vacation(settings.vacation),
            *rows([text_only, hide, *([_anew(learned)] if learned else [])]),
        ]
    )


def _vacation(taken: Vacation) -> list[Block]:
    """What is left of the year's vacation, to be taken; or the way back from it."""
    now = discord.utils.utcnow()
    told = _("A vacation stops your clocks at games by post, and is announced there.")
    if taken.until is not None and vacation.is_away(taken, now):
        back = _("You are on vacation; back: {day}", day=format_dt(taken.until, "D"))
        button: ui.Button[ui.LayoutView] = ui.Button(
            label=_("I'm back"), style=discord.ButtonStyle.success, custom_id=in_me("back")
        )
        return [f"🏖️ {back}\n-# {told}", *rows([MeItem(button)])]
    left = vacation.left(taken, now).days
    if not left:
        return ["🏖️ " + _("No vacation is left this year.")]
    days = [
        discord.SelectOption(
            label=counted("Vacation: {number} day", "Vacation: {number} days", number),
            value=str(number),
        )
        for number in range(1, left + 1)
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=in_me("vacation"),
        placeholder=counted(
            "Vacation: {number} day left this year",
            "Vacation: {number} days left this year",
            left,
        ),
        options=days,
    )
    return [f"-# {told}", ui.ActionRow(MeItem(select))]


def _switch(name: str, now: bool, yes: str, no: str) -> MeItem:
    """A button that shows the present state, and changes it to the other one."""
    style = discord.ButtonStyle.success if now else discord.ButtonStyle.secondary
    return MeItem(ui.Button(label=yes if now else no, style=style, custom_id=in_me(name)))


def _anew(learned: int) -> MeItem:
    """The button that deletes the member's progress in the lessons."""
    label = counted("Forget my {number} lesson", "Forget my {number} lessons", learned)
    return MeItem(ui.Button(label=label, custom_id=in_me("lessons")))


def _select(name: str, now: StrEnum) -> MeItem:
    options = [
        discord.SelectOption(label=_(title), value=value.value, default=value is now)
        for value, title in CHOICES[name].items()
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(custom_id=in_me(name), options=options)
    return MeItem(select)


def _language(settings: MemberSettings) -> MeItem:
    options = [
        discord.SelectOption(
            label=_("Language: as in Discord"), value=UNSET, default=settings.language is None
        )
    ]
    options += [
        discord.SelectOption(label=title, value=code, default=code == settings.language)
        for code, title in LANGUAGES.items()
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(custom_id=in_me("language"), options=options)
    return MeItem(select)
