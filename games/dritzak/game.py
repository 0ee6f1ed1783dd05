"""The game Dritzak as a class, which keeps the contract of games/core.py."""

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
    """A game of Dritzak. The rules are in the package `rules`, in one module for each subject."""

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
        """Return the rules of Dritzak with these options, in about ten lines."""
        return summary.lines(cls.own_options(DritzakOptions, options))

    @classmethod
    def expected(cls, options: GameOptions, seats: int) -> Expected | None:
        """Return the measured length and share of draws of games with these options. Only three
        options make a difference: `decks`, `set_rule` and `play_on`. Returns None if nothing was
        measured."""
        return expected(cls.own_options(DritzakOptions, options), seats)

    @classmethod
    def deeds(cls, event: Event) -> tuple[Deed, ...]:
        """Return the deeds in an event (notable acts, which statistics count). The only deed is a
        win by a walk-off Deegan: a face-down card played right after a face-down ten (DRI-41). The
        degree is the number of tens in a row before the last card."""
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
        """Deal a game (DRI-01), with the arguments of `Game.new`. In Dritzak, the dealer and the
        previous game make no difference. Raises OptionsError when the options are another game's or
        don't fit the number of seats, or when the table has no seat `dealer`."""
        settings = cls.own_options(DritzakOptions, options)
        cls.check(settings, seats)
        if dealer is not None and not 0 <= dealer < seats:
            raise OptionsError(marked("There's no seat {seat} at this table."), seat=dealer)
        game = cls(settings, seats)
        game.jinxed = _jinxed(cls, seats, handicaps or {})
        deal(game, seed)
        return game

    def legal_moves(self, seat: int) -> list[Move]:
        """Return the legal moves of `seat`. On its turn, it can play cards from its hand or face-up
        cards; these moves are sorted by rank. If it has only face-down cards, it can turn up one of
        them, or ask the Shijo, a figure who knows these cards. If there is a pile, the last move is
        to pick it up.

        In earlier phases, the moves choose face-up cards or throw rock, paper, scissors."""
        if seat == self.turn:
            return turns.turn_moves(self, seat)
        if seat not in self.waiting_on:
            return []
        return (
            start.throws_of(self, seat) if self.phase == "throw" else start.choices_of(self, seat)
        )

    def ahead(self, seat: int) -> list[tuple[Move, ...]]:
        """Return the plans that a seat may choose before its turn (`Game.ahead`): to pick up the
        pile, or to play all its cards of one rank."""
        waits = self.phase == "play" and seat in self.still_in and seat != self.turn
        return turns.plans(self, seat) if waits and self.outcome is None else []

    def forced(self, seat: int) -> bool:
        """Return whether everybody knows that the seat at turn has only one move. The result is
        True if the seat has only one legal move and no hand. Everybody sees the face-up cards of
        the seat, and how many face-down cards it has."""
        return seat == self.turn and not self.hands[seat] and len(self.legal_moves(seat)) == 1

    def play(self, seat: int, move: str) -> list[Event]:
        """Make a move of `seat`, as `Game.play` does. To save time, the most common moves are
        recognised as legal without a list of all legal moves."""
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
        """DRI-43: take `seat` out of the game for good. This is possible in every phase. The seat's
        cards are discarded. Returns the events. Raises IllegalMove when the seat has already left
        or is out, or when the game is over. Raises InvalidMove when the seat doesn't exist."""
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
        """Return the view of `seat`: everything that the seat may know, and nothing else. None
        means a spectator. The zones and facts are explained in games.dritzak.told.view."""
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
        """DRI-01: return a spectator's view that shows all cards of the seats. This includes the
        face-down cards, which no player has seen."""
        return face_down_turned(self, super().opened())

    def position(self) -> Position:
        """Return the whole state as data that JSON can hold. The keys are explained in
        games.dritzak.rules.position."""
        return position_of(self)

    @classmethod
    def from_position(cls, position: Position, *, options: GameOptions | None = None) -> Self:
        """Return a game in this position, even if no real game can lead to it. Raises PositionError
        when the position can't be read."""
        return read_position(cls, position, cls.own_options(DritzakOptions, options))

    def copy(self) -> Self:
        """An independent game in the same position."""
        return State.copy(self)

    @classmethod
    def sample(cls, view: View, rng: Chance, *, seen: Sequence[Told] = ()) -> Self:
        """Return a game in which `view.seat` sees exactly `view`. Hidden cards are chosen by `rng`.
        They agree with `seen`, the events that the seat has been told since the deal."""
        return sample_game(cls, view, rng, Memory.of(seen))


def _jinxed(game: type[Game], seats: int, handicaps: Mapping[int, set[str]]) -> frozenset[int]:
    """DRI-42: return the seats that have the handicap `jinx`. Raises OptionsError for a handicap
    that doesn't exist, or a seat that doesn't exist."""
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
