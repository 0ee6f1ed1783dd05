"""Makes and sends the messages of a challenge: the draft, in which a member chooses the game, the
announcement in the channel, and the question to the challenged member."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

import discord
from discord import ui
from discord.utils import format_dt

import games
from bot.challenges.model import Challenge, Standing
from bot.core.errors import TableError
from bot.preferences.model import Challenges as Wish
from bot.preferences.model import ServerSettings
from cogs.discord.client import ShijoBot
from cogs.discord.components import IN_CHALLENGE, Item
from cogs.discord.connection import PASSING
from cogs.discord.interactions import Interaction
from cogs.discord.languages import to_everyone, to_member
from cogs.discord.layout import LABEL, NO_MENTIONS, OPTIONS, QUIET, Block, message, rows, short
from cogs.discord.threads import awake
from cogs.edits.answers import answered
from cogs.table.lobby.message import preset_choices, speed_choices
from cogs.table.lobby.rulings import preset_title, presets_of
from cogs.table.lobby.speeds import speed_line
from cogs.words import _, counted, marked
from cogs.words.game import game_title
from cogs.words.names import escaped
from games.sentences import both

log = logging.getLogger(__name__)

OVER: Final[Mapping[Standing, str]] = {
    Standing.ACCEPTED: marked("⚔️ **{whom}** accepted **{by}**'s {game} challenge."),
    Standing.DECLINED: marked("⚔️ **{whom}** declined **{by}**'s {game} challenge."),
    Standing.NOT_NOW: marked("⚔️ **{whom}** can't accept **{by}**'s {game} challenge right now."),
    Standing.TAKEN_BACK: marked("⚔️ **{by}** withdrew their {game} challenge to **{whom}**."),
    Standing.EXPIRED: marked("⚔️ **{whom}** didn't answer **{by}**'s {game} challenge."),
}
"""The sentence that tells everyone how a challenge ended."""
ANSWERED: Final[Mapping[Standing, str]] = {
    Standing.ACCEPTED: marked("⚔️ Challenge accepted: {game}"),
    Standing.DECLINED: marked("⚔️ You've declined **{by}**'s challenge."),
    Standing.NOT_NOW: marked("⚔️ You've told **{by}** that you can't play right now."),
    Standing.TAKEN_BACK: marked("⚔️ You've withdrawn your challenge to **{whom}**."),
}
"""The sentence that tells a member that their own press ended a challenge."""

TEAMS: Final = both(
    "You each lead a team and can add {number} more player. Both tables play the same two "
    "deals, with the teams' cards swapped at the second table.",
    "You each lead a team and can add {number} more players. Both tables play the same two "
    "deals, with the teams' cards swapped at the second table.",
)
"""The sentence that explains a match of two teams."""
DUPLICATE: Final = marked(
    "You each play the same two deals against the same bots, in your own time. The better total "
    "wins."
)
"""The sentence that explains a duplicate."""

ANSWERS: Final[Mapping[str, Standing]] = {
    "accept": Standing.ACCEPTED,
    "decline": Standing.DECLINED,
    "not-now": Standing.NOT_NOW,
    "take-back": Standing.TAKEN_BACK,
}
"""The state of a challenge after each answer, by the action of the answer's button."""


def draft_panel(draft: Challenge, server: ServerSettings) -> ui.LayoutView:
    """Return the message in which a member chooses the game, the rules and the speed of a challenge
    before sending it. `server` are the server's settings. They decide what the member hasn't chosen
    yet."""
    options = games.load(draft.game).Options
    chosen = draft.preset or server.game(draft.game).preset or next(iter(options.presets))
    kinds = [
        discord.SelectOption(label=game_title(name), value=name, default=name == draft.game)
        for name in list(games.available())[:OPTIONS]
    ]
    selects: list[Block] = [
        _select(draft, "game", kinds),
        _select(draft, "preset", preset_choices(draft.game, chosen, server)),
        _select(draft, "speed", speed_choices(draft.speed, server)),
    ]
    send = _button(
        draft,
        "send",
        short(_("Challenge {name}", name=draft.whom.name), LABEL),
        discord.ButtonStyle.primary,
    )
    head = _("Challenge **{name}** to a game", name=escaped(draft.whom.name))
    return message([f"### {head}", *selects, *rows([send])])


def asked_message(asked: Challenge, server: ServerSettings) -> ui.LayoutView:
    """Return the announcement of the challenge, which is posted in its channel and can be answered
    there."""
    who = {"by": escaped(asked.by.name), "whom": f"<@{asked.whom.id}>"}
    game = escaped(game_title(asked.game))
    if asked.team_size:
        told = _("⚔️ **{by}** challenges {whom} to a **{game}** team match.", game=game, **who)
    elif asked.duplicate:
        told = _("⚔️ **{by}** challenges {whom} to a duplicate **{game}** match.", game=game, **who)
    else:
        told = _("⚔️ **{by}** challenges {whom} to a game of **{game}**.", game=game, **who)
    answer = _button(asked, "answer", _("Answer"), discord.ButtonStyle.primary)
    return message([told, _about(asked, server), *rows([answer])])


def question(asked: Challenge, server: ServerSettings) -> ui.LayoutView:
    """Return the private message that asks the challenged member whether they accept."""
    by, game = escaped(asked.by.name), escaped(game_title(asked.game))
    if asked.team_size:
        told = _("⚔️ **{by}** challenges you to a **{game}** team match.", by=by, game=game)
    elif asked.duplicate:
        told = _("⚔️ **{by}** challenges you to a duplicate **{game}** match.", by=by, game=game)
    else:
        told = _("⚔️ **{by}** challenges you to a game of **{game}**.", by=by, game=game)
    return message([told, _about(asked, server), *rows(_answers(asked))])


