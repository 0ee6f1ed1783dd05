"""Tests of hand messages for moves of several cards, and of hand messages with more moves than a
message can hold. The hand messages offer sets of cards, lists, pages and modals."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from bot.preferences.model import MemberSettings, Order
from cogs.discord.presses import MODAL, PAGE, SET, HandId
from cogs.table.hand.controls import modal
from cogs.table.hand.panel import side_buttons
from cogs.table.hand.partial_move import NOTHING, after_press, ends
from cogs.table.message.look import hand_look
from games.core import Move
from tests.cogs.table.panels import (
    built,
    button,
    button_rows,
    fields_of,
    plain,
    presses,
    reachable,
    read,
    shown_labels,
    texts,
)
from tests.cogs.tables import panel_of, table, view, whole_deck
from tests.limits import (
    BUTTON,
    STRING_SELECT,
    check_message,
    check_modal,
    text_of,
    walk,
)
from tests.present import present


def test_a_set_of_three_is_three_presses_each_on_a_card() -> None:
    hand = ("4S", "5S", "JH", "2D", "2D", "9C")
    ups = sorted({Move.make("up", three) for three in itertools.combinations(hand, 3)})
    seen = view(*ups, hand=hand, game="dritzak", facts={})
    components = built(seen)
    assert button_rows(components) == [["2♦", "2♦", "4♠", "5♠", "9♣"], ["J♥"]]
    assert "Choose face-up cards… (0/3)" in text_of(components)
    assert [move for move in ups if presses(seen, move) != 3] == []

    partial_move = after_press(NOTHING, read(button(components, "2♦")["custom_id"]))
    chosen = built(seen, partial_move=partial_move)
    assert "Choose face-up cards… (1/3) · **2**♦" in plain(text_of(chosen))
    assert button_rows(chosen) == button_rows(components), "nothing moves under the finger"
    two, other_two, *_ = [part for part in walk(chosen) if part["type"] == BUTTON]
    assert (two["style"], other_two["style"]) == (3, 2), "one of the two is chosen"
    assert after_press(partial_move, read(two["custom_id"])) == NOTHING, (
        "a second press puts it back"
    )
    partial_move = after_press(partial_move, read(other_two["custom_id"]))
    partial_move = after_press(partial_move, read(button(chosen, "J♥")["custom_id"]))
    assert ends(seen, partial_move) == "up JH 2D 2D"


def test_cards_that_complete_no_set_with_those_chosen_can_not_be_pressed() -> None:
    seen = view("meld 6S 6H", "meld 8S 8D", hand=("6S", "6H", "8S", "8D"), game="rummy")
    partial_move = after_press(NOTHING, read(button(built(seen), "6♠")["custom_id"]))
    disabled = {
        part["label"]: part["disabled"]
        for part in walk(built(seen, partial_move=partial_move))
        if part["type"] == BUTTON
    }
    assert {plain(label): is_disabled for label, is_disabled in disabled.items()} == {
        "6♠": False,
        "6♥": False,
        "8♠": True,
        "8♦": True,
    }


def test_the_last_cards_that_only_go_together_go_at_one_press() -> None:
    seen = view("discard 3S 4D", "kische", hand=("3S", "4D"), game="tredici", facts={})
    components = built(seen)
    assert button_rows(components)[0] == ["3♠ 4♦"]
    assert "Discard…" in text_of(components)
    assert presses(seen, Move.parse("discard 3S 4D")) == 1


def test_sets_are_a_list_beside_the_buttons_of_their_cards() -> None:
    pairs = ("6S 6H", "6S 6C", "6H 6C")
    singles = ("6S", "6C", "6H", "8D")
    seen = view(*(f"attack {cards}" for cards in (*singles, *pairs)), hand=singles)
    components = built(seen)
    assert button_rows(components) == [["6♠", "8♦", "6♣", "6♥"]]
    (select,) = [part for part in walk(components) if part["type"] == STRING_SELECT]
    assert (select["min_values"], select["max_values"]) == (1, 1)
    assert sorted(shown_labels(components)) == ["6♠ 6♣", "6♠ 6♥", "6♥ 6♣"]
    assert select["placeholder"] == "Attack with… (2 cards)"
    assert reachable(components) == texts(seen.moves)


@pytest.mark.parametrize(
    ("others", "set_", "is_button"),
    [
        ("8D", "6S 6H", True),
        ("8D 9D", "6S 6H", True),
        ("8D 9D JD", "6S 6H", False),
        ("6D 6C", "6S 6H 6D 6C", True),
        ("6D 7C", "6S 6H 6D 6C 6C", False),
    ],
)
def test_a_small_set_is_a_button_where_the_last_row_of_cards_has_room_for_it(
    others: str, set_: str, *, is_button: bool
) -> None:
    hand = ("6S", "6H", *others.split())
    seen = view(*(f"attack {card}" for card in hand), f"attack {set_}", hand=(*hand, "6C", "6C"))
    components = built(seen)
    assert len(button_rows(components)) == 1
    assert len(button_rows(components)[0]) == len(hand) + is_button
    assert len(shown_labels(components)) == (not is_button)
    assert reachable(components) == texts(seen.moves)
    assert presses(seen, Move.parse(f"attack {set_}")) == 1


def test_doubles_of_two_decks_are_sets_of_their_own() -> None:
    seen = view(
        "play 5S",
        "play 5S 5S",
        "play 5S 5S 5H",
        "play 5H",
        hand=("5S", "5S", "5H"),
        game="dritzak",
        facts={},
    )
    components = built(seen)
    assert button_rows(components) == [["5♠", "5♥", "5♠ 5♠", "5♠ 5♠ 5♥"]]
    assert reachable(components) == texts(seen.moves)


def test_more_than_25_sets_are_picked_card_by_card_in_a_list() -> None:
    hand = ("5S", "5S", *(f"{rank}{suit}" for rank in "6789" for suit in "SHDC"))
    pairs = {
        Move.make("play", pair)
        for pair in itertools.combinations(hand, 2)
        if pair[0][:-1] == pair[1][:-1]
    }
    threes = {
        Move.make("play", three)
        for three in itertools.combinations(hand, 3)
        if len({card[:-1] for card in three}) == 1
    }
    seen = view(*sorted(pairs | threes), hand=hand, game="dritzak", facts={})
    components = built(seen)
    (select,) = [part for part in walk(components) if part["type"] == STRING_SELECT]
    assert read(select["custom_id"]).kind == SET
    assert (select["min_values"], select["max_values"]) == (2, 3)
    values = [option["value"] for option in select["options"]]
    assert values[:2] == ["5S", "5S#2"]
    assert Move.parse(read(select["custom_id"]).move(values[:2])) == Move.parse("play 5S 5S")
    assert texts(seen.moves) <= reachable(components)


def test_a_hand_of_52_single_cards_fits_without_pages() -> None:
    cards = whole_deck()
    seen = view(*(f"play {card}" for card in cards), "pickup", hand=cards)
    components = built(seen)
    assert reachable(components) == texts(seen.moves)
    assert not [part for part in walk(components) if part.get("custom_id", "").endswith(PAGE)]


def test_more_than_a_message_holds_is_paged_and_two_presses_reach_it() -> None:
    cards = whole_deck()
    moves = [
        f"beat {attack} {card}"
        for attack in ("6S", "7S", "8S", "9S", "10S", "JS")
        for card in cards[13:]
    ]
    seen = view(*moves, "take", hand=cards)
    first = built(seen)
    (pages,) = [part for part in walk(first) if part.get("custom_id", "").endswith(PAGE)]
    found = set().union(
        *(reachable(built(seen, page=int(option["value"]))) for option in pages["options"])
    )
    assert found == texts(seen.moves)
    assert "take" in reachable(first)


def test_sets_of_more_than_25_cards_are_picked_in_a_modal() -> None:
    cards = whole_deck()
    seen = view(
        *(f"lay {a} {b}" for a, b in itertools.combinations(cards, 2)), hand=cards, game="big"
    )
    components = built(seen)
    custom_id = read(button(components, "Lay…")["custom_id"])
    assert custom_id.kind == MODAL
    form = present(modal(seen, "lay", str(custom_id))).to_dict()
    check_modal(form)
    offered = [
        option["value"] for part in form["components"] for option in part["component"]["options"]
    ]
    assert sorted(offered) == sorted(cards)
    assert custom_id.move(["6S", "AC"]) == "lay 6S AC"
    assert modal(view("take"), "lay", str(custom_id)) is None


def test_a_modal_is_never_behind_a_page() -> None:
    cards = whole_deck()
    singles = [f"put {card} {place}" for card in cards for place in range(5)]
    seen = view(
        *singles,
        *(f"lay {a} {b}" for a, b in itertools.combinations(cards, 2)),
        hand=cards,
        game="big",
    )
    assert [part for part in walk(built(seen)) if part.get("custom_id", "").endswith(PAGE)], (
        "there are pages"
    )
    assert presses(seen, Move.parse("lay 6S AC")) == 2
    assert max(present(presses(seen, Move.parse(single))) for single in singles[::17]) == 2


def test_a_modal_has_the_cards_in_the_order_that_the_member_wants() -> None:
    cards = whole_deck()
    seen = view(
        *(f"lay {a} {b}" for a, b in itertools.combinations(cards, 2)),
        hand=cards,
        game="big",
        facts={},
    )
    custom_id = HandId("k3f9", 41, ("lay",), MODAL)
    for order, first in ((Order.RANK, ["2S", "2H", "2D"]), (Order.SUIT, ["2S", "3S", "4S"])):
        form = present(modal(seen, "lay", str(custom_id), MemberSettings(order=order))).to_dict()
        assert [option["value"] for field in fields_of(form) for option in field["options"]][
            :3
        ] == first


def test_any_three_of_52_cards_are_two_presses_away() -> None:
    cards = whole_deck()
    swaps = tuple(Move.make("discard", three) for three in itertools.combinations(cards, 3))
    seen = replace(view(hand=cards, game="tredici", facts={}), moves=swaps)
    assert len(swaps) == 22_100
    assert {presses(seen, swap) for swap in swaps[::2000]} == {2}


@pytest.mark.parametrize("most", [25, 35, 52])
@pytest.mark.parametrize("sets", [1, 3])
def test_sets_of_half_a_deck_can_be_picked(sets: int, most: int) -> None:
    hand = whole_deck(2)
    laid = tuple(Move.make("lay", hand[each : each + most]) for each in range(sets))
    seen = view(*laid, hand=hand, game="parlour")
    assert all((presses(seen, move) or 9) <= 2 for move in laid)


TEXT_ONLY = MemberSettings(text_only=True)


def test_lists_come_before_the_buttons_beside_a_full_hand() -> None:
    hand = whole_deck()[:15]
    listed = [f"{verb} {number}" for verb in ("ask", "bid") for number in range(9)]
    actions = [f"{verb}-it" for verb in ("shake", "stir", "spill", "sip", "serve")]
    seen = view(*(f"play {card}" for card in hand), *listed, *actions, hand=hand)
    shown = table(seen, learning=True, emotes=True, takes_back=0)
    beside = side_buttons(shown, hand_look(shown, 0, TEXT_ONLY), TEXT_ONLY)
    assert len(beside) == 2
    found: set[str] = set()
    for page in (0, 1):
        panel = panel_of(
            shown, 0, wanted=TEXT_ONLY, notice="No.", page=page, beside=beside, has_board=True
        ).to_components()
        check_message({"components": panel, "allowed_mentions": {"parse": []}})
        found |= {option["value"] for part in walk(panel) for option in part.get("options", ())}
        assert "Hint" in {part.get("label") for part in walk(panel)}
    assert {str(number) for number in range(9)} <= found
    asked = {part.get("placeholder") for part in walk(panel)}
    assert {"Ask…", "Bid…"} <= asked
