"""The rules of Cheat: play cards face down, and claim what they are. README.md lists the rules
CHE-1 to CHE-8."""

from dataclasses import replace
from typing import Annotated, ClassVar, Literal, Self

from pydantic import BaseModel, Field

from games.cards import deck, in_order, rank_of
from games.core import DailyDeal, Event, GameOptions, Move, Outcome, View, Zone
from games.errors import IllegalMove
from games.modelled import ModelledGame
from games.sentences import marked
from games.shuffle import Chance, Stream
from shijo_cheat import told
from shijo_cheat.lessons import LESSONS
from shijo_cheat.options import CheatOptions

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
MOST = 4
"""The most cards that a seat can play for one claim."""
ROUNDS = 25
"""The game ends at the latest after this number of claims per seat (CHE-7). The claims of all seats
are counted together."""

Cards = list[Annotated[str, Field(pattern=r"^([2-9JQKA]|10)[SHDC]$")]]
Seat = Annotated[int, Field(ge=0, le=7)]
Rank = Annotated[str, Field(pattern="^([2-9JQKA]|10)$")]


class CheatState(BaseModel, extra="forbid"):
    """The state of a game of Cheat. `laid` are the face-down cards of one claim. They stay in
    `laid` from the moment when they are laid until they go to the pile or into a hand. `claims`
    counts all claims since the deal."""

    hands: list[Cards] = Field(min_length=3, max_length=8)
    pile: Cards = []
    laid: Cards = []
    phase: Literal["lay", "answer", "shown"] = "lay"
    turn: Seat
    due: Rank | None = None
    """The claimed rank, or the rank that the seat at turn must claim next. None means that the seat
    at turn may choose the rank."""
    claimant: Seat | None = None
    doubter: Seat | None = None
    trusting: list[Seat] = []
    """The seats that trust the claim."""
    claims: int = Field(default=0, ge=0)
    resigned: list[Seat] = []
    dealer: Seat = 0


PUBLIC = ("phase", "turn", "due", "claimant", "doubter", "trusting", "claims", "dealer")
"""The fields of the state that are facts of every view."""


