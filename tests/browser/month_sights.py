"""Plays everything that members may see in a month, in one language, and saves the messages. People
look at them later. Run `python -m tests.browser.month_sights LANGUAGE FOLDER`.

The month is played in the simulated Discord, where nobody has to wait for the days to pass. FOLDER
gets a file LANGUAGE.json with the messages and the texts in their pictures, and the files of the
messages. tests/browser/month_looks.py shows them in the card room's page."""

from __future__ import annotations

import asyncio
import itertools
import random
import sys
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from simcord import interactions
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from bot.achievements.model import ACHIEVEMENTS, Earned
from bot.core import scope
from bot.core.model import Person, Phase, Table
from bot.notices.model import GAME_NIGHT
from bot.pictures.paint import png
from bot.tournaments.model import Format, TournamentStage
from cogs.discord.presses import BACKWARDS
from cogs.tournaments.upkeep import PAUSE
from games.puzzles import choices
from tests.browser.arguments import language_and_folder
from tests.browser.sights import Sights
from tests.journeys.conftest import Evening, database_without_time_limits
from tests.journeys.test_duplicate import played, shown_in_channel
from tests.journeys.test_evenings import analysed, moderator
from tests.journeys.test_game_night import chosen, do_due, night_from, until
from tests.journeys.test_today import QUICK, play, sitting_of
from tests.limits import walk
from tests.present import present
from tests.quick_simulator import simulate_quickly
from tests.quick_sqlite import share_compiled_statements, without_threads

ENTRANTS: Final = (
    "Konstantin",
    "Wolfgang Amadeus von Hohenstein",
    "Ева",
    "Maximiliane",
    "xX_Dūšia_Xx",
    "Bo",
    "Żaneta Brzęczyszczykiewicz",
    "Олександра",
)
"""Who plays the tournament: names of all lengths."""
HOUR: Final = 70
"""The number of minutes after which an arena is surely over. The number includes the time in which
members may come to the last tables."""


def answer_of(said: InteractionResult) -> ResponseMessage:
    """Return the message with which the bot answers a press or a command."""
    return present(said.response or next(iter(said.followups), None))


def id_in(message: ResponseMessage, *parts: str) -> str:
    """Return a custom id of a component in `message`. It is the first custom id that contains the
    first of `parts`. If there is none, it is the first that contains the next of `parts`, and so
    on. Raises StopIteration if no custom id contains any of `parts`."""
    found = [str(part.get("custom_id", "")) for part in walk(message.components)]
    return next(each for part in parts for each in found if part in each)


