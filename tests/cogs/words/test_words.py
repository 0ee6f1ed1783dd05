"""Tests of the words for cards, events and results, both for games that bring words of their own
and for games without."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from importlib import import_module

import pytest

import games
from bot.core.model import Happening, Phase, Seat
from bot.leaderboards.model import Booked, Moved
from cogs.discord.errors import sentence
from cogs.discord.languages import speaking
from cogs.locale.extract import read
from cogs.table.hand.offer import move_label
from cogs.table.message.alt_text import seat_alt
from cogs.table.message.captions import captions_for
from cogs.table.message.result import result_lines
from cogs.table.message.scores import score_lines
from cogs.table.message.story import happening_line
from cogs.table.message.table_text import middle_lines, names_of, seat_lines
from cogs.words.cards import hand_text, in_hand, label
from cogs.words.game import GENERIC, OF_ALL_GAMES
from cogs.words.load import words_of
from cogs.words.seats import Names
from games.core import Event, IllegalMove, Move, Outcome, SeatView, View, Zone
from tests.cogs.tables import public_of, table, view
from tests.games.test_tredici_kische import targets
from tests.limits import check_message, text_of
from tests.present import present

NAMES = Names(("Ada", "Berta", "Cleo"))


@pytest.mark.parametrize("game", ["durak", "dritzak", "tredici"])
def test_every_event_of_a_game_has_words_or_is_left_out_on_purpose(game: str) -> None:
    words = words_of(game)
    known = set(import_module(f"games.{game}.rules.events").EVENTS)
    assert known <= {*words.events, *words.private, *OF_ALL_GAMES}
    assert {*words.events, *words.private} <= known, "words for events that there are not"


@pytest.mark.parametrize("game", list(games.available()))
def test_every_event_of_random_games_is_told_to_everyone_and_to_each_seat(game: str) -> None:
    kind, words, rng = games.load(game), words_of(game), random.Random(3)
    told = set()
    for seed in range(12):
        presets = list(kind.Options.presets)
        options = kind.options(presets[seed % len(presets)])
        seats = next((n for n in (4, 3, 2) if n in kind.players and not options.clashes(n)), None)
        played = kind.new(options, seats=seats or 2, seed=bytes([seed]))
        names = [
            Names(("A", "B", "C", "D"), me, played.sides_of(options, played.seats))
            for me in (None, 0, 1)
        ]
        for _ in range(250):
            if played.outcome is not None:
                break
            seat = rng.choice(sorted(played.waiting_on))
            for event in played.play(seat, rng.choice(played.legal_moves(seat))):
                told.add(event.name)
                for reader in names:
                    line = words.told(event, reader)
                    assert "{" not in line
                    assert line == line.strip()
    assert len(told) > 5


def test_an_event_is_told_with_the_cards_that_its_reader_may_know() -> None:
    drew = Event("drew", {"seat": 0, "count": 2}, {"cards": ["6S", "9H"]}, (0,))
    words = words_of("durak")
    assert (
        words.told(drew, Names(NAMES.names, 0)) == "you draw **6**\u2060♠\ufe0e **9**\u2060♥\ufe0e"
    )
    assert words.told(drew, NAMES) == ""
    assert GENERIC.told(drew, NAMES) == "**Ada** drew (2 cards)"


def test_an_event_without_anything_public_is_not_even_hinted_at() -> None:
    asked = Event("kische-asked", {}, {"seat": 1}, (0, 1))
    for words in (words_of("tredici"), GENERIC):
        assert words.told(asked, NAMES) == ""
        assert words.told(asked, Names(NAMES.names, 2)) == ""
        assert words.told(asked, Names(NAMES.names, 0)) != ""


def test_an_unknown_event_is_told_generically() -> None:
    event = Event("went-fishing", {"seat": 1, "cards": ["QD"], "asked": "H", "defender": 2})
    assert GENERIC.told(event, NAMES) == (
        "**Berta** went fishing **Q**\u2060♦\ufe0e (asked: ♥\ufe0e\u2060 hearts) "
        "(defender: **Cleo**)"
    )


def test_a_bot_players_move_for_somebody_is_marked() -> None:
    happening = Happening(0, "take", True, (Event("take", {"seat": 0}),))
    assert happening_line(happening, words_of("durak"), NAMES) == (
        "**Ada** is picking up (time ran out, so a bot moved)"
    )


def test_the_middle_and_the_seats_are_made_of_zones_alone() -> None:
    seen = View(
        game="plug-in",
        seat=None,
        seats=(
            SeatView(0, 0, 5, ("turn", "mayor")),
            SeatView(1, 1, 1, out=True),
            SeatView(2, 2, 0, resigned=True),
        ),
        zones=(
            Zone("hand", 0, "hand", (None,) * 5),
            Zone("meadow", 0, "row", ("6S", None), gaps=(1,)),
            Zone("stock", None, "count", (None,) * 7),
            Zone("river", None, "pile", ("2C", "3C")),
            Zone("market", None, "pairs", ("6H", "7H"), (None, "8H")),
        ),
        facts={"wild_rank": "8", "many": {"a": 1}},
        waiting_on=(0,),
    )
    at = table(
        seen,
        game="plug-in",
        seats=(Seat("Ada", 101), Seat("Bot", strength="random"), Seat("Cleo", 103)),
    )
    names = names_of(at, seen)
    middle = "\n".join(middle_lines(seen, GENERIC, names))
    assert "Wild rank: 8\u00a0· Stock\u00a07" in middle, "no line begins with the dot or the number"
    assert "River (2): **3**\u2060♣\ufe0e on top, with **2**\u2060♣\ufe0e below it" in middle
    assert "To beat: **6**\u2060♥\ufe0e" in middle
    assert "Beaten: ~~**7**\u2060♥\ufe0e~~\u00a0**8**\u2060♥\ufe0e" in middle
    seats = seat_lines(seen, GENERIC, names, at)
    assert seats[0] == "▶️ **Ada**\u00a0· 5 cards\u00a0· mayor\u00a0· ⏳"
    assert seats[1] == "-# Meadow **6**\u2060♠\ufe0e × ▒\u2060"
    assert seats[2] == "**Bot** 🤖\u00a0· is out"
    assert seats[3] == "**Cleo**\u00a0· has left"


def test_who_has_left_a_game_of_tredici_is_told_of_no_duty() -> None:
    kind = games.load("tredici")
    game = kind.new(kind.options(None), seats=3, seed=b"duty")
    while game.view(1).facts["owes"] is None:
        for seat in sorted(game.waiting_on):
            game.play(seat, game.legal_moves(seat)[0])

    def told() -> str:
        return "\n".join(middle_lines(game.view(1), words_of("tredici"), NAMES))

    assert "You'll draw" in told() or "You draw" in told() or "You'll discard" in told()
    game.resign(1)
    assert "You" not in told().replace("Your suit", "")


def test_a_score_stands_at_each_seat_and_in_one_line_that_partners_share() -> None:
    seen = view(
        seat=None,
        seats=tuple(SeatView(seat, seat % 2, 1) for seat in range(4)),
        facts={"score": [13, 0, 13, None]},
    )
    people = ("Ada", "Berta", "Cleo", "Dora*")
    at = table(seen, seats=tuple(Seat(name, 101 + n) for n, name in enumerate(people)))
    names = names_of(at, seen)
    assert "· score 13\u00a0·" in seat_lines(seen, GENERIC, names, at)[0]
    assert score_lines(seen, names) == ["Score: **Ada** and **Cleo** 13 · **Berta** 0"]
    assert score_lines(seen, names, (1, 0, 2)) == ["Score: **Berta** 0 · **Ada** and **Cleo** 13"]
    with speaking("ru"):
        assert "· счёт 13\u00a0·" in seat_lines(seen, GENERIC, names, at)[0]
        assert score_lines(seen, names) == ["Счёт: **Ada** и **Cleo** 13 · **Berta** 0"]
    assert "score" not in "".join(seat_lines(replace(seen, facts={}), GENERIC, names, at))
    assert score_lines(replace(seen, facts={}), names) == []


def test_results_name_the_fool_the_winners_and_those_who_left() -> None:
    words, seen = words_of("durak"), view()
    assert result_lines(Outcome((1, 2, 1)), words, NAMES, None) == [
        "🃏 **Berta** is the fool.",
        "🥇 **Ada** and **Cleo**",
        "🃏 **Berta**",
    ]
    assert result_lines(Outcome((1, 1), "draw"), words, NAMES, seen) == ["🤝 A draw."]
    assert result_lines(Outcome((1, 1), "void"), words, NAMES, seen) == ["This game doesn't count."]
    assert result_lines(Outcome((2, 1, 2)), GENERIC, NAMES, None)[0] == "🏆 **Berta** won!"
    honoured = result_lines(
        Outcome((1, 2), honours=("walk-off:0:2",)), words_of("dritzak"), NAMES, None
    )
    assert honoured[-1] == "🌟 A double walk-off Deegan by **Ada**!"
    odd = result_lines(Outcome((1, 2), honours=("most:1",)), GENERIC, NAMES, None)
    assert "Most" in odd[-1]


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "Attack with 5♥", "Pass it on with 5♠ 5♥"),
        ("de", "Mit 5♥ angreifen", "Mit 5♠ 5♥ schieben"),
        ("lt", "Pulti korta 5♥", "Pervesti kortomis 5♠ 5♥"),
        ("pl", "Atakuj kartą 5♥", "Przekaż kartami 5♠ 5♥"),
        ("ru", "Зайти с 5♥", "Перевести картами 5♠ 5♥"),
        ("uk", "Ходити з 5♥", "Перевести картами 5♠ 5♥"),
    ],
)
def test_the_name_of_a_move_is_words_as_they_are_spoken(language: str, one: str, two: str) -> None:
    words = words_of("durak")
    with speaking(language):
        told = [move_label(Move.parse(each), words) for each in ("attack 5H", "pass 5S 5H")]
    assert [each.replace("\u2060", "").replace("\ufe0e", "") for each in told] == [one, two]


QUOTED = (
    ("You chose “{played}”. **{best}** was better.", ("{played}", "{best}")),
    ("{name} chose “{played}”. **{best}** was better.", ("{played}", "{best}")),
    ("{sign} **{move}** is right.", ("{move}",)),
    ("{sign} You chose **{move}**. **{best}** was better.", ("{move}", "{best}")),
    ("{sign} **{move}** isn't the best move. **{best}** is.", ("{move}", "{best}")),
    ("{sign} **{move}** isn't the answer. {left}", ("{move}",)),
    ("💥 Costliest move: {move}, by {name}.", ("{move}",)),
    ("After that, {hope}. After “{other}”, it's only {number}.", ("{other}",)),
    ("“{other}” would be a mistake.", ("{other}",)),
    ("**{season}** is under way and ends {when}.", ("{season}",)),
)
"""Sentences with the name of a move or of a season, and the blanks for it."""


@pytest.mark.parametrize("language", ["de", "lt", "pl", "ru", "uk"])
def test_the_name_of_a_move_or_a_season_is_quoted_in_a_sentence(language: str) -> None:
    catalogue = read(language)
    for english, names in QUOTED:
        told = present(catalogue.get(english)).string
        for name in names:
            assert re.search(rf"[„«](\*\*)?{re.escape(name)}(\*\*)?[“”»]", str(told)), told


def test_who_left_is_not_named_twice() -> None:
    def places(left: set[int], me: int | None = None, ranks: tuple[int, ...] = (1, 2, 2)) -> str:
        seats = tuple(SeatView(seat, seat, 3, resigned=seat in left) for seat in range(3))
        names = Names(NAMES.names, me)
        return result_lines(Outcome(ranks), words_of("dritzak"), names, view(seats=seats))[-1]

    assert places({2}) == "2. **Berta** and **Cleo** (**Cleo** left the game)"
    assert places({2}, me=2) == "2. **Berta** and **You** (**You** left the game)"
    assert places({1, 2}) == "2. **Berta** and **Cleo** (left the game)"
    assert places({2}, ranks=(1, 2, 3)) == "3. **Cleo** (left the game)"
    assert places({2}, me=2, ranks=(1, 2, 3)) == "3. **You** (left the game)"
    with speaking("ru"):
        assert places({2}, ranks=(1, 2, 3)) == "3. **Cleo** (досрочный выход)"


@pytest.mark.parametrize("phase", [Phase.CLOSED, Phase.QUARANTINED])
def test_a_table_that_is_shut_says_why_and_offers_nothing(phase: Phase) -> None:
    components = public_of(table(phase=phase, reason="Its record can't be read.")).to_components()
    check_message({"components": components, "allowed_mentions": {"parse": []}})
    assert "Its record can't be read." in text_of(components)


def test_the_longest_table_is_within_discords_limits() -> None:
    cards = tuple(f"{rank}{suit}" for suit in "SHDC" for rank in ("10", "J", "Q", "K"))
    seats = tuple(Seat("_" * 32, 100 + seat) for seat in range(12))
    seen = View(
        game="plug-in",
        seat=None,
        seats=tuple(
            SeatView(seat, seat % 4, 30, ("dealer", "turn", "attacker-in-chief"))
            for seat in range(12)
        ),
        zones=(
            *(
                Zone(f"zone {number}", seat, "row", cards)
                for seat in range(12)
                for number in range(3)
            ),
            Zone("pile", None, "pile", cards * 6),
            Zone("bout", None, "pairs", cards, cards),
        ),
        facts={f"fact_{number}": "value" * 10 for number in range(20)},
        waiting_on=tuple(range(12)),
    )
    event = Event("did_a_great_many_things", {"seat": 0, "cards": list(cards) * 3})
    at = table(
        seen,
        game="plug-in",
        seats=seats,
        recent=tuple(Happening(0, "x", True, (event,) * 5) for _ in range(20)),
    )
    for phase in Phase:
        over = Outcome(tuple(range(1, 13)), honours=tuple(f"honour-{n}:1:2" for n in range(50)))
        shown = table(
            seen,
            phase=phase,
            game="plug-in",
            seats=seats,
            recent=at.recent,
            outcome=over,
            next_hash="cd" * 32,
            reason="y" * 3000,
        )
        for text_only in (False, True):
            view = public_of(shown, text_only=text_only, booked=Booked((Moved(1000, 1018),) * 12))
            components = view.to_components()
            check_message({"components": components, "allowed_mentions": {"parse": []}})
            if phase is Phase.OVER:  # whatever is clipped, the beginning of the seal is not
                assert f".{'cd' * 6}'" in str(components)


def test_cards_are_sorted_with_trumps_and_jokers_last() -> None:
    cards = ["RJ", "6S", "AS", "7H", "10C", "2D"]
    assert in_hand(cards, trump="S") == ["7H", "2D", "10C", "6S", "AS", "RJ"]
    assert in_hand(cards, "rank") == ["2D", "6S", "7H", "10C", "AS", "RJ"]
    assert hand_text(["6S", "7H"]) == "**6**\u2060♠\ufe0e · **7**\u2060♥\ufe0e"
    assert len({label(card) for card in cards}) == len(cards)


def test_a_refusal_names_cards_as_people_read_them_and_the_rule() -> None:
    refusal = IllegalMove(
        "{card} does not beat {others}, {name}.",
        rule="DUR-20",
        card="6S",
        others="7S 10H",
        name="*A*",
    )
    assert sentence(refusal) == (
        "**6**\u2060♠\ufe0e does not beat **7**\u2060♠\ufe0e **10**\u2060♥\ufe0e, \\*A\\*. "
        "(rule DUR-20, see `/rules`)"
    )


def test_who_called_kische_is_told_so_as_something_past() -> None:
    """A player who has called kisché keeps this role until the game ends. The words for the role
    are in the past tense."""
    game = targets("HHS")
    game.play(2, "kische")
    game.play(min(game.waiting_on), game.legal_moves(min(game.waiting_on))[0])
    seen, words = game.view(None), words_of("tredici")
    captions = captions_for(NAMES.names, words)
    assert "called kisché" in seat_alt(seen, seen.seats[2], captions)
