"""A table's lobby, with its seats and the rules chosen for its game. Most functions return the
table's row after a command."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any
from zlib import crc32

import games
from bot.core.errors import (
    AlreadySeated,
    BadChoice,
    HostOnly,
    SetByTournament,
    TableFull,
    TournamentGame,
)
from bot.core.model import FORGOTTEN, Person, Phase, Seat, Speed
from bot.core.people import PEOPLE, next_free
from bot.core.scope import sitting_of
from bot.db.rows import TableRow
from bot.preferences.house_rules import TableChoice, kind_of, seats_allowed
from bot.tables.deadlines import CommandContext
from bot.tables.play import must_be, seat_of
from games.players import default, strengths
from games.sentences import marked


def must_be_free(row: TableRow) -> None:
    """Check that the table belongs to no tournament, which would decide its players and rules.
    Raises SetByTournament."""
    if sitting_of(row.id) is not None:
        raise SetByTournament


def must_be_host(row: TableRow, member_id: int) -> None:
    """Check that the member is the table's host. Raises HostOnly, and SetByTournament at a table of
    a tournament, which has no host."""
    must_be_free(row)
    if member_id != row.host_id:
        raise HostOnly(
            host=next((seat.name for seat in row.seats if seat.member_id == row.host_id), "?")
        )


def plays(row: TableRow, member_id: int) -> bool:
    """Return whether the member has a seat in the table's running game."""
    return row.phase is Phase.PLAYING and any(seat.member_id == member_id for seat in row.seats)


def held(row: TableRow, seat: int) -> Seat:
    """Return the seat with the number `seat`, from 0. Raises BadChoice when the table doesn't have
    this seat."""
    if not 0 <= seat < len(row.seats):
        raise BadChoice(marked("There's no seat {seat} at this table."), seat=seat + 1)
    return row.seats[seat]


def join(row: TableRow, who: Person, interaction_id: int, context: CommandContext) -> TableRow:
    """Return the table's row after a member took a seat. If possible, it is the member's seat of
    the last game, otherwise a free seat. Seats of players who are expected for the next game are
    kept for these players. The first member at a table becomes its host, except in a tournament.

    Raises AlreadySeated, TableFull, TournamentGame when the member is not expected at a
    tournament's table, WrongPhase outside a lobby, and TableQuarantined when the table's game can't
    be replayed."""
    must_be(row, Phase.LOBBY)
    if any(seat.member_id == who.id for seat in row.seats):
        raise AlreadySeated
    if sitting_of(row.id) is not None and all(seat.member_id != who.id for seat in row.awaited):
        raise TournamentGame(names=", ".join(seat.name for seat in (*row.seats, *row.awaited)))
    before = next(
        (seat for seat in row.awaited if seat.member_id == who.id), Seat(who.name, who.id)
    )
    row = replace(row, awaited=_without(row.awaited, who.id))
    if not row.seats and sitting_of(row.id) is None:
        row = replace(row, host_id=who.id)
    return _seated(row, replace(before, name=who.name, joined_by=interaction_id), context)


def leave(row: TableRow, member_id: int, context: CommandContext) -> TableRow:
    """Return the table's row after a member left the lobby, or declined the next game. If they were
    the host, the next member becomes the host. A table without members is closed.

    Raises NotSeated, SetByTournament, WrongPhase outside a lobby, and TableQuarantined when the
    table's game can't be replayed."""
    must_be(row, Phase.LOBBY)
    must_be_free(row)
    if any(seat.member_id == member_id for seat in row.awaited):
        return _changed(row, context, awaited=_without(row.awaited, member_id))
    left = seat_of(row, member_id)
    heir = heir_of(row, left, ())
    row = _changed(row, context, seats=row.seats[:left] + row.seats[left + 1 :])
    if heir is None:
        return closed(row, marked("Everyone has left."))
    return row if member_id != row.host_id else replace(row, host_id=heir)


def heir_of(row: TableRow, seat: int, gone: Iterable[int]) -> int | None:
    """Return the id of the member who becomes the next host. It is the first member clockwise from
    `seat` whose seat isn't in `gone`. Returns None when there is no such member."""
    order = (*range(seat + 1, len(row.seats)), *range(seat))
    passed = set(gone)
    return next(
        (
            row.seats[number].member_id
            for number in order
            if number not in passed and _here(row, number)
        ),
        None,
    )


def _here(row: TableRow, seat: int) -> bool:
    return row.seats[seat].member_id not in (None, FORGOTTEN)


