"""Tests of the pictures of tables and hands. A picture shows all that the viewer is allowed to
know, hides the rest, and can be read on a phone."""

from __future__ import annotations

import io
import itertools
import random
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from types import ModuleType
from typing import cast

import pytest
from PIL import Image, ImageChops

import games
from bot.pictures import paint
from bot.pictures.faces import face
from bot.pictures.fonts import width
from bot.pictures.hand import WIDEST, cards_scene, hand_picture, hand_scene, playable
from bot.pictures.paint import painted, png
from bot.pictures.palette import (
    GREY_PAPER,
    PALETTE,
    Colour,
    Ramp,
)
from bot.pictures.scene import (
    WIDTH,
    Box,
    Captions,
    Card,
    Place,
    Scene,
    Sign,
    Suit,
    Text,
)
from bot.pictures.seats import name_of
from bot.pictures.strip import strip
from bot.pictures.table import runs_back, table_picture, table_scene
from bot.preferences.model import Deck
from games.cards import CARDS
from games.core import Game, Move, SeatView, View, Zone
from games.view import TENSION
from tests.looked_at import faces

PHONE = 400
"""The width of a picture on a phone, in pixels. At this width, every card must be readable."""
LEAST_INDEX = 9
"""The least height of a card's rank in pixels, if the picture is `PHONE` pixels wide."""


def captions(view: View) -> Captions:
    return Captions(tuple(f"Player {seat.seat}" for seat in view.seats), zone=str.title, role=str)


def opened(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    image.load()
    return image


def view(*zones: Zone, seats: int = 2, seat: int | None = None, **fields: object) -> View:
    people = tuple(SeatView(number, number, 3) for number in range(seats))
    return View("any", seat, people, zones, **fields)  # type: ignore[arg-type] # fields of a view by name


def hand_of(*cards: str) -> View:
    return view(Zone("hand", 0, "hand", cards), seat=0)


def dealt(kind: type[Game], seats: int, seed: int) -> Game | None:
    for preset in kind.Options.presets:
        options = kind.options(preset)
        if kind.name == "durak" and seats in {3, *kind.players[-2:]}:
            options = kind.options(preset, decks=2)
        if not options.clashes(seats):
            return kind.new(options, seats=seats, seed=bytes([seed]) * 32)
    return None


def played(seats: range | None = None) -> Iterator[Game]:
    """For each built-in game and each number of players in `seats`, play at most 60 random moves.
    Yield the game after its 6th and after its 36th move. Both times this is the same object, on
    which more moves are made later. By default, use all numbers of players that the game allows."""
    for kind in map(games.load, games.BUILT_IN):
        for number in seats or kind.players:
            game = dealt(kind, number, number)
            rng = random.Random(number)
            for move in range(60):
                if game is None or game.outcome is not None:
                    break
                seat = rng.choice(sorted(game.waiting_on))
                game.play(seat, rng.choice(game.legal_moves(seat)))
                if move % 30 == 5:
                    yield game


def seen(view: View) -> Counter[str]:
    """Count the card faces that the picture of a table must show. These are all known cards, but in
    a pile only those among the top six cards."""
    faces: Counter[str] = Counter()
    for zone in view.zones:
        cards = zone.cards[-6:] if zone.layout == "pile" else zone.cards
        faces.update(card for card in (*cards, *zone.covers) if card is not None)
    return faces


# What is shown


@pytest.mark.parametrize("engine", [paint.ENGINE, zlib])
def test_a_png_holds_what_was_painted(engine: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paint, "ENGINE", engine)
    for seats in (2, 5):
        game = games.load("durak").new(seats=seats, seed=b"3" * 32)
        mine = game.view(0)
        scene = hand_scene(mine, mine.hand, captions(mine))
        shown = png(scene, Deck.FOUR_COLOURS)
        Image.open(io.BytesIO(shown)).verify()
        picture = Image.open(io.BytesIO(shown))
        whole = painted(scene, Deck.FOUR_COLOURS)
        assert (picture.mode, picture.size) == ("P", (scene.wide, scene.high))
        assert picture.convert("RGB").tobytes() == whole.convert("RGB").tobytes()


def test_no_card_of_a_table_is_left_out_and_everything_lies_within_the_picture() -> None:
    for game in played():
        table = game.view(None)
        scene = table_scene(table, captions(table))
        assert Counter(faces(scene)) == seen(table)
        assert scene.wide == WIDTH
        for thing in scene.things:
            assert 0 <= thing.x < scene.wide
            assert 0 <= thing.y < scene.high
            if isinstance(thing, (Card, Box)):
                assert thing.x + thing.wide <= scene.wide, (table.game, len(table.seats), thing)
                assert thing.y + thing.high <= scene.high


def test_every_seat_has_its_name_and_those_that_are_waited_on_are_marked() -> None:
    for game in played():
        table = game.view(None)
        names = [
            thing for thing in table_scene(table, captions(table)).things if isinstance(thing, Text)
        ]
        turn = {thing.text for thing in names if thing.ramp == Ramp.TURN and "Player" in thing.text}
        assert turn == {f"Player {seat}" for seat in table.waiting_on}
        # With more seats, or scores, names of nine letters take its room.
        if len(table.seats) <= 8 and table.score(0) is None:
            assert [thing.text for thing in names].count("▶") == len(table.waiting_on)
        assert {f"Player {seat.seat}" for seat in table.seats} <= {thing.text for thing in names}


@pytest.mark.parametrize("number", [1, 2, 7, 8, 9, 16, 17, 27, 28, 40, 52])
@pytest.mark.parametrize("widest", WIDEST)
def test_a_hand_shows_every_card_large_enough(number: int, widest: int) -> None:
    cards = CARDS[:number]
    scene = cards_scene(hand_of(*cards), cards, captions(hand_of()), widest)
    assert faces(scene) == list(cards), "in the order that was asked for"
    drawn = [thing for thing in scene.things if isinstance(thing, Card)]
    assert len(drawn) == len(scene.things)
    for card in drawn:
        assert card.wide * 0.45 * PHONE / WIDTH >= LEAST_INDEX
    places = {(card.x, card.y, card.x + card.wide, card.y + card.high) for card in drawn}
    assert not any(
        one != two and one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]
        for one in places
        for two in places
    ), "no card lies over another"
    if widest == WIDEST[-1]:
        assert scene.high <= WIDTH - 120, "with the table above it, a picture is a square at most"


