"""Crazy Eights and Mau-Mau: be the first without cards. README.md has the rules EIG-1 to EIG-12."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import BaseModel, Field

from games.cards import SUITS, deck, in_order, rank_of, suit_of
from games.core import DailyDeal, Event, GameOptions, Move, Outcome, View, Zone
from games.errors import IllegalMove
from games.modelled import ModelledGame
from games.sentences import marked
from games.shuffle import Chance, Stream
from shijo_eights import told
from shijo_eights.lessons import LESSONS
from shijo_eights.options import EightsOptions

TURNS = 2
"""How often the pile becomes the draw pile. Then the game ends when it runs out (EIG-9)."""
FINE = 2
"""The cards that a seat draws for an attack card, or when it is caught without its call."""

Card = Annotated[str, Field(pattern=r"^([2-9JQKA]|10)[SHDC]$")]
Cards = list[Card]
Seat = Annotated[int, Field(ge=0, le=6)]


class EightsState(BaseModel, extra="forbid"):
    """The state of a game. `draw[0]` is drawn next, `pile[-1]` is on top. Seats in `called` have
    called their last card. `seed` (hexadecimal digits) and `read` give the order of a shuffled
    pile."""

    hands: list[Cards] = Field(min_length=2, max_length=7)
    draw: Cards
    pile: Cards = Field(min_length=1)
    turn: Seat
    direction: Literal[1, -1] = 1
    suit: Annotated[str, Field(pattern="^[SHDC]$")] | None = None
    """The suit that was named."""
    owed: int = Field(default=0, ge=0)
    """Cards that the seat at turn must draw, unless it passes them on."""
    drawn: int = Field(default=0, ge=0)
    """Cards that the seat at turn has drawn."""
    called: list[Seat] = []
    forgot: Seat | None = None
    """The seat that forgot to call its last card, and can be caught now."""
    turned: int = Field(default=0, ge=0)
    """How often the pile was turned over."""
    resigned: list[Seat] = []
    seed: str = Field(default="", pattern=r"^([0-9a-f]{2})*$")
    read: int = Field(default=0, ge=0)


PUBLIC = ("turn", "direction", "suit", "owed", "drawn", "called", "forgot", "turned")
"""The fields of the state that are facts of every view."""


class CrazyEights(ModelledGame[EightsState]):
    """A game of Crazy Eights: its options and its state."""

    name, title, version, players = "eights", marked("Crazy Eights"), 1, range(2, 8)
    gist = marked("Match the top card by suit or rank. First to run out wins.")
    kin, minutes = marked("If you've played Mau-Mau or Switch, you already know this game."), 5
    Options, State = EightsOptions, EightsState
    settings: EightsOptions
    daily: ClassVar[DailyDeal | None] = DailyDeal("mau-mau", seats=4)
    seat_fields, lessons = frozenset({"forgot", "called", "of"}), LESSONS
    ratings: ClassVar = {
        2: {"skilled": 27.0, "casual": 25.0, "beginner": 20.5, "random": 12.7},
        3: {"skilled": 28.0, "casual": 25.0, "beginner": 21.1, "random": 14.9},
        4: {"skilled": 28.0, "casual": 25.0, "beginner": 20.6, "random": 14.9},
    }
    summary = marked("Match the top card by suit or rank, or **draw**. First to run out wins!")

    @classmethod
    def rules_told(cls, options: GameOptions) -> tuple[str, ...]:
        """Return a summary of the rules with these options."""
        return told.lines(cls.own_options(EightsOptions, options))

    @classmethod
    def deal(
        cls, options: GameOptions, seats: int, seed: bytes, last: Outcome | None, dealer: int | None
    ) -> Self:
        """Deals a game (EIG-1)."""
        rules = cls.own_options(EightsOptions, options)
        stream, size = Stream(seed), int(rules.cards)
        cards = deck("7" if rules.deck == "32" else "2")
        stream.shuffle(cards)
        hands = [[cards.pop() for _ in range(size)] for _ in range(seats)]
        before = dealer if dealer is not None else last.carry["winner"] if last else -1
        state = EightsState(
            hands=hands,
            draw=cards[1:],
            pile=cards[:1],
            turn=(before + 1) % seats,
            seed=seed.hex(),
            read=stream.read,
        )
        return cls(rules, state)

    @property
    def waiting_on(self) -> frozenset[int]:
        """The seat whose turn it is."""
        return frozenset() if self.outcome else frozenset({self.state.turn})

    # Moves

    def legal_moves(self, seat: int) -> list[Move]:
        """Return the legal moves of a seat (EIG-2 to EIG-5, EIG-8)."""
        state = self.state
        if self.outcome or seat not in range(self.seats) or seat in state.resigned:
            return []
        moves = self._turn_of(seat) if seat == state.turn else []
        early = seat == state.turn and len(state.hands[seat]) == FINE and self.settings.call
        if (early and seat not in state.called) or seat == state.forgot:
            moves.append(Move.make("call"))
        if state.forgot not in {None, seat}:
            moves.append(Move.make("catch", other=str(state.forgot)))
        return moves

    def ahead(self, seat: int) -> list[tuple[Move, ...]]:
        """Return drawing as the only plan for a seat's next turn. It is legal whatever card is on
        top."""
        waits = seat not in {self.state.turn, *self.state.resigned} and not self.outcome
        return [(Move.make("draw"),)] if waits else []

    def _turn_of(self, seat: int) -> list[Move]:
        state, hand = self.state, self.state.hands[seat]
        moves = []
        for card in in_order(card for card in hand if self.fits(card)):
            wishes = SUITS if rank_of(card) == self.settings.wild and len(hand) > 1 else ("",)
            moves += [Move.make("play", [card], suit) for suit in wishes]
        may_draw = state.owed or state.drawn < int(self.settings.draw)
        return [*moves, Move.make("draw" if may_draw else "pass")]

    def fits(self, card: str) -> bool:
        """EIG-2, EIG-5: whether a card can be played on the pile now."""
        top, rules = self.state.pile[-1], self.settings
        if self.state.owed:
            return rules.stack and rank_of(card) == rules.attack
        if rank_of(card) == rules.wild:
            return rules.wild_on_wild or rank_of(top) != rules.wild
        if self.state.suit is not None:
            return suit_of(card) == self.state.suit
        return suit_of(card) == suit_of(top) or rank_of(card) == rank_of(top)

    def _apply(self, seat: int, move: Move) -> list[Event]:
        events: list[Event] = getattr(self, f"_{move.verb}")(seat, move)
        self.prepare()
        return events

    def _play(self, seat: int, move: Move) -> list[Event]:
        state, rules, (card,) = self.state, self.settings, move.cards
        state.hands[seat].remove(card)
        state.pile.append(card)
        wish = {"suit": move.other} if move.other else {}
        state.forgot, state.suit, rank = None, move.other or None, rank_of(card)
        events = [Event("played", {"seat": seat, "cards": [card], **wish})]
        if rules.call and len(state.hands[seat]) == 1 and seat not in state.called:
            state.forgot = seat
        if rank == rules.attack:
            state.owed += FINE
        skips = rank == rules.skip
        if rank == rules.reverse:
            state.direction = -1 if state.direction == 1 else 1
            events.append(Event("reversed", {"seat": seat}))
            skips = skips or self.seats - len(state.resigned) == FINE
        self._end_turn()
        if skips and state.hands[seat]:
            events.append(Event("skipped", {"seat": state.turn}))
            self._end_turn()
        return events

    def _draw(self, seat: int, move: Move) -> list[Event]:
        state = self.state
        state.forgot = None
        if not state.owed:
            state.drawn += 1
            return self._taken(seat, 1)
        owed, state.owed = state.owed, 0
        events = self._taken(seat, owed)
        self._end_turn()
        return events

    def _pass(self, seat: int, move: Move) -> list[Event]:
        self.state.forgot = None
        self._end_turn()
        return [Event("passed", {"seat": seat})]

    def _call(self, seat: int, move: Move) -> list[Event]:
        self.state.called.append(seat)
        self.state.forgot = None if self.state.forgot == seat else self.state.forgot
        return [Event("called", {"seat": seat})]

    def _catch(self, seat: int, move: Move) -> list[Event]:
        caught, self.state.forgot = int(move.other), None
        return [Event("caught", {"seat": seat, "of": caught}), *self._taken(caught, FINE)]

    def _taken(self, seat: int, count: int) -> list[Event]:
        """Draw `count` cards for a seat, or as many as there are, and return the events. When the
        draw pile runs out, the pile is turned over (EIG-9)."""
        state, turns = self.state, []
        cards: Cards = []
        while state.draw and len(cards) < count:
            cards.append(state.draw.pop(0))
            if not state.draw and state.turned < TURNS and len(state.pile) > 1:
                turns.append(self._turned_over())
        state.hands[seat] += cards
        drew = Event("drew", {"seat": seat, "count": len(cards)}, {"cards": cards}, (seat,))
        return [drew, *turns]

    def _turned_over(self) -> Event:
        state = self.state
        stream = Stream(bytes.fromhex(state.seed), state.read)
        state.draw, state.pile = state.pile[:-1], state.pile[-1:]
        stream.shuffle(state.draw)
        state.turned, state.read = state.turned + 1, stream.read
        return Event("turned", {"count": len(state.draw)})

    def _end_turn(self) -> None:
        state = self.state
        if len(state.hands[state.turn]) > 1 and state.turn in state.called:
            state.called.remove(state.turn)
        state.drawn = 0
        order = [(state.turn + state.direction * step) % self.seats for step in range(1, 8)]
        state.turn = next(seat for seat in order if seat not in state.resigned)

    def prepare(self) -> None:
        """Set `seats` and `outcome` (EIG-9 to EIG-11). A seat that resigned ranks after all
        others."""
        hands, gone = self.state.hands, self.state.resigned
        self.seats, self.outcome, _at_turn = len(hands), None, hands[self.state.turn]
        counts = [99 if seat in gone else len(hand) for seat, hand in enumerate(hands)]
        if self.state.draw and 0 not in counts and len(gone) < self.seats - 1:
            return
        self.outcome = Outcome.by_least(counts, carry={"winner": counts.index(min(counts))})

    _refusal = told.refusal

    def resign(self, seat: int) -> list[Event]:
        """Take `seat` out of the game for good (EIG-11). Returns the events."""
        state = self.state
        if self.outcome or seat in state.resigned or seat not in range(self.seats):
            raise IllegalMove(marked("You're no longer in this game."), rule="EIG-11")
        state.resigned.append(seat)
        state.draw, state.hands[seat] = state.draw + state.hands[seat], []
        state.forgot = None if state.forgot == seat else state.forgot
        if seat == state.turn and len(state.resigned) < self.seats:
            state.owed = 0
            self._end_turn()
        self.prepare()
        return [Event("resigned", {"seat": seat})]

    # Views

    def view(self, seat: int | None) -> View:
        """Return the seat's own hand, the pile, and how many other cards there are."""
        state = self.state
        pile = Zone("pile", None, "pile", tuple(state.pile))
        draw = Zone("draw", None, "count", (None,) * len(state.draw))
        facts = state.model_dump(include=set(PUBLIC))
        if self.settings.reverse == "none":
            del facts["direction"]
        last = [each for each in state.called if len(state.hands[each]) == 1]
        roles, gone = {"last": last}, state.resigned
        return self.shown(seat, state.hands, [pile, draw], facts, roles=roles, resigned=gone)

    @classmethod
    def sample(cls, view: View, rng: Chance) -> Self:
        """Return a game that fits `view`. Its hidden cards are dealt at random."""
        rules = EightsOptions(**{name: view.facts[name] for name in EightsOptions.model_fields})
        whole = deck("7" if rules.deck == "32" else "2")
        unseen = [card for card in whole if not any(card in zone.cards for zone in view.zones)]
        rng.shuffle(unseen)
        pile, draw, *hands = ([card or unseen.pop() for card in zone.cards] for zone in view.zones)
        known = {name: view.facts[name] for name in PUBLIC if name in view.facts}
        gone = [one.seat for one in view.seats if one.resigned]
        seed = bytes(rng.randrange(256) for _ in range(16)).hex()
        state = EightsState(hands=hands, draw=draw, pile=pile, resigned=gone, seed=seed, **known)
        return cls(rules, state)
