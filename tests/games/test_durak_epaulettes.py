"""DUR-60 and DUR-61: epaulettes (marks for a fool who took a last attack of the lowest rank), and
matches over several games."""

from __future__ import annotations

import pytest

from games.durak import Durak
from tests.games.durak_tables import ended, named, play, table

MATCH = {"epaulettes": "match"}


def test_dur_60_one_epaulette_for_the_lowest_rank_last() -> None:
    game = table("6S", "7C")
    events = play(game, "0 attack 6S", "1 take")
    assert named(events, "epaulettes") == [{"seat": 1, "count": 1, "by": 0}]
    assert ended(game).honours == ("epaulettes:1:1",)


def test_dur_60_two_from_the_same_attacker() -> None:
    options = {"opening": "several"}
    game = table("6S 6D", "7C 8C", options=options)
    play(game, "0 attack 6S 6D", "1 take")
    assert ended(game).honours == ("epaulettes:1:2",)

    others = table("6S", "7C 8C", "6D", lies="", options={"pile_on": "limited"})
    play(others, "0 attack 6S", "1 take", "2 throw 6D")
    assert ended(others).honours == ("epaulettes:1:1",)


def test_dur_60_the_last_card_decides() -> None:
    options = {"pile_on": "unlimited"}
    low_last = table("6S", "KD QD", options=options, lies="8C/QC 6C", by=[0, 0], taking=True)
    play(low_last, "0 throw 6S")
    assert ended(low_last).honours == ("epaulettes:1:2",)
    high_last = table("8S", "KD QD", options=options, lies="6C/8C 6S", by=[0, 0], taking=True)
    play(high_last, "0 throw 8S")
    assert ended(high_last).honours == ()


def test_dur_60_only_a_fool_who_takes() -> None:
    beaten = table("6S", "7S 8C")
    play(beaten, "0 attack 6S", "1 beat 6S 7S")
    assert ended(beaten).honours == ()
    left = table("6S KS", "7S 8C")
    play(left, "0 attack 6S", "1 resign")
    assert ended(left).honours == ()
    off = table("6S", "7C", options={"epaulettes": "off"})
    play(off, "0 attack 6S", "1 take")
    assert ended(off).honours == ()


@pytest.mark.parametrize(("deck", "lowest"), [("52", "2S"), ("40", "5S"), ("24", "9S")])
def test_dur_60_the_lowest_rank_is_the_decks(deck: str, lowest: str) -> None:
    game = table(lowest, "JC", options={"deck": deck})
    play(game, f"0 attack {lowest}", "1 take")
    assert ended(game).honours == ("epaulettes:1:1",)


def test_dur_61_the_next_rank_for_the_loser_scores() -> None:
    game = table("6S", "7C", options=MATCH, wears=["8", None])
    events = play(game, "0 attack 6S", "1 take")
    assert named(events, "wears") == [{"side": 1, "rank": "6", "seat": 1, "by": 0}]
    assert ended(game).honours == ("wears:0:8", "wears:1:6")
    assert ended(game).carry["wears"] == ["8", "6"]
    assert game.view(0).facts["wears"] == ["8", "6"]


@pytest.mark.parametrize(
    ("attack", "wears", "after"),
    [
        ("7S", [None, None], []),  # not the lowest yet
        ("6S", [None, "6"], ["wears:1:6"]),  # worn already
        ("7S", [None, "6"], ["wears:1:7"]),
        ("7H", [None, "6"], ["wears:1:6"]),  # nothing but trumps
        ("6D", ["10", None], ["wears:0:10", "wears:1:6"]),
    ],
)
def test_dur_61_what_scores(attack: str, wears: list[str | None], after: list[str]) -> None:
    game = table(attack, "9C", options=MATCH, wears=wears)
    play(game, f"0 attack {attack}", "1 take")
    assert list(ended(game).honours) == after


def test_dur_61_two_cards_of_the_rank_are_one_step_and_a_trump_may_be_among_them() -> None:
    game = table("6S 6H", "7C 8C", options={**MATCH, "opening": "several"})
    play(game, "0 attack 6S 6H", "1 take")
    assert ended(game).honours == ("wears:1:6",)


def test_dur_61_a_joker_or_a_draw_scores_nothing() -> None:
    joker = table("RJ", "7C", preset="paritybit", options={**MATCH, "jokers": True})
    play(joker, "0 attack RJ", "1 take")
    assert ended(joker).honours == ()
    draw = table("6S", "7S", options=MATCH)
    play(draw, "0 attack 6S", "1 beat 6S 7S")
    assert (ended(draw).kind, ended(draw).honours) == ("draw", ())


def test_dur_61_the_ace_wins_the_match_and_the_next_begins_bare() -> None:
    game = table("AS", "7C", options=MATCH, wears=[None, "K"])
    events = play(game, "0 attack AS", "1 take")
    assert named(events, "match") == [{"side": 0}]
    assert ended(game).honours == ("wears:1:A", "match:0")
    following = Durak.new(
        Durak.options("durnius", **MATCH), seats=2, seed=b"m", previous=game.outcome
    )
    assert following.view(0).facts["wears"] == [None, None]


def test_dur_61_who_leaves_loses_the_match() -> None:
    game = table("6S KS", "7C", options=MATCH, wears=[None, "9"])
    play(game, "0 resign")
    assert ended(game).honours == ("wears:1:9", "match:1")


def test_dur_61_a_team_loses_the_match_when_all_of_it_have_left() -> None:
    game = table("6S KS", "7C 7D", "8S", "8D 9D", options={**MATCH, "teams": "pairs"})
    play(game, "0 resign")
    assert game.outcome is None
    play(game, "2 resign")
    assert ended(game).honours == ("match:1",)


def test_dur_61_a_match_goes_on_from_game_to_game() -> None:
    options = Durak.options("durnius", **MATCH)
    first = table("6S", "7C", options=MATCH)
    play(first, "0 attack 6S", "1 take")
    second = Durak.new(options, seats=2, seed=b"second", previous=first.outcome)
    assert second.view(0).facts["wears"] == [None, "6"]
    assert second.position()["wears"] == [None, "6"]
    assert second.position()["dealer"] == 1
    assert second.position()["attacker"] == 0
