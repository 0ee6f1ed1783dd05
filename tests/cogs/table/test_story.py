"""Tests of the log in a table's message. The log puts moves that belong together into one line. It
reveals only cards that the moves themselves reveal."""

from __future__ import annotations

import random

import pytest

import games
from bot.core.model import Happening
from bot.tables.play import RECENT as KEPT
from cogs.discord.languages import speaking
from cogs.table.message.story import LOG, RECENT, line_of, log_entries, recent_lines
from cogs.words.game import GENERIC, GameWords
from cogs.words.load import words_of
from cogs.words.seats import Names
from games.core import Event
from tests import WHOLE_GAMES
from tests.cogs.plugins import own_package
from tests.cogs.tables import table
from tests.sightings import cards_in

__all__ = ["own_package"]

NAMES = Names(("Nora", "Pavel", "Aiko", "Bot 1"))


def happening(*events: Event, stand_in: bool = False) -> Happening:
    return Happening(events[0].fields.get("seat", 0), "x", stand_in, events)


def told(words: GameWords, *happenings: Happening, me: int | None = None) -> list[str]:
    names = Names(NAMES.names, me)
    return [line_of(entry, words, names) for entry in log_entries(happenings, words, names)]


def beat(seat: int) -> Event:
    return Event("beat", {"seat": seat, "attack": "6S", "cards": ["9S"]})


def done(seat: int) -> Event:
    return Event("done", {"seat": seat})


def test_who_adds_nothing_is_told_in_one_breath_with_what_came_before() -> None:
    repelled = Event("bout-repelled", {"seat": 1, "cards": ["6S", "9S"]})
    lines = told(
        words_of("durak"),
        happening(beat(1)),
        happening(done(3)),
        happening(done(0), repelled),
        happening(Event("attack", {"seat": 1, "cards": ["7H"]})),
    )
    assert lines == [
        (
            "**Pavel** beats **6**\u2060♠\ufe0e with **9**\u2060♠\ufe0e; "
            "**Bot 1** and **Nora** pass; all beaten"
        ),
        "**Pavel** attacks with **7**\u2060♥\ufe0e",
    ]


def test_cards_thrown_in_one_after_the_other_are_one_deed_and_taking_is_told_once() -> None:
    taken = Event("bout-taken", {"seat": 1, "cards": ["6S", "6H", "6D"]})
    throws = [Event("throw", {"seat": 2, "cards": [card]}) for card in ("6H", "6D")]
    lines = told(
        words_of("durak"),
        happening(throws[0]),
        happening(throws[1]),
        happening(Event("take", {"seat": 1}), taken),
    )
    assert lines == [
        "**Aiko** throws in **6**\u2060♥\ufe0e **6**\u2060♦\ufe0e",
        "**Pavel** picks up **6**\u2060♠\ufe0e **6**\u2060♥\ufe0e **6**\u2060♦\ufe0e",
    ]


def turn(seat: int, *, aside: int = 0, new: int = 6) -> Happening:
    cards = ["2S", "3S", "4S", "5S", "6S", "7S", "8S"]
    events = [
        Event("discarded", {"seat": seat, "count": 6}, {"cards": cards[:6]}, (seat,)),
        Event("drew", {"seat": seat, "count": new}, {"cards": cards[:new]}, (seat,)),
    ]
    if aside:
        fields = {"seat": seat, "side": seat, "count": aside}
        events.append(Event("set-aside", fields, {"cards": cards[:aside]}, (seat, 3)))
    return happening(*events)


def test_a_turn_of_tredici_is_one_sentence_for_every_reader() -> None:
    words = words_of("tredici")
    both, six = turn(1, aside=2), "**2**\u2060♠\ufe0e **3**\u2060♠\ufe0e"
    assert told(words, both) == ["**Pavel** swaps 6 cards, then sets 2 cards aside"]
    assert told(words, both, me=3) == [f"**Pavel** swaps 6 cards, then sets {six} aside"]
    (own,) = told(words, both, me=1)
    assert own.startswith(f"You swap {six} ")
    assert own.endswith(f", then set {six} aside")
    assert told(words, turn(1, new=7)) == ["**Pavel** discards 6 and draws 7 cards"]


