"""Test which moves can be taken back in the games of packages. A move that has shown a hidden card
to somebody can't be taken back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import games
from bot.core.model import Person, Phase, Table
from bot.tables.manager import Tables
from bot.tables.play import TAKEN_BACK
from tests.bot.evening import lobby
from tests.games.plugins import EXAMPLES, installed
from tests.present import present

pytestmark = pytest.mark.usefixtures("database_without_threads")

PEOPLE = [Person(number, name) for number, name in enumerate(("Ann", "Bob", "Cat", "Dan"), 1)]


def cards_seen(table: Table) -> list[set[str]]:
    """Return, for each seat and then for spectators, the set of cards that they see."""
    views = [table.view(seat) for seat in (0, 1, 2, 3, None)]
    zones = [[card for zone in present(view).zones for card in zone.cards] for view in views]
    return [{card for card in cards if card} for cards in zones]


def known(table: Table) -> object:
    return present(table.live).position(), table.chapters, cards_seen(table)


@pytest.mark.parametrize(
    ("name", "preset", "may", "never"),
    [
        ("eights", "wild", {"play", "pass"}, {"draw"}),
        ("hearts", "deal", {"pass", "play"}, set()),
        ("cheat", "jury", {"lay", "claim", "trust"}, {"doubt", "go"}),
    ],
)
async def test_a_move_is_taken_back_unless_it_showed_a_hidden_card(
    tables: Tables,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    preset: str,
    may: set[str],
    never: set[str],
) -> None:
    monkeypatch.undo()  # the games are those that are installed
    rng, taken, kept = random.Random(5), set(), set()
    with installed(EXAMPLES / name, tmp_path):
        secret = games.load(name).secret_verbs
        table = await lobby(tables, *PEOPLE, game=name)
        await tables.choose(table.id, PEOPLE[0].id, learning=True, preset=preset)
        table = (await tables.start(table.id, PEOPLE[0].id)).table
        for _ in range(120):
            if table.phase is not Phase.PLAYING:
                break
            before = table
            seat = rng.choice(sorted(present(table.live).waiting_on))
            move = rng.choice(present(table.view(seat)).moves)
            member = present(table.seats[seat].member_id)
            table = (await tables.move(table.id, member, move)).table
            news = [
                now - then - {*move.cards}
                for then, now in zip(cards_seen(before), cards_seen(table), strict=True)
            ]
            if table.takes_back is None:
                kept.add(move.verb)
                continue
            assert not any(news), "nobody has seen a card since"
            taken.add(move.verb)
            if rng.random() < 0.5:
                continue
            others = [each for each in PEOPLE if each.id != member]
            for who in (member, *(each.id for each in others)):
                update = await tables.take_back(table.id, who, table.version)
            table = update.table
            assert known(table) == known(before)
            (told,) = update.happenings[0].events
            assert told.name == TAKEN_BACK
            assert told.fields["cards"] == ([] if move.verb in secret else [*move.cards])
    assert taken == may
    assert never <= kept