class Cheat(ModelledGame[CheatState]):
    """A game of Cheat."""

    name, title, version, players = "cheat", marked("Cheat"), 1, range(3, 9)
    gist = marked("Bluff your cards away, and don't get caught.")
    kin, minutes = marked("If you know I Doubt It, you already know this game."), 10
    Options, State = CheatOptions, CheatState
    settings: CheatOptions
    daily: ClassVar[DailyDeal | None] = DailyDeal("cheat", seats=4)
    secret_verbs = frozenset({"lay"})
    seat_fields = frozenset({"of", "claimant", "doubter", "trusting"})
    chapter_names = frozenset({"took"})
    lessons = LESSONS
    ratings: ClassVar = {
        3: {"skilled": 49.3, "casual": 25.0, "beginner": 1.0, "random": -29.1},
        4: {"skilled": 67.6, "casual": 25.0, "beginner": -6.5, "random": -45.3},
    }
    summary = marked("Play face down and claim a rank. Get caught cheating, and you take the pile!")

    @classmethod
    def rules_told(cls, options: GameOptions) -> tuple[str, ...]:
        """Return a summary of the rules of Cheat with these options."""
        return told.lines(cls.own_options(CheatOptions, options))

    @classmethod
    def deal(
        cls, options: GameOptions, seats: int, seed: bytes, last: Outcome | None, dealer: int | None
    ) -> Self:
        """Deals a game (CHE-1)."""
        rules = cls.own_options(CheatOptions, options)
        cards = deck()
        Stream(seed).shuffle(cards)
        if dealer is None:
            dealer = (last.carry["dealer"] + 1) % seats if last else seats - 1
        first = (dealer + 1) % seats
        hands = [list(in_order(cards[(seat - first) % seats :: seats])) for seat in range(seats)]
        due = RANKS[0] if rules.order == "up" else None
        return cls(rules, CheatState(hands=hands, turn=first, due=due, dealer=dealer))

    @property
    def pause(self) -> bool:
        """Whether doubted cards are being shown, before somebody takes the pile."""
        return self.state.phase == "shown" and self.outcome is None

    @property
    def waiting_on(self) -> frozenset[int]:
        """The seats that the game waits for. After a claim: the seats that must answer it. While
        cards are shown: all seats that have not resigned. Otherwise: the seat whose turn it is.
        Empty when the game is over."""
        state = self.state
        if self.outcome:
            return frozenset()
        if state.phase == "lay" or (state.phase == "answer" and self.settings.ask == "next"):
            return frozenset({state.turn})
        seats = self._in_play
        return seats - {state.claimant, *state.trusting} if state.phase == "answer" else seats

    @property
    def _in_play(self) -> frozenset[int]:
        return frozenset(range(self.seats)).difference(self.state.resigned)

    @property
    def honest(self) -> bool:
        """Whether all face-down cards of the latest claim have the claimed rank."""
        return all(rank_of(card) == self.state.due for card in self.state.laid)

    # Moves

    def legal_moves(self, seat: int) -> list[Move]:
        """Return the legal moves of a seat (CHE-2 to CHE-5)."""
        state = self.state
        if self.outcome or seat not in self._in_play:
            return []
        if state.phase == "shown":
            return [Move.make("go")]
        waits = seat in self.waiting_on
        if state.phase == "lay":
            return self._of_the_turn(seat) if waits else []
        if seat == state.claimant or seat in state.trusting:
            return []
        may_lay = waits and self.settings.ask == "next" and state.hands[state.claimant or 0]
        if may_lay:
            return [Move.make("doubt"), *self._cards_of(seat)]
        return [Move.make("doubt"), *([Move.make("trust")] if waits else [])]

    def _cards_of(self, seat: int) -> list[Move]:
        return [Move.make("lay", [card]) for card in self.state.hands[seat]]

    def _of_the_turn(self, seat: int) -> list[Move]:
        state = self.state
        moves = self._cards_of(seat) if len(state.laid) < MOST else []
        if not state.laid:
            return moves
        if state.due is not None:
            return [*moves, Move.make("claim")]
        return [*moves, *(Move.make("claim", other=rank) for rank in RANKS)]

    def _apply(self, seat: int, move: Move) -> list[Event]:
        events: list[Event] = getattr(self, f"_{move.verb}")(seat, move)
        self.prepare()
        return events

    def _lay(self, seat: int, move: Move) -> list[Event]:
        state = self.state
        if state.phase == "answer":
            self._accept()
        state.hands[seat].remove(move.cards[0])
        state.laid += move.cards
        return [Event("laid", {"seat": seat, "count": 1}, {"cards": [*move.cards]}, (seat,))]

    def _claim(self, seat: int, move: Move) -> list[Event]:
        state = self.state
        state.due, state.phase, state.claimant = move.other or state.due, "answer", seat
        state.claims, state.turn = state.claims + 1, self._after(seat)
        return [Event("claimed", {"seat": seat, "count": len(state.laid), "rank": state.due})]

    def _trust(self, seat: int, move: Move) -> list[Event]:
        self.state.trusting.append(seat)
        if self.settings.ask == "next" or not self.waiting_on:
            self._accept()
        return [Event("trusted", {"seat": seat})]

    def _doubt(self, seat: int, move: Move) -> list[Event]:
        state = self.state
        state.phase, state.doubter = "shown", seat
        fields = {"seat": seat, "of": state.claimant, "rank": state.due, "honest": self.honest}
        return [Event("doubted", {**fields, "cards": state.laid.copy()})]

    def _go(self, seat: int, move: Move) -> list[Event]:
        """Give the pile and the shown cards to the seat that was wrong (CHE-4). If the house rule
        `order` is `same`, the seat that was right plays next."""
        state = self.state
        taker, right = state.claimant or 0, state.doubter or 0
        if self.honest:
            taker, right = right, taker
        cards = [*state.pile, *state.laid]
        state.hands[taker] = list(in_order([*state.hands[taker], *cards]))
        state.pile, state.laid = [], []
        if self.settings.order == "same":
            state.turn = right
        self._next_claim()
        return [Event("took", {"seat": taker, "count": len(cards)}, {"cards": cards}, (taker,))]

    def _accept(self) -> None:
        self.state.pile += self.state.laid
        self.state.laid = []
        self._next_claim(trusted=True)

    def _next_claim(self, *, trusted: bool = False) -> None:
        state = self.state
        state.phase, state.claimant, state.doubter, state.trusting = "lay", None, None, []
        if self.settings.order == "up" and state.due is not None:
            state.due = RANKS[(RANKS.index(state.due) + 1) % len(RANKS)]
        elif not trusted:
            state.due = None

    def _after(self, seat: int) -> int:
        order = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
        return next(each for each in order if each not in self.state.resigned)

    def prepare(self) -> None:
        """Set `seats`, and set `outcome` if the game is over by CHE-6 to CHE-8. If the game isn't
        over, `outcome` is None. Seats with fewer cards rank higher, and a seat that resigned ranks
        last."""
        state = self.state
        self.seats, self.outcome = len(state.hands), None
        playing = state.turn if state.phase == "lay" and state.laid else None
        out = [
            seat
            for seat, hand in enumerate(state.hands)
            if not hand and seat not in {playing, *state.resigned} and self._stands(seat)
        ]
        late = state.phase == "lay" and not state.laid and state.claims >= ROUNDS * self.seats
        if not (out or late or len(self._in_play) == 1):
            return
        counts = [
            99 if seat in state.resigned else len(hand) if hand or seat in out else 1
            for seat, hand in enumerate(state.hands)
        ]
        self.outcome = Outcome.by_least(counts, carry={"dealer": state.dealer})

    def _stands(self, seat: int) -> bool:
        """Whether the last claim of `seat` stands, so that nobody can doubt it any more. It stands
        if it was accepted, or if it was doubted and is true. The caller asks this only for seats
        that have no cards left."""
        state = self.state
        if seat != state.claimant:
            return True
        return state.phase == "shown" and self.honest

    _refusal = told.refusal

    def resign(self, seat: int) -> list[Event]:
        """Take `seat` out of the game for good (CHE-8). Returns the events."""
        state = self.state
        if self.outcome or seat not in self._in_play:
            raise IllegalMove(marked("You're no longer in this game."), rule="CHE-8")
        taken = self._go(seat, Move.make("go")) if state.phase == "shown" else []
        state.resigned.append(seat)
        own = seat == state.claimant or (state.phase == "lay" and seat == state.turn)
        state.pile += [*state.hands[seat], *(state.laid if own else [])]
        state.hands[seat] = []
        if own:
            state.laid = []
        if state.turn == seat:
            state.turn = self._after(seat) if self._in_play else seat
        if state.phase == "answer" and (seat == state.claimant or not self.waiting_on):
            self._accept()
        self.prepare()
        return [*taken, Event("resigned", {"seat": seat})]

    # Views

    def view(self, seat: int | None) -> View:
        """Return what a seat may know: its own hand, the face-down cards that it laid itself, and
        the shown cards. Of all other cards it is told only how many there are."""
        state = self.state
        owner = state.turn if state.claimant is None else state.claimant
        open_to = state.phase == "shown" or owner == seat
        laid = tuple(state.laid) if open_to else (None,) * len(state.laid)
        zones = [
            Zone("pile", None, "pile", (None,) * len(state.pile)),
            Zone("laid", None if state.phase == "shown" else owner, "row", laid),
        ]
        facts, gone = state.model_dump(include=set(PUBLIC)), state.resigned
        facts["claim"] = None if self.outcome else state.due
        roles = {"claimed": [] if self.outcome else [state.claimant]}
        return self.shown(seat, state.hands, zones, facts, roles=roles, resigned=gone)

    def opened(self) -> View:
        """Return a spectator's view that also shows the cards in the pile."""
        view = super().opened()
        pile = Zone("pile", None, "pile", tuple(self.state.pile))
        return replace(view, zones=(pile, *(each for each in view.zones if each.name != "pile")))

    @classmethod
    def sample(cls, view: View, rng: Chance) -> Self:
        """Return a game that fits `view`. Its hidden cards are dealt at random to hands, pile and
        claim."""
        rules = CheatOptions(**{name: view.facts[name] for name in CheatOptions.model_fields})
        unseen = [card for card in deck() if not any(card in zone.cards for zone in view.zones)]
        rng.shuffle(unseen)
        pile, laid, *hands = ([card or unseen.pop() for card in zone.cards] for zone in view.zones)
        known = {name: view.facts[name] for name in PUBLIC}
        gone = [one.seat for one in view.seats if one.resigned]
        hands = [list(in_order(hand)) for hand in hands]
        return cls(rules, CheatState(hands=hands, pile=pile, laid=laid, resigned=gone, **known))
