"""What a seat's moves tell about its unseen cards. The games that a bot player imagines take this
into account."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import NUMBER
from games.core import Stream, Told
from games.durak import Durak
from games.durak.belief.evidence import DOUBTED, FULL
from games.durak.belief.memory import Memory
from tests.games.durak_tables import hand

TRUMP: Told = ("trump", {"suit": "H", "card": "6H"})
BOUT: Told = ("bout", {"attacker": 0, "defender": 1})
LED: Told = ("attack", {"seat": 0, "cards": ["9S"]})
DEALT: list[Told] = [("dealt", {"seat": seat, "count": 6}) for seat in (0, 1)]


def doubted(seen: Sequence[Told], seat: int) -> set[str]:
    """Return those of ten fixed cards that `seat` probably doesn't hold, judged by the events
    `seen`."""
    evidence = Memory.of([*DEALT, TRUMP, BOUT, *seen]).evidence
    cards = ["6S", "8D", "9C", "10S", "QS", "AS", "9D", "JD", "6H", "AH"]
    return {card for card in cards if evidence.weight(seat, NUMBER[card], 6) < FULL}


def test_who_leads_a_nine_hardly_holds_a_plain_six() -> None:
    assert doubted([LED], 0) == {"6S", "8D"}


def test_who_takes_a_single_card_could_hardly_beat_it_but_with_a_trump() -> None:
    assert doubted([LED, ("take", {"seat": 1})], 1) == {"10S", "QS", "AS"}


def test_who_beats_with_the_ace_hardly_holds_the_ten() -> None:
    beat: Told = ("beat", {"seat": 1, "attack": "9S", "cards": ["AS"]})
    assert doubted([LED, beat], 1) == {"10S", "QS"}


def test_who_is_done_has_nothing_low_to_add_and_so_has_an_attacker_who_lets_a_beat_stand() -> None:
    beat: Told = ("beat", {"seat": 1, "attack": "9S", "cards": ["JS"]})
    done: Told = ("done", {"seat": 0})
    repelled: Told = ("bout-repelled", {"seat": 1, "cards": ["9S", "JS"]})
    assert doubted([LED, beat, done], 0) == {"6S", "8D", "9C", "9D", "JD"}
    assert doubted([LED, beat, repelled], 0) == {"6S", "8D", "9C", "9D", "JD"}


def test_who_passes_on_is_the_one_who_adds_nothing_to_it() -> None:
    seen: list[Told] = [
        LED,
        ("pass", {"seat": 1, "cards": ["9H"], "defender": 0}),
        ("beat", {"seat": 0, "attack": "9S", "cards": ["QS"]}),
        ("beat", {"seat": 0, "attack": "9H", "cards": ["AH"]}),
        ("bout-repelled", {"seat": 0, "cards": ["9S", "9H", "QS", "AH"]}),
    ]
    assert "9C" in doubted(seen, 1)


def test_what_has_been_drawn_since_is_not_doubted() -> None:
    memory = Memory.of([*DEALT, TRUMP, BOUT, LED])
    weights = []
    for _ in range(4):
        weights.append(memory.evidence.weight(0, NUMBER["6S"], 6))
        memory.watch("drew", {"seat": 0, "count": 2})
    assert weights == [DOUBTED, 8, 12, FULL]


def test_who_was_not_told_of_the_deal_weighs_nothing() -> None:
    evidence = Memory.of([BOUT, LED, ("take", {"seat": 1})]).evidence
    assert evidence.weight(0, NUMBER["6S"], 6) == FULL


def test_imagined_games_hold_what_is_likely() -> None:
    """In sampled games, a player who took the six of spades holds some other spades, but less than
    two thirds as many as in games that are sampled without knowing of the take. Only the spades
    from the seven to the jack are counted."""
    game = Durak.new(Durak.options("durnius", misdeal="off"), seats=2, seed=b"likely game")
    seat = game.attacker
    view = game.view(seat)
    spades = {"7S", "8S", "9S", "10S", "JS"} - set(view.hand)
    trump: Told = ("trump", {"suit": view.facts["trump"], "card": view.facts["trump_card"]})
    lead: Told = ("attack", {"seat": seat, "cards": ["6S"]})
    bout: Told = ("bout", {"attacker": seat, "defender": 1 - seat})
    told = [*DEALT, trump, bout, lead, ("take", {"seat": 1 - seat})]
    rng, held = Stream(b"likely"), [0, 0]
    for place, seen in enumerate(([], told)):
        for _ in range(200):
            sample = Durak.sample(view, rng, seen=seen)
            held[place] += len(spades & hand(sample, 1 - seat))
    assert view.facts["trump"] != "S"
    assert 0 < held[1] < held[0] * 2 // 3
