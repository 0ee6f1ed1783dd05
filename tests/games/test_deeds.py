"""Tests of the deeds (notable acts that statistics count) that a game finds in its events, and of
the seats to which they belong."""

from __future__ import annotations

from games.core import Deed, Event, Game
from games.dritzak import Dritzak
from games.durak import Durak
from games.tredici import Tredici
from games.tredici.rules import events
from tests.games.durak_tables import play, table


def deeds(kind: type[Game], happened: list[Event]) -> list[Deed]:
    return [deed for event in happened for deed in kind.deeds(event)]


def test_epaulettes_are_the_fools_and_the_last_attackers() -> None:
    happened = play(
        table("6S 6D", "7C 8C", options={"opening": "several"}), "0 attack 6S 6D", "1 take"
    )
    assert deeds(Durak, happened) == [
        Deed(0, "epaulettes-given", times=2),
        Deed(1, "epaulettes-worn", times=2),
    ]


def test_of_several_attackers_the_last_gives_the_epaulette() -> None:
    others = table("6S", "7C 8C", "6D", lies="", options={"pile_on": "limited"})
    happened = play(others, "0 attack 6S", "1 take", "2 throw 6D")
    assert deeds(Durak, happened) == [Deed(2, "epaulettes-given"), Deed(1, "epaulettes-worn")]


def test_a_rank_worn_in_a_match_is_an_epaulette() -> None:
    happened = play(table("6S", "7C", options={"epaulettes": "match"}), "0 attack 6S", "1 take")
    assert deeds(Durak, happened) == [Deed(0, "epaulettes-given"), Deed(1, "epaulettes-worn")]


def test_a_walk_off_deegan_has_its_degree() -> None:
    dritzak = Dritzak
    assert dritzak.deeds(Event("walk-off", {"seat": 2, "degree": 3})) == (
        Deed(2, "walk-off", degree=3),
    )
    assert dritzak.deeds(Event("out", {"seat": 2, "place": 1})) == ()


def test_a_kische_is_its_callers_right_or_wrong() -> None:
    assert Tredici.deeds(events.kische_called(1, 0, "double")) == (Deed(1, "kische-right"),)
    assert Tredici.deeds(events.kische_called(3, 1, "wrong")) == (Deed(3, "kische-wrong"),)
    assert Tredici.deeds(events.drawn_game("run-out")) == ()


def test_all_thirteen_are_whoever_called_them() -> None:
    assert Tredici.deeds(events.tredici(1, "H", 2)) == (Deed(2, "thirteen"),)
    assert Tredici.deeds(events.tredici(1, "H", None)) == (), "they lay down by themselves"


def test_the_last_trump_is_whoever_drew_its() -> None:
    last = Event("drew", {"seat": 1, "count": 2, "trump": "7S"}, {"cards": ["9H", "7S"]}, (1,))
    assert Durak.deeds(last) == (Deed(1, "last-trump"),)
    assert Durak.deeds(Event("drew", {"seat": 1, "count": 2})) == ()


def test_every_deed_told_of_is_among_the_games_deeds() -> None:
    happened = play(table("6S", "7C"), "0 attack 6S", "1 take")
    happened.append(Event("drew", {"seat": 0, "count": 1, "trump": "7S"}))
    assert {deed.name for deed in deeds(Durak, happened)} == set(Durak.deed_names)
