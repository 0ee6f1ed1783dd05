"""`/tournament`: the commands that open a tournament, show the last one, and remove and replace
members, and the answers to presses."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.core.errors import NoSuchTournament, NotEntered
from bot.core.model import Person, Speed
from bot.tournaments.model import MATCHES, Format, Tournament, TournamentStage, Verdict
from bot.tournaments.opening import MINUTES, duplicate_rules, rules_of
from cogs.discord.cog import ShijoCog
from cogs.discord.components import IN_TOURNAMENT, on_press
from cogs.discord.errors import NotUnderstood, OlderShijo, must_manage
from cogs.discord.interactions import Interaction, person, scope
from cogs.discord.languages import to_everyone
from cogs.discord.layout import message
from cogs.discord.presses import Input
from cogs.discord.roles import must_give, why_not
from cogs.edits.answers import answered, finished, replied
from cogs.table.lobby.permitted import must_be_allowed, must_make_duplicate
from cogs.table.rules import SPEEDS, game_named, offering_games, suggested_presets
from cogs.tournaments.manage import calling_off, deciding, giving_up, managing
from cogs.tournaments.upkeep import TournamentUpkeep
from cogs.tournaments.words import NOTES
from cogs.words import _
from cogs.words.names import escaped, name_of

SOONEST: Final = 5
LATEST: Final = 30 * 24 * 60
"""The fewest (`SOONEST`) and the most (`LATEST`) minutes until the start of a tournament."""
SHORTEST: Final = 10
LONGEST: Final = 240
"""The fewest minutes (`SHORTEST`) and the most minutes (`LONGEST`) that an arena can last. An arena
is a tournament without rounds."""
WHICH: Final = re.compile(r"([0-9]{1,2})-([0-9]{1,2})(?:-([a-z]+))?")
"""The text by which a moderator names a fixture (a match of a tournament), such as `2-1`: the
round, and the board in this round. A verdict can follow, such as `2-1-home`."""


class TournamentCommands(ShijoCog):
    """A cog that carries out the commands and presses of members and moderators about
    tournaments."""

    tournament = app_commands.Group(
        name=locale_str("tournament"),
        description=locale_str("This server's tournaments"),
        guild_only=True,
    )

    @offering_games
    @tournament.command(name=locale_str("new"), description=locale_str("Create a tournament"))
    @app_commands.rename(
        game=locale_str("game"),
        kind=locale_str("format"),
        preset=locale_str("rules"),
        speed=locale_str("speed"),
        match=locale_str("match"),
        starts=locale_str("starts"),
        minutes=locale_str("minutes"),
        duplicate=locale_str("duplicate"),
        threads=locale_str("threads"),
        role=locale_str("role"),
    )
    @app_commands.describe(
        game=locale_str("The game to play"),
        kind=locale_str("Format"),
        preset=locale_str("Rules"),
        speed=locale_str("Time per move"),
        match=locale_str("Max. games per match"),
        starts=locale_str("Minutes until the tournament starts (default: a moderator starts it)"),
        minutes=locale_str("Arena length in minutes (default: 60)"),
        duplicate=locale_str(
            "Time for each duplicate match (the same deals for both players, against bots)"
        ),
        threads=locale_str("Open each table in its own thread"),
        role=locale_str("A role for the winner"),
    )
    @app_commands.choices(
        kind=[
            Choice(name=locale_str("Knockout"), value=Format.KNOCKOUT.value),
            Choice(name=locale_str("Swiss system"), value=Format.SWISS.value),
            Choice(name=locale_str("Round robin"), value=Format.ROUND_ROBIN.value),
            Choice(name=locale_str("Arena"), value=Format.ARENA.value),
        ]
    )
    @app_commands.choices(speed=[each for each in SPEEDS if each.value != Speed.NONE.value])
    @app_commands.choices(match=[Choice(name=str(number), value=number) for number in MATCHES])
    @app_commands.choices(
        duplicate=[
            Choice(name=locale_str("1 hour"), value=1),
            Choice(name=locale_str("24 hours"), value=24),
            Choice(name=locale_str("3 days"), value=72),
        ]
    )
    async def new(
        self,
        interaction: Interaction,
        game: str,
        kind: str,
        preset: str | None = None,
        speed: str | None = None,
        match: int = 1,
        starts: app_commands.Range[int, SOONEST, LATEST] | None = None,
        minutes: app_commands.Range[int, SHORTEST, LONGEST] = MINUTES,
        duplicate: int | None = None,
        threads: bool | None = None,
        role: discord.Role | None = None,
    ) -> None:
        """`/tournament new`: posts a tournament that members can enter. `kind` is a value of
        `Format`. A fixture (a match of two entrants) has at most `match` games. `starts` is the
        number of minutes until the start (None: a moderator starts the tournament). `minutes` is
        the length of an arena. With `duplicate`, the games are duplicates (both players play the
        same deals against bot players), and each duplicate is open for this number of hours.
        `threads` says whether each table gets its own thread (None: as the server's settings say).
        The winner gets the role `role`."""
        must_manage(interaction)
        must_be_allowed(interaction)
        if role is not None:
            must_give(interaction, role.id)
        name, form = game_named(game), Format(kind)
        if duplicate is not None:
            must_make_duplicate(name, preset, speed)
            rules = duplicate_rules(form, name, match, duplicate)
        else:
            server = await self.bot.tables.preferences.server(scope(interaction))
            rules = rules_of(
                server,
                form,
                name,
                preset=preset,
                speed=speed,
                usual=self.bot.settings.tables.speed,
                games=match,
                threads=server.threads if threads is None else threads,
                minutes=minutes,
            )
        now = discord.utils.utcnow()
        opened = await self.bot.tournaments.open(
            scope(interaction),
            interaction.channel_id or 0,
            rules,
            starts_at=None if starts is None else now + timedelta(minutes=starts),
            role_id=None if role is None else role.id,
        )
        async with to_everyone(self.bot, opened.guild_id):
            drawn = await self.upkeep.drawn(opened)
        posted = await replied(interaction, drawn)
        await self.bot.tournaments.placed(opened.id, posted)
        self.upkeep.want(opened.id)
        await self._warn(interaction, opened)

    @new.autocomplete("preset")
    async def _presets(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await suggested_presets(interaction, typed)

    @tournament.command(
        name=locale_str("show"), description=locale_str("See this server's latest tournament")
    )
    async def show(self, interaction: Interaction) -> None:
        """`/tournament show`: shows the message of the server's newest tournament to the asking
        member only. Raises NoSuchTournament if the server has no tournament."""
        last = (await self.bot.tournaments.last(scope(interaction)))[:1]
        if not last:
            raise NoSuchTournament
        await answered(interaction, interaction.response.defer(ephemeral=True, thinking=True))
        await finished(interaction, lambda: self.upkeep.drawn(last[0]))

    @tournament.command(
        name=locale_str("remove"), description=locale_str("Remove someone from a tournament")
    )
    @app_commands.rename(member=locale_str("member"))
    @app_commands.describe(member=locale_str("The member to remove"))
    async def remove(self, interaction: Interaction, member: discord.User) -> None:
        """`/tournament remove`: a moderator removes a member from the tournament that this member
        has entered."""
        must_manage(interaction)
        played = await self._of(interaction, member)
        await self.bot.tournaments.remove(played.id, member.id, name_of(member))
        await self._say(
            interaction,
            _("{name} has left the tournament.", name=escaped(name_of(member))),
        )

    @tournament.command(
        name=locale_str("replace"),
        description=locale_str("Give a player's place in a tournament to someone else"),
    )
    @app_commands.rename(member=locale_str("member"), newcomer=locale_str("newcomer"))
    @app_commands.describe(
        member=locale_str("The member to remove"),
        newcomer=locale_str("The member who takes their place"),
    )
    async def replace(
        self, interaction: Interaction, member: discord.User, newcomer: discord.User
    ) -> None:
        """`/tournament replace`: the member `newcomer` takes the place of `member` in a tournament,
        with the points that `member` has."""
        must_manage(interaction)
        played = await self._of(interaction, member)
        name = name_of(newcomer)
        await self.bot.tournaments.replace(played.id, member.id, Person(newcomer.id, name))
        await self._say(
            interaction,
            _(
                "{newcomer} takes {name}'s place.",
                newcomer=escaped(name),
                name=escaped(name_of(member)),
            ),
        )

    @on_press(IN_TOURNAMENT)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press on a tournament's message, or in the moderators' panel."""
        tournament = await self.bot.tournaments.get(match["tournament"], scope(interaction))
        action, detail = match["action"], match["detail"] or ""
        if action in ("enter", "leave", "give-up", "give-up-yes"):
            await self._take(interaction, tournament, action)
            return
        must_manage(interaction)
        await self._manage(interaction, tournament, action, detail)

    async def _take(self, interaction: Interaction, tournament: Tournament, action: str) -> None:
        """Carry out a member's press on a button to enter a tournament or to leave it. `action` is
        `enter`, `leave`, `give-up` or `give-up-yes`. Members who would forfeit games are first
        asked to confirm, also after *Withdraw* in an older message. Raises TableErrors."""
        me = person(interaction)
        if action == "enter":
            await self.bot.tournaments.enter(tournament.id, me)
            await self._say(interaction, _("You're in. Good luck!"))
        elif action == "give-up" or (action == "leave" and _forfeits(tournament)):
            if tournament.entrant_of(me.id) is None:
                raise NotEntered(name=me.name)
            await interaction.response.send_message(view=giving_up(tournament), ephemeral=True)
        else:
            left = await self.bot.tournaments.leave(tournament.id, me.id, me.name)
            if _goes_on(left, self.bot.service.now()):
                await self._say(interaction, _("You're taking a break. Join in again any time."))
            else:
                await self._say(interaction, _("You've left the tournament."))

    async def _manage(
        self, interaction: Interaction, tournament: Tournament, action: str, detail: str
    ) -> None:
        tournaments = self.bot.tournaments
        match action:
            case "manage":
                await interaction.response.send_message(view=managing(tournament), ephemeral=True)
                return
            case "which":
                number, board, _none = _which(Input.by(interaction).first)
                fixture = tournament.fixture(number, board)
                if fixture is None:
                    raise NotUnderstood
                view = deciding(tournament, fixture)
            case "off":
                view = calling_off(tournament)
            case "start":
                view = managing(await tournaments.start(tournament.id))
            case "off-yes":
                view = managing(await tournaments.call_off(tournament.id))
            case "decide":
                number, board, verdict = _which(detail)
                if verdict is None:
                    raise NotUnderstood
                view = managing(await tournaments.decide(tournament.id, number, board, verdict))
            case _:
                raise OlderShijo
        await interaction.response.edit_message(view=view)

    @property
    def upkeep(self) -> TournamentUpkeep:
        """Return the cog that keeps the messages of tournaments up to date."""
        return self.bot.cog(TournamentUpkeep)

    async def _of(self, interaction: Interaction, member: discord.abc.User) -> Tournament:
        """Return the newest tournament that the member has entered and that isn't over. Raises
        NotEntered if there is none."""
        found = await self.bot.tournaments.newest_with(scope(interaction), member.id)
        if found is None:
            raise NotEntered(name=name_of(member))
        return found

    async def _warn(self, interaction: Interaction, opened: Tournament) -> None:
        """Warn the organiser at once if the bot will not be able to give the role to the winner at
        the end."""
        guild = self.bot.get_guild(opened.guild_id)
        note = why_not(guild, opened.role_id) if guild and opened.role_id else None
        if note is not None:
            await interaction.followup.send(f"⚠️ {_(NOTES[note])}", ephemeral=True)

    async def _say(self, interaction: Interaction, text: str) -> None:
        await interaction.response.send_message(view=message([text]), ephemeral=True)


def _forfeits(tournament: Tournament) -> bool:
    """Return whether a member who leaves this tournament now forfeits games."""
    return tournament.stage is TournamentStage.PLAYING and not tournament.rules.is_arena


def _goes_on(tournament: Tournament, now: datetime) -> bool:
    """Return whether this is an arena to which members can come back."""
    playing = tournament.stage is TournamentStage.PLAYING
    return tournament.rules.is_arena and playing and not tournament.time_is_up(now)


def _which(text: str) -> tuple[int, int, Verdict | None]:
    """Return the round of a fixture, its board (the fixture's number in the round), and the verdict
    that a moderator chose (None: no verdict yet). `text` is a text such as `2-1`, or one that also
    ends with a verdict. Raises NotUnderstood for any other text."""
    found = WHICH.fullmatch(text)
    if found is None or found[3] not in (None, *Verdict):
        raise NotUnderstood
    return int(found[1]), int(found[2]), None if found[3] is None else Verdict(found[3])
