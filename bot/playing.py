"""A table's game: dealing, moving, standing in, ending. Each function gives the change that a command makes."""

from __future__ import annotations

import logging
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.clocks import TableRules, clocks_after
from bot.errors import BadChoice, StaleTable, TooFewPlayers, WrongPhase
from bot.fairness import player_chance, seed_of
from bot.live import Change, Live, Play
from bot.model import Happening, Phase
from bot.seating import closed, keys_of, kind_of, must_be, must_be_host, seat_of
from bot.store import changes
from bot.store.changes import BROKEN_OFF
from bot.store.rows import GameRow, MoveRow, TableRow
from bot.store.writer import Statement, Work
from games.core import Move, Outcome, options_from
from games.errors import GameError, InvalidMove
from games.players import RANDOM, player
from games.record import RESIGN, Header, Record, Step, apply, dumps, outcome_as_json

log = logging.getLogger(__name__)


def start(live: Live, by: int, rules: TableRules, now: datetime) -> Change:
    """The host has the cards dealt. Raises TooFewPlayers, or BadChoice with the reason why they can't be."""
    row = live.row
    must_be(row, Phase.LOBBY)
    must_be_host(row, by)
    kind = kind_of(row.game)
    if len(row.seats) < kind.players[0]:
        raise TooFewPlayers(least=kind.players[0])
    joined = tuple(seat.joined_by for seat in row.seats if seat.joined_by is not None)
    try:
        options = options_from(kind, row.options)
        kind.check(options, len(row.seats))
        header = Header(
            game=row.game, version=kind.version, options=options.model_dump(mode="json"), seats=len(row.seats),
            seed=seed_of(row.secret, joined),
            handicaps={number: seat.handicaps for number, seat in enumerate(row.seats) if seat.handicaps},
            # What one game hands to the next is told by seats, so it holds only while everybody sits where they sat.
            previous=live.previous if row.seating == keys_of(row) else None,
        )  # fmt: skip
        game = header.deal()
    except GameError as error:
        raise BadChoice(error.template, **error.params) from error
    after = replace(row, phase=Phase.PLAYING, version=row.version + 1, idle_at=None)
    play = Play(header, row.secret, joined, game, clocks_after(game, row.seats, rules, now, before={}, moved=None))
    stored = GameRow(dumps(Record(header)), row.secret, joined, play.clocks, None, ())
    statements = [*changes.table_changed(row, after), *changes.game_started(after, stored, now)]
    return Change(after, play, statements)


def move(live: Live, member_id: int, text: str, version: int | None, rules: TableRules, now: datetime) -> Change:
    """A member's move. One that names cards need only be legal; a bare one must come from a current panel."""
    play = _under_way(live)
    seat = seat_of(live.row, member_id)
    wanted = Move.parse(text)
    if wanted.verb == RESIGN:
        raise InvalidMove("Giving the game up is not a move.")
    before_this_game = version is not None and version < live.row.version
    if before_this_game or (not wanted.cards and version not in (None, live.table.version)):
        raise StaleTable
    return _after_steps(live, play, [_step(live, play, Step(seat, str(wanted)), rules, now)], now)


def resign(live: Live, member_id: int, rules: TableRules, now: datetime) -> Change:
    """A member gives the game up."""
    play = _under_way(live)
    seat = seat_of(live.row, member_id)
    return _after_steps(live, play, [_step(live, play, Step(seat, RESIGN), rules, now)], now)


def push(live: Live, rules: TableRules, now: datetime) -> Change | None:
    """Moves once for every seat whose time is up, the one that has waited longest first; None when there is none."""
    play = live.play
    if live.row.phase is not Phase.PLAYING or play is None:
        return None
    happenings: list[Happening] = []
    for _, seat in sorted((moment, seat) for seat, moment in play.clocks.items() if moment <= now):
        # A move before may have changed whom the game waits on.
        if seat in play.clocks and play.clocks[seat] <= now:
            happenings.append(_bot_step(live, play, seat, rules, now))
    return _after_steps(live, play, happenings, now) if happenings else None


