"""Tests of a finished game's message, with its picture, the picture's description, and its
words."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

import games
from bot.core.model import FORGOTTEN, Happening, Phase, Seat, Table
from bot.core.placing import places_of
from bot.leaderboards.model import Booked, Moved
from bot.pictures.ending import Earned, own_ending_scene
from bot.pictures.outcome import Ending
from bot.pictures.palette import Ramp
from bot.pictures.result import result_picture, result_scene
from bot.pictures.scene import WIDTH, Badge, Box, Card, Sign, Text
from cogs.discord.layout import ALT_TEXT
from cogs.table.drawn import drawn_public
from cogs.table.message.alt_text import result_alt
from cogs.table.message.captions import captions_of
from cogs.table.message.look import table_look
from cogs.table.message.own_ending import ending_alt, own_ending
from cogs.table.message.result import ending_of, last_cards, result_lines
from cogs.table.message.table_text import facts_told
from cogs.words.load import words_of
from cogs.words.seats import Names
from games.core import Event, Game, Outcome, Stream, View
from games.players import player
from tests.bot.pictures.test_pictures import captions
from tests.bot.pictures.test_scores import with_counters
from tests.cogs.plugins import whole_games
from tests.cogs.tables import public_of, table, view
from tests.limits import GALLERY, check_files, check_message, text_of, walk
from tests.looked_at import faces
from tests.present import present
from tests.sightings import cards_in

__all__ = ["whole_games"]

NAMES = ("Ada", "Berta", "Cleo", "Dora", "Emil", "Frida", "Gita", "Hugo")


def over(game: Game, recent: tuple[Happening, ...] = (), **fields: Any) -> Table:
    seats = tuple(Seat(name, 101 + number) for number, name in enumerate(NAMES[: game.seats]))
    values = {
        "seats": seats,
        "phase": Phase.OVER,
        "outcome": game.outcome,
        "recent": recent,
        "live": game,
        **fields,
    }
    return table(game.view(None), game=game.name, **values)


def ended() -> Iterator[tuple[Game, Table]]:
    """Yield finished games of every kind, played at random with different numbers of seats, each
    with its table."""
    for kind in map(games.load, sorted(games.available())):
        for seats in (2, 3, 4, 8):
            options = (
                kind.options("teams") if kind.name == "tredici" and seats > 4 else kind.options()
            )
            if seats not in kind.players or options.clashes(seats):
                continue
            game, rng = (
                kind.new(options, seats=seats, seed=bytes([seats]) * 32),
                random.Random(seats),
            )
            while game.outcome is None:
                seat = rng.choice(sorted(game.waiting_on))
                move = rng.choice(game.legal_moves(seat))
                events = tuple(game.play(seat, move))
            yield game, over(game, (Happening(seat, move, stand_in=False, events=events),))


def ending(at: Table, seen: View) -> Ending:
    assert at.outcome is not None
    words = words_of(at.game)
    return ending_of(at, at.outcome, seen, words, captions_of(at, words))


def known(seen: View) -> set[str]:
    return {card for zone in seen.zones for card in (*zone.cards, *zone.covers) if card is not None}


def opened(at: Table) -> View:
    return present(table_look(at)).view


@pytest.mark.usefixtures("whole_games")
def test_a_result_shows_everybody_by_their_places_with_their_hands_open() -> None:
    for game, at in ended():
        seen = opened(at)
        end, captions = ending(at, seen), captions_of(at, words_of(at.game), opened=True)
        scene = result_scene(seen, end, captions)
        texts = [thing.text for thing in scene.things if isinstance(thing, Text)]
        named = [text for text in texts if text in NAMES]
        assert set(named) == set(NAMES[: game.seats])
        public_cards = {
            card for event in at.recent[-1].events for card in cards_in(str(event.seen_by(None)))
        }
        assert set(faces(scene)) <= known(seen) | public_cards
        for seat in range(game.seats):
            own = [zone for zone in seen.zones if zone.owner == seat]
            before = {card for zone in own for card in zone.cards if card}
            assert set(game.view(seat).hand) <= before <= set(faces(scene))
        for thing in scene.things:
            assert 0 <= thing.x < scene.wide == WIDTH
            assert 0 <= thing.y < scene.high
            if isinstance(thing, (Card, Box)):
                assert thing.x + thing.wide <= scene.wide
                assert thing.y + thing.high <= scene.high
        image = Image.open(BytesIO(result_picture(seen, end, captions)))
        assert (image.format, image.size) == ("PNG", (WIDTH, scene.high))


@pytest.mark.usefixtures("whole_games")
def test_all_that_a_result_shows_is_said() -> None:
    for _game, at in ended():
        seen = opened(at)
        end, captions = ending(at, seen), captions_of(at, words_of(at.game), opened=True)
        said = result_alt(seen, end, captions)
        assert len(said) <= ALT_TEXT
        assert cards_in(said) == set(faces(result_scene(seen, end, captions)))
        assert said.startswith(end.headline)
        assert all(name in said for name in captions.names)


def test_the_fool_has_a_cap_and_winners_crowns() -> None:
    game = games.load("durak").new(seats=3, seed=b"3" * 32)
    game.outcome = Outcome((1, 2, 1))
    at = over(game)
    end, captions = ending(at, game.view(None)), captions_of(at, words_of("durak"))
    assert end.headline == "🃏 Berta is the fool."
    things = result_scene(game.view(None), end, captions).things
    assert [thing.shape for thing in things if isinstance(thing, Sign)] == ["K", "cap"]
    texts = [thing.text for thing in things if isinstance(thing, Text)]
    assert "Berta is the fool." in texts, "without the emoji, which the font has not"
    assert "fool" in texts
    assert "3. Berta: fool, 6 cards." in result_alt(game.view(None), end, captions)


def test_without_a_name_for_the_last_one_places_have_medals() -> None:
    seen = replace(
        view(seat=None),
        game="plug-in",
        seats=tuple(replace(view().seats[0], seat=n) for n in range(4)),
    )
    captions = captions_of(table(seen, seats=tuple(map(Seat, NAMES[:4]))), words_of("plug-in"))
    things = result_scene(
        seen, Ending("Over.", places=places_of((4, 2, 3, 1), "won")), captions
    ).things
    medals = [
        (thing.text, thing.ramp)
        for thing in things
        if isinstance(thing, Text) and thing.text in set("1234")
    ]
    steps = [("2", Ramp.SILVER), ("1", Ramp.TURN), ("3", Ramp.BRONZE)]
    assert medals == [*steps, ("4", Ramp.NAME)]


@pytest.mark.parametrize(
    ("kind", "said"), [("draw", "🤝 A draw."), ("void", "This game doesn't count.")]
)
def test_nobody_is_ahead_in_a_draw_or_a_void_game(kind: Any, said: str) -> None:
    game = games.load("durak").new(seats=3, seed=b"3" * 32)
    game.outcome = Outcome((1, 1, 1), kind)
    end = ending(over(game), game.view(None))
    assert (end.headline, end.places) == (said, ())
    things = result_scene(game.view(None), end, captions_of(over(game), words_of("durak"))).things
    assert not [
        thing
        for thing in things
        if isinstance(thing, Sign) or getattr(thing, "ramp", None) == Ramp.TURN
    ]


def test_honours_stand_under_the_headline() -> None:
    game = games.load("dritzak").new(seats=2, seed=b"3" * 32)
    game.outcome = Outcome((1, 2), honours=("walk-off:0:2",))
    end, captions = (
        ending(over(game), game.view(None)),
        captions_of(over(game), words_of("dritzak")),
    )
    texts = [
        thing.text
        for thing in result_scene(game.view(None), end, captions).things
        if isinstance(thing, Text)
    ]
    assert texts[:2] == ["Ada won!", "A double walk-off Deegan by Ada!"]
    assert "A double walk-off Deegan by Ada!" in result_alt(game.view(None), end, captions)


def test_the_last_cards_are_those_of_the_last_event_that_names_any() -> None:
    words = words_of("durak")
    taken = Event("bout-taken", {"seat": 1, "cards": ["6S", "6H"]})
    throw, gone = Event("throw", {"seat": 0, "cards": ["6H"]}), Event("out", {"seat": 0})
    last = Happening(0, "throw 6H", False, (throw, taken, gone))
    assert last_cards([last], words) == (1, ("6S", "6H"))
    flipped = Event("flip", {"seat": 2, "place": 1, "card": "AS"})
    assert last_cards([Happening(2, "flip 1", False, (flipped,))], words) == (2, ("AS",))
    secret = Event("drew", {"seat": 0, "count": 1}, {"cards": ["AS"]}, (0,))
    for events in ((), (gone,), (secret,)):
        assert last_cards([Happening(0, "x", False, events)], words) == (None, ())
    assert last_cards([], words) == (None, ())


def test_cards_that_several_have_played_are_nobodys_last_cards() -> None:
    beat = Event("beat", {"seat": 1, "attack": "KS", "cards": ["AS"]})
    repelled = Event("bout-repelled", {"seat": 1, "cards": ["KS", "AS"]})
    last = Happening(1, "beat KS AS", False, (beat, repelled))
    assert last_cards([last], words_of("durak")) == (None, ("KS", "AS"))
    game = games.load("durak").new(seats=2, seed=b"3" * 32)
    game.outcome = Outcome((1, 2))
    assert ending(over(game, (last,)), game.view(None)).title == "Last cards"


def test_the_last_cards_of_another_player_are_told_as_theirs() -> None:
    game = games.load("durak").new(seats=2, seed=b"3" * 32)
    game.outcome = Outcome((1, 2))
    beat = Event("beat", {"seat": 0, "attack": "6H", "cards": ["9H"]})
    at = over(game, (Happening(0, "beat 6H 9H", False, (beat,)),))
    told = [present(own_ending(at, seat)) for seat in (0, 1)]
    assert [each.title for each in told] == ["Last cards", "Ada's last cards"]
    assert "Ada's last cards: 9♥." in ending_alt(told[1])


def test_several_fools_each_read_that_they_are_one_of_them() -> None:
    game = games.load("durak").new(seats=3, seed=b"3" * 32)
    for ranks, told in [
        ((1, 1, 2), "You're the fool… this time."),
        ((1, 2, 2), "You're one of the fools… this time."),
    ]:
        game.outcome = Outcome(ranks)
        assert present(own_ending(over(game), 2)).headline == told


def test_long_names_leave_room_for_what_is_said_of_them() -> None:
    game = games.load("durak").new(seats=2, seed=b"3" * 32)
    game.outcome = Outcome((1, 2))
    at = over(game, seats=(Seat("Ada", 101), Seat("W" * 32, 102)))
    things = result_scene(
        game.view(None), ending(at, game.view(None)), captions_of(at, words_of("durak"))
    ).things
    (headline,) = [
        thing.text for thing in things if isinstance(thing, Text) and thing.ramp == Ramp.TRUMP
    ]
    assert headline.endswith("W... is the fool.")


def test_several_long_names_are_shortened_the_more() -> None:
    game = games.load("dritzak").new(seats=3, seed=b"3" * 32)
    game.outcome = Outcome((1, 1, 2))
    at = over(game, seats=(Seat("W" * 32, 101), Seat("M" * 32, 102), Seat("Ada", 103)))
    assert ending(at, game.view(None)).headline == "🏆 WWWWWWWWWWW… and MMMMMMMMMMM… won!"


def test_only_a_spectators_view_becomes_the_public_picture() -> None:
    at = table(view(seat=0))
    with pytest.raises(ValueError, match="not for everyone"):
        result_scene(view(seat=0), Ending("Over."), captions_of(at, words_of("durak")))


@pytest.mark.usefixtures("whole_games")
async def test_the_message_has_the_picture_or_says_everything_in_words() -> None:
    for game, at in ended():
        drawn = await drawn_public(at)
        body = {
            "components": drawn.view.to_components(),
            "attachments": [{"filename": file.filename} for file in drawn.files],
            "allowed_mentions": {"parse": []},
        }
        check_message(body)
        check_files(body)
        assert [file.filename for file in drawn.files] == ["result.png"]
        for in_words in (
            await drawn_public(at, text_only=True),
            await drawn_public(replace(at, live=None)),
        ):
            assert not in_words.files
            components = in_words.view.to_components()
            assert not [part for part in walk(components) if part["type"] == GALLERY]
            names = Names(
                NAMES[: len(at.seats)], sides=tuple(seat.side for seat in game.view(None).seats)
            )
            assert at.outcome is not None
            for line in result_lines(at.outcome, words_of(at.game), names, None):
                assert line in text_of(components)


def test_names_in_other_letters_are_told_under_the_result_too() -> None:
    game, at = next(ended())
    said = text_of(
        public_of(
            over(game, at.recent, seats=(Seat("田中", 101), Seat("Berta", 102)))
        ).to_components()
    )
    assert "#1 · **田中**" in said
    assert "#2" not in said


def test_a_member_whose_data_was_deleted_is_called_the_same_everywhere() -> None:
    game, at = next(ended())
    deleted = over(game, at.recent, seats=(Seat("", FORGOTTEN), Seat("Berta", 102)))
    for text_only in (False, True):
        said = text_of(public_of(deleted, text_only=text_only).to_components())
        assert "?" in said
        assert "#1" not in said


def won_tredici(seats: int, preset: str) -> Table:
    """Return the table of a game of Tredici that greedy bot players have played, and that somebody
    has won."""
    kind = games.load("tredici")
    game, chance = kind.new(kind.options(preset), seats=seats, seed=b"t" * 32), Stream(b"t")
    while game.outcome is None:
        seat = min(game.waiting_on)
        events = tuple(game.play(seat, player("tredici", "greedy")(game.view(seat), chance)))
    assert game.outcome.kind == "won"
    return over(game, (Happening(seat, "x", stand_in=False, events=events),))


@pytest.mark.parametrize(("seats", "preset"), [(3, "tredici"), (6, "teams")])
def test_the_winners_thirteen_are_fanned_out_in_order(seats: int, preset: str) -> None:
    at = won_tredici(seats, preset)
    seen = opened(at)
    captions = captions_of(at, words_of("tredici"), opened=True)
    cards = [
        thing
        for thing in result_scene(seen, ending(at, seen), captions).things
        if isinstance(thing, Card)
    ]
    fan = [card for card in cards if card.turned]
    middle = next(card for card in cards if card.turned == 0 and card.wide == fan[0].wide)
    thirteen = [present(card.card) for card in (*fan[:6], middle, *fan[6:])]
    assert {card[-1] for card in thirteen} == {thirteen[0][-1]}
    assert [card[:-1] for card in thirteen] == [*"23456789", "10", *"JQKA"]
    turns = [card.turned for card in fan]
    assert turns == sorted(turns)
    assert turns[0] == -turns[-1] < 0
    assert len(cards) == len({card.card for card in cards}), "no card is drawn twice"


@pytest.mark.usefixtures("whole_games")
@pytest.mark.parametrize("answers", [{2: "doubt"}, {1: "trust"}], ids=["doubted", "trusted"])
def test_no_claim_is_shown_after_the_end_of_cheat(answers: dict[int, str]) -> None:
    position = {"hands": [["5S"], ["6C"], ["7C"]], "pile": ["2S"], "turn": 0, "due": "5"}
    game, words = games.load("cheat").from_position(position), words_of("cheat")

    def told(seen: View) -> list[str]:
        return facts_told(seen, words, Names(NAMES[:3], seen.seat))

    for move in ("lay 5S", "claim"):
        game.play(0, move)
    assert all(told(game.view(seat)) == ["Current claim: fives"] for seat in (None, 0, 1))
    assert "🗣️" in text_of(
        public_of(over(game, phase=Phase.PLAYING), text_only=True).to_components()
    )
    for seat, move in answers.items():
        game.play(seat, move)
    assert present(game.outcome).ranks[0] == 1
    assert not any(told(seen) for seen in (game.opened(), game.view(None), game.view(0)))
    assert "🗣️" not in text_of(public_of(over(game), text_only=True).to_components())
    assert not any("claimed" in seat.roles for seat in game.opened().seats)


@pytest.mark.usefixtures("whole_games")
def test_nothing_is_fanned_out_where_nobody_has_won_by_what_they_collected() -> None:
    for _game, at in ended():
        seen = opened(at)
        end = replace(ending(at, seen), places=())
        things = result_scene(seen, end, captions_of(at, words_of(at.game))).things
        assert not [thing for thing in things if isinstance(thing, Card) and thing.turned]


def test_ratings_stand_in_the_picture_in_its_description_and_in_words() -> None:
    game = games.load("durak").new(seats=3, seed=b"3" * 32)
    game.outcome = Outcome((1, 2, 1))
    at, words = over(game), words_of("durak")
    booked = Booked((Moved(1043, 1061), Moved(1000, 956), None))
    captions = captions_of(at, words, opened=True)
    end = ending_of(at, game.outcome, opened(at), words, captions, booked)
    things = result_scene(opened(at), end, captions).things
    assert [thing.shape for thing in things if isinstance(thing, Sign)] == [
        "K",
        "up",
        "cap",
        "down",
    ]
    texts = [thing.text for thing in things if isinstance(thing, Text)]
    assert {"18", "956", "44"} <= set(texts), "one of several on a step has the change alone"
    assert "1. Ada: rating 1043 → 1061, 6 cards;" in result_alt(opened(at), end, captions)
    pictured = text_of(public_of(at, booked=booked).to_components())
    assert "▲" not in pictured, "the picture says it"
    said = text_of(public_of(at, text_only=True, booked=booked).to_components())
    assert "🥇 **Ada** · 1043 → 1061 ▲18" in said
    assert "🃏 **Berta** · 1000 → 956 ▼44" in said
    assert "**Cleo** · 1" not in said


def test_a_final_looks_like_one_to_all_and_to_each() -> None:
    game = games.load("durak").new(seats=2, seed=b"3" * 32)
    game.outcome = Outcome((1, 2))
    at, words = over(game), words_of("durak")
    captions = captions_of(at, words, opened=True)
    for final in (False, True):
        booked = Booked(final=final)
        end = ending_of(at, game.outcome, opened(at), words, captions, booked)
        things = result_scene(opened(at), end, captions).things
        badges = [thing.sign for thing in things if isinstance(thing, Badge)]
        assert badges == ["crown"] * final
        assert ("Final." in result_alt(opened(at), end, captions)) is final
        for seat in (0, 1):
            assert (
                present(own_ending(at, seat, booked)).honours == (Earned("crown", "Final"),) * final
            )
        said = text_of(public_of(at, text_only=True, booked=booked).to_components())
        assert ("🏆 Final" in said) is final


def test_the_last_seasons_champion_has_a_cup_for_all_and_for_themselves() -> None:
    game = games.load("durak").new(seats=2, seed=b"3" * 32)
    game.outcome = Outcome((1, 2))
    at, words, booked = over(game), words_of("durak"), Booked(champion=1)
    captions = captions_of(at, words, opened=True)
    end = ending_of(at, game.outcome, opened(at), words, captions, booked)
    things = result_scene(opened(at), end, captions).things
    assert [thing.sign for thing in things if isinstance(thing, Badge)] == ["cup"]
    told = f"{NAMES[1]} is last season's champion"
    assert told in [thing.text for thing in things if isinstance(thing, Text)]
    assert f"{told}." in result_alt(opened(at), end, captions)
    said = text_of(public_of(at, text_only=True, booked=booked).to_components())
    assert f"🏆 **{NAMES[1]}** is last season's champion" in said
    honours = [present(own_ending(at, seat, booked)).honours for seat in (0, 1)]
    assert honours == [(), (Earned("cup", "Last season's champion"),)]


@pytest.mark.parametrize(
    ("badge", "sign", "title", "how"),
    [
        ("ten-in-a-row", "flame", "On fire", "Win ten games in a row."),
        ("beats-master", "crown", "Masterclass", "Win against a master bot."),
    ],
)
def test_a_badge_stands_large_in_ones_own_ending_with_how_it_is_earned(
    badge: str, sign: str, title: str, how: str
) -> None:
    game = games.load("durak").new(seats=2, seed=b"3" * 32)
    game.outcome = Outcome((1, 2))
    at, words, booked = over(game), words_of("durak"), Booked(badges=((0, badge),))
    own, other = (present(own_ending(at, seat, booked)) for seat in (0, 1))
    things = own_ending_scene(own).things
    assert [each.sign for each in things if isinstance(each, Badge) and each.size > 80] == [sign]
    assert {title, how} <= {each.text for each in things if isinstance(each, Text)}
    assert f"Badge: “{title}”. {how}" in ending_alt(own)
    assert not other.honours
    captions = captions_of(at, words, opened=True)
    end = ending_of(at, game.outcome, opened(at), words, captions, booked)
    badges = [
        each.sign
        for each in result_scene(opened(at), end, captions).things
        if isinstance(each, Badge)
    ]
    assert badges == [sign]
    assert f"Badge for {NAMES[0]}: “{title}”." in result_alt(opened(at), end, captions)
    said = text_of(public_of(at, text_only=True, booked=booked).to_components())
    assert f"🏅 **{NAMES[0]}** earns a badge: **{title}**" in said


def test_a_winners_colour_is_nobody_elses() -> None:
    game = games.load("durak").new(seats=2, seed=b"3" * 32)
    grounds = []
    for outcome in (Outcome((1, 2)), Outcome((2, 1)), Outcome((1, 1), kind="draw")):
        game.outcome = outcome
        things = own_ending_scene(present(own_ending(over(game), 0))).things
        grounds.append(next(each.colour for each in things if isinstance(each, Box)))
    assert len(set(grounds)) == len(grounds)


@pytest.mark.parametrize(("game", "sign"), [("durak", True), ("tredici", False)])
def test_the_last_one_wears_the_cap_only_where_there_is_a_fool(game: str, sign: bool) -> None:
    played = games.load(game).new(seats=2, seed=b"3" * 32)
    played.outcome = Outcome((1, 2))
    things = own_ending_scene(present(own_ending(over(played), 1))).things
    assert ("cap" in [thing.shape for thing in things if isinstance(thing, Sign)]) is sign
    assert ("2" in [thing.text for thing in things if isinstance(thing, Text)]) is not sign


@pytest.mark.parametrize(
    ("series", "told"),
    [
        ((), ""),
        ((3, 2), "Ada 3–2 Berta"),
        ((1, 0, 4), "Cleo 4 · Ada 1 · Berta 0"),
    ],
)
def test_the_match_has_its_score_in_the_picture_its_description_and_in_words(
    series: tuple[int, ...], told: str
) -> None:
    game = games.load("durak").new(seats=max(2, len(series)), seed=b"3" * 32)
    game.outcome = Outcome((1, 2, 2)[: game.seats])
    at, words, booked = over(game), words_of("durak"), Booked(series=series)
    captions = captions_of(at, words, opened=True)
    end = ending_of(at, game.outcome, opened(at), words, captions, booked)
    things = result_scene(opened(at), end, captions).things
    texts = [thing.text for thing in things if isinstance(thing, Text)]
    assert [text for text in texts if text.startswith("Match")] == ([f"Match: {told}"] * bool(told))
    assert (f"Match: {told}" in result_alt(opened(at), end, captions)) is bool(told)
    said = text_of(public_of(at, text_only=True, booked=booked).to_components())
    assert (f"Match: {told}" in said.replace("**", "")) is bool(told)


def test_a_game_that_is_not_over_opens_nothing() -> None:
    game = games.load("durak").new(seats=3, seed=b"3" * 32)
    for phase in Phase:
        at = over(game, phase=phase, outcome=Outcome((1, 2, 1)))
        assert (at.opened() is None) == (phase is not Phase.OVER)
        said = text_of(public_of(at, text_only=True).to_components())
        hands = {card for seat in range(3) for card in game.view(seat).hand}
        shown = cards_in(said) & hands - known(game.view(None))
        assert bool(shown) == (phase is Phase.OVER)


def test_a_headline_too_long_for_a_line_takes_two() -> None:
    game = games.load("durak").new(seats=2, seed=b"3" * 32)
    told = "Ada, Berta, Cleo, Dora, Emil, Frida, Gita and Hugo have won this game!"
    things = result_scene(
        game.view(None), Ending(told), captions_of(over(game), words_of("durak"))
    ).things
    lines = [thing for thing in things if isinstance(thing, Text) and thing.ramp == Ramp.TRUMP]
    assert " ".join(line.text for line in lines) == told
    assert lines[0].y < lines[1].y


def test_the_counters_that_say_something_are_told_in_words() -> None:
    seen = with_counters()
    end = Ending("Over.", (), places_of((1, 2, 3), "won"))
    told = result_alt(seen, end, captions(seen))
    assert "Pot: 65. Fuses: 0/3. 1. Player 0: 1 card; Held: 6♠; Bid: 25." in told
    assert "Passed" not in told
    assert "Bid 0" not in told
