"""Tests that the messages of a table use plain words, in English and in Russian."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from discord.utils import format_dt

import games
from bot.core.model import Phase, Seat, Table
from bot.pictures.fonts import written
from bot.pictures.hand import hand_picture
from bot.pictures.table import table_picture
from bot.preferences.model import ServerSettings
from cogs.discord.languages import SOURCE, speaking
from cogs.locale import extract
from cogs.table.lobby.settings import settings_panel
from cogs.table.message.alt_text import hand_alt, table_alt
from cogs.table.message.captions import captions_of
from cogs.table.message.headline import headline
from cogs.table.message.table_text import (
    middle_lines,
    names_of,
    seat_lines,
    waited_on_line,
    waiting_line,
)
from cogs.words.cards import RANK_LETTERS, described, hand_text, label, text
from cogs.words.game import GENERIC
from cogs.words.load import words_of
from cogs.words.seats import Names
from games.core import Event, Outcome, SeatView, Zone
from games.moves import Move
from tests.cogs.tables import public_of, table, view
from tests.limits import text_of

SOON = datetime(2026, 1, 1, tzinfo=UTC)
NAMES = Names(("Ada", "Berta", "Cleo", "Dora"), None, (0, 1, 0, 1))


def told_to(seat: int, clocks: dict[int, datetime], **fields: Any) -> str:
    seen = view(seat=seat, **fields)
    return waiting_line(seen, names_of(table(seen)), clocks, words_of("durak"))


def test_a_panel_says_you_attack() -> None:
    assert told_to(0, {0: SOON}) == f"**Your move. You're attacking.** ⏳ {format_dt(SOON, 'R')}"
    assert told_to(0, {}) == "**Your move. You're attacking.**"
    assert told_to(1, {0: SOON}) == "You're defending. Waiting for **Ada**."
    with speaking("ru"):
        assert told_to(0, {}) == "**Ваш ход. Вы атакуете.**"


def test_who_may_add_cards_is_told_so_while_others_are_waited_for() -> None:
    seen = view(seat=0, waiting_on=(1,), moves=(Move.parse("throw 7S"), Move.parse("done")))
    told = waiting_line(seen, names_of(table(seen)), {}, words_of("durak"))
    assert told == "You're attacking. Add a card or press Done."
    told = waiting_line(seen, names_of(table(seen)), {}, GENERIC)
    assert told.endswith("You can still play. Waiting for **Berta**.")


def test_without_a_part_in_the_game_it_is_simply_your_move() -> None:
    seen = view(seats=(SeatView(0, 0, 3), SeatView(1, 1, 3, ("mayor",))))
    assert waiting_line(seen, names_of(table(seen)), {}, GENERIC) == "**Your move.**"
    dealer = view(seats=(SeatView(0, 0, 3, ("dealer",)), SeatView(1, 1, 3)))
    told = waiting_line(dealer, names_of(table(dealer)), {}, GENERIC)
    assert told == "**Your move. You're the dealer.**"
    theirs = replace(seen, seat=1)
    assert waiting_line(theirs, NAMES, {}, GENERIC) == "Your role: mayor. Waiting for **Ada**."


def waiting(clocks: dict[int, datetime], waited: tuple[int, ...] = (0, 1, 2)) -> Table:
    seen = view(seat=None, seats=tuple(SeatView(n, n, 6) for n in range(3)), waiting_on=waited)
    seats = (Seat("Ada", 101), Seat("Berta", 102), Seat("Bot", strength="random"))
    return table(seen, seats=seats, clocks=clocks)


def test_several_who_are_waited_on_together_have_one_deadline() -> None:
    later = SOON + timedelta(minutes=1)
    first, second = format_dt(SOON, "R"), format_dt(later, "R")

    def line(at: Table) -> str:
        seen = at.view(None)
        assert seen is not None
        return waited_on_line(seen, names_of(at), at)

    together = waiting({0: SOON, 1: SOON, 2: later})
    assert line(together) == f"Waiting for **Ada**, **Berta** and **Bot** 🤖 ⏳ {first}"
    apart = waiting({0: SOON, 1: later, 2: later})
    assert line(apart) == (f"Waiting for **Ada** ⏳ {first}, **Berta** ⏳ {second} and **Bot** 🤖")
    assert line(waiting({})) == "Waiting for **Ada**, **Berta** and **Bot** 🤖"
    assert line(waiting({}, ())) == ""
    for text_only in (True, False):
        said = text_of(public_of(together, text_only=text_only).to_components())
        assert said.count(first) == 1, "in words as well as beside a picture"


PREPOSITIONS = {
    "en": "until|by|at|in|on",
    "de": "bis|um|am|ab|in|vor|nach|seit|zum",
    "lt": "iki|nuo|po|per|prie|už|ties",
    "pl": "do|o|w|we|na|od|po|przed|za",
    "ru": "до|к|в|через|с",
    "uk": "до|о|об|в|у|через|з|за|після",
}


@pytest.mark.parametrize("language", PREPOSITIONS)
def test_no_sentence_puts_a_preposition_before_what_discord_counts_down(language: str) -> None:
    """No sentence has a preposition such as `in` right before a time that counts down, because
    Discord shows `<t:…:R>` with a preposition, as `in 1 minute` or `через 1 минуту`."""
    bad = re.compile(rf"\b({PREPOSITIONS[language]})\b \{{when\}}", re.IGNORECASE)
    for message in extract.template() if language == SOURCE else extract.read(language):
        said = message.id if language == SOURCE else message.string
        for sentence in (said,) if isinstance(said, str) else said or ():
            assert not bad.search(sentence), sentence


def test_lines_of_seats_have_no_clock() -> None:
    at = waiting({0: SOON})
    seen = at.view(None)
    assert seen is not None
    assert format_dt(SOON, "R") not in "".join(seat_lines(seen, GENERIC, names_of(at), at))


def test_what_the_defender_takes_is_picked_up_and_not_to_be_beaten() -> None:
    lying = Zone("table", None, "pairs", ("6S", "6H"), ("9S", None))
    for taking, wanted in (
        (
            False,
            [
                "To beat: **6**\u2060♥\ufe0e",
                "Beaten: ~~**6**\u2060♠\ufe0e~~\u00a0**9**\u2060♠\ufe0e",
            ],
        ),
        (True, ["Picked up: **6**\u2060♠\ufe0e **6**\u2060♥\ufe0e **9**\u2060♠\ufe0e"]),
    ):
        seen = view(seat=None, zones=(lying,), facts={"taking": taking})
        assert middle_lines(seen, words_of("durak"), NAMES)[-len(wanted) :] == wanted


def test_a_team_are_the_fools_in_the_log_and_in_the_result() -> None:
    words, outcome = words_of("durak"), Outcome((1, 2, 1, 2))
    ended = Event("ended", {"fool": 3, "ranks": [1, 2, 1, 2], "kind": "won", "honours": []})
    assert words.told(ended, NAMES) == "game over: **Berta** and **Dora** are the fools"
    assert headline(outcome, words, NAMES) == "🃏 **Berta** and **Dora** are the fools."
    alone = Event("ended", {"fool": 1, "ranks": [1, 2, 1, 1], "kind": "won", "honours": []})
    assert words.told(alone, NAMES) == "game over: **Berta** is the fool"
    drawn = Event("ended", {"fool": None, "ranks": [1, 1, 1, 2], "kind": "draw", "honours": []})
    assert words.told(drawn, NAMES) == "game over, and nobody is the fool"
    assert (
        words.honours["wears"](["1", "7"], NAMES)
        == "🎖️ **Berta** and **Dora** wear the 7 as an epaulette"
    )


def test_court_cards_have_russian_letters_for_those_who_read_russian() -> None:
    assert (label("QH"), text("AS"), described("KD")) == (
        "Q\u2060♥\ufe0e",
        "**A**\u2060♠\ufe0e",
        "K of diamonds",
    )
    with speaking("ru"):
        assert [label(card)[0] for card in ("JH", "QH", "KH", "AH")] == list("ВДКТ")
        assert label("10H") == "10\u2060♥\ufe0e"
        assert text("QS") == "**Д**\u2060♠\ufe0e"
        assert described("KD") == "К, бубны"
        assert hand_text(["JS", "9S"]) == "**9**\u2060♠\ufe0e **В**\u2060♠\ufe0e"
        assert GENERIC.told(Event("wild", {"rank": "A"}), NAMES) == "Wild (rank: Т)"


def test_letters_are_drawn_as_the_reader_reads_them_and_nothing_else_changes() -> None:
    hand = ("9S", "10S", "QH", "AC")
    at = table(view(hand=hand), view(seat=None, zones=(Zone("pile", None, "pile", hand),)))
    own, everyones = at.view(0), at.view(None)
    assert own is not None
    assert everyones is not None
    english = captions_of(at, GENERIC)
    with speaking("ru"):
        russian = captions_of(at, GENERIC)
        assert "Д♥ Т♣" in hand_alt(own, hand, russian)
        assert "сверху Т♣, под ней Д♥ 10♠ 9♠" in table_alt(everyones, russian)
    assert [russian.letters[rank] for rank in "JQKA"] == list("ВДКТ")
    assert all(written(letter) == letter for letter in russian.letters.values())
    here, there = hand_picture(own, hand, english), hand_picture(own, hand, russian)
    assert here != there
    assert here == hand_picture(own, hand, replace(russian, letters={}))
    assert there == hand_picture(own, hand, replace(english, letters=russian.letters))
    assert table_picture(everyones, english) != table_picture(
        everyones, replace(english, letters=russian.letters)
    )
    low = view(hand=("9S", "10S"))
    assert hand_picture(low, low.hand, english) == hand_picture(
        low, low.hand, replace(english, letters=russian.letters)
    )
    assert set(english.letters) == set(RANK_LETTERS) == {"J", "Q", "K", "A", "RJ", "BJ"}


def test_a_pile_names_its_top_card() -> None:
    pile = Zone("pile", None, "pile", ("5S", "6S", "QH"))
    seen = view(seat=None, zones=(pile,), facts={})
    (line,) = middle_lines(seen, words_of("dritzak"), NAMES)
    assert (
        line == "Pile (3): **Q**\u2060♥\ufe0e on top, "
        "with **6**\u2060♠\ufe0e **5**\u2060♠\ufe0e below it"
    )
    with speaking("ru"):
        (line,) = middle_lines(seen, words_of("dritzak"), NAMES)
        below = "**6**\u2060♠\ufe0e **5**\u2060♠\ufe0e"
        assert line == f"Стопка (3): сверху **Д**\u2060♥\ufe0e, под ней {below}"
    assert "Pile: 3 cards, Q♥ on top, with 6♠ 5♠ below it." in table_alt(
        seen, captions_of(table(seen), words_of("dritzak"))
    )


@pytest.mark.parametrize(
    ("game", "terms"), [("dritzak", ["Jinx"]), ("tredici", ["Kisché", "purged", "full hand"])]
)
def test_a_lobby_explains_the_words_of_its_game(game: str, terms: list[str]) -> None:
    kind = games.load(game)
    options = kind.options().model_dump(mode="json")
    at = table(phase=Phase.LOBBY, game=game, preset="", options=options)
    said = text_of(settings_panel(at, 101, ServerSettings()).to_components())
    for term in terms:
        assert re.search(rf"\*\*[^*]*{term}[^*]*\*\*", said), term
    jinxed = replace(at, seats=(Seat("Ada", 101, handicaps=frozenset({"jinx"})),))
    assert ("jinxed" in text_of(public_of(jinxed).to_components())) is (game == "dritzak")


def test_the_log_explains_what_a_kische_was_and_why_a_game_does_not_count() -> None:
    words = words_of("tredici")
    for kind, meaning in (
        ("kische", "a single kisché, as one other player has the caller's suit"),
        ("nimoeglich", "an impossible kisché, or “nimöglich”, as everyone has the same suit"),
        ("wrong", "wrongly, as nobody shares a suit"),
    ):
        called = Event("kische-called", {"seat": 0, "side": 0, "kind": kind})
        line = words.told(called, Names(NAMES.names))
        assert line == f"🗣️ **Ada** calls kisché ({meaning})"
    purged = Event("purged", {"side": 0, "seats": [0], "count": 1}, {"cards": ["2S"]}, (0,))
    assert words.told(purged, Names(NAMES.names)) == "**Ada** is purged and loses all their cards"
    ended = Event("ended", {"kind": "void", "ranks": [1, 1], "reason": "jinx"})
    assert words_of("dritzak").told(ended, NAMES) == (
        "the winner is jinxed, so the game doesn't count"
    )
    drawn = Event("draw", {"reason": "no-progress"})
    assert words.told(drawn, NAMES) == (
        "nobody has set a card aside for ages, so the game ends in a draw"
    )
