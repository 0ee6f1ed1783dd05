"""A table before and between games: who sits where, by which rules. Each function gives the row after a command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from pydantic import ValidationError

import games
from bot.clocks import TableRules
from bot.errors import AlreadySeated, BadChoice, HostOnly, NotSeated, TableFull, TableSetAside, WrongPhase
from bot.model import Person, Phase, Seat
from bot.store.rows import TableRow
from games.core import Game, GameOptions
from games.errors import GameError
from games.players import strengths

GONE_WRONG = {
    Phase.PLAYING: "The game is being played.",
    Phase.OVER: "The game is over.",
    Phase.CLOSED: "This table is closed.",
    Phase.LOBBY: "The game has not started yet.",
}


def must_be(row: TableRow, *phases: Phase) -> None:
    """Raises WrongPhase or TableSetAside unless the table is in one of these phases."""
    if row.phase is Phase.ASIDE:
        raise TableSetAside(reason=row.reason)
    if row.phase not in phases:
        raise WrongPhase(GONE_WRONG[row.phase])


def must_be_host(row: TableRow, member_id: int) -> None:
    """Raises HostOnly unless the member is the table's host."""
    if member_id != row.host_id:
        raise HostOnly(host=next((seat.name for seat in row.seats if seat.member_id == row.host_id), "?"))


def seat_of(row: TableRow, member_id: int) -> int:
    """The number of a member's seat. Raises NotSeated."""
    for number, seat in enumerate(row.seats):
        if seat.member_id == member_id:
            return number
    raise NotSeated


def kind_of(name: str) -> type[Game]:
    """The game of that name. Raises BadChoice with the names there are."""
    try:
        return games.load(name)
    except GameError as error:
        raise BadChoice(error.template, **error.params) from error


def chosen(kind: type[Game], preset: str | None, options: Mapping[str, Any]) -> GameOptions:
    """The options of a preset with some of them changed. Raises BadChoice with what clashes."""
    return _or_bad_choice(lambda: kind.options(preset, **options))


def join(row: TableRow, who: Person, interaction_id: int, rules: TableRules, now: datetime) -> TableRow:
    """The member takes a seat: the one they had in the game before, as far as people have returned, or the last."""
    must_be(row, Phase.LOBBY)
    if any(seat.member_id == who.id for seat in row.seats):
        raise AlreadySeated
    return _seated(row, Seat(name=who.name, member_id=who.id, joined_by=interaction_id), rules, now)


def leave(row: TableRow, member_id: int, rules: TableRules, now: datetime) -> TableRow:
    """The member gets up. The host's rights pass on to the next member; without members the table is closed."""
    must_be(row, Phase.LOBBY)
    left = seat_of(row, member_id)
    after = row.seats[left + 1 :] + row.seats[:left]
    row = _changed(row, rules, now, seats=row.seats[:left] + row.seats[left + 1 :])
    heirs = [seat.member_id for seat in after if seat.member_id is not None]
    if not heirs:
        return closed(row, "Everybody left.")
    return row if member_id != row.host_id else replace(row, host_id=heirs[0])


def invite_bot(row: TableRow, by: int, strength: str | None, rules: TableRules, now: datetime) -> TableRow:
    """A bot player takes a seat."""
    must_be(row, Phase.LOBBY)
    seat_of(row, by)
    known = strengths(row.game)
    if strength is not None and strength not in known:
        raise BadChoice(
            "There is no bot player {strength}; there are {known}.", strength=strength, known=", ".join(known)
        )
    taken = {seat.name for seat in row.seats}
    name = next(name for name in (f"Bot {number}" for number in range(1, len(taken) + 2)) if name not in taken)
    return _seated(row, Seat(name=name, strength=strength or known[0]), rules, now)


def dismiss_bot(row: TableRow, by: int, seat: int | None, rules: TableRules, now: datetime) -> TableRow:
    """A bot player gets up: the one in `seat`, or the last one."""
    must_be(row, Phase.LOBBY)
    seat_of(row, by)
    bots = [number for number, held in enumerate(row.seats) if held.is_bot and seat in (None, number)]
    if not bots:
        raise BadChoice("No bot player sits there." if seat is not None else "No bot player sits at this table.")
    return _changed(row, rules, now, seats=row.seats[: bots[-1]] + row.seats[bots[-1] + 1 :])


def choose(
    row: TableRow, by: int, preset: str | None, options: Mapping[str, Any], rules: TableRules, now: datetime
) -> TableRow:
    """The host sets the preset (which resets all options), or single options."""
    must_be(row, Phase.LOBBY)
    must_be_host(row, by)
    kind = kind_of(row.game)
    if preset is not None:
        model = chosen(kind, preset, options)
    else:
        model = _or_bad_choice(lambda: kind.Options(**{**row.options, **options}))
    return _changed(row, rules, now, preset=preset or row.preset, options=model.model_dump(mode="json"))


def rematch(
    row: TableRow, who: Person, interaction_id: int, secret: bytes, rules: TableRules, now: datetime
) -> TableRow:
    """The lobby of the next game: bot players keep their seats, the member who asked is host, others must ask too."""
    must_be(row, Phase.OVER)
    bots = tuple(seat for seat in row.seats if seat.is_bot)
    lobby = _changed(
        row, rules, now, phase=Phase.LOBBY, seats=bots, seating=keys_of(row), host_id=who.id, secret=secret,
        game_number=row.game_number + 1,
    )  # fmt: skip
    return replace(join(lobby, who, interaction_id, rules, now), version=lobby.version)


def closed(row: TableRow, reason: str) -> TableRow:
    """The table, closed for good. The version is the caller's business."""
    return replace(row, phase=Phase.CLOSED, idle_at=None, reason=reason)


def keys_of(row: TableRow) -> tuple[str, ...]:
    """Who sits where, as it is kept for the next game: a member's id, or a bot player's name."""
    return tuple(seat.name if seat.member_id is None else str(seat.member_id) for seat in row.seats)


def _seated(row: TableRow, seat: Seat, rules: TableRules, now: datetime) -> TableRow:
    most = kind_of(row.game).players[-1]
    if len(row.seats) >= most:
        raise TableFull(most=most)
    row = _changed(row, rules, now, seats=(*row.seats, seat))
    places = {key: place for place, key in enumerate(row.seating)}
    order = sorted(zip(row.seats, keys_of(row), strict=True), key=lambda pair: places.get(pair[1], len(places)))
    return replace(row, seats=tuple(seat for seat, _ in order))


def _changed(row: TableRow, rules: TableRules, now: datetime, **changes: Any) -> TableRow:
    return replace(row, version=row.version + 1, idle_at=now + rules.lobby_idle, **changes)


def _or_bad_choice(make: Callable[[], GameOptions]) -> GameOptions:
    try:
        return make()
    except ValidationError as error:
        raise BadChoice("{reasons}", reasons=" ".join(_sentence(line) for line in error.errors())) from error
    except GameError as error:
        raise BadChoice(error.template, **error.params) from error


def _sentence(line: Mapping[str, Any]) -> str:
    where = ", ".join(str(part) for part in line["loc"])
    message = str(line["msg"]).removeprefix("Value error, ")
    return f"{where}: {message.removesuffix('.')}." if where else message