@pytest.mark.parametrize(("number", "rows"), [(6, 1), (10, 1), (13, 1), (14, 2), (26, 2), (27, 3)])
def test_a_hand_has_as_few_rows_as_its_smallest_cards_need(number: int, rows: int) -> None:
    cards = CARDS[:number]
    scene = cards_scene(hand_of(*cards), cards, captions(hand_of()), WIDEST[-1])
    assert len({thing.y for thing in scene.things if isinstance(thing, Card)}) == rows


def test_only_a_hand_that_would_be_too_tall_has_narrow_cards() -> None:
    """The cards of a large hand become narrow only if the picture would otherwise be too tall. Then
    more cards fit into a row. The test draws the same thirteen cards twice. At a table of two, they
    are in two rows, and each card is 80 pixels wide. At a table of six they are in one row, and
    each card is 54 pixels wide."""
    cards, bout = CARDS[:13], Zone("table", None, "pairs", CARDS[30:32])
    for seats, rows, wide in ((2, 2, 80), (6, 1, 54)):
        mine = view(Zone("hand", 0, "hand", cards), bout, seats=seats, seat=0)
        drawn = [
            thing
            for thing in hand_scene(mine, cards, captions(mine)).things
            if isinstance(thing, Card) and thing.card in cards
        ]
        assert len({thing.y for thing in drawn}) == rows
        assert {thing.wide for thing in drawn} == {wide}


@pytest.mark.parametrize("number", [1, 2, 3, 4, 6])
def test_what_is_urgent_makes_no_picture_higher_while_there_is_room_beside_the_cards(
    number: int,
) -> None:
    said = "The deck is empty"
    piles = Zone("deck", None, "pile"), Zone("discard", None, "count", (None,) * 16)
    bout = Zone("table", None, "pairs", CARDS[:number], (None,) * number)
    calm = view(*piles, bout, seat=0, facts={"trump": "S"})
    table = replace(calm, facts={**calm.facts, TENSION: [["empty", None]]})
    told = replace(captions(table), tense=lambda _view, _each: said)
    for scene, before in (
        (table_scene(replace(table, seat=None), told), table_scene(replace(calm, seat=None), told)),
        (strip(table, told).scene, strip(calm, told).scene),
    ):
        cards = [each for each in scene.things if isinstance(each, Card) and each.card]
        words = [part for part in scene.things if isinstance(part, Text) and part.text in said]
        if number > 4:
            assert min(each.y for each in words) >= max(each.y + each.high for each in cards)
            continue
        assert scene.high == before.high
        right = max(each.x + width(each.text, each.size) for each in words)
        assert right < min(each.x for each in cards), "no word lies under a card"


