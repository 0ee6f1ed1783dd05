"""The moves in a table's game and the game's end. Bot players also move for members whose time is
up. Most functions return the change of one command."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.core.errors import NoAdvice, NoLearningTable, StaleTable, WrongPhase
from bot.core.model import Happening, Phase, SeatClock
from bot.core.scope import sitting_of
from bot.db.rows import MoveRow, TableRow
from bot.db.writer import Statement, Work
from bot.tables import ahead
from bot.tables.deadlines import CommandContext, clocks_of
from bot.tables.live import Change, Live
from bot.tables.play import Play, counts, is_a_loss, must_be, outcome_of, seat_of
from bot.tables.post import Away, after_turn, all_away, asleep, asleep_from_now, on_vacation
from bot.tables.seating import heir_of
from bot.tables.store import changes
from bot.tables.thoughts import Thoughts, advice_task
from bot.thinking.task import Task
from games.core import Move, Outcome
from games.errors import InvalidMove
from games.record import RESIGN, Step, apply, outcome_as_json
from games.sentences import marked


def move(
    live: Live, member_id: int, text: str, version: int | None, context: CommandContext
) -> Change:
    """Make a member's move `text`, and return the change. The member chose the move when the table
    had the version `version` (None: the present version).

    Raises NotSeated, InvalidMove when the text isn't a move, StaleTable when others have moved
    since, IllegalMove with the rule that the move breaks, WrongPhase when no game is going on, and
    TableQuarantined when the game can't be replayed."""
    play = under_way(live)
    seat = seat_of(live.row, member_id)
    wanted = Move.parse(text)
    if wanted.verb == RESIGN:
        raise InvalidMove(marked("To give up, press Resign."))
    seen = live.table.version if version is None else version
    if seen < play.version or (
        not wanted.cards and not play.moved_version <= seen <= live.table.version
    ):
        raise StaleTable
    row = _turn_ended(live.row, play, seat, context)
    # The cards stay in the order in which the member named them: without a reshuffle, they lie so.
    step = Step(seat, " ".join(text.split()))
    return _after_steps(live, row, play, [_step(row, play, step, context)], context)


def choose_ahead(live: Live, member_id: int, moves: Sequence[str]) -> Change:
    """Return the change with which a member chooses these moves before it is their turn. Empty
    `moves` withdraw an earlier choice. Raises NotSeated, NotAhead when the game doesn't offer these
    moves now or a bot player is playing for the member, WrongPhase when no game is going on, and
    TableQuarantined when the game can't be replayed."""
    play = under_way(live)
    row = ahead.chosen(live.row, play, seat_of(live.row, member_id), moves)
    return Change(row, play, changes.table_changed(live.row, row), untold=True)


def resign(live: Live, member_id: int, context: CommandContext) -> Change:
    """Return the change with which a member resigns the game. Raises NotSeated, IllegalMove when
    the member is already out of the game, WrongPhase when no game is going on, and TableQuarantined
    when the game can't be replayed."""
    under_way(live)
    row, seat = live.row, seat_of(live.row, member_id)
    if row.seats[seat].votes:
        # A seat that resigns drops the votes to remove it; only a removed seat keeps them.
        own = replace(row.seats[seat], votes=frozenset())
        seats = (*row.seats[:seat], own, *row.seats[seat + 1 :])
        row = replace(row, version=row.version + 1, seats=seats)
    return put_out(live, seat, context, row)


def resigning_is_a_loss(live: Live, member_id: int) -> bool:
    """Return whether the member's resignation would count as a loss now. Nothing is changed. Raises
    the errors of `resign`."""
    play = under_way(live)
    return is_a_loss(live.row, play, seat_of(live.row, member_id))


def put_out(live: Live, seat: int, context: CommandContext, row: TableRow) -> Change:
    """Return the change with which a seat resigns, because its member wants to or because the
    others remove it. If the seat's member was the host, the next member who plays becomes the host.
    `row` is the table's row, perhaps with new votes to remove the seat. Raises IllegalMove when the
    seat is already out of the game, WrongPhase when no game is going on, and TableQuarantined when
    the game can't be replayed."""
    play = under_way(live)
    happening = _step(row, play, Step(seat, RESIGN), context)
    if (
        row.seats[seat].member_id == row.host_id
        and (heir := heir_of(row, seat, play.gone)) is not None
    ):
        row = replace(row, host_id=heir, version=row.version + 1)
    return _after_steps(live, row, play, [happening], context)


