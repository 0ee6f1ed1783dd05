"""The levels of Tredici's bot players: what each remembers, considers and gets wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb

import pytest

from games import players
from games.cards import RANKS, SUITS, deck
from games.core import Event, Move, Stream, Told
from games.players.tredici import quick
from games.players.tredici.imagining import Imagined, kinds_in
from games.players.tredici.playout import NOBODY, Position
from games.players.tredici.search import ImaginedDeal
from games.told_events import told
from games.tredici import Tredici
from games.tredici.belief.counts import CERTAIN, PLACE, Counts
from games.tredici.belief.evidence import Evidence
from tests.beyond import the_first
from tests.games.tredici_tables import HEARTS, SPADES, at


class Table:
    """A game of Tredici between bot players of the levels `strengths`, with the events that each
    seat was told."""

    def __init__(self, *strengths: str, seed: bytes = b"levels", teams: int = 0) -> None:
        self.game = Tredici.new(Tredici.options(teams=teams), seats=len(strengths), seed=seed)
        self.sitting = [players.seated("tredici", strength) for strength in strengths]
        self.seen: list[list[Told]] = [[] for _ in strengths]
        self.told_of: Counter[str] = Counter()
        self.rng = Stream(seed)
        self._tell(self.game.dealt())

    def _tell(self, events: Sequence[Event]) -> None:
        for seat, player in enumerate(self.sitting):
            self.seen[seat] += told(events, seat)
            for name, fields in told(events, seat):
                player.watch(name, fields)
        for event in events:
            self.told_of[str(event.fields.get("kind", event.name))] += 1

    def play(self, seat: int, move: Move | str) -> None:
        self._tell(self.game.play(seat, move))

    def play_on(self, moves: int = 2000) -> Table:
        while moves and self.game.outcome is None:
            seat = min(self.game.waiting_on)
            self.play(seat, self.sitting[seat].choose(self.game.view(seat), self.rng))
            moves -= 1
        return self


@pytest.mark.parametrize(
    ("seats", "moves", "attentive", "least"),
    the_first(2, [(2, 24, False, 75), (2, 24, True, 85), (4, 60, False, 50), (4, 60, True, 75)]),
)
def test_draws_tell_the_suits_of_others(
    seats: int, moves: int, attentive: bool, least: int
) -> None:
    """After `moves` moves, seat 0 gives the true suits of the other sides a probability of more
    than `least` per cent on average; a blind guess would give 25. An `attentive` player also counts
    the cards that it draws itself."""
    likelihoods = []
    for number in range(12):
        table = Table(*["greedy"] * seats, seed=b"suits %d" % number).play_on(moves)
        if table.game.outcome is not None or table.game.kische_used:
            continue
        view, evidence = table.game.view(0), Evidence(attentive=attentive)
        for event in table.seen[0]:
            evidence.watch(*event)
        likely = evidence.likely(view, Counts(view))
        likelihoods += [
            likely[side][PLACE[str(table.game.targets[side])]] for side in range(1, seats)
        ]
    assert sum(likelihoods) * 100 > least * CERTAIN * len(likelihoods)


def test_what_a_purged_side_has_discarded_may_be_of_its_new_suit() -> None:
    """TRE-33: a purged side discards its hand before it chooses its new suit. Here it then draws
    seven of 38 cards and sets none aside. So these seven are not of its suit, and the cards of its
    suit can be among the other 31 and among the seven that it has discarded."""
    own = ["2S", "3S", "4S", "5S", "6S", "2D", "2C"]
    rest = [card for card in deck("2") if card not in own]
    view = at(
        [" ".join(own), " ".join(rest[:7])],
        targets=["H", "S"],
        draw=" ".join(rest[14:]),
        discard=" ".join(rest[7:14]),
        kische="used",
        announced=[0],
    ).view(0)
    evidence = Evidence()
    for name, fields in (
        ("dealt", {"seat": 0, "count": 7, "cards": own}),
        ("dealt", {"seat": 1, "count": 7}),
        ("target-chosen", {"seat": 0, "side": 0, "suit": "H"}),
        ("target-chosen", {"seat": 1, "side": 1}),
        ("targets-announced", {"targets": ["H", "H"]}),
        ("purged", {"side": 1, "seats": [1], "count": 0}),
        ("discarded", {"seat": 1, "count": 7}),
        ("target-chosen", {"seat": 1, "side": 1}),
        ("drew", {"seat": 1, "count": 7}),
    ):
        evidence.watch(name, fields)
    likely = evidence.likely(view, Counts(view))[1]
    ways = {suit: comb(45 - 13 + held, 7) for suit, held in (("S", 5), ("D", 1), ("C", 1))}
    for suit, count in ways.items():
        assert likely[PLACE[suit]] / CERTAIN == pytest.approx(count / sum(ways.values()), abs=1e-3)


def test_what_was_discarded_before_a_purge_may_be_of_the_new_suit() -> None:
    """TRE-33: seat 1 loses all hearts that seat 0 doesn't hold, and then collects hearts."""
    held = [f"{rank}{suit}" for suit in "SD" for rank in RANKS[:10]]
    game = at(
        [" ".join([*HEARTS[:6], *held]), " ".join(HEARTS[6:])],
        targets=["C", "C"],
        stacks=["6C 7C 8C 9C 10C JC QC KC AC", ""],
        draw="QS KS AS QD KD AD 2C 3C 4C 5C",
        turn=1,
    )
    evidence, view = Evidence(), game.view(0)
    for event in told(game.dealt(), 0):
        evidence.watch(*event)
    evidence.likely(view, Counts(view))
    for seat, move in ((0, "kische"), (1, "target H"), (1, "draw")):
        for event in told(game.play(seat, move), 0):
            evidence.watch(*event)
    view = game.view(0)
    assert evidence.likely(view, Counts(view))[1][PLACE["H"]] > 0