def test_what_is_urgent_stands_beside_piles_too() -> None:
    piles = Zone("deck", None, "count", (None,)), Zone("discard", None, "count")
    calm = view(*piles)
    table = replace(calm, facts={TENSION: [["score", 0], ["score", 1]]})
    told = replace(captions(table), tense=lambda _view, each: f"Player {each.seat}: 10 of 13!")
    assert table_scene(table, told).high == table_scene(calm, told).high


def test_cards_before_a_hand_that_need_several_lines_are_small() -> None:
    """If a player's other cards, such as tricks, need several lines above the hand, they are drawn
    smaller than cards that fit into one line."""
    tricks = [Zone("tricks", 0, "row", CARDS[start : start + 3]) for start in range(20, 35, 3)]
    for many in (4, 5):
        mine = view(Zone("hand", 0, "hand", CARDS[:5]), *tricks[:many], seat=0)
        things = hand_scene(mine, CARDS[:5], captions(mine)).things
        drawn = [each for each in things if isinstance(each, Card) and each.card in CARDS[20:]]
        assert len({each.y for each in drawn}) == many - 3
        assert {each.wide for each in drawn} == {48 if many == 4 else 44}


def test_the_cards_of_a_table_are_readable_on_a_phone() -> None:
    for game in played():
        table = game.view(None)
        for thing in table_scene(table, captions(table)).things:
            if isinstance(thing, Card) and thing.card is not None:
                assert min(thing.wide, thing.high) * 0.45 * PHONE / WIDTH >= LEAST_INDEX


def test_what_is_urgent_is_written_out() -> None:
    """A sentence about something urgent is written in full, in the picture of the table as well as
    in the narrow strip beside a hand."""
    said = "One last card is left in the deck"
    piles = Zone("deck", None, "pile", (None,)), Zone("discard", None, "pile", (None,) * 16)
    urgent = {TENSION: [["last-card", None]]}
    table = view(*piles, Zone("table", None, "pairs", ("JH",), (None,)), seat=0, facts=urgent)
    told = replace(captions(table), tense=lambda _view, _each: said)
    for scene in (table_scene(replace(table, seat=None), told), strip(table, told).scene):
        words = [part for part in scene.things if isinstance(part, Text) and part.text in said]
        assert " ".join(each.text for each in words) == said
        assert max(each.y for each in words) > min(each.y for each in words), "beside the cards"


def test_a_beat_lies_over_its_attack_and_leaves_rank_and_suit_in_sight() -> None:
    table = view(Zone("table", None, "pairs", ("6S", "7H"), ("8S", None)))
    cards = [
        thing
        for thing in table_scene(table, captions(table)).things
        if isinstance(thing, Card) and thing.card
    ]
    assert [card.card for card in cards] == ["6S", "8S", "7H"]
    attack, beat, _ = cards
    assert attack.x < beat.x < attack.x + attack.wide
    assert attack.y + 0.45 * attack.wide < beat.y < attack.y + attack.high, (
        "the rank of the lower card is free"
    )
    assert beat.x - attack.x >= 0.39 * attack.wide, "and so is the suit below it"


def test_the_trump_card_lies_across_beneath_the_talon() -> None:
    table = view(Zone("talon", None, "pile", (None, None, "9D")), facts={"trump": "D"})
    things = table_scene(table, captions(table)).things
    cards = [thing for thing in things if isinstance(thing, Card) and thing.wide > 30]
    trump, *backs = cards
    assert trump.card == "9D"
    assert trump.wide > trump.high
    assert backs
    assert all(back.card is None and back.x > trump.x + trump.high * 0.5 for back in backs)
    (sign,) = [thing for thing in things if isinstance(thing, Suit)]
    assert sign.suit == "D"
    assert backs[-1].x < sign.x < backs[-1].x + backs[-1].wide, "the trump is on the talon"


