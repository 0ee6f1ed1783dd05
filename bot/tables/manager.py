"""The session manager, which runs all commands at tables. It doesn't know any game by its name.

A command runs under its table's lock and is one transaction. Listeners are called after it was
committed. If the commit fails, the table in memory is dropped and read again."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from bot.core.errors import BadChoice, NoAdvice, NoEmotes, NotSaved
from bot.core.fairness import SECRET_LENGTH
from bot.core.model import Emote, Person, Speed, Table, Update
from bot.core.shards import ALL, Served, Shards
from bot.db.rows import TableRow
from bot.preferences.house_rules import TableChoice, speed_of
from bot.preferences.service import Preferred
from bot.tables import closing, dealing, emotes, playing, seating, taking_back, voting
from bot.tables.deadlines import CommandContext, TableRules
from bot.tables.downtime import Timing
from bot.tables.hooks import NO_HOOKS, Hooks
from bot.tables.live import Change, Live
from bot.tables.open_hands import Shown
from bot.tables.opening import Opening
from bot.tables.registry import MOST_LIVE, Decide, Registry
from bot.tables.store.tables import Store
from bot.tables.thoughts import Thoughts
from bot.tables.vacations import Vacations
from bot.tables.watching import Watching
from bot.tables.whereabouts import Whereabouts
from bot.thinking.task import Task
from bot.thinking.workers import Workers
from games.players import default
from games.players.finding import Finding
from games.sentences import marked

__all__ = ["TableRules", "Tables"]


class Tables:
    """All tables of a database, with the commands of their lobbies and games.

    Commands raise errors derived from TableError, the rules' IllegalMove and InvalidMove, and
    NotSaved when the database fails. A command that raises an error has changed nothing.

    `now` returns the time (aware, UTC), `rules` are the times and limits of tables, and `entropy`
    returns random bytes. This process serves the servers of `shards`. `workers` are the processes
    in which bot players choose their moves (None: this process). At most `live_tables` tables stay
    in memory. `hooks` are functions of other subjects that tables call."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], datetime],
        rules: TableRules,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        shards: Shards = ALL,
        workers: Workers | None = None,
        live_tables: int = MOST_LIVE,
        hooks: Hooks = NO_HOOKS,
    ) -> None:
        self._store = store
        self._now = now
        self._rules = rules
        self._entropy = entropy
        self._hooks = hooks
        self.thoughts: Final = Thoughts(workers)
        """The thinking of bot players."""
        self.registry: Final = Registry(store, self.thoughts, live_tables)
        """The tables in memory, each behind its lock."""
        self.get: Final = self.registry.get
        """The method that returns the snapshot of a table. Its argument is the table's id."""
        self.listen: Final = self.registry.listen
        """The method that registers a listener. A listener is a function that is called with the
        `Update` of each saved change. The second argument of the method limits the calls to one
        kind of change (`News`). Without this argument, the listener is called for all changes."""
        self.preferences: Final = Preferred(store, now)
        """What servers and members have chosen."""
        self.served: Final = Served(shards)
        """The shards whose servers this process serves."""
        self.opening: Final = Opening(store, self.registry, self.preferences, self._context)
        """Opens tables."""
        self.where: Final = Whereabouts(store, self.registry, self._context)
        """Which tables are in a channel, and where members sit."""
        self.vacations: Final = Vacations(
            store, self.registry, self.preferences, self.served, self._context
        )
        """The members on vacation, and how much vacation each member has left."""
        self.watching: Final = Watching(self.registry, now)
        """The open hands of running games, for those who may see them."""
        self.shown: Final = Shown(store, now, self.served, live_tables)
        """The tables' messages that are on Discord, and the open hands and mentions beside them."""
        self.timing: Final = Timing(store, self.registry, now, self.served, self.shown)
        """The deadlines of this process's tables. They are postponed by the time for which no
        process served the tables."""

    # Lobbies

    async def join(self, table_id: str, who: Person, interaction_id: int) -> Update:
        """Give a member a seat, or confirm the next game for a member who played in the last one.
        Raises AlreadySeated, TableFull, and LeavesTooOften when the host wants only members who
        leave few games and this member leaves many."""
        await self._hooks.may_sit(await self.get(table_id), who.id)
        return await self._seating(
            table_id, lambda row, context: seating.join(row, who, interaction_id, context)
        )

    async def leave(self, table_id: str, member_id: int) -> Update:
        """Remove a member who wants to leave a lobby (for games see `resign`). If the member was
        the host, another member becomes the host. A lobby without members is closed."""
        return await self._seating(
            table_id, lambda row, context: seating.leave(row, member_id, context)
        )

    async def invite_bot(self, table_id: str, by: int, who: str | None = None) -> Update:
        """Give a bot player a free seat. `who` is a bot player's name or a level of strength (None:
        the usual level at this table). `by` is a member who sits there. Raises TableFull, and
        BadChoice when the level doesn't exist or the named bot player sits there already."""
        wanted = who or await self.usual_level(await self.get(table_id))
        return await self._seating(
            table_id, lambda row, context: seating.invite_bot(row, by, wanted, context)
        )

    async def usual_level(self, table: Table) -> str:
        """Return the level of a bot player at this table if nobody chooses a level. It is the level
        in the server's settings. If the server has chosen none, it is the level in the bot's
        settings. If the game doesn't have this level, it is the game's strongest level."""
        server = await self.preferences.server(table.guild_id)
        return default(table.game, server.level or self._rules.level)

    async def dismiss_bot(self, table_id: str, by: int, seat: int | None = None) -> Update:
        """Remove the bot player in the seat `seat` from the lobby. If `seat` is None, remove the
        bot player in the seat with the highest number. `by` is a member who sits at the table.
        Raises BadChoice when no bot player sits in the seat, or at the table."""
        return await self._seating(
            table_id, lambda row, context: seating.dismiss_bot(row, by, seat, context)
        )

    async def move_seat(self, table_id: str, by: int, seat: int, to: int) -> Update:
        """Swap the players of the seats `seat` and `to`, as the host `by` wishes. In a game with
        teams, this can change who plays together. Raises BadChoice for a seat that doesn't
        exist."""
        return await self._seating(
            table_id, lambda row, context: seating.move_seat(row, by, seat, to, context)
        )

    async def handicap(self, table_id: str, member_id: int, name: str, on: bool) -> Update:
        """Give a member the game's handicap `name`, or take it away if `on` is False. Raises
        BadChoice for an unknown handicap."""
        return await self._seating(
            table_id, lambda row, context: seating.handicap(row, member_id, name, context, on=on)
        )

    async def choose(
        self,
        table_id: str,
        by: int,
        *,
        preset: str | None = None,
        options: Mapping[str, Any] | None = None,
        speed: Speed | str | None = None,
        learning: bool | None = None,
        reliable_only: bool | None = None,
        remarks: bool | None = None,
        emotes: bool | None = None,
        open_hands: bool | None = None,
    ) -> Update:
        """Change the rules of a lobby, as the host `by` wishes. A `preset` (the game's or the
        server's) resets the options. At a `learning` table the adviser helps and nothing counts.
        With `reliable_only`, only members who leave few games may play. Bot players make `remarks`
        and members show `emotes` where the server allows it. With `open_hands`, others may watch
        with all hands open. None leaves a rule as it is. Raises BadChoice for rules that the game
        or the server does not allow, and NoEmotes if `emotes` is true and the server allows no
        emotes."""
        server = await self.preferences.server((await self.get(table_id)).guild_id)
        wanted = None if speed is None else speed_of(speed, server)
        if remarks and not server.remarks:
            raise BadChoice(marked("Bots don't chat on this server."))
        if emotes and not server.emotes:
            raise NoEmotes
        choice = TableChoice(
            server,
            preset,
            options or {},
            speed=wanted,
            learning=learning,
            reliable_only=reliable_only,
            remarks=remarks,
            emotes=emotes,
            open_hands=open_hands,
        )
        return await self._seating(
            table_id, lambda row, context: seating.choose(row, by, choice, context)
        )

    # Games

    async def start(self, table_id: str, by: int, interaction_id: int | None = None) -> Update:
        """Start the game, as the host `by` wishes. `interaction_id` is the id of the host's press.
        It becomes the last part of the seed of the shuffle. Raises TooFewPlayers, or BadChoice with
        the reason."""
        return await self._command(
            table_id, lambda live: dealing.start(live, by, interaction_id, self._context())
        )

    async def move(
        self, table_id: str, member_id: int, move: str, version: int | None = None
    ) -> Update:
        """Make a member's move. The member chose it at `version` of the table (None: the present
        version).

        A move that names cards is made if it is still legal. StaleTable is raised for a move
        without cards if anybody has moved since, and for every move that was chosen before the
        present game. Raises IllegalMove and InvalidMove as the rules do."""
        return await self._command(
            table_id, lambda live: playing.move(live, member_id, move, version, self._context())
        )

    async def choose_ahead(self, table_id: str, member_id: int, moves: Sequence[str]) -> Table:
        """Choose moves for a member before it is the member's turn. `moves` must be one of the
        plans that the game offers (`Game.ahead`). Each of the moves is made as soon as it is legal.
        Empty `moves` delete an earlier choice. Raises NotAhead when the game doesn't offer `moves`
        now, or when a bot player is playing for the member.

        The table's version stays the same and no listener is called, because others must not learn
        of the choice."""
        return (
            await self._command(table_id, lambda live: playing.choose_ahead(live, member_id, moves))
        ).table

    async def take_back(self, table_id: str, member_id: int, version: int) -> Update:
        """Store that a member asks to take back their last move, or agrees to another member's
        request. `version` is the version of the table that the member saw. `Table.takes_back` says
        whether a move can be taken back. Raises CannotTakeBack, and StaleTable when somebody has
        moved since."""
        return await self._command(
            table_id,
            lambda live: taking_back.take_back(live, member_id, version, self._context()),
        )

    async def advise(self, table_id: str, member_id: int) -> tuple[Finding, int]:
        """Return what the adviser says about the moves that a member can make now at a table for
        learning. The second value is the version of the table that the adviser judged.

        Raises NotSeated, NoLearningTable, WrongPhase when no game is going on, and NoAdvice when
        the member has no move to make or the computation fails."""
        asked: list[tuple[Task, int]] = []
        await self.registry.change(
            table_id, lambda live: asked.append(playing.advice_asked(live, member_id))
        )
        task, version = asked[0]
        finding = await self.thoughts.advise(task)
        if finding is None:
            raise NoAdvice
        return finding, version

    async def emote(self, table_id: str, member_id: int, emote: Emote) -> Update:
        """Show an emote at a member's seat. Raises NoEmotes where the host or the server allows
        none, TooManyEmotes, NotSeated, and WrongPhase when no game is going on or the member has
        left it."""
        server = await self.preferences.server((await self.get(table_id)).guild_id)
        if not server.emotes:
            raise NoEmotes
        return await self._command(
            table_id, lambda live: emotes.show(live, member_id, emote, self._context())
        )

    async def resign(self, table_id: str, member_id: int) -> Update:
        """Let a member resign the game. If they were the host, another member becomes the host.
        Raises IllegalMove when they are already out of the game."""
        return await self._command(
            table_id, lambda live: playing.resign(live, member_id, self._context())
        )

    async def resigning_is_a_loss(self, table_id: str, member_id: int) -> bool:
        """Return whether the member's resignation would count as a loss now. Nothing is changed.
        Raises the errors of `resign`."""
        counted: list[bool] = []
        await self.registry.change(
            table_id, lambda live: counted.append(playing.resigning_is_a_loss(live, member_id))
        )
        return counted[0]

    async def back(self, table_id: str, member_id: int) -> Update:
        """Give an absent member their seat back. Until then, a bot player made the moves in this
        seat. If the clocks of a correspondence game are stopped because all members were away, this
        starts them again. Raises WrongPhase when no bot player moves in this seat and no clock is
        stopped."""
        return await self._command(
            table_id, lambda live: playing.back(live, member_id, self._context())
        )

    async def rematch(self, table_id: str, who: Person, interaction_id: int) -> Update:
        """Store that a member wants another game after the last one.

        The first member who asks starts a wait, in which the others confirm by the same command.
        The wait takes at most the time `TableRules.confirm` (a minute, unless the settings say
        otherwise). Then the next game is dealt automatically, if enough have confirmed."""
        await self._hooks.may_sit(await self.get(table_id), who.id)
        return await self._command(
            table_id, lambda live: dealing.again(live, who, interaction_id, self._context())
        )

    async def vote_out(
        self, table_id: str, by: int, seat: int, *, moderator: bool = False
    ) -> Update:
        """Store the vote of the member `by` to remove the player in `seat`. When more than half of
        the other members agree, the player has to resign, or leaves the lobby. A moderator decides
        alone, except in a game in which they play themselves. Raises BadChoice when no vote is
        possible, and AlreadyVoted."""
        return await self._command(
            table_id, lambda live: voting.vote(live, by, seat, self._context(), moderator=moderator)
        )

    async def close(
        self, table_id: str, by: int, *, moderator: bool = False, reason: str = ""
    ) -> Update:
        """Close the table for good. A running game becomes void. The host may close a lobby or a
        table after its game. Any player may close a game in which nobody has moved for a day (31
        days in correspondence games). This includes games that can't be replayed. Their stored data
        stays. A moderator may close any table, with one exception: a game that could change ratings
        and in which they play themselves (see `must_be_closable`). `reason` is shown to members.
        Raises the errors of `must_be_closable`."""
        return await self._command(
            table_id,
            lambda live: closing.close(live, by, reason, self._context(), moderator=moderator),
        )

    async def check_closing(self, table_id: str, by: int, *, moderator: bool = False) -> None:
        """Raise the error that `close` would raise for this member now, without changing
        anything."""

        def check(live: Live) -> None:
            closing.must_be_closable(live, by, self._context(), moderator=moderator)

        await self.registry.change(table_id, check)

    async def run_due(self, table_id: str) -> Update | None:
        """Do what is due at a table now, and return the update (None: nothing was due). In a game,
        for example, the moves of seats whose time is up are made. In a lobby, members have some
        time to confirm that they play the next game. When this time is over, the game is dealt. A
        lobby in which nothing has changed for long is closed."""
        away = await self.vacations.away_at(await self.get(table_id))
        return await self.registry.change(
            table_id, lambda live: dealing.run_due(live, self._context(), self.thoughts, away)
        )

    def _context(self) -> CommandContext:
        return CommandContext(
            self._now(), self._rules, lambda: self._entropy(SECRET_LENGTH), self._hooks
        )

    async def _seating(
        self, table_id: str, change: Callable[[TableRow, CommandContext], TableRow]
    ) -> Update:
        def decide(live: Live) -> Change:
            context = self._context()
            return dealing.going_on(live, change(live.row, context), context)

        return await self._command(table_id, decide)

    async def _command(self, table_id: str, decide: Decide) -> Update:
        update = await self.registry.change(table_id, decide)
        if update is None:
            raise NotSaved
        return update
