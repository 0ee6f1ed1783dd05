"""The game Durak as a class, which keeps the contract of games/core.py. The rules are in the
package `rules`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Final, Self, TypeVar, cast

from games.core import (
    Chance,
    DailyDeal,
    Deed,
    Event,
    Game,
    GameError,
    GameOptions,
    OptionsError,
    Outcome,
    Position,
    Told,
    View,
)
from games.durak.belief import sample
from games.durak.belief.hidden import options_of
from games.durak.belief.memory import Memory
from games.durak.rules import attack, cheating, defence, leaving, redeal, throw_ins
from games.durak.rules.carry_over import carried, carry_of, dealer_after, opening_after, worn_after
from games.durak.rules.deal import asked
from games.durak.rules.options import DurakOptions
from games.durak.rules.position import read, write
from games.durak.rules.redeal import deal_anew
from games.durak.rules.rules import Rules, rules_for
from games.durak.rules.state import NOBODY, State
from games.durak.rules.tables import KEEP, MOST_SEATS, REDEAL
from games.durak.rules.two_decks import said
from games.durak.told import refusals, summary, view
from games.durak.told.lessons import LESSONS
from games.lessons import Lesson
from games.moves import Move
from games.sentences import marked
from games.shuffle import Stream

FROZEN: Final = tuple(
    frozenset(seat for seat in range(MOST_SEATS) if mask >> seat & 1)
    for mask in range(1 << MOST_SEATS)
)
"""For each bit mask of seats, the same seats as a frozenset."""

ACTIONS: Final[Mapping[str, Callable[[State, int, Move], list[Event]]]] = {
    "attack": attack.attack,
    "throw": attack.throw,
    "done": attack.done,
    "beat": defence.beat,
    "take": defence.take,
    "pass": defence.pass_on,
    "show": defence.show,
    "redeal": redeal.redeal,
    "keep": redeal.keep,
    "accuse": cheating.accuse,
}
"""For each verb, the function that makes the move."""


G = TypeVar("G", bound="Durak")


class Durak(State, Game):
    """A game of Durak in progress."""

    __slots__ = ()

    name: ClassVar[str] = "durak"
    title: ClassVar[str] = marked("Durak")
    version: ClassVar[int] = 2
    players: ClassVar[range] = range(2, MOST_SEATS + 1)
    daily: ClassVar[DailyDeal | None] = DailyDeal(sundays=False)
    partners: ClassVar[Mapping[str, object] | None] = {"teams": "pairs"}
    lessons: ClassVar[tuple[Lesson, ...]] = LESSONS
    Options: ClassVar[type[GameOptions]] = DurakOptions
    forgetting: ClassVar[frozenset[str]] = frozenset({"redeal"})
    chapter_names: ClassVar[frozenset[str]] = frozenset(
        {"bout-repelled", "bout-taken", "bout-void"}
    )
    deed_names: ClassVar[tuple[str, ...]] = (
        "epaulettes-given",
        "epaulettes-worn",
        "last-trump",
    )
    loser_is_fool: ClassVar[bool] = True
    # Translators: The game in a sentence.
    gist: ClassVar[str] = marked(
        "Get rid of your cards. The last player with cards left is the fool."
    )
    # Translators: What the game is like, for people who know other games.
    kin: ClassVar[str] = marked("Trumps as in whist, and one loser as in Old Maid.")
    minutes: ClassVar[int] = 10
    summary: ClassVar[str] = marked(
        "**The last one holding cards is the fool.**\n"
        "Everyone gets six cards. One card is turned up. Its suit is trumps, and the card itself "
        "is drawn last. The player with the lowest trump attacks first.\n"
        "- The **attacker** plays a card, and the player to their left **defends**.\n"
        "- **Beat** a card with a higher one of its suit. Trumps beat every other suit.\n"
        "- Everyone else can **throw in** cards matching a rank on the table, never more than "
        "the defender holds.\n"
        "- **All beaten**: the cards are out of play, and the defender attacks next.\n"
        "- **Pick up**: the defender takes every card on the table and loses their attack.\n"
        "- **Pass it on** (an option): before beating anything, add a card of the same rank, and "
        "the next player defends.\n"
        "- After each round everyone draws back up to six, the attacker first and the defender "
        "last.\n"
        "- Once the deck is empty, play your last card and you're out. The last player with "
        "cards left is the **durak**, the fool."
    )

    @classmethod
    def sides_of(cls, options: GameOptions, seats: int) -> tuple[int, ...]:
        """DUR-50: return the side of each seat. It is the seat's number modulo the number of sides,
        so that neighbours are opponents."""
        return _rules(options, seats).sides

    @classmethod
    def rules_told(cls, options: GameOptions) -> tuple[str, ...]:
        """The rules of Durak with these options, in about ten lines."""
        return summary.lines(cls.own_options(DurakOptions, options))

    @classmethod
    def deeds(cls, event: Event) -> tuple[Deed, ...]:
        """Return the deeds in an event (notable acts, which statistics count). There are three
        deeds. DUR-40: a seat draws the trump card, the last card of the talon. DUR-60, DUR-61: the
        loser wears epaulettes (marks of a shameful loss), and the last attacker has given them.
        Empty for any other event."""
        if event.name == "drew" and "trump" in event.fields:
            return (Deed(event.fields["seat"], "last-trump"),)
        if event.name not in ("epaulettes", "wears"):
            return ()
        fields = event.fields
        times = fields.get("count", 1)
        return (
            Deed(fields["by"], "epaulettes-given", times=times),
            Deed(fields["seat"], "epaulettes-worn", times=times),
        )

    def told_apart_by(self) -> tuple[object, ...]:
        """Return facts that everybody knows although they depend on hidden cards: the phase, the
        seats that the game waits for, and the seats that are done. DUR-04: a seat may ask for
        another deal because of its cards. DUR-16: a seat might be done because it has no card to
        throw in."""
        view = self.view(None)
        return view.facts["phase"], view.waiting_on, ["done" in seat.roles for seat in view.seats]

    @classmethod
    def carried(
        cls, previous: Outcome, options: GameOptions, seats: Sequence[int | None]
    ) -> Outcome | None:
        """Prepare the outcome of the `previous` game for the next game at the table. Never returns
        None.

        If the players have changed, the fool (the player who lost) and the dealer are kept if they
        are still there (DUR-05). A match of epaulettes (a series of games) is kept if all its sides
        are still there (DUR-61)."""
        same = super().carried(previous, options, seats)
        return (
            same
            if same is not None
            else carried(previous, seats, cls.sides_of(options, len(seats)))
        )

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
        """Deal a game (DUR-01), with the arguments of `Game.new`.

        A `previous` outcome of a game with another number of seats is ignored. Raises OptionsError
        when the options don't fit the number of seats, the dealer isn't a seat, there are
        handicaps, or the previous outcome can't be read."""
        options = cls.own_options(DurakOptions, options)
        cls.check(options, seats)
        if handicaps and any(handicaps.values()):
            raise OptionsError(marked("Durak has no handicaps."))
        if dealer is not None and not 0 <= dealer < seats:
            raise OptionsError(
                marked("The dealer's seat must be between 0 and {last}, not {dealer}."),
                last=seats - 1,
                dealer=dealer,
            )
        carry = carry_of(previous, seats)
        game = _kind(cls, options).blank(rules_for(options, seats))
        game.dealer = dealer_after(carry, seats) if dealer is None else dealer
        game.wears = worn_after(carry, len(game.wears))
        deal_anew(game, Stream(seed), opening_after(carry, previous, game.rules))
        return game

    def dealt(self) -> list[Event]:
        """Return the events of the deal. Each seat is told its own hand. After the hands, everyone
        is told the trump card and the first bout (an attack and its defence). The event of the bout
        is missing while seats may ask for another deal (DUR-04)."""
        return redeal.as_dealt(self)

    @property
    def waiting_on(self) -> frozenset[int]:
        """The seats that the game waits for."""
        return FROZEN[self.waiting]

    def legal_moves(self, seat: int) -> list[Move]:
        """The legal moves of `seat`, in an order that depends only on what the seat may see."""
        if seat != self.cache_seat:
            self.cache_seat, self.cache = seat, self._find_legal(seat)
        return self.cache[:]

    def has_finished(self, seat: int) -> bool:
        """Return whether a seat will never have a move again. While cheating is allowed, this is
        always False, because a seat that is out may still accuse (DUR-71)."""
        return not self.rules.cheating and super().has_finished(seat)

    def _find_legal(self, seat: int) -> list[Move]:
        if self.outcome is not None or seat < 0:
            return []
        if not self.standing >> seat & 1:
            # DUR-71: a seat that is out may still accuse.
            return (
                cheating.accusals(self, seat) if self.rules.cheating and seat < self.seats else []
            )
        if self.redeal is not None:
            return [REDEAL, KEEP] if asked(self) >> seat & 1 else []
        if not self.attacks:
            return attack.openings(self) if seat == self.attacker else []
        moves = defence.replies(self) if seat == self.defender else attack.replies(self, seat)
        if self.rules.cheating:
            moves += cheating.accusals(self, seat)
        return moves

    def ahead(self, seat: int) -> list[tuple[Move, ...]]:
        """Return the plans that a seat may choose before its turn: to take, to pass the attack on,
        to say done, or to throw in all its cards of one rank. Each plan is a tuple of moves. Empty
        for a seat that is out."""
        return throw_ins.plans(self, seat) if self.standing >> seat & 1 else []

    def forced(self, seat: int) -> bool:
        """Return whether everybody knows that a seat has only one move: it must open an attack, and
        it has only one card."""
        opens = seat == self.attacker and self.redeal is None and not self.attacks
        return opens and self.outcome is None and self.hands[seat].bit_count() == 1

    def play(self, seat: int, move: str) -> list[Event]:
        """Make a move of `seat`. Returns its events. If the move is a Move from the last list of
        `legal_moves` of this seat, it isn't checked again."""
        if seat != self.cache_seat or type(move) is not Move or move not in self.cache:
            happened = super().play(seat, move)
            if type(move) is not Move:
                attack.lie_as_named(self, move)
            return happened
        self.cache_seat = NOBODY
        return ACTIONS[move.verb](self, seat, move)

    def _apply(self, seat: int, move: Move) -> list[Event]:
        self.cache_seat = NOBODY
        return ACTIONS[move.verb](self, seat, move)

    def _refusal(self, seat: int, move: Move) -> GameError:
        return refusals.refusal(self, seat, move)

    def resign(self, seat: int) -> list[Event]:
        """DUR-45: take `seat` out of the game for good. Returns the events. Raises IllegalMove when
        the seat has already left or is out, or when the game is over. Raises InvalidMove when the
        seat doesn't exist."""
        error = refusals.not_in(self, seat)
        if error is not None:
            raise error
        self.cache_seat = NOBODY
        return leaving.leave(self, seat)

    def view(self, seat: int | None) -> View:
        """Return the view of `seat`: everything that the seat may know, and nothing else. None
        means a spectator."""
        return view.view(self, seat, self.legal_moves(seat) if seat is not None else [])

    def position(self) -> Position:
        """Return the whole state as data that JSON can hold. The keys are explained in
        games.durak.rules.position."""
        return write(self)

    @classmethod
    def from_position(cls, position: Position, *, options: GameOptions | None = None) -> Self:
        """Return a game in this position, even if no real game can lead to it. Raises PositionError
        when the position can't be read."""
        settings = cls.own_options(DurakOptions, options)
        return read(_kind(cls, settings), settings, position)

    @classmethod
    def sample(cls, view: View, rng: Chance, *, seen: Iterable[Told] = ()) -> Self:
        """Return a game that agrees with everything in `view`, and with the events `seen` that the
        viewer has been told since the deal. Hidden cards are dealt at random by `rng`."""
        return sample.imagine(_kind(cls, options_of(view)), view, rng, Memory.of(seen))


class TwoDecks(Durak):
    """Durak with two decks, so that there are two copies of every card. `Durak` makes an object of
    this class when the option `decks` is 2.

    The two copies of a card look the same. So each move is listed only once. When the move is made,
    the right copy is found."""

    __slots__ = ()

    def _find_legal(self, seat: int) -> list[Move]:
        return list(dict.fromkeys(super()._find_legal(seat)))

    def play(self, seat: int, move: str) -> list[Event]:
        """Make a move of `seat`. Returns its events. If there are two copies of a card in the move,
        the right copy is found."""
        happened = Game.play(self, seat, move)
        if type(move) is not Move:
            attack.lie_as_named(self, move)
        return happened

    def _apply(self, seat: int, move: Move) -> list[Event]:
        return super()._apply(seat, said(self, seat, move))


def _kind(cls: type[G], options: DurakOptions) -> type[G]:
    """Return the class of games with these options: `cls`, or `TwoDecks` if there are two decks."""
    return cast("type[G]", TwoDecks) if options.decks > 1 else cls


def _rules(options: GameOptions, seats: int) -> Rules:
    return rules_for(Durak.own_options(DurakOptions, options), seats)