def invite_bot(row: TableRow, by: int, wanted: str, context: CommandContext) -> TableRow:
    """Return the table's row after the member `by`, who sits there, invited a bot player. `wanted`
    is a bot player's name (bot.core.people) or a level of strength. If all named bot players of
    that level sit there already, a bot player without a name of its own comes. Raises BadChoice
    when the level doesn't exist or the named bot player sits there already, NotSeated, TableFull,
    SetByTournament, WrongPhase outside a lobby, and TableQuarantined when the table's game can't be
    replayed."""
    must_be(row, Phase.LOBBY)
    must_be_free(row)
    seat_of(row, by)
    return _seated(row, _bot(row, wanted), context)


def _bot(row: TableRow, wanted: str) -> Seat:
    """Return a new seat with a bot player. `wanted` is the bot player's name or its level of
    strength. Raises BadChoice when `wanted` is neither a bot player's name nor a level of the game,
    or when the bot player `wanted` is at the table already."""
    known, taken = strengths(row.game), {seat.name for seat in (*row.seats, *row.awaited)}
    if wanted in PEOPLE:
        if wanted in taken:
            raise BadChoice(marked("{name} is already at this table."), name=wanted)
        level = PEOPLE[wanted].level
        return Seat(wanted, strength=level if level in known else default(row.game))
    if wanted not in known:
        raise BadChoice(
            marked("There's no “{strength}” bot. Choose from {known}."),
            strength=wanted,
            known=", ".join(known),
        )
    found = next_free(wanted, taken, crc32(row.id.encode()))
    return Seat(_nameless(taken) if found is None else found.name, strength=wanted)


def _nameless(taken: Collection[str]) -> str:
    return next(
        name
        for name in (f"Bot {number}" for number in range(1, len(taken) + 2))
        if name not in taken
    )


def dismiss_bot(row: TableRow, by: int, seat: int | None, context: CommandContext) -> TableRow:
    """Return the table's row after a bot player left the lobby. It is the bot player in `seat`
    (from 0). If `seat` is None, it is the last bot player at the table. `by` is the member who
    wants this.

    Raises BadChoice when no bot player sits there, NotSeated when the member has no seat,
    SetByTournament, WrongPhase outside a lobby, and TableQuarantined when the table's game can't be
    replayed."""
    must_be(row, Phase.LOBBY)
    must_be_free(row)
    seat_of(row, by)
    bots = [
        number for number, held in enumerate(row.seats) if held.is_bot and seat in (None, number)
    ]
    if not bots:
        raise BadChoice(
            marked("There's no bot in that seat.")
            if seat is not None
            else marked("There's no bot at this table.")
        )
    return _changed(row, context, seats=row.seats[: bots[-1]] + row.seats[bots[-1] + 1 :])


def move_seat(row: TableRow, by: int, seat: int, to: int, context: CommandContext) -> TableRow:
    """Return the table's row after the host `by` swapped the players of two seats (from 0).

    Raises BadChoice when the table doesn't have both seats, HostOnly, SetByTournament, WrongPhase
    outside a lobby, and TableQuarantined when the table's game can't be replayed."""
    must_be(row, Phase.LOBBY)
    must_be_host(row, by)
    first, second = held(row, seat), held(row, to)
    seats = list(row.seats)
    seats[seat], seats[to] = second, first
    # The order of the last game is dropped; else the next member to sit down would restore it.
    return _changed(row, context, seats=tuple(seats), seating=() if seat != to else row.seating)


def handicap(
    row: TableRow, member_id: int, name: str, context: CommandContext, *, on: bool
) -> TableRow:
    """Return the table's row after a member took on the game's handicap `name`, or gave it up if
    `on` is False.

    Raises BadChoice when the game has no handicap `name`, NotSeated, SetByTournament, WrongPhase
    outside a lobby, and TableQuarantined when the table's game can't be replayed."""
    must_be(row, Phase.LOBBY)
    must_be_free(row)
    number = seat_of(row, member_id)
    known = games.load(row.game).handicaps
    if name not in known:
        if not known:
            raise BadChoice(marked("This game has no handicaps."))
        raise BadChoice(
            marked("There's no handicap called {name}. Choose from {known}."),
            name=name,
            known=", ".join(sorted(known)),
        )
    taken = row.seats[number].handicaps
    seat = replace(row.seats[number], handicaps=taken | {name} if on else taken - {name})
    return _changed(row, context, seats=_with(row.seats, number, seat))


