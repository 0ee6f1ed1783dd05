"""The game Tredici as a class, which keeps the contract of games/core.py."""

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
    IllegalMove,
    InvalidMove,
    Move,
    OptionsError,
    Outcome,
    Position,
    PositionError,
    Stream,
    Told,
    View,
)
from games.errors import Sentence
from games.lessons import Lesson
from games.sentences import marked
from games.tredici.belief import sample
from games.tredici.rules import flow, running_out, setup, turn
from games.tredici.rules.hands import DRAW, RANKS_OF_A_SUIT, as_named
from games.tredici.rules.kische import Kind
from games.tredici.rules.options import TrediciOptions
from games.tredici.rules.position import fill, read, write
from games.tredici.rules.state import FRESH, State
from games.tredici.told import refusals, summary, view
from games.tredici.told.expected import expected
from games.tredici.told.lessons import LESSONS

_NOBODY: Final[frozenset[int]] = frozenset()
_ALONE: Final = tuple(frozenset((seat,)) for seat in range(12))


class Tredici(State, Game):
    """A game of Tredici. The rules are in the package `rules` (TRE-01 to TRE-42)."""

    __slots__ = ()

    name: ClassVar[str] = "tredici"
    title: ClassVar[str] = marked("Tredici")
    version: ClassVar[int] = 1
    players: ClassVar[range] = range(2, 13)
    daily: ClassVar[DailyDeal | None] = DailyDeal()
    partners: ClassVar[Mapping[str, object] | None] = {"teams": 2}
    lessons: ClassVar[tuple[Lesson, ...]] = LESSONS
    Options: ClassVar[type[GameOptions]] = TrediciOptions
    # TRE-20, TRE-21: discards and gifts lie face down.
    forgetting: ClassVar[frozenset[str]] = frozenset({"reshuffled", "gathered"})
    secret_verbs: ClassVar[frozenset[str]] = frozenset({"discard", "give"})
    chapter_names: ClassVar[frozenset[str]] = frozenset({"kische-called", "shrunk"})
    deed_names: ClassVar[tuple[str, ...]] = ("kische-right", "kische-wrong", "thirteen")
    # Translators: The game in a sentence.
    gist: ClassVar[str] = marked("Collect all thirteen cards of one secret suit.")
    # Translators: What the game is like, for people who know other games.
    kin: ClassVar[str] = marked("You draw and discard, as in rummy.")
    minutes: ClassVar[int] = 10
    summary: ClassVar[str] = marked(
        "Collect **all thirteen cards of one suit**. You (or your team's captain) choose it in "
        "secret.\n"
        "- Cards of your suit go face down onto your stacks. Everyone sees how many, but only "
        "your side sees which.\n"
        "- Each turn, **draw** as many cards as you set aside on your last turn. If you set no "
        "cards aside, **discard three** and draw three.\n"
        "- Drew an ace of another suit? Next turn you swap your whole hand for a new one.\n"
        "- When the deck runs out, the discard pile becomes the new one. When both are empty, "
        "everyone **gives up** a card, and hands shrink by one.\n"
        "- There's one **kisché** per game. Anyone can call it at any time (if their team "
        "agrees), and all suits are revealed. Everyone else with the caller's suit loses all "
        "their cards and picks a new suit, and so do players who share any other suit. If "
        "nobody shares a suit, it's the caller who loses everything.\n"
        "- Got all thirteen? Call **tredici**, any time, and you win. Until you call, a kisché "
        "can take it all away.\n"
        "- It's a draw after twenty rounds without progress, or when the deck and the discard "
        "pile are empty and nobody has more than one card."
    )

    @classmethod
    def sides_of(cls, options: GameOptions, seats: int) -> tuple[int, ...]:
        """Return the side of each seat. Without teams, each seat is a side of its own. With teams,
        neighbours are in a team. The sizes of teams differ by at most one, and the first teams are
        the larger ones."""
        teams = options.teams if isinstance(options, TrediciOptions) else 0
        if not teams:
            return tuple(range(seats))
        size, larger = divmod(seats, teams)
        return tuple(side for side in range(teams) for _ in range(size + (side < larger)))

    @classmethod
    def rules_told(cls, options: GameOptions) -> tuple[str, ...]:
        """The rules of Tredici with these options, in about ten lines."""
        return summary.lines(cls.own_options(TrediciOptions, options))

    @classmethod
    def expected(cls, options: GameOptions, seats: int) -> Expected | None:
        """Return the measured length and share of draws of games with these options. Only two
        options make a difference: the number of teams, and whether the discards are shuffled.
        Returns None if nothing was measured for `seats` seats."""
        return expected(options, seats) if isinstance(options, TrediciOptions) else None

    @classmethod
    def deeds(cls, event: Event) -> tuple[Deed, ...]:
        """Return the deed (a notable act, which statistics count) in an event, as a tuple of one,
        or an empty tuple. `kische-wrong` and `kische-right` (TRE-32): a seat called a kisché, which
        reveals all suits; it is wrong if no two sides share a suit. `thirteen` (TRE-40): a seat
        called *tredici*, because its side had all thirteen cards of a suit."""
        if event.name == "tredici" and event.fields["seat"] is not None:
            return (Deed(event.fields["seat"], "thirteen"),)
        if event.name != "kische-called":
            return ()
        wrong = event.fields["kind"] == Kind.WRONG
        return (Deed(event.fields["seat"], "kische-wrong" if wrong else "kische-right"),)

    @classmethod
    def carried(
        cls, previous: Outcome, options: GameOptions, seats: Sequence[int | None]
    ) -> Outcome | None:
        """Return the outcome of the `previous` game in the form that the next game at the table
        needs. In the next game, the seat after the last dealer deals. `seats` has for each new seat
        its number in the previous game, or None for a newcomer. If the same players sit in the same
        order, the result is `previous` itself. Otherwise the result has only the dealer. Then it is
        None if the last dealer isn't known, or if no player of the previous game is still there."""
        same = super().carried(previous, options, seats)
        return same if same is not None else setup.carried(previous, seats)

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
        """Deal a game, with the arguments of `Game.new`. Raises OptionsError when the options don't
        fit the number of seats, the dealer isn't a seat, or there are handicaps, which Tredici
        doesn't have."""
        if handicaps and any(handicaps.values()):
            raise OptionsError(marked("{title} has no handicaps."), title=Sentence(cls.title))
        game = cls.blank(options, seats)
        game.dealer = setup.dealer_of(seats, dealer, previous)
        game.stream = Stream(seed)
        setup.deal(game)
        return game

    @classmethod
    def blank(cls, options: GameOptions | None, seats: int) -> Self:
        """A game before the deal, without any cards. Raises OptionsError when the options don't fit
        `seats` seats."""
        settings = cls.own_options(TrediciOptions, options)
        cls.check(settings, seats)
        game = cls()
        game.begin(settings, cls.sides_of(settings, seats))
        return game

    @property
    def waiting_on(self) -> frozenset[int]:
        """The seats that the game waits for. This is the seat at turn, or in other phases the seats
        that must choose a target (the suit to collect; TRE-02, TRE-33) or give a card (TRE-21).
        Empty when the game is over."""
        if self.undisturbed:
            return _ALONE[self.turn]
        if self.giving:
            return frozenset(self.givers())
        if self.outcome is not None:
            return _NOBODY
        if self.setup:
            return setup.choosers(self)
        captain = self.captain(
            self.choosing[0]
        )  # TRE-33: play waits for these choices, one after another
        return _NOBODY if captain is None else _ALONE[captain]

    legal_moves = flow.moves

    def ahead(self, seat: int) -> list[tuple[Move, ...]]:
        """Return the plans that a seat may choose before its turn. If the seat must draw on its
        next turn, the only plan is to draw. Otherwise there is no plan."""
        waits = self.undisturbed and seat != self.turn and seat not in self.resigned
        return [(DRAW,)] if waits and (self.owes[seat] or not self.hands[seat]) else []

    def forced(self, seat: int) -> bool:
        """Return whether everybody knows that the seat can only draw. The result is always False
        until the kisché (the call that reveals all suits, once in a game) has been called. Until
        then a seat might also call kisché, and only the seat's team knows whether the seat can do
        this.

        TRE-12: a seat that set nothing aside might have drawn an ace, which nobody else knows. So
        the result is False for such a seat, unless it has no cards or was purged."""
        if not self.kische_used or len(self.stacks[self.side_of[seat]]) >= RANKS_OF_A_SUIT:
            return False
        swaps = not self.asides[seat] and self.owes[seat] != FRESH and self.hands[seat]
        return not swaps and self.legal_moves(seat) == [DRAW]

    def play(self, seat: int, move: str) -> list[Event]:
        """Make a move of `seat`. Returns its events. If the move is a Move, no list of all legal
        moves is made.

        Nearly all moves of a game belong to a turn (TRE-10 to TRE-12) or give a card (TRE-21), and
        nothing else follows from them. So the code looks for them first, and makes them
        directly."""
        if type(move) is Move:
            told: list[Event] = []
            if self.undisturbed:
                if seat == self.turn and turn.make(self, seat, move, told):
                    if (
                        self.by_itself
                        or self.outcome is not None
                        or not (self.draw or self.discard)
                    ):
                        flow.go_on(self, told)
                    return told
            elif self.giving and running_out.make(self, seat, move, told):
                if self.by_itself or self.all_gave():
                    flow.go_on(self, told)
                return told
            if flow.allows(self, seat, move):
                return self._apply(seat, move)
        elif not self.rules.reshuffle and (parsed := Move.parse(move)) in self.legal_moves(seat):
            return self._apply(seat, as_named(parsed, move))
        return super().play(seat, move)

    def _apply(self, seat: int, move: Move) -> list[Event]:
        return flow.make(self, seat, move)

    def _refusal(self, seat: int, move: Move) -> GameError:
        return refusals.refusal(self, seat, move)

    def resign(self, seat: int) -> list[Event]:
        """TRE-42: take `seat` out of the game for good. Returns the events. Raises IllegalMove when
        the seat has already left or the game is over. Raises InvalidMove when the seat doesn't
        exist."""
        if not 0 <= seat < self.seats:
            raise InvalidMove(marked("There's no seat {seat} at this table."), seat=seat)
        if self.outcome is not None:
            raise IllegalMove("The game is over.", rule="TRE-42")
        if seat in self.resigned:
            raise IllegalMove(marked("You've already left this game."), rule="TRE-42")
        told: list[Event] = []
        flow.leave(self, seat, told)
        return told

    def view(self, seat: int | None) -> View:
        """Return the view of `seat`: everything that the seat may know, and nothing else. None
        means a spectator."""
        return view.view(
            self, seat, self.waiting_on, self.legal_moves(seat) if seat is not None else []
        )

    def opened(self) -> View:
        """TRE-02: return a spectator's view with all hands open, which also shows the targets (the
        suits that sides collect)."""
        return view.targets_told(self, super().opened())

    def position(self) -> Position:
        """Return the whole state as data that JSON can hold. The keys are explained in
        games.tredici.rules.position."""
        return write(self)

    @classmethod
    def from_position(cls, position: Position, *, options: GameOptions | None = None) -> Self:
        """Return a game in this position. Raises PositionError when the position can't be read.
        Nothing happens automatically yet. For example, if both decks are empty, this is handled
        only after the next move."""
        model = read(position)
        try:
            game = cls.blank(options, len(model.hands))
        except OptionsError as error:
            raise PositionError(
                "This position can't be played: {reason}", reason=str(error)
            ) from error
        fill(game, model)
        return game

    def copy(self) -> Self:
        """An independent game in the same position."""
        return self.copy_into(object.__new__(type(self)))

    @classmethod
    def sample(cls, view: View, rng: Chance, *, seen: Sequence[Told] = ()) -> Self:
        """Return a game that agrees with `view`. Hidden cards are chosen by `rng`. `seen` has the
        events that the viewer was told.

        If these events show that a card is among the discards, it is put there. The targets of
        other sides (the suits that they collect) are chosen with the probabilities that follow from
        the events."""
        game = cls.blank(sample.options_of(view), len(view.seats))
        sample.fill(game, view, rng, seen)
        return game