@pytest.mark.parametrize(("talon", "signs"), [((), 1), (("9D",), 0), ((None, "9D"), 1)])
def test_the_trump_stays_in_sight_when_the_talon_is_used_up(
    talon: tuple[str | None, ...], signs: int
) -> None:
    table = view(Zone("talon", None, "pile", talon), facts={"trump": "D"})
    things = table_scene(table, captions(table)).things
    assert [thing.suit for thing in things if isinstance(thing, Suit)] == ["D"] * signs
    across = [thing for thing in things if isinstance(thing, Card) and thing.wide > thing.high]
    assert [card.card for card in across] == ["9D"] * bool(talon)


@pytest.mark.parametrize(
    ("direction", "arrows"), [(1, 0), ("clockwise", 0), (-1, 1), ("anticlockwise", 1)]
)
def test_only_play_against_the_clock_is_worth_an_arrow(direction: object, arrows: int) -> None:
    table = view(Zone("pile", None, "pile", ("9D",)), facts={"direction": direction})
    texts = [
        thing.text
        for thing in table_scene(table, captions(table)).things
        if isinstance(thing, Text)
    ]
    assert texts.count("↺") == arrows
    assert runs_back(table) == bool(arrows)


@pytest.mark.parametrize("number", [1, 2, 4, 5, 6, 7, 8, 10, 12, 20])
def test_a_bout_stands_in_even_lines_and_lets_nothing_jump(number: int) -> None:
    cards = CARDS[:number]
    lower: list[dict[str, tuple[int, int]]] = []
    for beaten in (0, number):
        covers = tuple(CARDS[50 - place] if place < beaten else None for place in range(number))
        table = view(
            Zone("talon", None, "pile", (None, "9D")),
            Zone("table", None, "pairs", cards, covers),
            seats=3,
        )
        things = table_scene(table, captions(table)).things
        lower.append(
            {
                t.card: (t.x, t.y)
                for t in things
                if isinstance(t, Card) and t.card in cards and t.wide < t.high
            }
        )
    free, full = lower
    lines = Counter(y for _, y in free.values())
    assert max(lines.values()) - min(lines.values()) < len(lines), "as even as they can be"
    if number <= 12:
        assert free == full, "a beaten card stays where it lay"


def test_roles_have_their_signs_and_long_ones_a_line() -> None:
    people = tuple(SeatView(seat, seat, 6, ("attacker", "dealer")) for seat in range(8))
    table = replace(view(), seats=people)
    signed = replace(captions(table), sign=lambda role: "swords" if role == "attacker" else "")
    things = table_scene(table, signed).things
    assert [thing.shape for thing in things if isinstance(thing, Sign)] == ["swords"] * 8
    table = replace(view(), seats=tuple(replace(seat, roles=("main attacker",)) for seat in people))
    plain = [
        thing.text
        for thing in table_scene(table, captions(table)).things
        if isinstance(thing, Text)
    ]
    assert " ".join(plain).count("main attacker") == 8, "without a sign the words are there in full"


def test_two_roles_are_not_read_as_one() -> None:
    table = replace(view(), seats=(SeatView(0, 0, 6, ("caller", "dealer")),))
    things = table_scene(table, captions(table)).things
    assert "caller, dealer" in [thing.text for thing in things if isinstance(thing, Text)]


# A hand when it is its owner's turn


def test_cards_that_can_be_played_stand_above_the_grey_others() -> None:
    hand = ("6S", "9S", "JH", "AD")
    moves = tuple(map(Move.parse, ("beat 6D JH", "pass 6S", "take")))
    for cards in (hand, (*hand, *CARDS[40:52])):
        mine = replace(hand_of(*cards), moves=moves)
        assert playable(mine) == {"6S", "JH"}
        shown = [
            thing
            for thing in cards_scene(mine, cards, captions(mine)).things
            if isinstance(thing, Card)
        ]
        assert {thing.card for thing in shown if not thing.grey} == {"6S", "JH"}
        for card in (thing for thing in shown if not thing.grey):
            beside = [
                thing for thing in shown if thing.grey and abs(thing.y - card.y) < card.high // 2
            ]
            assert beside
            assert all(thing.y > card.y for thing in beside)
    assert hand_picture(mine, cards, captions(mine)) != hand_picture(
        replace(mine, moves=()), cards, captions(mine)
    )


