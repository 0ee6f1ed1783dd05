"""The levels of Durak: what each remembers, thinks of, and overlooks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from benchmarks.placed import of_deal, share
from games import players
from games.cards import deck
from games.core import Stream, Told
from games.durak import Durak
from games.players.durak.slips import BEGINNER, CASUAL, Level, beginner, casual
from games.told_events import told
from tests.beyond import BEYOND
from tests.games.durak_tables import table

TRUMPS = {card for card in deck("6") if card.endswith("H")}


def chosen(game: Durak, seat: int, strength: str, seen: Sequence[Told] = ()) -> str:
    """Return the move of a bot player of level `strength` in that seat, after it was told the
    events `seen`."""
    player = players.seated("durak", strength)
    for event in seen:
        player.watch(*event)
    return str(player.choose(game.view(seat), Stream(b"chosen")))


@pytest.mark.parametrize("level", ["master", "skilled"])
def test_who_remembers_the_discards_knows_what_the_other_holds_at_the_end(level: str) -> None:
    """A player who saw which cards were discarded knows the opponent's hand, and leads the nine,
    which the opponent can't beat. A player who didn't see this leads the eight."""
    game = table("8S 9C", "QS KD")
    gone = sorted({*deck("6")} - {"8S", "9C", "QS", "KD"})
    assert chosen(game, 0, level, [("bout-repelled", {"seat": 1, "cards": gone})]) == "attack 9C"
    assert chosen(game, 0, level) == "attack 8S"


def test_in_a_lost_end_a_master_plays_where_the_other_may_go_wrong() -> None:
    """In an end that is lost if the opponent makes no mistake, a master leads the ace, because
    opponents make more mistakes against it. A skilled player leads the six."""
    game = table("6D 10D KD AC", "KS QD 7H")
    gone = sorted({*deck("6")} - {"6D", "10D", "KD", "AC", "KS", "QD", "7H"})
    seen = [("bout-repelled", {"seat": 1, "cards": gone})]
    assert chosen(game, 0, "skilled", seen) == "attack 6D"
    assert chosen(game, 0, "master", seen) == "attack AC"


@pytest.mark.parametrize(
    ("hands", "trump", "lies", "best"),
    [
        (
            ["AS 10H JH AH 6D 8D 9D JD JC", "KS 10D KD AC"],
            "D",
            "8S",
            {"beat 8S 6D", "beat 8S 8D", "beat 8S 9D", "beat 8S JD"},
        ),
        (["JS 6H 10H QH KH 6D QD AD QC", "9H JH AH AC"], "H", "KC", {"beat KC 10H"}),
        (
            ["7S QH AD 6C KC AC", "KS AS KD 7C JC QC"],
            "C",
            "",
            {"attack 7S", "attack QH"},
        ),
    ],
)
def test_in_an_open_end_that_is_too_long_a_master_looks_ahead(
    hands: list[str], trump: str, lies: str, best: set[str]
) -> None:
    """The positions are ends of real games, and the solver would need 100,000 to 1,000,000 nodes
    for each of them. The master plays one of the `best` moves. Every other move gives away the win
    or the draw."""
    game = table(
        *hands,
        preset="durnius-passing",
        trump=trump,
        lies=lies,
        attacker=int(bool(lies)),
        defender=int(not lies),
    )
    gone = sorted({*deck("6")} - {*" ".join([*hands, lies]).split()})
    assert chosen(game, 0, "master", [("bout-repelled", {"seat": 1, "cards": gone})]) in best


@pytest.mark.parametrize(("others", "talon"), [(1, 15), (1, 5), (3, 13), (3, 5)])
def test_a_skilled_player_throws_good_plain_cards_in_from_the_beginning(
    others: int, talon: int
) -> None:
    hands = ["7S 8S 7D 8D", "7H 8H 9H", "10D JD KD"][:others]
    rest = sorted({*deck("6")} - TRUMPS - {"9S", "QS", "QC", "KC", *" ".join(hands).split()})
    game = table("QC KC 6H", *hands, lies="9S/QS", talon=" ".join([*rest[: talon - 1], "AH"]))
    assert chosen(game, 0, "skilled") == "throw QC"


@pytest.mark.parametrize(
    ("others", "talon", "thrown"),
    [
        (1, 13, "done"),
        (1, 12, "throw 7H"),
        (1, 5, "throw 7H"),
        (3, 12, "done"),
        (3, 5, "done"),
        (3, 4, "throw 7H"),
    ],
)
def test_a_skilled_player_throws_trumps_in_late_and_for_two_low_ones_before_that(
    others: int, talon: int, thrown: str
) -> None:
    """A skilled player throws in trumps late. At a table of two, the seven of trumps is thrown in
    only when the talon has at most 12 cards. At a table of four, the seven of trumps is thrown in
    only when the talon has at most four cards."""
    hands = ["7D 8D 9D 8S", "10D JD KD", "8C 9C 10C"][:others]
    rest = sorted({*deck("6")} - TRUMPS - {"7S", "QS", *" ".join(hands).split()})
    game = table("7H QH", *hands, lies="7S/QS", talon=" ".join([*rest[: talon - 1], "AH"]))
    assert chosen(game, 0, "skilled") == thrown


def test_a_master_sees_whom_a_cheap_lead_would_let_out() -> None:
    """Everybody can know that the next seat has one card left, the eight. This seat could beat the
    seven with the eight, and would then be out of the game. So a master doesn't lead the seven."""
    taken = "6D 7D 9D 10D JD QD"
    game = table("7S AC KD", "8S", taken, preset="classic")
    gone = sorted({*deck("6")} - {"7S", "AC", "KD", "8S", *taken.split()})
    seen = [
        ("bout-repelled", {"seat": 1, "cards": gone}),
        ("bout-taken", {"seat": 2, "cards": taken.split()}),
    ]
    assert chosen(game, 0, "skilled", seen) == "attack 7S"
    assert chosen(game, 0, "master", seen) != "attack 7S"


