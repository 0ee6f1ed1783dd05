"""Hearts: take no hearts, or all of them. README.md has the rules HEA-1 to HEA-10."""

from itertools import combinations
from operator import add
from typing import Annotated, ClassVar, Literal, Self

from pydantic import BaseModel, Field

from games.cards import deck, in_order, suit_of, taking
from games.core import DailyDeal, Event, GameOptions, Move, Outcome, View, Zone
from games.errors import IllegalMove
from games.modelled import ModelledGame
from games.sentences import marked
from games.shuffle import Chance, Stream
from shijo_hearts import told
from shijo_hearts.lessons import LESSONS
from shijo_hearts.options import HeartsOptions

SEATS, PASSED = 4, 3
LADY, JACK, FIRST = "QS", "JD", "2C"
MOST_DEALS = 20
"""Deals after which a game ends in any case (HEA-9)."""
WAYS = (1, 3, 2, 0)
"""For each of four deals: how many seats to the left cards are passed (0: they are kept, HEA-2)."""

Cards = list[Annotated[str, Field(pattern=r"^([2-9JQKA]|10)[SHDC]$")]]
Seat = Annotated[int, Field(ge=0, lt=SEATS)]
Each = Field(min_length=SEATS, max_length=SEATS)
NONE: list[Cards] = [[], [], [], []]


class HeartsState(BaseModel, extra="forbid"):
    """A game's state. `trick` is in playing order. `turn` is the seat that plays next."""

    hands: Annotated[list[Cards], Each]
    passed: Annotated[list[Cards], Each] = NONE
    """For each seat: the cards that it has chosen to pass. Empty again once all have chosen."""
    taken: Annotated[list[Cards], Each] = NONE
    trick: Annotated[Cards, Field(max_length=SEATS)] = []
    phase: Literal["pass", "play", "shown"] = "play"
    turn: Seat = 0
    dealer: Seat = 3
    deals: int = Field(default=1, ge=1)
    total: Annotated[list[int], Each] = [0] * SEATS
    """For each seat: its points from all earlier deals; in the phase `shown`, of this one too."""
    moons: list[Seat] = []
    resigned: Seat | None = None
    seed: str = Field(default="", pattern=r"^([0-9a-f]{2})*$")
    read: int = Field(default=0, ge=0)


PUBLIC = ("taken", "phase", "turn", "dealer", "deals", "total", "moons", "resigned")
"""The fields of the state that are facts of every view."""


