"""The search that the bot players of all games share: which choices it drops early, and which it
keeps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import given
from hypothesis import strategies as st

from games.players.search import FIRST_LOOK, Budget, Playout, Trial, best_of

PATIENT = Budget(cost=1_000, deals=200)


def tried(
    values: dict[str, Callable[[int], int]], quick: str, budget: Budget = PATIENT
) -> tuple[str, dict[str, int]]:
    """Search among choices whose results are given. `values` maps a choice's name to a function,
    which maps the number of a deal to the choice's worth in this deal. Return the name of the best
    choice, and the number of deals in which each choice was tried."""
    deal = -1
    seen: dict[str, int] = {}

    def imagine() -> Playout[str]:
        nonlocal deal
        deal += 1
        now = deal
        return lambda choice: (values[choice](now), 1)

    def note(trials: Sequence[Trial[str]]) -> None:
        seen.update({trial.choice: len(trial.values) for trial in trials})

    return best_of(list(values), quick, imagine, budget, note), seen


def repeating(worth: list[int]) -> Callable[[int], int]:
    """Return a function that maps the number of a deal to a worth, by repeating the list
    `worth`."""
    return lambda deal: worth[deal % len(worth)]


def test_a_hopeless_choice_is_dropped_at_the_first_look() -> None:
    choice, deals = tried(
        {"good": lambda deal: 8, "as good": lambda deal: 8, "bad": lambda deal: deal % 2},
        quick="as good",
    )
    assert choice == "as good", "the quick player's, unless another is clearly better"
    assert deals == {"good": 200, "as good": 200, "bad": FIRST_LOOK}


def test_one_that_is_left_alone_is_not_tried_on() -> None:
    choice, deals = tried({"good": lambda deal: 8, "bad": lambda deal: 0}, quick="bad")
    assert choice == "good"
    assert set(deals.values()) == {FIRST_LOOK}


def test_looks_are_the_rarer_the_later() -> None:
    """The search compares the choices after 8, 16, 24 and 36 deals. From deal 24 on, the pauses
    between comparisons grow. A choice that becomes worse after the 24th deal is dropped at the next
    comparison, after the 36th deal."""
    choice, deals = tried(
        {"good": lambda deal: 8, "fading": lambda deal: 8 * (deal < 24)}, quick="fading"
    )
    assert choice == "good"
    assert deals["fading"] == 36


def test_choices_that_did_the_same_in_every_deal_count_as_one() -> None:
    """Of several choices with equal results in the first 20 deals, only one is kept at the next
    comparison. The quick player's choice is kept if it is among them."""
    budget = PATIENT._replace(alike=20)
    other = repeating([8, 0])
    values = {"first": other, "quick": other, "better": repeating([0, 8, 1]), "third": other}
    choice, deals = tried(values, "quick", budget)
    assert choice == "quick"
    assert deals == {"first": 24, "quick": 200, "better": 200, "third": 24}
    choice, deals = tried({"first": other, "second": other}, "first", budget)
    assert (choice, deals) == ("first", {"first": 24, "second": 24}), "nothing is left to find"


@given(
    st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=7), min_size=1, max_size=5),
    st.integers(1, 60),
    st.integers(1, 40),
    st.none() | st.integers(0, 40),
)
def test_it_keeps_to_its_budget_and_chooses_the_same_again(
    worths: list[list[int]], cost: int, deals: int, alike: int | None
) -> None:
    values = {str(number): repeating(each) for number, each in enumerate(worths)}
    budget = Budget(cost=cost, deals=deals, alike=alike)
    choice, seen = tried(values, "0", budget)
    assert choice in values
    assert tried(values, "0", budget) == (choice, seen)
    assert max(seen.values()) <= deals
    assert sum(seen.values()) < cost + len(worths)
