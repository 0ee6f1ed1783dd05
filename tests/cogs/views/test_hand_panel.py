"""The hand panel: a press a card, every move within reach, within Discord's limits, whatever the
game."""

from __future__ import annotations

import colorsys
import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from bot.domain.model import Phase, Seat
from bot.domain.preferences import Deck, MemberSettings, Order
from bot.pictures.faces import INKS
from bot.pictures.palette import PALETTE
from cogs.gateway.ids import ANY, BEGIN, HAND, MODAL, PAGE, SET, SINGLE, HandId
from cogs.gateway.languages import speaking
from cogs.views.begun import CARD, NOTHING, Beginning, after_press, ends
from cogs.views.hand_controls import modal
from cogs.words.cards import SIGNS, SYMBOLS
from games.cards import RANKS
from games.core import Game, Move, View
from tests.cogs.tables import panel_of, table, view, whole_deck
from tests.limits import (
    ACTION_ROW,
    BUTTON,
    STRING_SELECT,
    check_message,
    check_modal,
    text_of,
    walk,
)
from tests.present import present
from tests.sightings import cards_in


def built(seen: View, **more: Any) -> list[dict[str, Any]]:
    components: list[dict[str, Any]] = panel_of(
        table(seen), present(seen.seat), **more
    ).to_components()
    check_message({"components": components, "allowed_mentions": {"parse": []}})
    return components


def read(custom_id: str) -> HandId:
    return HandId.read(present(HAND.fullmatch(custom_id)))


def reachable(components: list[dict[str, Any]]) -> set[str]:
    """The moves that one press of this panel makes: single ones, and the sets that a select can be
    used for."""
    moves: set[str] = set()
    for part in walk(components):
        if part["type"] == BUTTON and not read(part["custom_id"]).kind:
            moves.add(read(part["custom_id"]).move([]))
        elif part["type"] == STRING_SELECT and read(part["custom_id"]).words != (PAGE,):
            parsed = read(part["custom_id"])
            values = [option["value"] for option in part["options"]]
            if parsed.kind == SINGLE:
                moves |= {parsed.move([value]) for value in values}
            else:
                sizes = range(part["min_values"], min(part["max_values"], 4) + 1)
                picks = itertools.chain.from_iterable(
                    itertools.combinations(values, size) for size in sizes
                )
                moves |= {str(Move.parse(parsed.move(list(pick)))) for pick in picks}
    return moves


def presses(seen: View, move: Move) -> int | None:
    """How few presses it takes to make that move from a panel that was just opened; None: it can't
    be made."""
    first = built(seen)
    found = _presses(seen, first, move, 0, NOTHING)
    for part in walk(first):
        if part.get("custom_id", "").endswith(PAGE):
            for option in part["options"]:
                if not option.get("default"):
                    page = built(seen, page=int(option["value"]))
                    found += _presses(seen, page, move, 1, NOTHING)
    return min(found, default=None)


def _presses(
    seen: View, components: list[dict[str, Any]], move: Move, before: int, begun: Beginning
) -> list[int]:
    found = []
    for part in walk(components):
        if part["type"] not in {BUTTON, STRING_SELECT} or read(part["custom_id"]).words == (PAGE,):
            continue
        custom_id = read(part["custom_id"])
        if part["type"] == BUTTON and custom_id.kind == BEGIN:
            found += _after(seen, part, move, before + 1, begun)
        elif part["type"] == BUTTON and custom_id.kind != MODAL:
            found += [before + 1] * (custom_id.move([]) == move)
        elif custom_id.kind == SINGLE:
            found += [
                before + 1
                for option in part["options"]
                if custom_id.move([option["value"]]) == move
            ]
        elif custom_id.words == (move.verb,):
            fields = (
                [part]
                if custom_id.kind == SET
                else fields_of(present(modal(seen, custom_id)).to_dict())
            )
            found += [before + (1 if custom_id.kind == SET else 2)] * can_be_picked(move, fields)
    return found