def test_a_sample_gives_others_the_suits_that_their_draws_speak_for() -> None:
    """Samples (games imagined from a view) that use the events which a seat has seen give the
    opponent the true target more than 1.5 times as often as samples without these events."""
    right = {True: 0, False: 0}
    for number in range(12):
        table = Table("greedy", "greedy", seed=b"suits %d" % number).play_on(24)
        if table.game.outcome is not None or table.game.kische_used:
            continue
        rng = Stream(b"sampled")
        for remembers in (True, False):
            seen = table.seen[0] if remembers else ()
            for _ in range(10):
                imagined = Tredici.sample(table.game.view(0), rng, seen=seen)
                right[remembers] += imagined.targets[1] == table.game.targets[1]
    assert right[True] > 1.5 * right[False]


def test_a_sample_chooses_among_the_suits_of_three_sides_purged_at_once() -> None:
    """TRE-33: all four sides collect the same suit, and seat 0 calls kisché (this is a
    *nimöglich*). The three other sides are purged, and each chooses one of the three other suits.
    Samples from the view of seat 0 have all six ways to give these suits to the three sides."""
    table = Table(*["greedy"] * 4)
    for seat in range(4):
        table.play(seat, "target H")
    table.play(0, "kische")
    for seat in (1, 2, 3):
        table.play(seat, table.game.legal_moves(seat)[0])
    view, rng = table.game.view(0), Stream(b"purged")
    imagined = [Tredici.sample(view, rng, seen=table.seen[0]) for _ in range(60)]
    assert len({tuple(game.targets) for game in imagined}) == 6
    assert all(set(map(str, game.targets)) == set(SUITS) for game in imagined)


def test_a_sample_leaves_discards_where_the_seat_laid_them() -> None:
    """Cards that a seat discarded itself are in the discard pile of its samples, until the pile is
    turned over (TRE-11, TRE-20)."""
    table = Table("greedy", "greedy", seed=b"laid")
    laid: set[str] = set()
    while len(laid) < 6:
        table.play_on(1)
        laid = {
            card
            for name, fields in table.seen[0]
            if name == "discarded" and fields["seat"] == 0
            for card in fields["cards"]
        }
        assert not table.told_of["reshuffled"]
    for number in range(10):
        rng = Stream(b"laid %d" % number)
        imagined = Tredici.sample(table.game.view(0), rng, seen=table.seen[0])
        assert laid <= set(imagined.discard)


def test_two_after_one_suit_find_out_before_nothing_moves_any_more() -> None:
    """Two skilled players who collect the same suit nearly always call kisché (the call that
    reveals all suits). They hardly ever call kisché when they collect different suits, which would
    be wrong (TRE-30)."""
    called: Counter[str] = Counter()
    for number in range(10):
        for other in "HD":
            table = Table("skilled", "skilled", seed=b"one suit %d" % number)
            table.play(0, "target H")
            table.play(1, f"target {other}")
            table.play_on()
            called[other] += table.told_of["nimoeglich"]
            called["wrong"] += table.told_of["wrong"]
    assert called["H"] >= 9
    assert called["wrong"] <= 1


@pytest.mark.parametrize("level", ["master", "skilled"])
def test_what_the_leader_needs_is_held(level: str) -> None:
    """A player doesn't discard both the 3 and the 4 of spades when the third side is known to have
    nine spades and to need them (TRE-31)."""
    game = at(
        ["3S 4S 3D 4D 5D 6D 2C", "5C", "6C"],
        targets=["H", "D", "S"],
        stacks=["AH", "AD", "5S 6S 7S 8S 9S 10S JS QS KS"],
        draw="7C 8C 9C 10C 7D 8D",
        kische="used",
        announced=[0, 1, 2],
    )
    move = players.seated("tredici", level).choose(game.view(0), Stream(b"held"))
    assert {"3S", "4S"} - set(move.cards)