def choose(row: TableRow, by: int, choice: TableChoice, context: CommandContext) -> TableRow:
    """Return the table's row after the host `by` chose rules. What `choice` leaves None stays as it
    is, except that a preset resets all options.

    Raises BadChoice when the chosen preset doesn't exist, or when the options are wrong or clash.
    Also raises HostOnly, SetByTournament, WrongPhase outside a lobby, and TableQuarantined when the
    table's game can't be replayed."""
    must_be(row, Phase.LOBBY)
    must_be_host(row, by)
    speed = row.speed if choice.speed is None else Speed(choice.speed)
    preset, house, model = choice.rules(row)
    return _changed(
        row,
        context,
        preset=preset,
        house=house,
        options=model.model_dump(mode="json"),
        speed=speed,
        learning=row.learning if choice.learning is None else choice.learning,
        reliable_only=row.reliable_only if choice.reliable_only is None else choice.reliable_only,
        remarks=row.remarks if choice.remarks is None else choice.remarks,
        emotes=row.emotes if choice.emotes is None else choice.emotes,
        open_hands=row.open_hands if choice.open_hands is None else choice.open_hands,
    )


def rematch(
    row: TableRow, who: Person, interaction_id: int, secret: bytes, context: CommandContext
) -> TableRow:
    """Return the table's row with the lobby of the next game, which has the same rules. `secret`
    decides the cards of that game.

    Bot players keep their seats. The member `who` asked for the game and becomes host. The other
    members have some time to confirm. The new lobby has no message at first, because the old
    message goes on showing the result. Raises NotSeated, SetByTournament, WrongPhase unless a game
    is over, and TableQuarantined when the table's game can't be replayed."""
    must_be(row, Phase.OVER)
    must_be_free(row)
    seat_of(row, who.id)
    again = tuple(
        replace(
            seat,
            joined_by=None,
            votes=frozenset(),
            back_at=0,
            ahead=None,
            gives_back=None,
            said=None,
        )
        for seat in row.seats
    )
    lobby = _changed(
        row,
        context,
        phase=Phase.LOBBY,
        seats=tuple(seat for seat in again if seat.is_bot),
        seating=keys_of(row),
        awaited=tuple(seat for seat in again if not seat.is_bot and seat.member_id != FORGOTTEN),
        again_until=context.now + context.rules.confirm,
        host_id=who.id,
        secret=secret,
        game_number=row.game_number + 1,
        message_id=None,
    )
    return replace(join(lobby, who, interaction_id, context), version=lobby.version)


def settled(row: TableRow) -> TableRow:
    """Return the table's row as an ordinary lobby, which doesn't wait for the players of the last
    game."""
    return replace(row, awaited=(), again_until=None)


def closed(row: TableRow, reason: str) -> TableRow:
    """Return the table's row after the table was closed for good. The version in the row stays the
    same, so the caller must increase it."""
    return replace(settled(row), phase=Phase.CLOSED, idle_at=None, reason=reason)


def keys_of(row: TableRow) -> tuple[str, ...]:
    """Return who has each seat, in the order of the seats. The next game stores this. A member is
    stored as the id, and a bot player as the name."""
    return tuple(_key(seat) for seat in row.seats)


def _key(seat: Seat) -> str:
    return seat.name if seat.member_id is None else str(seat.member_id)


def _seated(row: TableRow, seat: Seat, context: CommandContext) -> TableRow:
    most = seats_allowed(kind_of(row.game), row.options)[-1]
    if len(row.seats) + len(row.awaited) >= most:
        raise TableFull(most=most)
    seating = row.seating if row.awaited else _with_newcomer(row, _key(seat))
    row = _changed(row, context, seats=(*row.seats, seat), seating=seating)
    places = {key: place for place, key in enumerate(seating)}
    order = sorted(
        zip(row.seats, keys_of(row), strict=True), key=lambda pair: places.get(pair[1], len(places))
    )
    return replace(row, seats=tuple(seat for seat, _ in order))


def _with_newcomer(row: TableRow, key: str) -> tuple[str, ...]:
    """Return the players of the last game in the order of their seats, as keys made by `keys_of`,
    with the new player `key` among them. The new player takes the place of the first player who has
    left. The places matter because a game passes results to the next game by seat. If `key` is
    among the players already, or nobody has left, return the players unchanged."""
    if key in row.seating:
        return row.seating
    here = set(keys_of(row))
    free = next((place for place, old in enumerate(row.seating) if old not in here), None)
    return row.seating if free is None else (*row.seating[:free], key, *row.seating[free + 1 :])


def _with(seats: tuple[Seat, ...], number: int, seat: Seat) -> tuple[Seat, ...]:
    return (*seats[:number], seat, *seats[number + 1 :])


def _without(seats: tuple[Seat, ...], member_id: int) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats if seat.member_id != member_id)


def _changed(row: TableRow, context: CommandContext, **changes: Any) -> TableRow:
    return replace(
        row, version=row.version + 1, idle_at=context.now + context.rules.lobby_idle, **changes
    )