def _after(
    seen: View, button: dict[str, Any], move: Move, before: int, begun: Beginning
) -> list[int]:
    """The presses that follow one that begins this move, or goes on with it."""
    custom_id = read(button["custom_id"])
    # In whatever order cards are pressed, there are as many presses.
    missing = sorted((Counter(move.cards) - Counter(begun[1:])).elements())
    next_card = move.cards if custom_id.words[0] == CARD else missing[:1]
    towards = custom_id.words == (move.verb,) or custom_id.words[-1] in next_card
    now = after_press(begun, custom_id)
    if not towards or button.get("disabled") or len(now) <= len(begun):
        return []
    if ends(seen, now) == move:
        return [before]
    return _presses(seen, built(seen, begun=now), move, before, now)


def fields_of(form: dict[str, Any]) -> list[dict[str, Any]]:
    return [part["component"] for part in form["components"]]


def can_be_picked(move: Move, fields: list[dict[str, Any]]) -> bool:
    offered = Counter(
        option["value"].partition("#")[0] for field in fields for option in field["options"]
    )
    least, most = (
        sum(field["min_values"] for field in fields),
        sum(field["max_values"] for field in fields),
    )
    return least <= len(move.cards) <= most and Counter(move.cards) <= offered


def texts(moves: tuple[Move, ...]) -> set[str]:
    return {str(move) for move in moves}


def shown_labels(components: list[dict[str, Any]]) -> list[str]:
    """The labels of all choices, suits without their selectors."""
    return [
        plain(option["label"]) for part in walk(components) for option in part.get("options", ())
    ]


def button_rows(components: list[dict[str, Any]]) -> list[list[str]]:
    """The labels of all buttons, row by row, suits without their selectors."""
    rows = (part["components"] for part in walk(components) if part["type"] == ACTION_ROW)
    return [[plain(each["label"]) for each in row] for row in rows if row[0]["type"] == BUTTON]


def button(components: list[dict[str, Any]], label: str) -> dict[str, Any]:
    """The button with that label."""
    return next(part for part in walk(components) if plain(part.get("label", "")) == label)


def plain(text: str) -> str:
    """Every suit by its letter, whatever sign stands for it."""
    return text.translate({0xFE0E: None, 0xFE0F: None, ord("🔷"): "♦", ord("☘"): "♣"})


def test_a_card_is_a_button_and_moves_without_cards_are_below() -> None:
    seen = view("take", "beat 7S 9S", "beat 7S JH", "pass 7H", hand=("9S", "JH", "7H"))
    components = built(seen)
    assert reachable(components) == texts(seen.moves)
    assert button_rows(components) == [["9♠", "Pass on: 7♥", "J♥"], ["Take"]]
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
        ["Take"],
    ]
    assert {presses(seen, move) for move in seen.moves} == {1}


def test_more_than_15_moves_of_few_cards_are_two_presses_and_a_way_back() -> None:
    attacks, hand = ("6S", "7S", "8S", "9S"), ("JH", "QH", "KH", "AH", "10S")
    beats = [f"beat {attack} {card}" for attack in attacks for card in hand[:4]]
    seen = view("take", *beats, "beat 6S 10S", hand=hand)
    first = built(seen)
    assert button_rows(first) == [["10♠ on 6♠", "J♥ …", "Q♥ …", "K♥ …", "A♥ …"], ["Take"]]
    assert presses(seen, Move.parse("beat 6S 10S")) == 1
    assert {presses(seen, Move.parse(move)) for move in beats} == {2}
    begun = after_press(NOTHING, read(button(first, "K♥ …")["custom_id"]))
    second = built(seen, begun=begun)
    assert button_rows(second) == [["K♥ on 6♠", "K♥ on 7♠", "K♥ on 8♠", "K♥ on 9♠"], ["Back"]]
    back = after_press(begun, read(button(second, "Back")["custom_id"]))
    assert built(seen, begun=back) == first


