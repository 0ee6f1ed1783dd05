"""The rules of Simple Eights: the first player without cards wins. README.md lists the rules SIM-1
to SIM-4."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BaseModel, Field

from games.cards import deck, in_order, rank_of, suit_of
from games.core import Event, GameOptions, Move, Outcome, View, Zone, option
from games.errors import GameError, IllegalMove, InvalidMove
from games.modelled import ModelledGame
from games.sentences import marked
from games.shuffle import Chance, Stream


class EightsOptions(GameOptions):
    """The house rules of Simple Eights that a table can choose."""

    wild: Literal["8", "J"] = option(
        "8", marked("Wild rank"), marked("Fits any card."), J=marked("jacks"), n8=marked("eights")
    )
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {"eights": {}, "jacks": {"wild": "J"}}


Cards = list[Annotated[str, Field(pattern=r"^([2-9JQKA]|10)[SHDC]$")]]


class EightsState(BaseModel, extra="forbid"):
    """The state of a game. The first card of `draw` is drawn next, the last card of `pile` is on
    top."""

    hands: list[Cards] = Field(min_length=2, max_length=7)
    draw: Cards
    pile: Cards = Field(min_length=1)
    turn: int = Field(ge=0, le=6)
    resigned: list[int] = []


class SimpleEights(ModelledGame[EightsState]):
    """A game of Simple Eights."""

    name, title, version, players = "simple-eights", marked("Simple Eights"), 1, range(2, 8)
    Options, State = EightsOptions, EightsState
    settings: EightsOptions
    summary = marked("Match the top card by suit or rank, or **draw**. First to run out wins!")

    @classmethod
    def deal(
        cls, options: GameOptions, seats: int, seed: bytes, last: Outcome | None, dealer: int | None
    ) -> Self:
        """Deals a game (SIM-1)."""
        cards = deck()
        Stream(seed).shuffle(cards)
        hands = [[cards.pop() for _ in range(5)] for _ in range(seats)]
        before = dealer if dealer is not None else last.carry["winner"] if last else -1
        turn = (before + 1) % seats
        return cls(options, EightsState(hands=hands, draw=cards[1:], pile=cards[:1], turn=turn))

    @property
    def waiting_on(self) -> frozenset[int]:
        """The seat whose turn it is."""
        return frozenset() if self.outcome else frozenset({self.state.turn})

    def legal_moves(self, seat: int) -> list[Move]:
        """Return the legal moves of a seat (SIM-2)."""
        if seat not in self.waiting_on:
            return []
        fitting = in_order(card for card in self.state.hands[seat] if self._fits(card))
        return [*(Move.make("play", [card]) for card in fitting), Move.make("draw")]

    def _fits(self, card: str) -> bool:
        top = self.state.pile[-1]
        return suit_of(card) == suit_of(top) or rank_of(card) in {rank_of(top), self.settings.wild}

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
        self.prepare()

    def prepare(self) -> None:
        """Set `seats`, and set `outcome` if the game is over by SIM-3 or SIM-4. If the game isn't
        over, `outcome` is None. A seat that resigned ranks last: it is ranked as if it held more
        cards than any hand can have."""
        hands, gone = self.state.hands, self.state.resigned
        self.seats, _at_turn = len(hands), hands[self.state.turn]
        counts = [99 if seat in gone else len(hand) for seat, hand in enumerate(hands)]
        over = not self.state.draw or 0 in counts or len(gone) == self.seats - 1
        end = Outcome.by_least(counts, carry={"winner": counts.index(min(counts))})
        self.outcome = end if over else None

    def _refusal(self, seat: int, move: Move) -> GameError:
        if move.verb not in {"play", "draw"}:
            return InvalidMove(marked("There's no “{verb}” move in Simple Eights."), verb=move.verb)
        if seat in self.waiting_on:
            return IllegalMove(marked("That card doesn't fit. Draw one instead."), rule="SIM-2")
        return IllegalMove(marked("It's not your turn."), rule="SIM-2")

    def resign(self, seat: int) -> list[Event]:
        """Take `seat` out of the game for good (SIM-4). Returns the events."""
        if self.outcome or seat in self.state.resigned or seat not in range(self.seats):
            raise IllegalMove(marked("You're no longer in this game."), rule="SIM-4")
        self.state.resigned.append(seat)
        self.state.draw, self.state.hands[seat] = self.state.draw + self.state.hands[seat], []
        self._end_turn() if seat == self.state.turn else self.prepare()
        return [Event("resigned", {"seat": seat})]

    def view(self, seat: int | None) -> View:
        """Return what a seat may know: its own hand, the pile, and how many other cards there
        are."""
        pile = Zone("pile", None, "pile", tuple(self.state.pile))
        draw = Zone("draw", None, "count", (None,) * len(self.state.draw))
        return self.shown(seat, self.state.hands, [pile, draw], {}, resigned=self.state.resigned)

    @classmethod
    def sample(cls, view: View, rng: Chance) -> Self:
        """Return a game that fits `view`. Its hidden cards are dealt at random to hands and draw
        pile."""
        unseen = [card for card in deck() if not any(card in zone.cards for zone in view.zones)]
        rng.shuffle(unseen)
        pile, draw, *hands = ([card or unseen.pop() for card in zone.cards] for zone in view.zones)
        turn, gone = (view.waiting_on or (0,))[0], [one.seat for one in view.seats if one.resigned]
        state = EightsState(hands=hands, draw=draw, pile=pile, turn=turn, resigned=gone)
        return cls(EightsOptions(**view.facts), state)