def test_open_cards_before_an_empty_hand_are_grey_unless_they_can_be_played() -> None:
    open_cards = Zone("face_up", 0, "row", ("6S", "9S", "JH"))
    covered = Zone("face_down", 0, "row", (None,) * 3)
    moves = (Move.parse("play JH"), Move.parse("pickup"))
    mine = view(Zone("hand", 0, "hand"), open_cards, covered, seat=0, moves=moves)
    assert playable(mine) == {"JH"}
    shown = [
        thing for thing in cards_scene(mine, (), captions(mine)).things if isinstance(thing, Card)
    ]
    assert [(thing.card, thing.grey) for thing in shown if thing.card] == [
        ("6S", True),
        ("9S", True),
        ("JH", False),
    ]
    assert not any(thing.grey for thing in shown if thing.card is None), "a back tells nothing"
    alone = next(thing.wide for thing in shown if thing.card)
    held = replace(mine, zones=(Zone("hand", 0, "hand", ("JH", "2S")), open_cards))
    shown = [
        thing
        for thing in hand_scene(held, ("JH", "2S"), captions(mine)).things
        if isinstance(thing, Card)
    ]
    assert [thing.card for thing in shown if thing.grey] == ["2S"], "the hand comes first"
    assert alone > next(thing.wide for thing in shown if thing.card == "6S"), (
        "what is played from is larger"
    )


@pytest.mark.parametrize("moves", [(), ("take",), ("attack 6S", "attack 9S"), ("attack 6S 9S",)])
def test_nothing_is_grey_when_all_or_nothing_can_be_played(moves: tuple[str, ...]) -> None:
    mine = replace(hand_of("6S", "9S"), moves=tuple(map(Move.parse, moves)))
    assert not playable(mine)
    things = cards_scene(mine, mine.hand, captions(mine)).things
    assert not any(thing.grey for thing in things if isinstance(thing, Card))


def test_suits_of_a_small_hand_stand_apart_unless_they_are_mixed() -> None:
    def rooms(*cards: str) -> list[int]:
        things = cards_scene(hand_of(*cards), cards, captions(hand_of())).things
        placed = [thing for thing in things if isinstance(thing, Card)]
        return [right.x - left.x - left.wide for left, right in pairwise(placed)]

    near, far = sorted(set(rooms("6S", "9S", "7H", "AC", "RJ")))
    assert rooms("6S", "9S", "7H", "AC", "RJ") == [near, far, far, far]
    assert set(rooms("6S", "7H", "9S", "AH")) == set(rooms("2S", "4D", "QH")) == {near}