def test_a_set_of_three_is_three_presses_each_on_a_card() -> None:
    hand = ("4S", "5S", "JH", "2D", "2D", "9C")
    ups = sorted({Move.make("up", three) for three in itertools.combinations(hand, 3)})
    seen = view(*ups, hand=hand, game="dritzak", facts={})
    components = built(seen)
    assert button_rows(components) == [["2♦", "2♦", "4♠", "5♠", "9♣"], ["J♥"]]
    assert "Lay face up… 0 of 3" in text_of(components)
    assert [move for move in ups if presses(seen, move) != 3] == []

    begun = after_press(NOTHING, read(button(components, "2♦")["custom_id"]))
    chosen = built(seen, begun=begun)
    assert "Lay face up… 1 of 3 · **2**♦" in plain(text_of(chosen))
    assert button_rows(chosen) == button_rows(components), "nothing moves under the finger"
    two, other_two, *_ = [part for part in walk(chosen) if part["type"] == BUTTON]
    assert (two["style"], other_two["style"]) == (3, 2), "one of the two is chosen"
    assert after_press(begun, read(two["custom_id"])) == NOTHING, "a second press puts it back"
    begun = after_press(begun, read(other_two["custom_id"]))
    begun = after_press(begun, read(button(chosen, "J♥")["custom_id"]))
    assert ends(seen, begun) == "up JH 2D 2D"


def test_cards_that_complete_no_set_with_those_chosen_can_not_be_pressed() -> None:
    seen = view("meld 6S 6H", "meld 8S 8D", hand=("6S", "6H", "8S", "8D"), game="rummy")
    begun = after_press(NOTHING, read(button(built(seen), "6♠")["custom_id"]))
    disabled = {
        part["label"]: part["disabled"]
        for part in walk(built(seen, begun=begun))
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


def test_sets_are_a_list_beside_the_buttons_of_their_cards() -> None:
    seen = view("attack 6S", "attack 6H", "attack 6S 6H", "attack 8D", hand=("6S", "6H", "8D"))
    components = built(seen)
    assert button_rows(components) == [["6♠", "8♦", "6♥"]]
    (select,) = [part for part in walk(components) if part["type"] == STRING_SELECT]
    assert (select["min_values"], select["max_values"]) == (1, 1)
    assert shown_labels(components) == ["6♠ 6♥"]
    assert select["placeholder"] == "Attack with… (2 cards)"
    assert reachable(components) == texts(seen.moves)


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
    assert button_rows(components) == [["5♠", "5♥"]]
    assert shown_labels(components) == ["5♠ 5♠", "5♠ 5♠ 5♥"]
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
    form = present(modal(seen, custom_id)).to_dict()
    check_modal(form)
    offered = [
        option["value"] for part in form["components"] for option in part["component"]["options"]
    ]
    assert sorted(offered) == sorted(cards)
    assert custom_id.move(["6S", "AC"]) == "lay 6S AC"
    assert modal(view("take"), custom_id) is None


def test_what_a_move_names_beside_cards_is_said_in_words() -> None:
    targets = built(view("target S", "target H", hand=(), game="tredici", facts={}))
    assert {"Collect: ♠ spades", "Collect: ♥ hearts"} <= {
        plain(part.get("label", "")) for part in walk(targets)
    }
    wild = built(view("play 8S H", "play 8S D", "play 9S", hand=("8S", "9S"), game="eights"))
    assert button_rows(wild) == [["8♠ · ♥ hearts", "8♠ · ♦ diamonds", "9♠"]]


@pytest.mark.parametrize("cards", list(Deck))
def test_suits_have_the_colours_of_the_drawn_cards(cards: Deck) -> None:
    for suit, ramp in INKS[cards].items():
        ink = PALETTE[3 * ramp.ink : 3 * ramp.ink + 3]
        assert COLOURS[SIGNS[cards][suit]] == hue(*ink), suit
    assert {suit: plain(sign) for suit, sign in SIGNS[cards].items()} == SYMBOLS


COLOURS = {
    "♠\ufe0e": "black",
    "♣\ufe0e": "black",
    "♥\ufe0f": "red",
    "♦\ufe0f": "red",
    "🔷": "blue",
    "☘\ufe0f": "green",
}
"""What colour each sign has: a letter that of the text around it, an emoji the same on every
platform."""


def hue(red: int, green: int, blue: int) -> str:
    """What an ink is called."""
    _, saturation, _ = colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)
    strongest = max((red, "red"), (green, "green"), (blue, "blue"))[1]
    return "black" if saturation < 0.4 else strongest