def back(live: Live, member_id: int, context: CommandContext) -> Change:
    """Return the change with which a member takes their seat back from the bot player that plays
    for them. If the clocks of a correspondence game are stopped because all members were away, the
    change starts them again. Raises NotSeated, TableQuarantined when the game can't be replayed,
    and WrongPhase when no game is going on, or when no bot player plays there and no clock is
    stopped."""
    play = under_way(live)
    row = live.row
    seat = seat_of(row, member_id)
    if not play.absent(seat) and not asleep(row, play):
        raise WrongPhase(marked("You're already here. No bot is filling in for you."))
    seats = (
        *row.seats[:seat],
        replace(row.seats[seat], back_at=len(play.log)),
        *row.seats[seat + 1 :],
    )
    after = replace(row, version=row.version + 1, seats=seats)
    play.absences[seat] = 0
    old, play.clocks = play.clocks, clocks_of(after, play, context, seat)
    statements = changes.table_changed(row, after)
    if play.clocks != old:
        statements += changes.clocks_changed(row, len(play.log), old, play.clocks)
    return Change(after, play, statements)


def _turn_ended(row: TableRow, play: Play, seat: int, context: CommandContext) -> TableRow:
    """Return the table's row after the turn of a seat has ended now. If the table's speed has a
    reserve of time, the row says how much of the reserve the seat has used."""
    return after_turn(row, play, seat, context) if row.speed.reserve else row


def run_due(
    live: Live, context: CommandContext, thoughts: Thoughts, away: Mapping[int, Away]
) -> Change | None:
    """Return the change that is due in a table's game now, or None when nothing is due. It makes
    the moves of all seats whose time is up, in the order in which their times ran out. It also
    reports the seats for which half of the time is over. `away` maps the ids of members on vacation
    to their vacation, in which their clocks stand still.

    In a correspondence game, the clocks stop when all members have missed their turn. In a
    tournament the clocks go on, and a member who stays away loses. While a bot player is still
    choosing a move, the time of its seat is extended."""
    play = live.play
    if live.row.phase is not Phase.PLAYING or play is None:
        return None
    if play.game.pause:
        return _goes_on(live, play, context)
    return (
        on_vacation(live, away, context)
        or _chosen_ahead(live, play, context)
        or _moves_due(live, play, context, thoughts)
    )


def _chosen_ahead(live: Live, play: Play, context: CommandContext) -> Change | None:
    """Return the change that makes a move which a member chose before their turn. Returns None if
    no such move is due now."""
    due = ahead.first_due(live.row, play)
    if due is None or due[0] > context.now:
        return None
    _, seat, chosen = due
    row = _turn_ended(live.row, play, seat, context)
    return _after_steps(live, row, play, [_step(row, play, Step(seat, chosen), context)], context)


def _goes_on(live: Live, play: Play, context: CommandContext) -> Change | None:
    """Return the change that ends a pause of the game (`Game.pause`), by making the only legal
    move. Returns None if the pause isn't over yet."""
    seat = min(play.game.waiting_on)
    if seat not in play.clocks or play.clocks[seat].up > context.now:
        return None
    (only,) = play.game.legal_moves(seat)
    gone_on = _step(live.row, play, Step(seat, str(only)), context)
    return _after_steps(live, live.row, play, [gone_on], context)


def _moves_due(
    live: Live, play: Play, context: CommandContext, thoughts: Thoughts
) -> Change | None:
    """Return the change that makes the moves of the seats whose time is up, and reports the seats
    for which half of the time is over. Returns None when nothing is due."""
    before, now, row = play.clocks, context.now, live.row
    halves = [
        seat
        for seat, clock in before.items()
        if clock.half is not None and clock.half <= now < clock.up
    ]
    play.clocks = {
        seat: SeatClock(clock.up) if seat in halves else clock for seat, clock in before.items()
    }
    happenings: list[Happening] = []
    for up, seat in sorted((clock.up, seat) for seat, clock in before.items()):
        # An earlier move may have changed whom the game waits on.
        if seat not in play.clocks or not (
            up <= now >= play.clocks[seat].up
            or thoughts.is_late(live.row.id, seat, play.clocks[seat])
        ):
            continue
        if _is_deserted(row, play, seat):
            if not happenings:
                return asleep_from_now(live, play, before, seat)
            continue  # it is due at once again
        wanted = thoughts.move(live, play, seat, now)
        if isinstance(wanted, datetime):
            play.clocks[seat] = SeatClock(wanted)
        else:
            row = _turn_ended(row, play, seat, context)
            happenings += _moved_for(row, play, Step(seat, wanted), context)
    told = tuple(seat for seat in halves if play.clocks.get(seat) == SeatClock(before[seat].up))
    if happenings:
        return replace(_after_steps(live, row, play, happenings, context), half_time=told)
    if not told:
        return None
    return Change(
        live.row,
        play,
        changes.clocks_changed(live.row, len(play.log), before, play.clocks),
        half_time=told,
    )


