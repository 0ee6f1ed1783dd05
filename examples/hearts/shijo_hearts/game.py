"""Hearts: take no points. HEA-1 to HEA-6 stand in README.md."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BaseModel, Field

from games.cards import CARDS, deck, in_order, suit_of
from games.core import Event, GameOptions, Move, Outcome, SeatView, View, Zone, option
from games.errors import GameError, IllegalMove, InvalidMove
from games.modelled import ModelledGame
from games.sentences import marked
from games.shuffle import Chance, Stream
from shijo_hearts.lessons import LESSONS

SEATS, LADY = 4, "QS"


class HeartsOptions(GameOptions):
    """How Hearts is played."""

    lady: bool = option(
        True, marked("Black Lady"), marked("The queen of spades is thirteen points.")
    )
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {"lady": {}, "plain": {"lady": False}}


Cards = list[Annotated[str, Field(pattern=r"^([2-9JQKA]|10)[SHDC]$")]]
Each = Field(min_length=SEATS, max_length=SEATS)


class HeartsState(BaseModel, extra="forbid"):
    """A position. `trick` lies in the order of play; `turn` plays next, and takes a whole trick."""

    hands: Annotated[list[Cards], Each]
    taken: Annotated[list[Cards], Each]
    trick: Annotated[Cards, Field(max_length=SEATS)] = []
    turn: int = Field(ge=0, lt=SEATS)
    dealer: int = Field(ge=0, lt=SEATS)
    resigned: int | None = None


class Hearts(ModelledGame[HeartsState]):
    """A game of Hearts: its options and its state."""

    name, title, version, players = "hearts", marked("Hearts"), 1, range(SEATS, SEATS + 1)
    Options, State = HeartsOptions, HeartsState
    settings: HeartsOptions
    chapter_names = frozenset({"took"})
    lessons = LESSONS
    summary = marked(
        "Follow suit. The highest card takes the trick. Each heart is a **point**: take none!"
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
        """Deals (HEA-1)."""
        cls.check(options or cls.options(), seats)
        cards = deck()
        Stream(seed).shuffle(cards)
        hands = [list(in_order(cards[seat::seats])) for seat in range(seats)]
        if dealer is None:
            dealer = (previous.carry["dealer"] + 1) % seats if previous else seats - 1
        taken: list[Cards] = [[] for _ in hands]
        turn = (dealer + 1) % seats
        return cls(options, HeartsState(hands=hands, taken=taken, turn=turn, dealer=dealer))

    @property
    def waiting_on(self) -> frozenset[int]:
        """The seat at turn."""
        return frozenset() if self.outcome else frozenset({self.state.turn})

    def legal_moves(self, seat: int) -> list[Move]:
        """What HEA-2 and HEA-3 allow."""
        if seat not in self.waiting_on:
            return []
        hand, trick = self.state.hands[seat], self.state.trick
        if trick and not self._is_whole:
            cards = [card for card in hand if suit_of(card) == suit_of(trick[0])]
        else:
            fallen = [card for cards in (*self.state.taken, trick) for card in cards]
            broken = any(suit_of(card) == "H" for card in fallen)
            cards = [card for card in hand if broken or suit_of(card) != "H"]
        return [Move.make("play", [card]) for card in cards or hand]

    def _apply(self, seat: int, move: Move) -> list[Event]:
        state, (card,) = self.state, move.cards
        if self._is_whole:
            state.taken[seat] += state.trick
            state.trick = []
        state.hands[seat].remove(card)
        state.trick.append(card)
        events = [Event("played", {"seat": seat, "cards": [card]})]
        state.turn = (seat + 1) % SEATS
        if self._is_whole:
            following = [card for card in state.trick if suit_of(card) == suit_of(state.trick[0])]
            best = max(following, key=CARDS.index)
            state.turn = (state.turn + state.trick.index(best)) % SEATS
            worth = self._worth(state.trick)
            events.append(Event("took", {"seat": state.turn, "points": worth}))
        self.prepare()
        return events

    def _worth(self, cards: Cards) -> int:
        """HEA-4."""
        lady = 13 if self.settings.lady and LADY in cards else 0
        return lady + sum(suit_of(card) == "H" for card in cards)

    @property
    def _is_whole(self) -> bool:
        """Whether the trick is; it lies there until the next card is led."""
        return len(self.state.trick) == SEATS

    def prepare(self) -> None:
        """Counts the points, and ends the game by HEA-5 and HEA-6."""
        state, everything = self.state, self._worth(deck())
        self.seats, self.outcome = SEATS, None
        self.points = [self._worth(cards) for cards in state.taken]
        if self._is_whole:
            self.points[state.turn] += self._worth(state.trick)
        over = not any(state.hands)
        moon = self.points.index(everything) if over and everything in self.points else None
        if moon is not None:
            self.points = [0 if seat == moon else everything for seat in range(SEATS)]
        if over or state.resigned is not None:
            keys = [(seat == state.resigned, points) for seat, points in enumerate(self.points)]
            ranks = tuple(sorted(set(keys)).index(key) + 1 for key in keys)
            honours = () if moon is None else (f"moon:{moon}",)
            kind: Literal["won", "draw"] = "won" if max(ranks) > 1 else "draw"
            self.outcome = Outcome(ranks, kind, honours, {"dealer": state.dealer})

    def _refusal(self, seat: int, move: Move) -> GameError:
        if move.verb != "play":
            return InvalidMove(marked("Hearts knows no move “{verb}”."), verb=move.verb)
        if seat not in self.waiting_on:
            return IllegalMove(marked("It's not your turn."), rule="HEA-2")
        if self.state.trick and not self._is_whole:
            return IllegalMove(marked("You must follow suit."), rule="HEA-2")
        return IllegalMove(marked("No heart has fallen yet."), rule="HEA-3")

    def resign(self, seat: int) -> list[Event]:
        """Leaves the game (HEA-6)."""
        if self.outcome or seat not in range(SEATS):
            raise IllegalMove(marked("There is no game to leave."), rule="HEA-6")
        self.state.resigned = seat
        self.prepare()
        return [Event("resigned", {"seat": seat})]

    def view(self, seat: int | None) -> View:
        """Own hand, the trick, and what everyone has seen go."""
        state, waits = self.state, tuple(self.waiting_on)
        led = (state.turn - len(state.trick)) % SEATS if state.trick else None
        players, zones = [], [Zone("trick", None, "row", tuple(state.trick))]
        for owner, hand in enumerate(state.hands):
            known = {"turn": owner in waits, "led": owner == led and not self._is_whole}
            roles, gone = tuple(role for role in known if known[role]), owner == state.resigned
            players.append(SeatView(owner, owner, len(hand), roles, resigned=gone))
            cards = in_order(hand) if owner == seat else (None,) * len(hand)
            zones.append(Zone("hand", owner, "hand", cards))
            zones.append(Zone("taken", owner, "count", (None,) * len(state.taken[owner])))
        facts = {**dict(self.settings), "score": self.points.copy()}
        facts |= state.model_dump(include={"taken", "turn", "dealer", "resigned"})
        moves = () if seat is None else tuple(self.legal_moves(seat))
        ranks = self.outcome.ranks if self.outcome else None
        return View(self.name, seat, tuple(players), tuple(zones), facts, moves, waits, ranks)

    @classmethod
    def sample(cls, view: View, rng: Chance) -> Self:
        """Deals the cards that `view` hides to the other hands."""
        zones, facts = [zone for zone in view.zones if zone.name != "taken"], dict(view.facts)
        seen = {
            card for cards in (*facts["taken"], *(zone.cards for zone in zones)) for card in cards
        }
        unseen = [card for card in deck() if card not in seen]
        rng.shuffle(unseen)
        trick, *hands = ([card or unseen.pop() for card in zone.cards] for zone in zones)
        known = {name: facts[name] for name in ("taken", "turn", "dealer", "resigned")}
        state = HeartsState(hands=hands, trick=trick, **known)
        return cls(HeartsOptions(lady=facts["lady"]), state)