@pytest.mark.parametrize("cards", list(Deck))
def test_a_suit_has_the_same_sign_in_sentences_buttons_and_lists(cards: Deck) -> None:
    few, many = view(*(f"attack 6{suit}" for suit in "SHDC"), "target D"), whole_deck()[:40]
    wanted = MemberSettings(deck=cards, text_only=True)
    with speaking("en", cards):
        panel = built(replace(few, zones=view(hand=("6S", "6H", "6D", "6C")).zones), wanted=wanted)
        long = built(view(*(f"attack {card}" for card in many), hand=many))
    signs = SIGNS[cards]
    buttons = [part["label"] for part in walk(panel) if part["type"] == BUTTON]
    assert set(buttons) == {
        *(f"6{sign}" for sign in signs.values()),
        f"Target: {signs['D']} diamonds",
    }
    lines = {option["label"] for part in walk(long) for option in part.get("options", ())}
    assert lines == {card[:-1] + signs[card[-1]] for card in many}
    for sign in signs.values():
        assert f"**6**{sign}" in text_of(panel), "in the hand's sentence"


def test_the_two_jokers_are_told_apart() -> None:
    panel = built(view("attack RJ", "attack BJ", hand=("RJ", "BJ")))
    assert button_rows(panel) == [["🃏 red joker", "🃏 black joker"]]
    assert "red joker" in text_of(built(view(hand=("RJ", "BJ")))), (
        "and in the description of the picture"
    )


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
        form = present(modal(seen, custom_id, MemberSettings(order=order))).to_dict()
        assert [option["value"] for field in fields_of(form) for option in field["options"]][
            :3
        ] == first


def test_any_three_of_52_cards_are_two_presses_away() -> None:
    cards = whole_deck()
    swaps = tuple(Move.make("discard", three) for three in itertools.combinations(cards, 3))
    seen = replace(view(hand=cards, game="tredici", facts={}), moves=swaps)
    assert len(swaps) == 22_100
    assert {presses(seen, swap) for swap in swaps[::2000]} == {2}


def test_a_notice_stands_above_the_choices() -> None:
    components = built(view("take", hand=("6S",)), notice="That is not allowed.")
    assert "> That is not allowed." in text_of(components)


@pytest.mark.parametrize("phase", [Phase.LOBBY, Phase.OVER, Phase.CLOSED, Phase.ASIDE])
def test_without_a_game_there_is_nothing_to_press(phase: Phase) -> None:
    components: list[dict[str, Any]] = panel_of(table(view("take"), phase=phase), 0).to_components()
    assert not [part for part in walk(components) if part["type"] in {BUTTON, STRING_SELECT}]


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
    assert "You are out. You may still act." in text_of(panel)
    game.play(2, "accuse 8S")
    panel = panel_of(table(game.view(2), seats=seats), 2).to_components()
    assert reachable(panel) == set()
    assert "You may still act" not in text_of(panel)


PRIMARY, SECONDARY, SUCCESS, DANGER = 1, 2, 3, 4
VERBS = st.sampled_from(
    ["take", "done", "attack", "play", "flip", "beat", "up", "long-verb-of-a-plug-in"]
)
CARDS = st.lists(st.sampled_from(whole_deck(2)), max_size=5)
OTHERS = st.sampled_from(["", "", "H", "rock", "3", "some-place-with-a-rather-long-name"])


@settings(max_examples=150, deadline=None)
@given(st.sets(st.tuples(VERBS, CARDS.map(tuple), OTHERS), max_size=300), st.integers(0, 40))
def test_any_moves_at_all_fit_into_a_message(
    parts: set[tuple[str, tuple[str, ...], str]], names: int
) -> None:
    moves = sorted({Move.make(verb, cards, other) for verb, cards, other in parts})
    long = Seat("W" * 32 * (names % 2 + 1), 101)
    seen = view(hand=whole_deck()[: names + 1], game="anything")
    seen = View(**{**{name: getattr(seen, name) for name in View.__slots__}, "moves": tuple(moves)})
    components: list[dict[str, Any]] = panel_of(
        table(seen, seats=(long, long)), 0, page=names % 3
    ).to_components()
    check_message({"components": components, "allowed_mentions": {"parse": []}})


TWO_DECKS = {"paritybit", "throw-in"}
"""Presets that are played with every card twice."""


