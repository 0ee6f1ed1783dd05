"""The deal at a table, with which a game begins. The host starts it. After a first game it also
starts automatically, when the players of that game have confirmed or their time is over."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from bot.core.errors import BadChoice, TooFewPlayers
from bot.core.fairness import seed_of
from bot.core.model import FORGOTTEN, Person, Phase
from bot.core.scope import sitting_of
from bot.db.rows import GameRow, TableRow
from bot.preferences.house_rules import kind_of
from bot.tables import closing, playing, seating
from bot.tables.deadlines import CommandContext, clocks_of
from bot.tables.live import Change, Live, has_next_secret
from bot.tables.play import Play, must_be
from bot.tables.post import Away
from bot.tables.seating import keys_of, must_be_host, settled
from bot.tables.store import changes
from bot.tables.thoughts import Thoughts
from games.core import Game, GameOptions, Outcome, options_from
from games.errors import GameError
from games.players import VERSION
from games.record import Header, Record, dumps
from games.sentences import marked


def start(live: Live, by: int, interaction_id: int | None, context: CommandContext) -> Change:
    """Return the change with which the host starts the game. The id of the host's interaction
    becomes part of the seed of the shuffle, so nobody can know the cards before the host presses.
    Raises TooFewPlayers, BadChoice with the reason, HostOnly, SetByTournament, WrongPhase outside a
    lobby, and TableQuarantined when the table's game can't be replayed."""
    must_be(live.row, Phase.LOBBY)
    must_be_host(live.row, by)
    return dealt(live, live.row, context, interaction_id)


def dealt(
    live: Live, row: TableRow, context: CommandContext, interaction_id: int | None = None
) -> Change:
    """Return the change that deals the cards of a game. `row` is the table's row with the players
    and rules of the lobby. `interaction_id` is the id of the press that starts the game (None: no
    press). It becomes part of the seed of the shuffle. Raises TooFewPlayers, or BadChoice with the
    reason."""
    kind = kind_of(row.game)
    if len(row.seats) < kind.players[0]:
        raise TooFewPlayers(least=kind.players[0])
    pressed = [*(seat.joined_by for seat in row.seats), interaction_id]
    joined = tuple(number for number in pressed if number is not None)
    previous = live.previous if live.row.phase is Phase.LOBBY else live.table.outcome
    try:
        options = options_from(kind, row.options)
        kind.check(options, len(row.seats))
        header = Header(
            game=row.game,
            version=kind.version,
            options=options.model_dump(mode="json"),
            seats=len(row.seats),
            seed=seed_of(row.secret, joined),
            handicaps={
                number: seat.handicaps for number, seat in enumerate(row.seats) if seat.handicaps
            },
            previous=None if previous is None else _told(kind, row, previous, options),
        )
        game = header.deal()
    except GameError as error:
        raise BadChoice(error.reason) from error
    seats = tuple(
        replace(seat, votes=frozenset(), back_at=0, spent=timedelta(), ahead=None, gives_back=None)
        for seat in row.seats
    )
    after = replace(
        settled(row), phase=Phase.PLAYING, version=row.version + 1, idle_at=None, seats=seats
    )
    play = Play(
        header, row.secret, joined, game, after.version, context.now, moved_version=after.version
    )
    play.tell_of_deal(after.seats)
    play.clocks = clocks_of(after, play, context, None)
    stored = GameRow(
        dumps(Record(header)),
        row.secret,
        joined,
        play.clocks,
        None,
        (),
        after.version,
        context.now,
        VERSION,
    )
    return Change(
        after, play, [*changes.table_changed(live.row, after), *changes.game_started(after, stored)]
    )


def _told(
    kind: type[Game], row: TableRow, previous: Outcome, options: GameOptions
) -> Outcome | None:
    """Return the last game's outcome in the form that the next game gets (`Game.carried`), for the
    seats of the present players. Returns None if the next game gets nothing. This is so when the
    host has changed the order of seats, when nobody from the last game plays on, or when that game
    was void and has nothing to pass on."""
    if previous.kind == "void" and not previous.carry:
        return None
    places = {key: place for place, key in enumerate(row.seating)}
    seats = [places.get(key) for key in keys_of(row)]
    known = len(row.seating) == len(previous.ranks) and any(seat is not None for seat in seats)
    return kind.carried(previous, options, seats) if known else None


def again(live: Live, who: Person, interaction_id: int, context: CommandContext) -> Change:
    """Return the change with which a member asks for the next game at the table. If somebody has
    asked already, the change stores that the member plays the next game too."""
    if live.row.phase is Phase.LOBBY:
        row = seating.join(live.row, who, interaction_id, context)
    else:
        secret = live.row.secret if has_next_secret(live.row, live.play) else context.secret()
        row = seating.rematch(live.row, who, interaction_id, secret, context)
    return going_on(live, row, context)


def going_on(live: Live, row: TableRow, context: CommandContext) -> Change:
    """Return the change that stores `row`, the new row of a table that is in its lobby. If the
    lobby waits for players of the last game and all of them have answered, the change deals the
    next game at once. If the game can't be dealt, for example with too few players, the table
    becomes an ordinary lobby."""
    if row.again_until is not None and not row.awaited:
        with suppress(TooFewPlayers, BadChoice):
            return dealt(live, row, context)
        # It becomes an ordinary lobby, which shows what is missing.
        idle_at = context.now + context.rules.lobby_idle
        row = replace(settled(row), version=live.row.version + 1, idle_at=idle_at)
    return Change(row, None, changes.table_changed(live.row, row))


def run_due(
    live: Live, context: CommandContext, thoughts: Thoughts, away: Mapping[int, Away]
) -> Change | None:
    """Return the change that is due at a table now, or None when nothing is due. In a game, the
    change makes the moves of seats whose time is up, and reports the seats for which half of the
    time for a move is over. In a lobby for the next game, it deals the cards when the time is over
    in which members can confirm that they play. It closes a lobby in which nothing happened for
    long, or a tournament's lobby whose players didn't come in time.

    `away` maps the ids of members on vacation to their vacation. A tournament's lobby
    that lacks a member on vacation stays open until the vacation is over, and then for the time
    that a move may take."""
    row = live.row
    if row.phase is not Phase.LOBBY:
        return playing.run_due(live, context, thoughts, away)
    if row.again_until is not None and sitting_of(row.id) is not None:
        if row.again_until > context.now:
            return None
        missing = [away.get(seat.member_id or FORGOTTEN) for seat in row.awaited]
        back = max((each.until for each in missing if each is not None), default=context.now)
        return closing.too_late(live) if back <= context.now else _awaited(live, back)
    if row.again_until is not None:
        return (
            going_on(live, replace(row, awaited=()), context)
            if row.again_until <= context.now
            else None
        )
    if row.idle_at is not None and row.idle_at <= context.now:
        return closing.closed(live, marked("Nothing has happened here for a while."), context)
    return None


def _awaited(live: Live, back: datetime) -> Change:
    """Return the change that keeps a tournament's lobby open, because missing players are on
    vacation. `back` is when the last of their vacations ends. After that time, the lobby waits for
    the time of one more move."""
    later = back + (live.row.speed.limit or timedelta())
    row = replace(live.row, again_until=later, version=live.row.version + 1)
    return Change(row, live.play, changes.table_changed(live.row, row))
