"""Dritzak as a `Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, Self

from games.core import (
    Chance,
    DailyDeal,
    Deed,
    Event,
    Expected,
    Game,
    GameError,
    GameOptions,
    OptionsError,
    Outcome,
    Position,
    Told,
    View,
)
from games.dritzak.belief.memory import Memory
from games.dritzak.belief.sample import sample_game
from games.dritzak.rules import ends, shijo, start, turns
from games.dritzak.rules.holdings import LAID, contains
from games.dritzak.rules.options import DritzakOptions
from games.dritzak.rules.position import SEATS, position_of, read_position
from games.dritzak.rules.start import deal
from games.dritzak.rules.state import State
from games.dritzak.told import refusals, summary
from games.dritzak.told.expected import expected
from games.dritzak.told.lessons import LESSONS
from games.dritzak.told.view import face_down_turned, facts_for, seats_of, zones_for
from games.errors import Sentence
from games.lessons import Lesson
from games.moves import Move
from games.sentences import marked

SUMMARY: Final = marked(
    "Get rid of your hand, then three face-up cards, then three face-down ones nobody has seen. "
    "**First one out wins.**\n"
    "- First choose three of your six cards to put face up. The player with the lowest card "
    "starts, but doesn't have to play it.\n"
    "- Play one or more cards of the same rank, at least as high as the top card of the pile. "
    "**2** and **10** go on anything, and anything goes on a 2.\n"
    "- Can't play, or don't want to? Pick up the pile.\n"
    "- A **10** or four of a kind in a row clears the pile, and you get another turn.\n"
    "- After playing, draw back up to three cards while the deck lasts.\n"
    "- When your hand and the deck are gone, play your face-up cards, then the face-down ones "
    "blind. If a card can't be played, pick it up along with the pile. Before you turn one over, "
    "you can ask the **Shijo** which one to pick. He might help.\n"
    "- Finish with a face-down card right after a face-down 10, and it's a *walk-off Deegan*."
)


class Dritzak(State, Game):
    """A game of Dritzak. The rules are in this package's modules, one subject each."""

    __slots__ = ()

    name: ClassVar[str] = "dritzak"
    title: ClassVar[str] = marked("Dritzak")
    version: ClassVar[int] = 1
    players: ClassVar[range] = SEATS
    daily: ClassVar[DailyDeal | None] = DailyDeal()
    lessons: ClassVar[tuple[Lesson, ...]] = LESSONS
    Options: ClassVar[type[GameOptions]] = DritzakOptions
    handicaps: ClassVar[frozenset[str]] = frozenset({"jinx"})
    # DRI-03: the three cards are secret until all have chosen. DRI-29: a turned card is shown, and
    # may be picked up.
    secret_verbs: ClassVar[frozenset[str]] = frozenset({"up"})
    revealing: ClassVar[frozenset[str]] = frozenset({"flip"})
    chapter_names: ClassVar[frozenset[str]] = frozenset({"discarded"})
    deed_names: ClassVar[tuple[str, ...]] = ("walk-off",)
    # Translators: The game in a sentence.
    gist: ClassVar[str] = marked("Get rid of all your cards, even the three nobody has seen.")
    # Translators: What the game is like, for people who know other games.
    kin: ClassVar[str] = marked("If you know Shithead or Palace, you already know half of Dritzak.")
    minutes: ClassVar[int] = 10
    summary: ClassVar[str] = SUMMARY

    @classmethod
    def rules_told(cls, options: GameOptions) -> tuple[str, ...]:
        """The rules of Dritzak as these options have them."""
        return summary.lines(cls.own_options(DritzakOptions, options))

    @classmethod
    def expected(cls, options: GameOptions, seats: int) -> Expected | None:
        """The measured length of a game and its share of draws, None if not measured. The options
        that matter are the decks, the rule of sets, and playing on."""
        return expected(cls.own_options(DritzakOptions, options), seats)

    @classmethod
    def deeds(cls, event: Event) -> tuple[Deed, ...]:
        """The deeds in an event: winning by a walk-off Deegan, with its degree (a seat's last cards
        are face-down tens, DRI-41)."""
        if event.name != "walk-off":
            return ()
        return (Deed(event.fields["seat"], "walk-off", degree=event.fields["degree"]),)

    @classmethod
    def new(
        cls,
        options: GameOptions | None = None,
        *,
        seats: int,
        seed: bytes,
        previous: Outcome | None = None,
        dealer: int | None = None,
        handicaps: Mapping[int, set[str]] | None = None,
    ) -> Self:
        """Deals a game (DRI-01). Who deals and how the last game ended make no difference in
        Dritzak."""
        settings = cls.own_options(DritzakOptions, options)
        cls.check(settings, seats)
        if dealer is not None and not 0 <= dealer < seats:
            raise OptionsError(marked("There's no seat {seat} at this table."), seat=dealer)
        game = cls(settings, seats)
        game.jinxed = _jinxed(cls, seats, handicaps or {})
        deal(game, seed)
        return game

    def legal_moves(self, seat: int) -> list[Move]:
        """The legal moves of `seat`. On its turn, these are plays by rising rank, then picking up;
        or for a seat without a hand or face-up cards, its face-down places from the left, then
        asking the Shijo."""
        if seat == self.turn:
            return turns.turn_moves(self, seat)
        if seat not in self.waiting_on:
            return []
        return (
            start.throws_of(self, seat) if self.phase == "throw" else start.choices_of(self, seat)
        )

    def ahead(self, seat: int) -> list[tuple[Move, ...]]:
        """The plans of a seat before its turn (`Game.ahead`): to pick up the pile, or to play all
        its cards of a rank."""
        waits = self.phase == "play" and seat in self.still_in and seat != self.turn
        return turns.plans(self, seat) if waits and self.outcome is None else []

    def forced(self, seat: int) -> bool:
        """Whether everybody knows that the seat at turn has only one move, because its hand is
        empty and all its other cards are on the table."""
        return seat == self.turn and not self.hands[seat] and len(self.legal_moves(seat)) == 1

    def play(self, seat: int, move: str) -> list[Event]:
        """Make a move, as `Game.play` does. The most common moves are recognised as legal without
        listing all legal moves."""
        if seat == self.turn and type(move) is Move:
            laid = LAID.get(move)
            if laid is not None:
                zone = self.hands[seat]
                if zone and contains(zone, laid.holding) and self.may_lie(laid.cards[0]):
                    return turns.play(self, seat, move, laid)
            elif move == turns.PICKUP and self.pile:
                return turns.pick_up(self, seat)
        happened = super().play(seat, move)
        if type(move) is not Move:
            turns.lie_as_named(self, move)
        return happened

    def _apply(self, seat: int, move: Move) -> list[Event]:
        """Make a move that is known to be legal, and return its events."""
        match move.verb:
            case "play":
                return turns.play(self, seat, move, LAID[move])
            case "pickup":
                return turns.pick_up(self, seat)
            case "flip":
                return turns.flip(self, seat, int(move.other))
            case "shijo":
                return shijo.ask(self, seat)
            case "up":
                return start.choose(self, seat, move)
            case _:
                return start.throw(self, seat, move.other)

    def _refusal(self, seat: int, move: Move) -> GameError:
        """The error that says why `seat` may not make this move."""
        return refusals.refusal(self, seat, move)

    def resign(self, seat: int) -> list[Event]:
        """DRI-43: take `seat` out of the game for good, in whatever phase it is, and return the
        events. The seat's cards are discarded. Raises IllegalMove when it can't leave."""
        if seat not in self.still_in or self.outcome is not None:
            raise refusals.leaving_refused(self, seat)
        happened = ends.leave(self, seat)
        if self.outcome is not None:
            return happened
        if self.phase == "choose":
            happened += start.show_choices(self)
        elif self.phase == "throw":
            happened += start.drop_out(self, seat)
        elif seat == self.turn:
            turns.pass_turn(self, seat)
        return happened

    def view(self, seat: int | None) -> View:
        """Everything that `seat` may know, and nothing else; for None, what a spectator may know.
        Zones and facts: games.dritzak.told.view."""
        return View(
            game=self.name,
            seat=seat,
            seats=seats_of(self),
            zones=zones_for(self, seat),
            facts=facts_for(self, seat),
            moves=() if seat is None else tuple(self.legal_moves(seat)),
            waiting_on=tuple(sorted(self.waiting_on)),
            ranks=self.outcome.ranks if self.outcome else None,
        )

    def opened(self) -> View:
        """DRI-01: a spectator's view that also shows the face-down cards, which no player has
        seen."""
        return face_down_turned(self, super().opened())

    def position(self) -> Position:
        """The whole state as JSON-able data; its keys: games.dritzak.rules.position."""
        return position_of(self)

    @classmethod
    def from_position(cls, position: Position, *, options: GameOptions | None = None) -> Self:
        """The game in that position, even if no game can lead to it. Raises PositionError when it
        can't be read."""
        return read_position(cls, position, cls.own_options(DritzakOptions, options))

    def copy(self) -> Self:
        """An independent game in the same position."""
        return State.copy(self)

    @classmethod
    def sample(cls, view: View, rng: Chance, *, seen: Sequence[Told] = ()) -> Self:
        """A game in which `view.seat` sees exactly `view`. Hidden cards are drawn by `rng`, and
        agree with the events that the seat has `seen` since the deal."""
        return sample_game(cls, view, rng, Memory.of(seen))


def _jinxed(game: type[Game], seats: int, handicaps: Mapping[int, set[str]]) -> frozenset[int]:
    """DRI-42: the seats with the handicap `jinx`. Raises OptionsError for other handicaps and
    seats."""
    for seat, names in handicaps.items():
        if seat not in range(seats):
            raise OptionsError(marked("There's no seat {seat} at this table."), seat=seat)
        for name in sorted(names):
            if name not in game.handicaps:
                raise OptionsError(
                    marked("{title} has no handicap called {name}."),
                    title=Sentence(game.title),
                    name=name,
                )
    return frozenset(seat for seat, names in handicaps.items() if "jinx" in names)
