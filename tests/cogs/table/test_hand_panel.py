"""Tests of hand messages. Each card is a button, and the buttons are in the order of the hand."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime
from typing import Any, ClassVar

import pytest

import games
from bot.core.model import Phase, Seat
from bot.preferences.model import MemberSettings, Order
from cogs.discord.presses import ANY
from cogs.table.hand.ahead import plan_in
from cogs.table.hand.partial_move import NOTHING, after_press
from games.cards import RANKS
from games.core import Move
from tests.cogs.table.panels import (
    built,
    button,
    button_rows,
    plain,
    presses,
    reachable,
    read,
    shown_labels,
    texts,
)
from tests.cogs.tables import Shown, panel_of, table, view, whole_deck
from tests.limits import (
    BUTTON,
    STRING_SELECT,
    check_message,
    text_of,
    walk,
)
from tests.sightings import cards_in


def test_a_card_is_a_button_and_moves_without_cards_are_below() -> None:
    seen = view("take", "beat 7S 9S", "beat 7S JH", "pass 7H", hand=("9S", "JH", "7H"))
    components = built(seen)
    assert reachable(components) == texts(seen.moves)
    assert button_rows(components) == [["9♠", "Pass it on 7♥", "J♥"], ["Pick up"]]
    assert "Beat…" in text_of(components)
    assert not shown_labels(components), "no list"
    assert "h:k3f9:41:take" in [part.get("custom_id") for part in walk(components)]


@pytest.mark.parametrize("order", list(Order))
@pytest.mark.parametrize("game", list(games.available()))
def test_up_to_15_cards_are_buttons_five_a_row_in_the_order_of_the_hand(
    game: str, order: Order
) -> None:
    hand = whole_deck()[3:50:3][:15]
    seen = view(*(f"play {card}" for card in reversed(hand)), "pickup", hand=hand, game=game)
    components = built(seen, wanted=MemberSettings(order=order, text_only=True))
    *cards, actions = button_rows(components)
    assert [len(row) for row in cards] == [5, 5, 5]
    hand_shown = plain(text_of(components).splitlines()[1]).replace("*", "").replace(" ·", "")
    assert " ".join(itertools.chain(*cards)) == hand_shown.removeprefix("### ")
    assert len(actions) == 1
    assert not shown_labels(components)


def test_sixteen_cards_are_a_list() -> None:
    hand = whole_deck()[:16]
    components = built(view(*(f"play {card}" for card in hand), "pickup", hand=hand))
    assert len(shown_labels(components)) == 16
    assert len(button_rows(components)) == 1, "the pile is still picked up by a button"


def test_a_card_that_beats_several_has_a_button_for_each() -> None:
    seen = view(
        "take", "beat 7S 9S", "beat 7S AH", "beat 8D AH", "beat 8D QD", hand=("9S", "QD", "AH")
    )
    components = built(seen)
    assert button_rows(components) == [
        ["9♠ on 7♠", "Q♦ on 8♦", "A♥ on 7♠", "A♥ on 8♦"],
        ["Pick up"],
    ]
    assert {presses(seen, move) for move in seen.moves} == {1}


def test_more_than_15_moves_of_few_cards_are_two_presses_and_a_way_back() -> None:
    attacks, hand = ("6S", "7S", "8S", "9S"), ("JH", "QH", "KH", "AH", "10S")
    beats = [f"beat {attack} {card}" for attack in attacks for card in hand[:4]]
    seen = view("take", *beats, "beat 6S 10S", hand=hand)
    first = built(seen)
    assert button_rows(first) == [["10♠ on 6♠", "J♥ …", "Q♥ …", "K♥ …", "A♥ …"], ["Pick up"]]
    assert presses(seen, Move.parse("beat 6S 10S")) == 1
    assert {presses(seen, Move.parse(move)) for move in beats} == {2}
    partial_move = after_press(NOTHING, read(button(first, "K♥ …")["custom_id"]))
    second = built(seen, partial_move=partial_move)
    assert button_rows(second) == [["K♥ on 6♠", "K♥ on 7♠", "K♥ on 8♠", "K♥ on 9♠"], ["Back"]]
    back = after_press(partial_move, read(button(second, "Back")["custom_id"]))
    assert built(seen, partial_move=back) == first


def test_a_hand_is_sorted_by_suit_and_rank_with_trumps_last() -> None:
    seen = view(hand=("10H", "6S", "AD", "6H", "QS"))
    shown = plain(text_of(built(seen, wanted=MemberSettings(text_only=True))))
    assert shown.index("**6**♠") < shown.index("**Q**♠") < shown.index("**A**♦")
    assert shown.index("**A**♦") < shown.index("**6**♥") < shown.index("**10**♥")
    assert "6♠ Q♠ A♦ 6♥ 10♥" in text_of(built(seen)), "the picture is described in the same order"


@pytest.mark.parametrize(
    ("order", "cards"),
    [
        (Order.GAME, "6♠ Q♠ A♦ 6♥ 10♥"),
        (Order.TRUMPS_LAST, "6♠ Q♠ A♦ 6♥ 10♥"),
        (Order.SUIT, "6♠ Q♠ 6♥ 10♥ A♦"),
        (Order.RANK, "6♠ 6♥ 10♥ Q♠ A♦"),
    ],
)
def test_the_hand_and_the_choices_are_in_the_order_that_the_member_wants(
    order: Order, cards: str
) -> None:
    hand = ("10H", "6S", "AD", "6H", "QS")
    panel = built(
        view(*(f"attack {card}" for card in hand), hand=hand), wanted=MemberSettings(order=order)
    )
    assert cards in text_of(panel)
    assert " ".join(itertools.chain(*button_rows(panel))) == cards
    more = hand + tuple(f"{rank}C" for rank in RANKS)
    long = built(
        view(*(f"attack {card}" for card in more), hand=more), wanted=MemberSettings(order=order)
    )
    listed = [label for label in shown_labels(long) if "♣" not in label]
    assert " ".join(listed) == cards


def test_what_a_move_names_beside_cards_is_said_in_words() -> None:
    targets = built(view("target S", "target H", hand=(), game="tredici", facts={}))
    assert {"Collect: ♠ spades", "Collect: ♥ hearts"} <= {
        plain(part.get("label", "")) for part in walk(targets)
    }
    wild = built(view("play 8S H", "play 8S D", "play 9S", hand=("8S", "9S"), game="eights"))
    assert button_rows(wild) == [["8♠ · ♥ hearts", "8♠ · ♦ diamonds", "9♠"]]


def test_moves_without_cards_that_find_no_button_are_lines_that_name_them() -> None:
    verbs = [
        f"{verb}-the-{what}"
        for verb in ("shake", "stir", "spill")
        for what in ("cup", "dice", "pot", "tea")
    ]
    seen = view(
        *verbs,
        *(f"bid {number}" for number in range(30)),
        "bid",
        "bid 7S",
        hand=("7S",),
        game="parlour",
    )
    components = built(seen)
    assert reachable(components) == texts(seen.moves)
    buttons = [part["label"] for part in walk(components) if part["type"] == BUTTON]
    lines = shown_labels(components)
    assert len(buttons) == 11
    assert {*map(plain, buttons), *lines} == {
        *(verb.replace("-", " ").capitalize() for verb in verbs),
        *map(str, range(30)),
        "Bid",
        "7♠",
    }
    assert len(buttons) + len(lines) == len(seen.moves)
    (more,) = [part for part in walk(components) if ANY in part.get("custom_id", "")]
    assert more["placeholder"] == "More moves…"


def test_a_notice_stands_above_the_choices() -> None:
    components = built(view("take", hand=("6S",)), notice="That is not allowed.")
    assert "> That is not allowed." in text_of(components)


@pytest.mark.parametrize(
    ("phase", "labels"),
    [
        (Phase.LOBBY, ["Show the table"]),
        (Phase.OVER, ["Show the table"]),
        (Phase.CLOSED, []),
        (Phase.QUARANTINED, []),
    ],
)
def test_without_a_game_only_the_table_is_shown(phase: Phase, labels: list[str]) -> None:
    components: list[dict[str, Any]] = panel_of(table(view("take"), phase=phase), 0).to_components()
    pressable = [part for part in walk(components) if part["type"] in {BUTTON, STRING_SELECT}]
    assert [part["label"] for part in pressable] == labels


def test_only_the_viewers_own_cards_stand_in_a_panel() -> None:
    game = games.load("durak").new(seats=3, seed=b"x")
    seen = game.view(1)
    shown = text_of(panel_of(table(seen, seats=tuple(Seat(n) for n in "ABC")), 1).to_components())
    assert cards_in(shown) == {*seen.hand, seen.facts["trump_card"]}


def test_dur_71_a_seat_that_is_out_is_offered_to_accuse() -> None:
    position = {
        "hands": [["8D"], ["9S", "JD"], []],
        "trump": "H",
        "attacker": 0,
        "defender": 1,
        "table": [["8S", None]],
        "out": [[2]],
    }
    durak = games.load("durak")
    game = durak.from_position(position, options=durak.options("durnius", cheating=True))
    seats = tuple(Seat(n, 101 + place) for place, n in enumerate(("Ada", "Berta", "Cora")))
    panel = panel_of(table(game.view(2), seats=seats), 2).to_components()
    check_message({"components": panel, "allowed_mentions": {"parse": []}})
    assert reachable(panel) == {"accuse 8S"}
    assert "You're out, but you can still make a move." in text_of(panel)
    game.play(2, "accuse 8S")
    panel = panel_of(table(game.view(2), seats=seats), 2).to_components()
    assert reachable(panel) == set()
    assert "make a move" not in text_of(panel)


class Planned(Shown):
    """A game that is only shown, in which a seat has these plans for its turn."""

    plans: ClassVar[list[tuple[Move, ...]]] = []

    def ahead(self, _seat: int) -> list[tuple[Move, ...]]:
        return self.plans


def plan(*moves: str) -> tuple[Move, ...]:
    return tuple(map(Move.parse, moves))


@pytest.mark.parametrize("names", [["draw"], ["draw", "7S"], ["a-rather-long-verb", "7S 8S 9S"]])
@pytest.mark.parametrize("number", [1, 3, 4, 30])
@pytest.mark.parametrize("moves", [1, 3, 9])
def test_any_plans_for_ones_turn_fit_into_a_message(
    names: list[str], number: int, moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    verb, cards = [*names, ""][:2]
    plans = [
        plan(*(f"{verb}-{each}-{step} {cards}" for step in range(moves))) for each in range(number)
    ]
    monkeypatch.setattr(Planned, "plans", plans)
    seen = view(hand=("7S", "8S", "9S"), waiting_on=(1,))
    shown = table(live=Planned(seen))
    panel = panel_of(shown, 0).to_components()
    check_message({"components": panel, "allowed_mentions": {"parse": []}})
    pressed = [part["custom_id"] for part in walk(panel) if part["type"] == BUTTON]
    values = [option["value"] for part in walk(panel) for option in part.get("options", ())]
    offered = {"".join(plan_in(read(each), ())) for each in pressed}
    offered |= {"".join(plan_in(read("h:k3f9:41:@ahead:*0"), [value])) for value in values}
    reached = ["".join(each) for each in plans if len(" + ".join(each)) <= 100]
    assert offered == set(reached[:25])


@pytest.mark.parametrize("deadline", [None, datetime(2026, 11, 29, tzinfo=UTC)])
def test_no_dot_follows_a_full_stop_before_the_question(deadline: datetime | None) -> None:
    clocks = {} if deadline is None else {0: deadline}
    seen = view("attack 7S", hand=("7S",))
    said = text_of(panel_of(table(seen, clocks=clocks), 0).to_components())
    assert ("**Your move. You're attacking.** Attack with…" in said) == (deadline is None)
    assert ("> · Attack with…" in said) == (deadline is not None)