class Tour:
    """Plays everything that people are to look at, in one language, in a simulated Discord. Saves
    the messages to `sights`."""

    def __init__(self, evening: Evening, sights: Sights) -> None:
        self.evening, self.sights = evening, sights
        self.nora, self.pavel, self.aiko, self.bert = evening.members
        self.boss = moderator(evening)
        self.presses = itertools.count(50_000)
        self.rng = random.Random(7)

    async def press(
        self, member: MemberActor, on: ResponseMessage, *parts: str, keep: str = ""
    ) -> ResponseMessage:
        """Press the component of message `on` whose custom id contains one of `parts`. Returns the
        message that answers, or `on` if none does. If `keep` isn't empty, this message is saved
        under the name `keep`."""
        said = await member.click(on, custom_id=id_in(on, *parts))
        shown = answer_of(said) if said.response or said.followups else on
        if keep:
            await self.sights.keep(keep, shown)
        return shown

    async def asked(
        self, member: MemberActor, command: str, keep: str = "", /, **options: Any
    ) -> ResponseMessage:
        shown = answer_of(await member.slash(self.evening.channel, command, **options))
        if keep:
            await self.sights.keep(keep, shown)
        return shown

    def stored(self, message_id: int | None, channel_id: int = 0) -> ResponseMessage:
        """Return the message as it is now. `channel_id` is the message's channel (0: the channel of
        `evening`)."""
        backend = self.evening.env.backend
        where = channel_id or self.evening.channel.id
        return ResponseMessage(self.evening.env, backend.get_message(where, present(message_id)))

    async def deal(self) -> None:
        """Play the deal of the day. Saves the deal's message three times (before the game, during
        it and after it), then the shared result and the results of other members."""
        home = await self.asked(self.nora, "puzzle", "deal-home")
        deal = await self.press(self.nora, home, ":play")
        await play(self.evening, self.nora, deal, 2)
        await self.sights.keep("deal-open", deal)
        await play(self.evening, self.nora, deal, 300)
        assert (await sitting_of(self.evening, self.nora)).game.outcome is not None
        await self.sights.keep("deal-over", deal)
        theirs = await self.press(self.pavel, await self.asked(self.pavel, "puzzle"), ":play")
        await play(self.evening, self.pavel, theirs, 300)
        await self.press(self.nora, deal, ":share", keep="deal-shared")
        await self.asked(self.nora, "puzzle", "deal-results")

    async def puzzle(self) -> None:
        """Try the puzzle of the day. Saves the question, two hints after wrong answers, and the
        solution."""
        home = await self.asked(self.aiko, "puzzle")
        puzzle = await self.press(self.aiko, home, ":puzzle", keep="puzzle")
        with self.evening.env.time_context():
            daily = await self.evening.bot.puzzles.of_today(self.evening.guild.id)
        moves = [str(move) for move in choices(daily.puzzle)]
        right = moves.index(str(daily.puzzle.best))
        wrong = [number for number in range(len(moves)) if number != right][:3]
        for number, name in zip(wrong, ("puzzle-hint", "puzzle-hint-2"), strict=False):
            said = await self.aiko.click(puzzle, custom_id=f"q:{daily.day}:{number}")
            await self.sights.keep(name, answer_of(said))
        said = await self.aiko.click(puzzle, custom_id=f"q:{daily.day}:{right}")
        await self.sights.keep("puzzle-solved", answer_of(said))

    async def next_day(self) -> None:
        """Let the next day begin. Saves the message about yesterday's deal, and the archive of
        puzzles."""
        await self.evening.env.advance_time(24 * 3600)
        home = await self.asked(self.nora, "puzzle")
        await self.press(self.nora, home, ":yesterday", keep="deal-yesterday")
        await self.press(self.nora, home, ":archive", keep="puzzle-archive")

    async def duplicate(self) -> None:
        """Play a duplicate from its challenge to its end, and save the messages."""
        evening = self.evening
        challenge = await self.asked(
            self.nora,
            "challenge",
            "duplicate-asked",
            member=self.pavel,
            game="durak",
            duplicate=True,
        )
        asked = await self.press(self.pavel, challenge, ":answer")
        await self.press(self.pavel, asked, ":accept")
        await self.sights.keep("duplicate-going", await shown_in_channel(evening))
        for member, seed in ((self.nora, b"n"), (self.pavel, b"p")):
            for _deal in range(2):
                await self.press(member, await shown_in_channel(evening), ":play")
                await played(evening, member, seed)
        await self.sights.keep("duplicate-over", await shown_in_channel(evening))

    async def table(self, *others: MemberActor, switch: str = "") -> Table:
        """Start a game of Durak of Nora and `others`, and return its table. If `switch` isn't
        empty, the host first presses the button whose custom id contains `switch`. This button is
        in the panel *Options* or in the panel behind ⚙️."""
        evening = self.evening
        evening.message = await self.asked(self.nora, "play", game="durak")
        evening.panels.clear()
        for member in others:
            await self.press(member, evening.message, ":join")
        gear = await self.press(self.nora, evening.message, ":settings")
        if switch:
            panel = await self.press(self.nora, gear, ":options")
            where = panel if switch in str(panel.components) else gear
            await self.press(self.nora, where, switch)
        await self.press(self.nora, evening.message, ":start")
        await evening.find_message()
        return await evening.table()

    async def hand(self, member: MemberActor) -> ResponseMessage:
        shown = await self.press(member, self.evening.message, ":hand")
        self.evening.panels[member.id] = shown
        return shown

    async def closed(self, table: Table) -> None:
        with self.evening.env.time_context():
            await self.evening.bot.tables.close(table.id, 0, moderator=True)
        await self.evening.edited()

    async def taking_back(self) -> None:
        """Ask to take a move back at a table for learning, where the other player can allow that.
        Saves the hand messages of both members."""
        table = await self.table(self.pavel, switch=":learning")
        (seat,) = present(table.live).waiting_on
        mover, other = (self.evening.member_at(table, each) for each in (seat, 1 - seat))
        panels = {each.id: await self.hand(each) for each in (mover, other)}
        await self.press(mover, panels[mover.id], ":attack:")
        await self.press(mover, panels[mover.id], f":{BACKWARDS}")
        await self.sights.keep("taking-back-asked", panels[mover.id])
        await self.sights.keep("taking-back-request", panels[other.id])
        await self.press(other, panels[other.id], f":{BACKWARDS}")
        await self.sights.keep("taken-back", panels[other.id])
        await self.closed(table)

    async def watching(self) -> None:
        """Watch a game with open hands. Saves the watcher's message twice: at the beginning, and
        after more than a minute."""
        table = await self.table(self.pavel, self.aiko, switch=":open-hands")
        await self.press(self.bert, self.evening.message, ":watch", keep="watching-soon")
        with self.evening.env.time_context():
            for _ in range(6):
                table = await self.evening.table()
                seat = min(present(table.live).waiting_on)
                move = str(present(table.view(seat)).moves[0])
                member = present(table.seats[seat].member_id)
                await self.evening.bot.tables.move(table.id, member, move)
        await self.evening.env.advance_time(62)
        await self.press(self.bert, self.evening.message, ":watch", keep="watching")
        await self.closed(table)

    async def evenings(self) -> None:
        """Play four games. Saves the result's message and the picture of the evening."""
        evening = self.evening
        table = await self.table(self.pavel, self.aiko)
        with evening.env.time_context():
            for number in range(4):
                if number:
                    await evening._once_more(table)
                table = await evening.played_out(await evening.bot.tables.get(table.id), self.rng)
        await analysed(evening, table, chance=90)
        await evening.find_message()
        await self.sights.keep("result", evening.message)
        menu = await self.press(self.nora, evening.message, ":more")
        await self.press(self.nora, menu, "E:", keep="evening")

    async def shelf(self) -> None:
        """Save a member's profile with every badge. Every sixth badge is marked as rare."""
        achievements: Any = self.evening.bot.service.achievements

        async def all_of_them(*_: int) -> list[Earned]:
            return [
                Earned(each, (1, 40) if number % 6 == 0 else None)
                for number, each in enumerate(ACHIEVEMENTS)
            ]

        usual, achievements.shelf = achievements.shelf, all_of_them
        await self.asked(self.nora, "profile", "shelf", member=self.nora)
        achievements.shelf = usual

    async def night(self) -> None:
        """Save the tabs of `/settings` in which a game night is set, and the message that calls
        members in the hour before the game night."""
        evening = self.evening
        boss, at = self.boss, night_from(evening)
        panel = await chosen(evening, boss, at)
        await self.sights.keep("settings-community", panel)
        await self.press(boss, panel, "s:tables")
        await self.sights.keep("settings-tables", panel)
        with evening.env.time_context():
            for each in (self.nora, self.pavel):
                await evening.bot.service.notices.wish(evening.guild.id, each.id, {GAME_NIGHT})
        await do_due(evening)
        await until(evening, at - timedelta(minutes=50))
        await do_due(evening)
        (call,) = [each for each in evening.channel.history() if "🌙" in each.content]
        await self.sights.keep("night-call", self.stored(call.id))

    async def tournament(self, form: Format, games: int) -> None:
        """Play a tournament of `games` games in the format `form`. Saves its message during entry,
        half-way and at the end, and the message for the winner."""
        evening, tournaments = self.evening, self.evening.bot.tournaments
        message = await self.asked(self.boss, "tournament new", game="durak", format=form.value)
        with evening.env.time_context():
            cup = (await tournaments.last(evening.guild.id))[0].id
            for number, name in enumerate(ENTRANTS, 1):
                await tournaments.enter(cup, Person(number, name))
        await self._shown(cup)
        await self.sights.keep(f"{form.value}-entry", self.stored(message.id))
        with evening.env._bot_scope():  # so that what it waits for comes by itself
            await tournaments.start(cup)
        for number in range(games):
            if number == games // 2:
                await self._shown(cup)
                await self.sights.keep(f"{form.value}-going", self.stored(message.id))
            await self._one_game()
        for _ in range(HOUR if form is Format.ARENA else 0):
            await evening.env.advance_time(60)
        await self._shown(cup)
        with evening.env.time_context():
            assert (await tournaments.get(cup)).stage is TournamentStage.OVER
        await self.sights.keep(f"{form.value}-over", self.stored(message.id))
        last = max(evening.channel.history(), key=lambda each: each.id)
        await self.sights.keep(f"{form.value}-finale", self.stored(last.id))

    async def _shown(self, cup: str) -> None:
        """Wait until the message of the tournament with the id `cup` is up to date."""
        upkeep: Any = self.evening.bot.get_cog("TournamentUpkeep")
        for _ in range(2):
            with self.evening.env._bot_scope():
                for _ in range(3):
                    await self.evening.bot.tournaments._alarms.background.finish()
                    await upkeep.background.finish()
            await self.evening.edited()
            await self.evening.env.advance_time(PAUSE)

    async def _one_game(self) -> None:
        """Let all awaited members come to the tournament's open table with the lowest id, and play
        its game to the end at random."""
        tables = self.evening.bot.tables
        with self.evening.env._bot_scope():
            await self.evening.bot.tournaments._alarms.background.finish()
            listed = await self.evening.bot.service.history.open_tables(
                self.evening.guild.id, most=None
            )
            table = await tables.get(min(each.id for each in listed if scope.sitting_of(each.id)))
            for each in table.awaited:
                who = Person(present(each.member_id), each.name)
                table = (await tables.rematch(table.id, who, next(self.presses))).table
            while table.phase is Phase.PLAYING:
                seat = self.rng.choice(sorted(present(table.live).waiting_on))
                move = self.rng.choice(present(table.view(seat)).moves)
                member = present(table.seats[seat].member_id)
                table = (await tables.move(table.id, member, str(move))).table
        await self.evening.edited()