def test_the_choice_of_suits_and_what_it_sets_aside_is_one_line() -> None:
    chosen = [Event("target-chosen", {"seat": n, "side": n}, {"suit": "S"}, (n,)) for n in range(3)]
    aside = [
        Event("set-aside", {"seat": n, "side": n, "count": n + 1}, {"cards": ["2S"]}, (n,))
        for n in range(3)
    ]
    lines = told(words_of("tredici"), *map(happening, chosen[:2]), happening(chosen[2], *aside))
    assert lines == [
        (
            "**Nora**, **Pavel** and **Aiko** pick a suit; cards set aside – **Nora**: 1, "
            "**Pavel**: 2, **Aiko**: 3"
        )
    ]


def test_a_purge_says_by_itself_what_is_discarded() -> None:
    purged = [
        Event("purged", {"side": n, "seats": [n], "count": 2}, {"cards": []}, (n,)) for n in (0, 2)
    ]
    hands = [Event("discarded", {"seat": n, "count": 5}, {"cards": ["2S"]}, (n,)) for n in (0, 2)]
    (line,) = told(words_of("tredici"), happening(*purged, *hands))
    assert line == "**Nora** and **Aiko** are purged and lose all their cards"


def test_what_leads_up_to_a_move_and_what_follows_from_it_share_its_line() -> None:
    words = words_of("dritzak")
    asked = Event("shijo-asked", {"seat": 1})
    answer = {"answer": "advice", "place": 2, "card": None}
    said = Event("shijo-answer", {"seat": 1}, answer, (1,))
    flip = Event("flip", {"seat": 1, "place": 2, "card": "3C", "played": False})
    pickup = Event("pickup", {"seat": 1, "cards": ["9S", "9H"]})
    moves = (happening(asked, said), happening(flip, pickup))
    rest = "turns over **3**\u2060♣\ufe0e, can't play it and picks up 2 cards"
    assert told(words, *moves) == [f"**Pavel** asks the Shijo, {rest}"]
    own = "You ask the Shijo; the Shijo says to turn over card 2; you turn over "
    own += "**3**\u2060♣\ufe0e, can't play it and pick up 2 cards"
    assert told(words, *moves, me=1) == [own]
    throws = [Event("throw", {"seat": n}, {"sign": "rock"}, (n,)) for n in (0, 1)]
    shown = Event(
        "throws-shown", {"seats": [0, 1], "signs": ["rock", "paper"], "left": [1], "wins": [0, 1]}
    )
    assert told(words, happening(throws[0]), happening(throws[1], shown)) == [
        "**Nora** threw ✊ rock and **Pavel** threw ✋ paper"
    ]
    assert told(words, happening(throws[0])) == ["**Nora** has chosen rock, paper or scissors"]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "**Pavel** throws in {card} and passes"),
        ("de", "**Pavel** legt {card} nach und legt nichts mehr nach"),
        ("lt", "**Pavel** primeta {card} ir daugiau neprimeta"),
        ("pl", "**Pavel** dorzuca {card} i więcej nie dorzuca"),
        ("ru", "**Pavel** подкидывает {card} и пасует"),
        ("uk", "**Pavel** підкидає {card} і пасує"),
    ],
)
def test_deeds_of_one_player_are_joined_and_do_not_contradict(language: str, line: str) -> None:
    card = "**10**\u2060♣\ufe0e"
    thrown = Event("throw", {"seat": 1, "cards": ["10C"]})
    with speaking(language):
        assert told(words_of("durak"), happening(thrown), happening(done(1))) == [
            line.format(card=card)
        ]


def test_what_follows_a_change_of_subject_names_its_player() -> None:
    passed = Event("pass", {"seat": 1, "cards": ["10C"], "defender": 2})
    moves = (happening(passed), happening(done(1)))
    with speaking("ru"):
        (line,) = told(words_of("durak"), *moves)
    assert line.endswith("теперь отбивается **Aiko**; **Pavel** пасует")