def break_off(live: Live, reason: str, now: datetime) -> Change:
    """Closes a table in the midst of its game, which counts for nobody.

    A mark takes the next place in the log: whoever would still play on finds it taken.
    """
    play = _under_way(live)
    play.outcome = Outcome(ranks=(1,) * len(live.row.seats), kind="void")
    after = closed(replace(live.row, version=live.table.version + 1), reason)
    play.clocks = {}
    mark = MoveRow(BROKEN_OFF, "", stand_in=False, made_at=now, clocks={})
    statements = [
        *changes.moves_made(live.row, len(play.log), [mark]),
        *changes.table_changed(live.row, after),
        *changes.game_ended(live.row, outcome_as_json(play.outcome), _results(live.row, play, play.outcome), now),
    ]
    return Change(after, play, statements)


def _under_way(live: Live) -> Play:
    must_be(live.row, Phase.PLAYING)
    if live.play is None:
        raise WrongPhase
    return live.play


def _step(live: Live, play: Play, step: Step, rules: TableRules, now: datetime, *, stand_in: bool = False) -> Happening:
    events = apply(play.game, step)
    clocks = clocks_after(play.game, live.row.seats, rules, now, before=play.clocks, moved=step.seat)
    happening = Happening(step.seat, step.move, stand_in, tuple(events))
    play.add(MoveRow(step.seat, step.move, stand_in, now, clocks), happening)
    return happening


def _bot_step(live: Live, play: Play, seat: int, rules: TableRules, now: datetime) -> Happening:
    holder = live.row.seats[seat]
    step = Step(seat, str(_bot_move(live, play, seat)))
    return _step(live, play, step, rules, now, stand_in=not holder.is_bot)


def _bot_move(live: Live, play: Play, seat: int) -> Move:
    """What a bot player does in this seat; when it fails at that, any legal move, so that nobody has to wait for it."""
    view = play.game.view(seat)
    chance = player_chance(play.secret, len(play.log), seat)
    try:
        wanted = player(live.row.game, live.row.seats[seat].strength)(view, chance)
        if wanted in view.moves:
            return wanted
        log.error("The bot player at table %s wanted a move that isn't legal", live.row.id)
    # A player from a plug-in may raise anything. Its message could hold a card, the places in its code can't.
    except Exception as error:  # noqa: BLE001
        places = "".join(traceback.format_tb(error.__traceback__))
        log.error("The bot player at table %s failed: %s\n%s", live.row.id, type(error).__name__, places)
    return player(live.row.game, RANDOM)(view, chance)


def _after_steps(live: Live, play: Play, happenings: Sequence[Happening], now: datetime) -> Change:
    """The change that steps make which the game has taken already: their lines in the log, and perhaps the end."""
    first = len(play.log) - len(happenings)
    statements: list[Statement | Work] = [*changes.moves_made(live.row, first, play.log[first:])]
    play.outcome = play.game.outcome
    row = live.row
    if play.outcome is not None:
        row = replace(row, phase=Phase.OVER, version=row.version + len(play.log))
        results = _results(row, play, play.outcome)
        statements += changes.table_changed(live.row, row)
        statements += changes.game_ended(row, outcome_as_json(play.outcome), results, now)
    return Change(row, play, statements, tuple(happenings))


def _results(row: TableRow, play: Play, outcome: Outcome) -> list[dict[str, Any]]:
    made = Counter(line.seat for line in play.log if not line.stand_in)
    stood_in = play.stand_ins()
    resigned = {line.seat for line in play.log if line.move == RESIGN}
    kind = outcome.kind if any(line.move != RESIGN for line in play.log) else "void"
    sides = play.game.sides_of(play.game.settings, play.game.seats)
    return [
        {
            "seat": number, "name": seat.name, "member_id": seat.member_id, "strength": seat.strength,
            "kind": kind, "side": sides[number], "rank": outcome.ranks[number], "last_rank": max(outcome.ranks),
            "honours": outcome.honours, "deeds": play.deeds_of(number), "resigned": number in resigned,
            "moves": made[number], "stand_ins": stood_in[number],
        }
        for number, seat in enumerate(row.seats)
    ]  # fmt: skip
