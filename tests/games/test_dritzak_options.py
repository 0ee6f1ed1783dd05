"""Dritzak: options, presets, the deal (DRI-01, DRI-02, DRI-53)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from games.cards import deck
from games.core import OptionsError
from games.dritzak import Dritzak, DritzakOptions


def test_presets_change_only_what_their_name_says() -> None:
    assert next(iter(DritzakOptions.presets)) == "dritzak"
    assert Dritzak.options() == Dritzak.options("dritzak") == DritzakOptions()
    variants = {"skip", "sevens", "reversal"}
    changed = {
        preset: set(Dritzak.options(preset).changed_from("dritzak"))
        for preset in DritzakOptions.presets
    }
    assert changed == {
        "dritzak": set(),
        "skips": {"skip"},
        "sevens": {"sevens"},
        "reversal": {"reversal"},
        "wild": variants,
    }


def test_every_option_speaks_for_itself() -> None:
    for name, field in DritzakOptions.model_fields.items():
        assert field.title, name
        assert field.description is not None
        assert 0 < len(field.description) <= 100, name
    assert DritzakOptions.label("decks", "auto") == "one (two for seven or more players)"
    assert DritzakOptions.label("decks", "3") == "three"
    assert DritzakOptions.label("set_rule", "unique-suits") == "all four suits"


@pytest.mark.parametrize(
    "wrong", [{"decks": "5"}, {"decks": 2}, {"deal": "up"}, {"skip": "maybe"}, {"jokers": True}]
)
def test_wrong_options_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Dritzak.options(**wrong)
    with pytest.raises(OptionsError, match="no preset called wildest"):
        Dritzak.options("wildest")


@pytest.mark.parametrize("seats", [7, 8, 9, 10])
def test_seven_or_more_on_one_deck_are_refused_in_words(seats: int) -> None:
    with pytest.raises(OptionsError, match=f"isn't enough for {seats} players"):
        Dritzak.new(Dritzak.options(decks="1"), seats=seats, seed=b"")
    assert Dritzak.new(seats=seats, seed=b"").rules.decks == 2


@pytest.mark.parametrize("seats", [1, 11])
def test_the_table_has_two_to_ten_seats(seats: int) -> None:
    with pytest.raises(OptionsError, match="2 to 10 players"):
        Dritzak.new(seats=seats, seed=b"")


@given(
    seats=st.integers(2, 10),
    decks=st.sampled_from(["auto", "1", "2", "3", "4"]),
    seed=st.binary(min_size=1, max_size=8),
)
@settings(max_examples=60, deadline=None)
def test_dri_01_three_face_down_six_in_hand_the_rest_is_drawn(
    seats: int, decks: str, seed: bytes
) -> None:
    options = Dritzak.options(decks=decks)
    if options.clashes(seats):
        return
    game = Dritzak.new(options, seats=seats, seed=seed)
    position = game.position()
    number = (1 if seats <= 6 else 2) if decks == "auto" else int(decks)
    dealt = 5 if number == 1 and seats == 6 else 6
    assert [len(hand) for hand in position["hands"]] == [dealt] * seats
    assert [len(places) for places in position["face_down"]] == [3] * seats
    assert len(position["draw"]) == 52 * number - seats * (dealt + 3)
    cards = Counter(
        card for zone in ("hands", "face_down") for cards in position[zone] for card in cards
    )
    assert cards + Counter(position["draw"]) == Counter(dict.fromkeys(deck(), number))
    assert game.waiting_on == frozenset(range(seats))


def test_dri_01_six_on_one_deck_refill_to_two() -> None:
    six, on_two_decks, five = (
        Dritzak.new(Dritzak.options(decks=decks), seats=seats, seed=b"").rules.full
        for seats, decks in ((6, "auto"), (6, "2"), (5, "auto"))
    )
    assert (six, on_two_decks, five) == (2, 3, 3)


def test_dri_01_nobody_sees_a_face_down_card() -> None:
    game = Dritzak.new(seats=3, seed=b"blind")
    for viewer in (None, 0, 1, 2):
        zones = [zone for zone in game.view(viewer).zones if zone.name == "face_down"]
        assert [zone.cards for zone in zones] == [(None, None, None)] * 3


def test_the_seed_alone_makes_the_deal() -> None:
    one, same, other = (Dritzak.new(seats=4, seed=seed).position() for seed in (b"a", b"a", b"b"))
    assert one == same
    assert one != other


@pytest.mark.parametrize("deal", ["hidden", "open"])
def test_dri_02_dealt_openly_the_six_are_seen_until_the_last_choice(deal: str) -> None:
    game = Dritzak.new(Dritzak.options(deal=deal), seats=2, seed=b"open")
    dealt = game.position()["hands"]

    def seen(viewer: int | None, owner: int) -> list[str | None]:
        zone = game.view(viewer).zone("hand", owner)
        assert zone is not None
        assert zone.layout == (
            "row" if deal == "open" and game.position()["phase"] == "choose" else "hand"
        )
        return list(zone.cards)

    assert seen(None, 0) == (dealt[0] if deal == "open" else [None] * 6)
    game.play(0, game.legal_moves(0)[0])
    assert seen(1, 0) == (dealt[0] if deal == "open" else [None] * 6)
    game.play(1, game.legal_moves(1)[0])
    assert seen(1, 0) == seen(None, 1) == [None] * 3


def test_only_jinx_is_a_handicap() -> None:
    game = Dritzak.new(seats=3, seed=b"", handicaps={1: {"jinx"}, 2: set()})
    assert game.position()["jinxed"] == [1]
    with pytest.raises(OptionsError, match="no handicap called blindfold"):
        Dritzak.new(seats=3, seed=b"", handicaps={1: {"blindfold"}})
    with pytest.raises(OptionsError, match="no seat 3"):
        Dritzak.new(seats=3, seed=b"", handicaps={3: {"jinx"}})