def test_playouts_tell_a_move_that_lets_the_other_win() -> None:
    hands = ["2S 3D 4D 5D 6D 7D 8D", "2C 3C 4C 5C 6C 7C 8C"]
    spades = [card for card in SPADES if card != "2S"]
    elsewhere = {*" ".join(hands).split(), *spades, *HEARTS[:9]}
    game = at(
        hands,
        targets=["H", "S"],
        stacks=[" ".join(HEARTS[:9]), " ".join(spades)],
        draw=" ".join(card for card in deck() if card not in elsewhere),
        kische="used",
        announced=[0, 1],
    )
    view = game.view(0)
    counts = Counts(view)
    likely = Evidence().likely(view, counts)
    worth = quick.dangers(counts, likely, quick.QUICK)
    imagined = Imagined(view, counts, likely, [0] * len(SUITS), worth)
    bad, good = Move.parse("discard 2S 3D 4D"), Move.parse("discard 3D 4D 5D")
    rng, worth_of = Stream(b"search"), Counter[Move]()
    for _ in range(100):
        played = ImaginedDeal(imagined.deal(rng), seat=0)
        for tried in (bad, good):
            worth_of[tried] += played(tried)[0]
    assert worth_of[good] > worth_of[bad]


@pytest.mark.parametrize(("seats", "teams"), [(2, 0), (4, 0), (6, 3), (12, 4)])
def test_an_imagined_deal_agrees_with_the_view_and_loses_no_card(seats: int, teams: int) -> None:
    table = Table(*["skilled"] * seats, teams=teams)
    imagined = 0
    while imagined < 12:
        table.play_on(3)
        if table.game.outcome is not None:
            break
        seat = table.game.turn
        view = table.game.view(seat)
        if view.facts["phase"] != "turn":
            continue
        evidence, counts = Evidence(), Counts(view)
        for event in table.seen[seat]:
            evidence.watch(*event)
        likely = evidence.likely(view, counts)
        source = Imagined(view, counts, likely, evidence.thrown, [1] * len(SUITS))
        position = source.deal(Stream(b"deal"))
        assert position is not None
        assert position.hands[seat] == kinds_in(view.hand)
        assert [sum(hand) for hand in position.hands] == [each.cards for each in view.seats]
        assert (len(position.deck), len(position.pile)) == (counts.deck, counts.pile)
        assert cards_in(position) == 52
        after = position.copy()
        winner = after.play_out(400)
        assert cards_in(after) == 52
        assert winner == NOBODY or after.stacks[winner] == 13
        imagined += 1
    assert imagined > 3


def cards_in(position: Position) -> int:
    return (
        sum(map(sum, position.hands))
        + sum(position.stacks)
        + len(position.deck)
        + len(position.pile)
    )


def test_beginners_part_with_the_last_card_of_a_suit_and_casual_players_seldom() -> None:
    view = at(["3S 4D 5D 6D 7C 8C 9C", "2S"], draw="2D 3D", targets=["H", "S"]).view(0)
    rng = Stream(b"slips")
    parted: Counter[str] = Counter()
    for level in ("skilled", "casual", "beginner"):
        for _ in range(100):
            parted[level] += "3S" in players.seated("tredici", level).choose(view, rng).cards
    assert parted["skilled"] == 0
    assert 10 < parted["casual"] < 45
    assert parted["beginner"] > 75


def test_a_skilled_player_wins_more_than_a_beginner() -> None:
    won = 0
    for number in range(40):
        own = number % 2
        sitting = ["skilled" if seat == own else "beginner" for seat in (0, 1)]
        outcome = Table(*sitting, seed=b"order %d" % (number // 2)).play_on().game.outcome
        assert outcome is not None
        won += outcome.ranks[own] < max(outcome.ranks)
    assert won >= 24


def test_a_level_that_plays_on_without_memory_is_the_quick_player() -> None:
    view = Table("greedy", "greedy").game.view(0)
    counts = Counts(view)
    expected = quick.choose(view, Evidence().likely(view, counts), counts, Stream(b"sight"))
    for level in ("master", "skilled"):
        assert players.player("tredici", level)(view, Stream(b"sight")) == expected


@pytest.mark.parametrize(
    ("suits", "laid"), [("CSSH", "discard 2S 3S 2D"), ("CSDH", "discard 2S 2H 2D")]
)
def test_a_master_feeds_those_who_share_a_suit_and_fears_who_has_one_alone(
    suits: str, laid: str
) -> None:
    """A master discards cards of a suit that two others collect, since these two can't win before a
    kisché. Of each suit that only one side collects, the master keeps at least one card."""
    spades = [card for card in SPADES if card not in ("2S", "3S")]
    other = [card for card in deck() if card.endswith(suits[2]) and card not in ("2S", "3S")]
    stacks = ["", " ".join(spades[:7]), " ".join(other[-4:]), "4H 5H"]
    hands = ["2S 3S 2H 3H 2D 3D", "2C 3C", "4C 5C", "6C 7C"]
    elsewhere = {*" ".join([*hands, *stacks]).split()}
    game = at(
        hands,
        targets=list(suits),
        stacks=stacks,
        draw=" ".join(card for card in deck() if card not in elsewhere),
    )
    master = players.seated("tredici", "master")
    master.watch("targets-announced", {"targets": list(suits)})
    assert str(master.choose(game.view(0), Stream(b"fed"))) == laid
