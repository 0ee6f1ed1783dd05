"""Tests of a member's accuracy, of its trend over time, and of the kind of mistake that the member
makes most often."""

from __future__ import annotations

from bot.analysis.judged import Judged, Mistake, by_game


def judged(number: int, accuracy: int, *kinds: str, game: str = "durak", of: int = 10) -> Judged:
    mistakes = tuple(Mistake(step, kind) for step, kind in enumerate(kinds))
    return Judged("k3f9", number, game, 0, of, accuracy, mistakes)


def test_each_decision_weighs_the_same() -> None:
    found = by_game([judged(1, 100, of=30), judged(2, 60, of=10)])["durak"]
    assert (found.games, found.accuracy) == (2, 90)
    assert found.earlier is found.lately is None, "two games make no trend"
    assert found.commonest is None


def test_the_later_half_is_compared_with_the_rest() -> None:
    found = by_game([judged(1, 50), judged(2, 60), judged(3, 70), judged(4, 80), judged(5, 90)])
    assert (found["durak"].earlier, found["durak"].lately) == (60, 85)
    many = by_game([judged(number, 50 if number < 40 else 90) for number in range(50)])["durak"]
    assert (many.earlier, many.lately) == (50, 90), "ten games are late at most"


def test_the_commonest_mistake_is_counted_over_all_games_of_a_kind() -> None:
    found = by_game(
        [
            judged(1, 80, "taken", "trump-thrown"),
            judged(2, 80, "trump-thrown"),
            judged(3, 80, "picked-up", "picked-up", game="dritzak"),
        ]
    )
    assert found["durak"].commonest == ("trump-thrown", 2)
    assert found["dritzak"].commonest == ("picked-up", 2)


def test_no_mistake_is_the_commonest_if_another_is_as_common_or_it_was_made_once() -> None:
    for kinds in (["taken"], ["taken", "passed"], ["taken", "taken", "passed", "passed"]):
        assert by_game([judged(1, 80, *kinds)])["durak"].commonest is None