class Hearts(ModelledGame[HeartsState]):
    """A game of Hearts: its options and its state."""

    name, title, version, players = "hearts", marked("Hearts"), 2, range(SEATS, SEATS + 1)
    gist = marked("Dodge hearts and the queen of spades. Fewest points wins.")
    kin, minutes = marked("Like whist, but you want to lose the tricks."), 20
    Options, State = HeartsOptions, HeartsState
    settings: HeartsOptions
    daily: ClassVar[DailyDeal | None] = DailyDeal("deal", seats=SEATS)
    secret_verbs = frozenset({"pass"})
    forgetting = frozenset({"deals"})
    seat_fields, lessons = frozenset({"to", "moons"}), LESSONS
    chapter_names = frozenset({"scored"})
    ratings: ClassVar = {4: {"skilled": 29.4, "casual": 25.0, "beginner": 12.1, "random": 7.4}}
    summary = marked(
        "Follow suit. The highest card takes the trick. Each heart is a **point**: take none!"
    )

    @classmethod
    def rules_told(cls, options: GameOptions) -> tuple[str, ...]:
        """Return a summary of the rules with these options."""
        return told.lines(cls.own_options(HeartsOptions, options))

    @classmethod
    def deal(
        cls, options: GameOptions, seats: int, seed: bytes, last: Outcome | None, dealer: int | None
    ) -> Self:
        """Deals a game (HEA-1)."""
        if dealer is None:
            dealer = (last.carry["dealer"] + 1) % SEATS if last else SEATS - 1
        game = cls(options, HeartsState(hands=[[], [], [], []], dealer=dealer, seed=seed.hex()))
        game._deal()
        game.prepare()
        return game

    def _deal(self) -> None:
        state, cards = self.state, deck()
        stream = Stream(bytes.fromhex(state.seed), state.read)
        stream.shuffle(cards)
        state.read = stream.read
        state.hands = [list(in_order(cards[seat::SEATS])) for seat in range(SEATS)]
        state.passed, state.taken, state.trick = [[], [], [], []], [[], [], [], []], []
        state.phase = "pass" if self.way else "play"
        self._lead()

    def _lead(self) -> None:
        """HEA-3: sets the seat that leads to the first trick."""
        state = self.state
        state.turn = (state.dealer + 1) % SEATS
        if self.settings.clubs and state.phase == "play":
            state.turn = next(seat for seat, hand in enumerate(state.hands) if FIRST in hand)

    @property
    def way(self) -> int:
        """HEA-2: how many seats to the left cards are passed in this deal (0: none are passed)."""
        ways = {"none": (0,), "left": (1,), "turn": WAYS}[self.settings.passing]
        return ways[(self.state.deals - 1) % len(ways)]

    @property
    def pause(self) -> bool:
        """Whether a deal is over and the next one isn't dealt yet."""
        return self.state.phase == "shown" and self.outcome is None

    @property
    def waiting_on(self) -> frozenset[int]:
        """While passing: seats that haven't passed. After a deal: all. Else the seat to play."""
        state = self.state
        if self.outcome:
            return frozenset()
        if state.phase == "pass":
            return frozenset(seat for seat in range(SEATS) if not state.passed[seat])
        return frozenset(range(SEATS)) if state.phase == "shown" else frozenset({state.turn})

    # Moves

    def legal_moves(self, seat: int) -> list[Move]:
        """Return the legal moves of a seat (HEA-2 to HEA-5)."""
        if seat not in self.waiting_on:
            return []
        state = self.state
        if state.phase == "shown":
            return [Move.make("go")]
        if state.phase == "pass":
            return [Move.make("pass", cards) for cards in combinations(state.hands[seat], PASSED)]
        return [Move.make("play", [card]) for card in self._playable(state.hands[seat])]

    def ahead(self, seat: int) -> list[tuple[Move, ...]]:
        """Return a plan for each card in the hand of a waiting seat: play it once it is legal."""
        state = self.state
        waits = state.phase == "play" and seat not in self.waiting_on and not self.outcome
        return [(Move.make("play", [card]),) for card in state.hands[seat]] if waits else []

    def _playable(self, hand: Cards) -> Cards:
        first = self.settings.clubs and not any(self.state.taken)
        if self.state.trick and not self._is_whole:
            suit = suit_of(self.state.trick[0])
            follow = [card for card in hand if suit_of(card) == suit]
            clean = [card for card in hand if not (first and self._points([card]))]
            return follow or clean or hand
        if first and FIRST in hand:
            return [FIRST]
        broken = any(suit_of(card) == "H" for card in self._fallen)
        return [card for card in hand if broken or suit_of(card) != "H"] or hand

    @property
    def _fallen(self) -> Cards:
        return [card for cards in (*self.state.taken, self.state.trick) for card in cards]

    @property
    def _is_whole(self) -> bool:
        """Whether the trick has all its cards. It stays on the table until the next card is led."""
        return len(self.state.trick) == SEATS

    def _apply(self, seat: int, move: Move) -> list[Event]:
        events: list[Event] = getattr(self, f"_{move.verb}")(seat, move)
        self.prepare()
        return events

    def _pass(self, seat: int, move: Move) -> list[Event]:
        state = self.state
        state.passed[seat] = list(move.cards)
        state.hands[seat] = [card for card in state.hands[seat] if card not in move.cards]
        events = [Event("chose", {"seat": seat, "count": PASSED})]
        if not all(state.passed):
            return events
        for giver, cards in enumerate(state.passed):
            to = (giver + self.way) % SEATS
            state.hands[to] = list(in_order([*state.hands[to], *cards]))
            fields = {"seat": giver, "to": to, "count": PASSED}
            events.append(Event("passed", fields, {"cards": cards}, (giver, to)))
        state.passed, state.phase = [[], [], [], []], "play"
        self._lead()
        return events

    def _play(self, seat: int, move: Move) -> list[Event]:
        state, (card,) = self.state, move.cards
        if self._is_whole:
            state.taken[seat] += state.trick
            state.trick = []
        state.hands[seat].remove(card)
        state.trick.append(card)
        events = [Event("played", {"seat": seat, "cards": [card]})]
        state.turn = (seat + 1) % SEATS
        if not self._is_whole:
            return events
        state.turn = (state.turn + state.trick.index(taking(state.trick))) % SEATS
        worth = self._worth(state.trick)
        events.append(Event("took", {"seat": state.turn, "points": worth}))
        return events if any(state.hands) else events + self._scored()

    def _scored(self) -> list[Event]:
        """Add the points at the end of a deal, and return the events (HEA-7, HEA-8)."""
        state, events = self.state, []
        points, moon = self._of_this_deal()
        if moon is not None:
            state.moons.append(moon)
            events.append(Event("moon", {"seat": moon}))
        state.total = [*map(add, state.total, points)]
        state.phase = "shown"
        return [*events, Event("scored", {"deal": state.deals, "score": state.total.copy()})]

    def _go(self, seat: int, move: Move) -> list[Event]:
        state = self.state
        state.deals, state.dealer = state.deals + 1, (state.dealer + 1) % SEATS
        self._deal()
        return [Event("deals", {"seat": state.dealer, "deal": state.deals}), *self.dealt()]

    # Points

    def _points(self, cards: Cards) -> int:
        """Return the points of the hearts and the queen of spades in `cards` (HEA-6)."""
        lady = 13 if self.settings.lady and LADY in cards else 0
        return lady + sum(suit_of(card) == "H" for card in cards)

    def _worth(self, cards: Cards) -> int:
        """HEA-6: return the points of `cards`, with those of the jack of diamonds."""
        return self._points(cards) - (10 if self.settings.jack and JACK in cards else 0)

    def _of_this_deal(self) -> tuple[list[int], int | None]:
        """Return each seat's points in this deal, and the seat that took all points (or None)."""
        taken = [cards.copy() for cards in self.state.taken]
        if self._is_whole:
            taken[self.state.turn] += self.state.trick
        points = [self._worth(cards) for cards in taken]
        if any(self.state.hands):
            return points, None
        everything = self._points(deck())
        full = [seat for seat, cards in enumerate(taken) if self._points(cards) == everything]
        if full:
            others = everything if self.settings.moon == "others" else 0
            points = [worth + others for worth in points]
            points[full[0]] -= 2 * everything
        return points, full[0] if full else None

    def prepare(self) -> None:
        """Set `seats`, `score` and `outcome` (HEA-9, HEA-10; None while the game isn't over)."""
        state, limit = self.state, self.settings.limit
        self.seats, self.outcome = SEATS, None
        now = self._of_this_deal()[0] if state.phase == "play" else [0] * SEATS
        self.score = [*map(add, state.total, now)]
        most = 0 if limit == "deal" else int(limit)
        over = state.phase == "shown" and (max(self.score) >= most or state.deals >= MOST_DEALS)
        if over or state.resigned is not None:
            keys = [(seat == state.resigned, points) for seat, points in enumerate(self.score)]
            honours = tuple(f"moon:{seat}" for seat in state.moons)
            self.outcome = Outcome.by_least(keys, honours, {"dealer": state.dealer})

    _refusal = told.refusal

    def resign(self, seat: int) -> list[Event]:
        """Take `seat` out of the game, which ends it (HEA-10). Returns the events."""
        if self.outcome or seat not in range(SEATS):
            raise IllegalMove(marked("You're no longer in this game."), rule="HEA-10")
        self.state.resigned = seat
        self.prepare()
        return [Event("resigned", {"seat": seat})]

    # Views

    def view(self, seat: int | None) -> View:
        """Return the seat's own hand and passed cards, and all cards that everyone has seen."""
        state, zones = self.state, [Zone("trick", None, "row", tuple(self.state.trick))]
        begun = state.trick and not self._is_whole
        led = [(state.turn - len(state.trick)) % SEATS] if begun else []
        for owner in range(SEATS):
            if state.phase == "pass":
                passed = state.passed[owner]
                own = tuple(passed) if owner == seat else (None,) * len(passed)
                zones.append(Zone("passed", owner, "row", own))
            zones.append(Zone("taken", owner, "count", (None,) * len(state.taken[owner])))
        facts = state.model_dump(include=set(PUBLIC))
        facts |= {"score": self.score.copy(), "way": self.way if state.phase == "pass" else 0}
        roles, gone = {"led": led}, [state.resigned]
        return self.shown(seat, state.hands, zones, facts, roles=roles, resigned=gone)

    @classmethod
    def sample(cls, view: View, rng: Chance) -> Self:
        """Return a game that fits `view`. Hidden cards are dealt to other hands at random."""
        rules = HeartsOptions(**{name: view.facts[name] for name in HeartsOptions.model_fields})
        gone = [card for cards in view.facts["taken"] for card in cards]
        seen = {*gone, *(card for zone in view.zones for card in zone.cards)}
        unseen = [card for card in deck() if card not in seen]
        rng.shuffle(unseen)
        known = {name: view.facts[name] for name in PUBLIC}
        begins = rules.clubs and FIRST in unseen and known["turn"] != view.seat
        zones: dict[str, list[Cards]] = {"hand": [], "passed": [], "trick": []}
        for zone in view.zones:
            if zone.name in zones:
                zones[zone.name].append([card or unseen.pop() for card in zone.cards])
        hands = zones["hand"]
        leader = hands[known["turn"]]
        for hand in hands:
            if begins and known["phase"] == "play" and FIRST in hand:  # HEA-3: the leader has it
                hand[hand.index(FIRST)], leader[0] = leader[0], FIRST
                break
        state = HeartsState(
            hands=[list(in_order(hand)) for hand in hands],
            passed=zones["passed"] or NONE,
            trick=zones["trick"][0],
            seed=bytes(rng.randrange(256) for _ in range(16)).hex(),
            **known,
        )
        return cls(rules, state)