def own_question(asked: Challenge) -> ui.LayoutView:
    """Return the message for the member who made the challenge. Its button withdraws the
    challenge."""
    told = _("**{name}** hasn't answered yet.", name=escaped(asked.whom.name))
    back = _button(asked, "take-back", _("Withdraw challenge"), discord.ButtonStyle.secondary)
    return message([told, *rows([back])])


def over_message(over: Challenge, where: str = "") -> ui.LayoutView:
    """Return the message that replaces the announcement of a challenge that is over. `where` is the
    link to the table that was opened, or an empty text if no table was opened."""
    return _ended(over, OVER[over.standing], where)


def answered_message(over: Challenge, where: str = "") -> ui.LayoutView:
    """Return the private message for the member who has just answered a challenge, or withdrawn
    it. `where` is the link to the table that was opened, or an empty text if no table was
    opened."""
    return _ended(over, ANSWERED[over.standing], where)


def _ended(over: Challenge, sentence: str, where: str) -> ui.LayoutView:
    game = escaped(game_title(over.game))
    told = _(
        sentence,
        whom=escaped(over.whom.name),
        by=escaped(over.by.name),
        game=f"[{game}]({where})" if where else game,
    )
    return message([told], colour=QUIET)


def _about(asked: Challenge, server: ServerSettings) -> Block:
    """Return the lines about a challenge: the rules and the speed of the game, and the time until
    which the challenge can be answered. For a duplicate or a team match, the first line tells the
    kind of match instead of the rules and the speed."""
    until = _("Open until {time}.", time=format_dt(asked.until, "f"))
    if asked.team_size:
        return f"{counted(*TEAMS, asked.team_size - 1)}\n-# {until}"
    if asked.duplicate:
        return f"{_(DUPLICATE)}\n-# {until}"
    rules = _("Rules: **{preset}**", preset=_preset(asked, server))
    return f"{rules} · {speed_line(asked.speed)}\n-# {until}"


def _preset(asked: Challenge, server: ServerSettings) -> str:
    kind = games.load(asked.game)
    name = asked.preset or server.game(asked.game).preset or next(iter(kind.Options.presets))
    return escaped(presets_of(kind, server).get(name) or preset_title(kind.Options, name))


def _answers(asked: Challenge) -> list[Item]:
    return [
        _button(asked, "accept", _("Accept"), discord.ButtonStyle.success),
        _button(asked, "decline", _("Decline"), discord.ButtonStyle.secondary),
        _button(asked, "not-now", _("Not now"), discord.ButtonStyle.secondary),
    ]


def _select(draft: Challenge, action: str, options: list[discord.SelectOption]) -> Block:
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=IN_CHALLENGE.id(draft.id, action), options=options
    )
    return ui.ActionRow(IN_CHALLENGE(select))


def _button(of: Challenge, action: str, label: str, style: discord.ButtonStyle) -> Item:
    return IN_CHALLENGE(
        ui.Button(label=label, style=style, custom_id=IN_CHALLENGE.id(of.id, action))
    )


async def tell_channel(interaction: Interaction, asked: Challenge) -> Wish:
    """Announce a challenge in its channel. Mention the challenged member if that member's settings
    ask for it. Return how the challenged member wants to hear of challenges, as their settings say.
    Raises TableErrors."""
    bot: ShijoBot = interaction.client
    tables = bot.tables
    server = await tables.preferences.server(asked.guild_id)
    wish = (await tables.preferences.member(asked.whom.id)).challenges
    async with to_everyone(bot, asked.guild_id):
        view = asked_message(asked, server)
    users = [discord.Object(asked.whom.id)] if wish is Wish.MENTION else []
    only = discord.AllowedMentions(everyone=False, roles=False, users=users)
    if interaction.response.is_done():
        sent = await interaction.followup.send(view=view, wait=True, allowed_mentions=only)
        shown: int | None = sent.id
    else:
        shown = await answered(
            interaction, interaction.response.send_message(view=view, allowed_mentions=only)
        )
    if shown is not None:
        await bot.service.challenges.shown(asked, shown)
    return wish


async def tell_directly(bot: ShijoBot, asked: Challenge) -> None:
    """Send the challenged member a direct message that asks whether they accept the challenge. If
    the message can't be sent, only the log says so."""
    guild = bot.get_guild(asked.guild_id)
    server = await bot.tables.preferences.server(asked.guild_id)
    try:
        locale = guild.preferred_locale if guild else None
        async with to_member(bot, asked.whom.id, locale):
            view = question(asked, server)
        channel = await bot.create_dm(discord.Object(asked.whom.id))
        await channel.send(view=view)
    except (discord.HTTPException, *PASSING, TableError) as error:
        # They take no direct messages; the channel has been told.
        log.info("a challenge was not sent directly: %s", type(error).__name__)


async def tell_of_end(bot: ShijoBot, over: Challenge, where: str = "") -> None:
    """Edit the announcement in the channel, so that it says how the challenge ended. `where` is the
    link to the table that was opened, or an empty text if no table was opened. If the edit fails,
    only the log says so."""
    if over.message_id is None:
        return
    channel = bot.get_partial_messageable(over.channel_id, guild_id=over.guild_id)
    shown = channel.get_partial_message(over.message_id)
    async with to_everyone(bot, over.guild_id):
        view = over_message(over, where)
    try:
        await awake(
            bot,
            over.channel_id,
            lambda: shown.edit(view=view, allowed_mentions=NO_MENTIONS),
        )
    except (discord.HTTPException, *PASSING, TableError) as error:
        # Its button still answers that the challenge is over.
        log.info("a challenge stays as it is shown: %s", type(error).__name__)