def test_the_lowest_card_that_was_not_played_is_one_sentence() -> None:
    words = words_of("dritzak")
    played = Event("play", {"seat": 1, "cards": ["JD"]})
    form = Event("poor-form", {"seat": 1, "rank": "3"})
    drew = Event("drew", {"seat": 1, "count": 1}, {"cards": ["5D"]}, (1,))
    move, card = happening(played, form, drew), "**J**\u2060♦\ufe0e"
    assert told(words, move) == [f"**Pavel** plays {card} instead of their lowest card. Poor form!"]
    (own,) = told(words, move, me=1)
    assert own.startswith(f"You play {card} instead of your lowest card. Poor form! You draw ")


def test_a_game_without_words_is_told_in_deeds_too() -> None:
    passed = [happening(Event("passed", {"seat": n})) for n in (0, 1, 3)]
    played = [happening(Event("played", {"seat": 2, "cards": [card]})) for card in ("6S", "7S")]
    assert told(GENERIC, *passed, *played) == [
        "**Nora**, **Pavel** and **Bot 1** passed",
        "**Aiko** played **6**\u2060♠\ufe0e **7**\u2060♠\ufe0e",
    ]


def test_what_a_bot_player_did_for_somebody_stays_apart() -> None:
    lines = told(words_of("durak"), happening(beat(1)), happening(done(3), stand_in=True))
    assert lines == [
        "**Pavel** beats **6**\u2060♠\ufe0e with **9**\u2060♠\ufe0e",
        "**Bot 1** passes (time ran out, so a bot moved)",
    ]


def test_five_deeds_are_told_however_many_said_nothing_in_between() -> None:
    rounds = [
        each
        for _ in range(9)
        for each in (happening(beat(1)), *(happening(done(n)) for n in (0, 2, 3)))
    ]
    at = table(game="durak", recent=tuple(rounds[-KEPT:]))
    lines = recent_lines(at, words_of("durak"), NAMES)
    assert len(lines) == RECENT == 5
    assert all("beats" in line and "pass" in line for line in lines)


def test_long_deeds_give_way_the_oldest_first() -> None:
    cards = [f"{rank}{suit}" for suit in "SHDC" for rank in ("10", "J", "Q", "K", "A")] * 3
    long = [happening(Event("threw_a_lot", {"seat": n, "cards": cards})) for n in range(3)]
    last = happening(Event("passed", {"seat": 3}))
    lines = recent_lines(table(recent=(*long, last)), GENERIC, NAMES)
    assert lines[-1] == "-# **Bot 1** passed"
    assert len(lines) == 2
    assert len("\n".join(lines)) <= LOG
    assert lines[0].endswith(" …")
    assert lines[0].count("**") % 2 == 0


@pytest.mark.usefixtures("own_package")
@pytest.mark.parametrize("game", ["durak", "dritzak", "tredici", *WHOLE_GAMES])
@pytest.mark.parametrize("me", [None, 0])
def test_entries_tell_no_card_that_the_moves_alone_would_not(game: str, me: int | None) -> None:
    kind, words, rng = games.load(game), words_of(game), random.Random(5)
    for preset in kind.Options.presets:
        options = kind.options(preset)
        seats = next(n for n in (4, 3, 2) if not options.clashes(n))
        played = kind.new(options, seats=seats, seed=preset.encode())
        names = Names(NAMES.names[:seats], me, kind.sides_of(options, seats))
        found = []
        for _ in range(120):
            if played.outcome is not None:
                break
            seat = rng.choice(sorted(played.waiting_on))
            events = played.play(seat, rng.choice(played.legal_moves(seat)))
            found.append(Happening(seat, "x", False, tuple(events)))
        for entry in log_entries(found, words, names):
            line = line_of(entry, words, names)
            assert line
            assert "{" not in line
            assert "**, ,**" not in line
            seen = str([event.seen_by(me) for event in entry.events])
            assert cards_in(line) <= cards_in(seen)