def _is_deserted(row: TableRow, play: Play, seat: int) -> bool:
    """Return whether the clocks of a correspondence game should stop, because this seat's time is
    up and all other members are away. In a tournament it is always False."""
    return sitting_of(row.id) is None and all_away(row, play, seat)


def _moved_for(row: TableRow, play: Play, step: Step, context: CommandContext) -> list[Happening]:
    """Make the move `step` in a seat whose time is up, and return the new entries of the log. In a
    tournament's game, the seat's member also resigns if this move makes the member count as absent.
    This doesn't happen if the game is over, or the seat is already out of the game."""
    seat = step.seat
    made = [_step(row, play, step, context, stand_in=not row.seats[seat].is_bot)]
    stays = play.game.outcome is None and not play.game.view(seat).seats[seat].out
    if sitting_of(row.id) is not None and play.absent(seat) and stays:
        made.append(_step(row, play, Step(seat, RESIGN), context))
    return made


def under_way(live: Live) -> Play:
    """Return the table's game, which must be going on. Raises WrongPhase when there is none, and
    TableQuarantined when the game can't be replayed."""
    must_be(live.row, Phase.PLAYING)
    if live.play is None:
        raise WrongPhase
    return live.play


def _step(
    row: TableRow, play: Play, step: Step, context: CommandContext, *, stand_in: bool = False
) -> Happening:
    paused = play.game.pause
    before = None if row.seats[step.seat].is_bot else (len(play.log), play.game.copy())
    events = apply(play.game, step)
    play.before = before or play.before
    if not paused:  # a move that makes itself says nothing about who is there
        play.stepped(step.seat, stand_in=stand_in)
    clocks = clocks_of(row, play, context, step.seat)
    return play.add(MoveRow(step.seat, step.move, stand_in, context.now, clocks), events)


def _after_steps(
    live: Live, row: TableRow, play: Play, happenings: Sequence[Happening], context: CommandContext
) -> Change:
    """Return the change that stores moves which were already made in the game in memory. It has the
    new entries of the log, the table's row, and the results if the game is over."""
    first = len(play.log) - len(happenings)
    statements: list[Statement | Work] = [
        *changes.moves_made(live.row, play.version, first, play.log[first:])
    ]
    play.outcome = outcome_of(row, play)
    if row.chose_ahead:
        row = ahead.after(row, play, happenings)
    if play.outcome is not None:
        # The next game's secret is drawn now, so that its hash is shown before anyone asks for that
        # game.
        row = replace(
            row, phase=Phase.OVER, version=row.version + len(play.log), secret=context.secret()
        )
    play.moved_version = row.version + len(play.log)
    if row != live.row:
        statements += changes.table_changed(live.row, row)
    if play.outcome is not None:
        results = results_of(row, play, play.outcome)
        statements += changes.game_ended(
            row, outcome_as_json(play.outcome), results, context.now, context.hooks.finished
        )
    return Change(row, play, statements, tuple(happenings))


def advice_asked(live: Live, member_id: int) -> tuple[Task, int]:
    """Return the task with which the adviser can judge the moves of a member's seat, and the
    table's version. Raises NotSeated, NoLearningTable, WrongPhase when no game is going on,
    TableQuarantined when the game can't be replayed, and NoAdvice when the seat has no move."""
    seat = seat_of(live.row, member_id)
    if not live.row.learning:
        raise NoLearningTable
    must_be(live.row, Phase.PLAYING)
    play = live.play
    if play is None or not play.game.legal_moves(seat):
        raise NoAdvice
    return advice_task(live, play, seat), live.row.version + len(play.log)


def results_of(row: TableRow, play: Play, outcome: Outcome) -> list[dict[str, Any]]:
    """Return the rows to store in the database table `results` for a finished game. There is one
    dict for each seat, from the name of a column to its value."""
    made = Counter(line.seat for line in play.log if not line.stand_in)
    stood_in = play.stand_ins()
    resigned = {line.seat for line in play.log if line.move == RESIGN}
    kind = outcome.kind if counts(row, play) else "void"
    sides = play.game.sides_of(play.game.settings, play.game.seats)
    return [
        {
            "seat": number,
            "name": seat.name,
            "member_id": seat.member_id,
            "strength": seat.strength,
            "kind": kind,
            "side": sides[number],
            "rank": outcome.ranks[number],
            "last_rank": max(outcome.ranks),
            "honours": outcome.honours,
            "deeds": play.deeds_of(number),
            "resigned": number in resigned,
            "moves": made[number],
            "stand_ins": stood_in[number],
        }
        for number, seat in enumerate(row.seats)
    ]
