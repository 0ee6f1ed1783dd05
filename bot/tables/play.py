"""A table's game in memory, replayed from its stored moves. Besides the state of the game, it knows
whether the last move can be taken back, and which members are absent."""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from bot.core.errors import NotSeated, TableQuarantined, WrongPhase
from bot.core.model import FORGOTTEN, Happening, Phase, Said, Seat, SeatClock
from bot.core.scope import sitting_of
from bot.db.rows import MoveRow, TableRow
from bot.thinking.task import lines_of
from games.core import Deed, Event, Game, Move, Outcome, View
from games.players import remembers
from games.record import RESIGN, Header, Record, Step
from games.sentences import marked
from games.told_events import told

log = logging.getLogger(__name__)

RECENT: Final = 40
"""The number of a game's last moves that a snapshot of the table has. The log in the table's
message has fewer lines, because one line can tell several moves."""
STAND_INS: Final = 3
"""After this many stand-in moves in a row, a bot player keeps the seat until the member is back."""
TAKEN_BACK: Final = "taken-back"
"""The event that tells that a move was taken back: its `seat`, and the `cards` that it named."""

GONE_WRONG: Final = {
    Phase.PLAYING: marked("The game is still on."),
    Phase.OVER: marked("The game is over."),
    Phase.CLOSED: marked("This table is closed."),
    Phase.LOBBY: marked("The game hasn't started yet."),
}


@dataclass(slots=True)
class Play:
    """A running or finished game of a table. `header` holds what the game began with (rules, seats,
    seed), `game` its present state, and `log` its moves. The seed was made of `secret` and the
    interaction ids `joined`.

    `version` is the table's version after the deal, and `moved_version` is the version at the last
    move. `recent` are the last moves for the table's message. `absences` maps each seat to how many
    moves in a row a bot player made for the member. `told` maps the seat of each bot player that
    remembers events to the events since the deal. `deeds` are the noteworthy actions so far.
    `chapters` counts the chapters (such as bouts) that have ended. `before` has the number of moves
    before the last move of a member, and the game as it was then."""

    header: Header
    secret: bytes
    joined: tuple[int, ...]
    game: Game
    version: int
    """The table's version after the deal. A press with an older version belongs to another game."""
    dealt_at: datetime
    clocks: dict[int, SeatClock] = field(default_factory=dict)
    log: list[MoveRow] = field(default_factory=list)
    recent: deque[Happening] = field(default_factory=lambda: deque(maxlen=RECENT))
    outcome: Outcome | None = None
    """The outcome, also of a game that was broken off."""
    absences: Counter[int] = field(default_factory=Counter)
    """By seat: the number of moves in a row that a bot player made for the seat's member."""
    moved_version: int = 0
    """The table's version at the last move, as far as this process knows. Later changes were no
    moves."""
    told: dict[int, bytearray] = field(default_factory=dict)
    """By seat: the events told since the deal to each bot player that remembers
    (bot.thinking.task)."""
    deeds: list[Deed] = field(default_factory=list)
    """All deeds in the game so far, in the order of the events. A deed is a notable act of a seat,
    which statistics count."""
    before: tuple[int, Game] | None = None
    """The state before the last move in a member's seat (not a bot player's). The first item is the
    number of moves made until then, and the second item is a copy of the game in that state. None
    if no such move was made."""
    chapters: int = 0
    """The number of moves so far that ended a chapter of the game. A chapter is a part of a game,
    such as a bout."""

    def add(self, row: MoveRow, events: Sequence[Event]) -> Happening:
        """Add to the log a move that the game has already made. `events` are the events of this
        move. Returns the move as an entry for the table's message."""
        deeds = tuple(deed for event in events for deed in _deeds(self.game, event))
        happening = Happening(row.seat, row.move, row.stand_in, tuple(events), deeds)
        self.log.append(row)
        self.recent.append(happening)
        self.clocks = dict(row.clocks)
        for seat, lines in self.told.items():
            lines.extend(lines_of(told(happening.events, seat)))
        self.chapters += happening.ends_any_of(self.game.chapter_names)
        self.deeds.extend(deeds)
        return happening

    def tell_of_deal(self, seats: Sequence[Seat]) -> None:
        """Pass the events of the deal to those bot players among `seats` that remember events. Each
        gets only what its seat may know."""
        game = self.header.game
        for number, seat in enumerate(seats):
            if seat.is_bot and remembers(game, seat.strength):
                self.told[number] = bytearray(lines_of(told(self.game.dealt(), number)))

    def stepped(self, seat: int, *, stand_in: bool) -> None:
        """Update the number of moves in a row that a bot player has made for a seat's member. Call
        this after each move of the seat. With `stand_in`, a bot player made the move, and the
        number grows by 1. Otherwise the number becomes 0."""
        self.absences[seat] = self.absences[seat] + 1 if stand_in else 0

    def absent(self, seat: int) -> bool:
        """Return whether the seat's member counts as absent, because a bot player has moved for
        them several times in a row. Until they come back, a bot player plays for them."""
        return self.absences[seat] >= STAND_INS

    def stands(self, seat: int, said: Said | None) -> bool:
        """Return whether the emote `said` of a seat is still shown. It is shown until the seat's
        next move. It disappears earlier if two chapters of the game (such as deals) have ended
        since the member showed it."""
        if said is None or said.chapters + 1 < self.chapters:
            return False
        return all(row.seat != seat for row in self.log[said.moves :])

    @property
    def moved_at(self) -> datetime:
        """The time of the last move, or of the deal before the first one."""
        return self.log[-1].made_at if self.log else self.dealt_at

    @property
    def gone(self) -> frozenset[int]:
        """The seats that have resigned."""
        return frozenset(row.seat for row in self.log if row.move == RESIGN)

    @property
    def record(self) -> Record:
        """The record of the game so far, which can be replayed."""
        return Record(self.header, tuple(Step(row.seat, row.move) for row in self.log))

    def deeds_of(self, seat: int) -> list[tuple[str, int, int]]:
        """Return the sorted deeds of a seat in this game. A deed is something rare that statistics
        count, such as winning all tricks. Each entry of the list is a deed's name, its degree, and
        how many times it was done."""
        times: Counter[tuple[str, int]] = Counter()
        for deed in self.deeds:
            if deed.seat == seat:
                times[deed.name, deed.degree] += deed.times
        return [(name, degree, count) for (name, degree), count in sorted(times.items())]

    def stand_ins(self) -> Counter[int]:
        """Return for each seat how many moves a bot player made for the seat's member."""
        return Counter(row.seat for row in self.log if row.stand_in)