async def tour(sights: Sights) -> None:
    """Play everything that people are to look at, in one language, and write the messages to
    `sights`."""
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        share_compiled_statements(patch)
        simulate_quickly(patch)
        without_threads(patch)
        database_without_time_limits(patch)
        patch.setattr("bot.today.model.LEVELS", ("casual", "beginner"))
        patch.setattr("bot.tables.timer.HEARTBEAT", timedelta(hours=1))
        for name, module in tuple(sys.modules.items()):
            if name.startswith("bot.pictures") and vars(module).get("png") is png:
                patch.setattr(module, "png", sights.paint)
        in_language(patch, sights.language)
        async with Evening(Path(folder), speed="none").begin() as evening:
            evening.bot.service.today.budget = QUICK
            evening.env.backend.edit_guild(evening.guild.id, {"preferred_locale": sights.language})
            await evening.env.settle()
            here = Tour(evening, sights)
            await here.deal()
            await here.puzzle()
            await here.duplicate()
            await here.taking_back()
            await here.watching()
            await here.evenings()
            await here.shelf()
            await here.tournament(Format.KNOCKOUT, len(ENTRANTS) - 1)
            await here.tournament(Format.ARENA, 8)
            await here.night()
            await here.next_day()
        names = {each.id: each.name.capitalize() for each in evening.members}
        sights.write({**names, here.boss.id: "Nora", evening.channel.id: ""})


def in_language(patch: pytest.MonkeyPatch, language: str) -> None:
    """Let all simulated members use Discord in `language`. The simulator itself sends `en-US` for
    everyone."""
    real = interactions.base_payload

    def spoken(*args: Any, **fields: Any) -> tuple[Any, dict[str, Any]]:
        record, payload = real(*args, **fields)
        return record, {**payload, "locale": language}

    patch.setattr(interactions, "base_payload", spoken)


if __name__ == "__main__":
    asyncio.run(tour(Sights(*language_and_folder("tests.browser.month_sights"))))
