"""Crazy Eights: match the top card by suit or rank, and be the first without cards. EIG-1 to EIG-4:
see README.md."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, Self, cast

from pydantic import BaseModel, Field, ValidationError

from games.cards import deck, in_order, rank_of, suit_of
from games.core import Event, Game, GameOptions, Move, Outcome, Position, SeatView, View, Zone
from games.errors import GameError, IllegalMove, InvalidMove, PositionError
from games.options import option
from games.shuffle import Chance, Stream


class EightsOptions(GameOptions):
    """How Crazy Eights is played."""

    wild: Literal["8", "J"] = option(
        "8", "Wild rank", "The rank that goes on any card.", J="jacks", n8="eights"
    )
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {"eights": {}, "jacks": {"wild": "J"}}


Cards = list[Annotated[str, Field(pattern=r"^([2-9JQKA]|10)[SHDC]$")]]


class State(BaseModel, extra="forbid"):
    """A position. `draw` is drawn from the left, the last of `pile` is its top."""

    hands: list[Cards] = Field(min_length=2, max_length=7)
    draw: Cards
    pile: Cards = Field(min_length=1)
    turn: int = Field(ge=0, le=6)
    resigned: list[int] = []


class CrazyEights(Game):
    """A game of Crazy Eights: its options and its state."""

    name, title, version, players, Options = "eights", "Crazy Eights", 1, range(2, 8), EightsOptions
    summary = (
        "Match the top card by suit or rank, or **draw**. A wild card goes on anything. No "
        "cards left: you win!"
    )

    def __init__(self, options: GameOptions | None, state: State) -> None:
        self.settings: EightsOptions = cast("EightsOptions", options or self.options())
        self.state, self.seats = state, len(state.hands)
        state.hands[state.turn]
        self._look()

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
        """Deals (EIG-1)."""
        cls.check(options or cls.options(), seats)
        cards = deck()
        Stream(seed).shuffle(cards)
        hands = [[cards.pop() for _ in range(5)] for _ in range(seats)]
        before = dealer if dealer is not None else previous.carry["winner"] if previous else -1
        return cls(
            options, State(hands=hands, draw=cards[1:], pile=cards[:1], turn=(before + 1) % seats)
        )

    @property
    def waiting_on(self) -> frozenset[int]:
        """The seat at turn."""
        return frozenset() if self.outcome else frozenset({self.state.turn})

    def legal_moves(self, seat: int) -> list[Move]:
        """What EIG-2 allows."""
        if seat not in self.waiting_on:
            return []
        suit, ranks = (
            suit_of(self.state.pile[-1]),
            {rank_of(self.state.pile[-1]), self.settings.wild},
        )
        fits = (
            card
            for card in self.state.hands[seat]
            if suit_of(card) == suit or rank_of(card) in ranks
        )
        return [*(Move.make("play", [card]) for card in in_order(fits)), Move.make("draw")]

    def _apply(self, seat: int, move: Move) -> list[Event]:
        state, cards = self.state, list(move.cards)
        if cards:
            state.hands[seat].remove(cards[0])
            state.pile += cards
            event = Event("played", {"seat": seat, "cards": cards})
        else:
            cards = [state.draw.pop(0)]
            state.hands[seat] += cards
            event = Event("drew", {"seat": seat, "count": 1}, {"cards": cards}, (seat,))
        self._end_turn()
        return [event]

    def _end_turn(self) -> None:
        after = [*range(self.state.turn + 1, self.seats), *range(self.state.turn + 1)]
        self.state.turn = next(seat for seat in after if seat not in self.state.resigned)
        self._look()

    def _look(self) -> None:
        """Decides whether the game is over (EIG-3, EIG-4); who resigned counts for more cards than
        anyone can hold."""
        counts = [
            99 if seat in self.state.resigned else len(hand)
            for seat, hand in enumerate(self.state.hands)
        ]
        ranks = tuple(sorted(set(counts)).index(count) + 1 for count in counts)
        over = not self.state.draw or 0 in counts or len(self.state.resigned) == self.seats - 1
        end = Outcome(ranks, "won" if max(ranks) > 1 else "draw", carry={"winner": ranks.index(1)})
        self.outcome = end if over else None

    def _refusal(self, seat: int, move: Move) -> GameError:
        if move.verb not in {"play", "draw"}:
            return InvalidMove("Crazy Eights knows no move “{verb}”.", verb=move.verb)
        reason = (
            "That does not fit: you may draw."
            if seat in self.waiting_on
            else "It is not your turn."
        )
        return IllegalMove(reason, rule="EIG-2")

    def resign(self, seat: int) -> list[Event]:
        """Leaves the game (EIG-4)."""
        if self.outcome or seat in self.state.resigned or seat not in range(self.seats):
            raise IllegalMove("There is no game to leave.", rule="EIG-4")
        self.state.resigned.append(seat)
        self.state.draw, self.state.hands[seat] = self.state.draw + self.state.hands[seat], []
        self._end_turn() if seat == self.state.turn else self._look()
        return [Event("resigned", {"seat": seat})]

    def view(self, seat: int | None) -> View:
        """Own hand and the pile; of the rest, only how many."""
        state, players = self.state, []
        zones = [
            Zone("pile", None, "pile", tuple(state.pile)),
            Zone("draw", None, "count", (None,) * len(state.draw)),
        ]
        for other, hand in enumerate(state.hands):
            roles = ("turn",) if other in self.waiting_on else ()
            players.append(
                SeatView(other, other, len(hand), roles, resigned=other in state.resigned)
            )
            zones.append(
                Zone(
                    "hand", other, "hand", in_order(hand) if other == seat else (None,) * len(hand)
                )
            )
        moves, ranks = (
            self.legal_moves(-1 if seat is None else seat),
            self.outcome.ranks if self.outcome else None,
        )
        waits, facts = tuple(self.waiting_on), dict(self.settings)
        return View(
            self.name, seat, tuple(players), tuple(zones), facts, tuple(moves), waits, ranks
        )

    def position(self) -> Position:
        """The whole state, by the names of `State`."""
        return self.state.model_dump()

    @classmethod
    def from_position(cls, position: Position, *, options: GameOptions | None = None) -> Self:
        """Reads what `position` writes. Raises PositionError."""
        try:
            return cls(options, State.model_validate(position, strict=True))
        except (ValidationError, IndexError) as error:
            raise PositionError(
                "This is no position of Crazy Eights: {reason}", reason=str(error)
            ) from error

    def copy(self) -> Self:
        """An independent game."""
        return type(self)(self.settings, self.state.model_copy(deep=True))

    @classmethod
    def sample(cls, view: View, rng: Chance) -> Self:
        """Deals the cards that `view` hides to the other hands and the draw pile."""
        unseen = [card for card in deck() if not any(card in zone.cards for zone in view.zones)]
        rng.shuffle(unseen)
        pile, draw, *hands = ([card or unseen.pop() for card in zone.cards] for zone in view.zones)
        gone, turn = (
            [seat.seat for seat in view.seats if seat.resigned],
            (view.waiting_on or (0,))[0],
        )
        return cls(
            EightsOptions(**view.facts),
            State(hands=hands, draw=draw, pile=pile, turn=turn, resigned=gone),
        )