def _deeds(game: Game, event: Event) -> tuple[Deed, ...]:
    try:
        return game.deeds(event)
    # A plug-in's rules may raise anything, and a missing honour must not stop a game. The message
    # could hold a card.
    except Exception as error:  # noqa: BLE001
        log.error("%s can't tell what an event is worth: %s", game.name, type(error).__name__)
        return ()


def counts(row: TableRow, play: Play) -> bool:
    """Return whether the game counts for ratings and statistics. A game at a learning table, where
    members may ask for advice, never counts. Any other game counts after the first move that isn't
    a resignation. A tournament's game counts even before that move, because otherwise a member with
    bad cards could resign to get other cards."""
    return not row.learning and _is_played(row, play)


def outcome_of(row: TableRow, play: Play) -> Outcome | None:
    """Return the game's outcome as it is stored, shown and passed to the next game (None: the game
    goes on). If the game ended by resignations before the first move, the outcome is void and has
    no winner. The next game then gets the data (`Outcome.carry`) that this game got from the game
    before it. A tournament's game is never made void in this way."""
    outcome = play.game.outcome
    if outcome is None or _is_played(row, play):
        return outcome
    before, seats = play.header.previous, len(outcome.ranks)
    known = before is not None and len(before.ranks) == seats
    return Outcome((1,) * seats, "void", carry=before.carry if before and known else {})


def is_a_loss(row: TableRow, play: Play, seat: int) -> bool:
    """Return whether a resignation of the seat would count as a loss now. Raises IllegalMove when
    the seat is already out of the game."""
    game = play.game.copy()
    game.resign(seat)
    return not row.learning and (game.outcome is None or _is_played(row, play))


def _is_played(row: TableRow, play: Play) -> bool:
    return sitting_of(row.id) is not None or any(line.move != RESIGN for line in play.log)