def test_grey_cards_are_as_easy_to_read() -> None:
    for deck, card in itertools.product(Deck, CARDS):
        tile = face(card, 72, 100, deck, grey=True).convert("RGB")
        found = sorted(cast("list[tuple[int, Colour]]", tile.getcolors(4096)))
        paper = found[-1][1]
        assert paper == GREY_PAPER
        ink = max((colour for _, colour in found), key=lambda colour: contrast(colour, paper))
        assert contrast(ink, paper) >= 4.5, (card, ink)


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours, from 1 to 21, as WCAG 2 (web accessibility guidelines)
    defines it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: Colour) -> float:
    linear = [
        part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in colour
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_every_layout_has_its_picture_and_gaps_stay_empty() -> None:
    zones = (
        Zone("row", 0, "row", ("AS", None, "KD"), gaps=(1,)),
        Zone("pile", 0, "pile", ("2S", "3S")),
        Zone("count", 1, "count", (None,) * 5),
        Zone("pairs", None, "pairs", ("JC",), ("QC",)),
        Zone("hand", 1, "hand", ("10H", None)),
        Zone("open", None, "row", ("4S", "5S")),
        Zone("empty", None, "count"),
    )
    scene = table_scene(view(*zones), captions(view()))
    assert sorted(faces(scene)) == sorted(["AS", "KD", "2S", "3S", "JC", "QC", "10H", "4S", "5S"])
    texts = [thing.text for thing in scene.things if isinstance(thing, Text)]
    assert {"×5", "Open 2"} <= set(texts)


def test_an_empty_row_in_the_middle_is_a_place() -> None:
    empty = table_scene(view(Zone("trick", None, "row")), captions(view()))
    lying = table_scene(view(Zone("trick", None, "row", ("AS",))), captions(view()))
    places = [
        [thing for thing in scene.things if isinstance(thing, Place)] for scene in (empty, lying)
    ]
    assert len(places[0]) == len(places[1]) + 1


def test_a_pile_shows_its_top_whole() -> None:
    table = view(Zone("pile", None, "pile", CARDS[:20]))
    faces = [
        thing
        for thing in table_scene(table, captions(table)).things
        if isinstance(thing, Card) and thing.card
    ]
    assert [card.card for card in faces] == list(CARDS[14:20])
    assert max(faces, key=lambda card: card.x).card == CARDS[19]


def test_seats_follow_each_other_clockwise() -> None:
    for number in range(1, 13):
        table = view(seats=number)
        scene = table_scene(table, captions(table))
        named = {
            t.text: (t.x, t.y)
            for t in scene.things
            if isinstance(t, Text) and t.text.startswith("Player")
        }
        middle = (WIDTH / 2, scene.high / 2)
        places = [named[f"Player {seat}"] for seat in range(number)]
        turns = sum(
            (x1 - middle[0]) * (y2 - middle[1]) - (x2 - middle[0]) * (y1 - middle[1]) > 0
            for (x1, y1), (x2, y2) in zip(places, [*places[1:], places[0]], strict=True)
        )
        assert turns >= number - 1 or number < 3, (
            "each next seat lies further in the clock's direction"
        )


# What is hidden


def hidden(game: Game, seed: int) -> Game:
    """Return a random game that looks the same as `game` to a spectator. Only cards that a
    spectator doesn't see differ."""
    return type(game).sample(game.view(None), random.Random(seed))


def test_the_picture_of_a_table_does_not_depend_on_hidden_cards() -> None:
    differed = 0
    for game in played(range(3, 5)):
        other = hidden(game, 7)
        differed += other.view(0).hand != game.view(0).hand
        assert table_picture(game.view(None), captions(game.view(None))) == table_picture(
            other.view(None), captions(other.view(None))
        )
    assert differed, "the games were the same"


def test_the_picture_of_a_hand_does_not_depend_on_what_its_owner_cannot_see() -> None:
    differed = 0
    for game in played(range(2, 4)):
        mine = game.view(0)
        other = type(game).sample(mine, random.Random(11))
        differed += other.view(1).hand != game.view(1).hand
        assert hand_picture(mine, mine.hand, captions(mine)) == hand_picture(
            other.view(0), other.view(0).hand, captions(mine)
        )
    assert differed


def test_only_a_spectators_view_becomes_the_public_picture() -> None:
    with pytest.raises(ValueError, match="not for everyone"):
        table_picture(hand_of("AS"), captions(view()))
    with pytest.raises(ValueError, match="nowhere"):
        hand_picture(view(), (), captions(view()))
    with pytest.raises(ValueError, match="not the cards"):
        hand_picture(hand_of("AS"), ("KS",), captions(view()))


# What it is made of


def test_a_picture_is_a_png_in_the_shared_palette_and_always_the_same() -> None:
    table = view(Zone("pile", None, "pile", ("2S", "3H", "4D", "5C", "RJ", "BJ")), waiting_on=(0,))
    first, second = (table_picture(table, captions(table)) for _ in range(2))
    assert first == second
    image = opened(first)
    assert (image.format, image.mode, image.width) == ("PNG", "P", WIDTH)
    assert bytes(image.getpalette() or ()) == PALETTE[: len(image.getpalette() or ())]
    assert len(PALETTE) <= 3 * 256
    assert len(first) < 60_000


def test_a_name_that_cannot_be_written_is_a_number_and_a_long_one_stays_in_its_panel() -> None:
    table = view(seats=8)
    names = Captions(("田中", "W" * 32, *"abcdef"), zone=str, role=str)
    assert name_of(0, names) == "#1"
    assert name_of(0, Captions(("?",), zone=str, role=str)) == "?", "a deleted name, as in words"
    texts = [thing.text for thing in table_scene(table, names).things if isinstance(thing, Text)]
    assert "#1" in texts
    assert any(text.startswith("WWW") and text.endswith("…") for text in texts)


def test_sides_have_colours_only_where_people_play_together() -> None:
    def stripes(scene: Scene) -> int:
        return len({thing.colour for thing in scene.things if isinstance(thing, Box)})

    alone = view(seats=4)
    together = replace(
        alone, seats=tuple(replace(seat, side=seat.seat % 2) for seat in alone.seats)
    )
    assert (
        stripes(table_scene(together, captions(alone)))
        == stripes(table_scene(alone, captions(alone))) + 2
    )


def test_a_back_tells_nothing_of_its_card_but_a_face_does() -> None:
    one, two = (
        opened(table_picture(view(Zone("row", None, "row", (card,))), captions(view()))).convert(
            "RGB"
        )
        for card in ("AS", "AH")
    )
    assert ImageChops.difference(one, two).getbbox() is not None