def positions(game: str) -> Iterator[Game]:
    """Games of every preset, as few and as many seats, some moves in and then after each further
    one."""
    kind, rng = games.load(game), random.Random(5)
    for preset, seats in itertools.product(
        kind.Options.presets, {kind.players[0], 3, kind.players[-1]}
    ):
        options = kind.options(preset)
        if preset in TWO_DECKS and seats > 2:
            options = kind.options(preset, decks=2)
        if seats not in kind.players or options.clashes(seats):
            continue
        played = kind.new(options, seats=seats, seed=bytes([seats]))
        for move in range(45):
            if played.outcome is not None:
                break
            if move < 10 or move % 4 == 0:
                yield played
            seat = rng.choice(sorted(played.waiting_on))
            played.play(seat, rng.choice(played.legal_moves(seat)))


BRIGHT = {"done", "draw", "tredici"}
GRAVE = {"take", "pickup", "kische", "agree", "accuse"}


@pytest.mark.parametrize("game", list(games.available()))
def test_what_is_usual_shines_and_what_can_not_be_undone_never_does(game: str) -> None:
    seen_verbs = set()
    for played in positions(game):
        for seat in range(played.seats):
            seats = tuple(Seat(f"P{number}", 100 + number) for number in range(played.seats))
            panel = panel_of(table(played.view(seat), game=game, seats=seats), seat)
            buttons = [p for p in walk(panel.to_components()) if p["type"] == BUTTON]
            verbs = [read(part["custom_id"]).words[0] for part in buttons]
            seen_verbs |= {*verbs}
            shining = {
                verb
                for verb, part in zip(verbs, buttons, strict=True)
                if part["style"] in {PRIMARY, SUCCESS}
            }
            assert shining == BRIGHT & {*verbs}, verbs
            assert verbs == sorted(verbs, key=GRAVE.__contains__), "what is grave is the last"
    assert seen_verbs & GRAVE


def test_moves_of_a_plug_in_are_neither_bright_nor_grave() -> None:
    panel = built(view("shout", "whisper", "play 6S", hand=("6S",), game="parlour"))
    assert {part["style"] for part in walk(panel) if part["type"] == BUTTON} == {SECONDARY}
    assert button_rows(panel) == [["6♠"], ["Shout", "Whisper"]]


def test_kische_is_asked_about_and_has_a_way_back() -> None:
    seen = view("draw", "kische", hand=("6S",), game="tredici", facts={})
    first = built(seen)
    assert "kische" not in reachable(first)
    begun = after_press(NOTHING, read(button(first, "Call kisché")["custom_id"]))
    question = built(seen, begun=begun)
    assert "once in a game" in text_of(question)
    assert button_rows(question) == [["Call kisché", "Back"]]
    assert reachable(question) == {"kische"}
    assert button(question, "Call kisché")["style"] == DANGER
    back = after_press(begun, read(button(question, "Back")["custom_id"]))
    assert built(seen, begun=back) == first
    assert built(view("draw", hand=("6S",), game="tredici", facts={}), begun=begun) != question, (
        "it is not asked when it can't be called any more"
    )


@pytest.mark.parametrize("game", list(games.available()))
def test_a_legal_move_of_a_game_is_a_press_a_card_and_at_most_three(game: str) -> None:
    verbs = set()
    for played in positions(game):
        for seat in range(played.seats):
            seen = played.view(seat)
            seats = tuple(Seat(f"P{number}", 100 + number) for number in range(played.seats))
            panel = panel_of(table(seen, game=game, seats=seats), seat).to_components()
            check_message({"components": panel, "allowed_mentions": {"parse": []}})
            few = len({move.cards for move in seen.moves if len(move.cards) == 1}) <= 15
            for move in seen.moves[:: 1 + len(seen.moves) // 6]:
                verbs.add(move.verb)
                taken = presses(seen, move) or 9
                assert taken <= max(2, len(move.cards)), move
                doubles = game == "durak" and len(set(seen.hand)) < len(seen.hand)
                assert taken <= 3 or doubles, move
                if few and len(move.cards) == 1:
                    assert taken == 1, move
    assert len(verbs) > 2