def takes_back(row: TableRow, play: Play) -> int | None:
    """Return the seat whose last move can be taken back, or None if no move can be taken back. The
    bot players' answers to that move are taken back with it.

    The game must be going on and must not count for anything. A move can't be taken back if
    somebody has learnt anything hidden since the move: if somebody has drawn or turned up a card,
    got private information, or gone out of the game for good (members who are out see all hands).
    It can't be taken back either if a chapter of the game, such as a deal, has ended, or if a view
    shows a card that it didn't show before, except the cards of the move itself."""
    if row.phase is not Phase.PLAYING or play.before is None or play.outcome is not None:
        return None
    if not _counts_for_nothing(row) or not _is_last(row, play):
        return None
    first, before = play.before
    made = play.log[first]
    since = len(play.log) - first
    moves = [each for each in play.recent if not _is_told(each)]
    events = [event for happening in moves[-since:] for event in happening.events]
    own = set(Move.parse(made.move).cards)
    hidden = any(_tells_more(play.game, event, made.seat, own) for event in events)
    hidden = hidden or _opens_hands(row, before, play.game)
    return None if hidden or _shows_more(before, play.game, own) else made.seat


def _is_told(happening: Happening) -> bool:
    """Return whether this entry of the log is no move, but only reports that a move was taken
    back."""
    return any(event.name == TAKEN_BACK for event in happening.events)


def _counts_for_nothing(row: TableRow) -> bool:
    members = sum(not seat.is_bot for seat in row.seats)
    return sitting_of(row.id) is None and (row.learning or members == 1 < len(row.seats))


def _is_last(row: TableRow, play: Play) -> bool:
    """Return whether the last move in a member's seat (see `play.before`) was made by the member,
    and only bot players have moved since then. Returns False if a bot player made that move for the
    member, or if that move or a later one is a resignation. Also returns False if there are
    `RECENT` moves or more from that move on."""
    first, _ = play.before or (0, None)
    since = play.log[first:]
    return (
        not since[0].stand_in
        and len(since) < RECENT
        and all(line.move != RESIGN for line in since)
        and all(row.seats[line.seat].is_bot for line in since[1:])
    )


def _tells_more(game: Game, event: Event, mover: int, own: set[str]) -> bool:
    """Return whether an event makes it impossible to take back the move of seat `mover`. This is so
    if the event ends a chapter of the game (a part such as a bout), ends all knowledge of seen
    cards (a reshuffle, say), shows cards for a moment, or has private fields. One kind of private
    fields is allowed: fields for `mover` alone that only repeat `own`, the cards of its move. Cards
    that a view shows are checked by `_shows_more`."""
    if event.name in game.chapter_names | game.forgetting | game.revealing:
        return True
    if event.secret is None:
        return False
    return event.seats != (mover,) or not own or dict(event.secret) != {"cards": [*own]}


def _opens_hands(row: TableRow, before: Game, now: Game) -> bool:
    """Return whether a member went out of the game for good between the states `before` and `now`.
    A member who is out for good may see all hands."""
    return any(
        not seat.is_bot and now.has_finished(number) and not before.has_finished(number)
        for number, seat in enumerate(row.seats)
    )


def _shows_more(before: Game, now: Game, own: set[str]) -> bool:
    viewers = (None, *range(now.seats))
    return any(_shown(now.view(each)) - _shown(before.view(each)) - own for each in viewers)


def _shown(view: View) -> set[str | None]:
    return {card for zone in view.zones for card in (*zone.cards, *zone.covers)} - {None}


def keeps(row: TableRow, play: Play, seat: int) -> bool:
    """Return whether a bot player moves for this seat. This is so if the seat belongs to a bot
    player, if its member is absent, or if its member's data was deleted."""
    holder = row.seats[seat]
    return holder.is_bot or holder.member_id == FORGOTTEN or play.absent(seat)


def must_be(row: TableRow, *phases: Phase) -> None:
    """Check that the table is in one of `phases`. Raises WrongPhase if it is in another phase, or
    TableQuarantined if its game can't be replayed."""
    if row.phase is Phase.QUARANTINED:
        raise TableQuarantined(reason=row.reason)
    if row.phase not in phases:
        raise WrongPhase(GONE_WRONG[row.phase])


def seat_of(row: TableRow, member_id: int) -> int:
    """Return the number of a member's seat at the table. Raises NotSeated if the member has no seat
    there."""
    for number, seat in enumerate(row.seats):
        if seat.member_id == member_id:
            return number
    raise NotSeated