def test_where_the_search_can_not_go_a_master_plays_as_the_quick_player() -> None:
    options = {"cheating": True}
    game = table("6S 9C KD", "8S JH", talon="7C 7D 8H", options=options)
    assert chosen(game, 0, "master") == chosen(game, 0, "skilled") == "attack 6S"


def test_with_two_decks_a_master_watches_both_copies_of_a_card() -> None:
    game = table("6S 9C KD", "8S JH", talon="7C 7D 8H", options={"decks": 2})
    seen: list[Told] = [
        ("trump", {"cards": ["8H"], "suit": "H"}),
        ("bout", {"attacker": 0, "defender": 1}),
        ("bout-taken", {"seat": 1, "cards": ["8S", "8S"]}),
        ("bout", {"attacker": 0, "defender": 1}),
        ("attack", {"seat": 0, "cards": ["7S"]}),
        ("beat", {"seat": 1, "attack": "7S", "cards": ["8S"]}),
    ]
    assert chosen(game, 0, "master", seen) == "attack 6S"


@BEYOND
def test_levels_are_ordered_by_what_they_lose() -> None:
    """Against the greedy player, a skilled player loses few games, and a casual player fewer than a
    beginner. The arena (docs/strength.md) plays many more games."""
    assert lost_of("skilled", "greedy", 12) < 4
    assert lost_of("casual", "greedy", 40) < lost_of("beginner", "greedy", 40) < 40


def lost_of(strength: str, against: str, deals: int) -> int:
    """Return how many games of two a bot player of level `strength` loses against one of level
    `against`. Each of the `deals` deals is played twice, once from each seat."""
    lost = 0
    for number in range(2 * deals):
        deal, own = divmod(number, 2)
        game = Durak.new(Durak.options("durnius"), seats=2, seed=b"levels %d" % deal)
        sitting = [players.seated("durak", strength if seat == own else against) for seat in (0, 1)]
        happened, rng = game.dealt(), Stream(b"%d" % number)
        while game.outcome is None:
            for seat, player in enumerate(sitting):
                for event in told(happened, seat):
                    player.watch(*event)
            seat = min(game.waiting_on)
            happened = game.play(seat, sitting[seat].choose(game.view(seat), rng))
        lost += game.outcome.carry["fool"] == own
    return lost


@pytest.mark.parametrize(("slips", "level"), [(CASUAL, casual), (BEGINNER, beginner)])
def test_slips_are_a_card_a_few_points_dearer_or_one_forgotten(
    slips: Level, level: players.Player
) -> None:
    """A player of a level that makes slips (small mistakes) mostly leads the six, the lowest of its
    cards. Sometimes it leads the seven, or it overlooks the six and leads the nine. It never leads
    a king, a queen or a trump."""
    view = table("6S 7C 9D QC KH", "8S JH 8D 9C 10C", talon="7D 8H 6H").view(0)
    rng = Stream(b"slips")
    led = Counter(str(level(view, rng)) for _ in range(400))
    assert set(led) <= {"attack 6S", "attack 7C", "attack 9D"}
    often = 100 - slips.for_two.overlooks // 5 - slips.for_two.dearer
    assert abs(led["attack 6S"] - 4 * often) < 40


@BEYOND
@pytest.mark.parametrize(("preset", "seats"), [("classic", 4), ("paritybit", 6)])
def test_with_more_seats_too_a_casual_player_comes_before_a_beginner(
    preset: str, seats: int
) -> None:
    """At tables of more than two seats, each casual player is compared with each beginner in the
    same game. In more than 55 % of the pairs with different ranks, the casual player has the better
    rank. `python -m benchmarks placed` plays many more games."""
    deals = [of_deal("durak", preset, seats, "casual", "beginner", deal) for deal in range(30)]
    assert share(deals)[0] > 0.55
