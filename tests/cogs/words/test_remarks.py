"""Tests of the remarks that bot players with names make. Remarks are rare, the same for every
reader, and depend on nothing hidden."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

import games
from bot.core.model import Happening, Seat, Table
from bot.preferences.model import MemberSettings
from cogs.discord.languages import speaking
from cogs.table.drawn import drawn_panel
from cogs.table.message.story import recent_lines
from cogs.table.message.table_text import names_of
from cogs.words import _
from cogs.words.load import words_of
from cogs.words.remarks import LINES, LOST, WON, Remark, remark_at
from games.core import Event, Stream
from games.players import BUILT_IN, seated
from games.told_events import told
from tests.cogs.tables import table
from tests.limits import text_of
from tests.present import present

OURS = list(BUILT_IN)


SEATS = (Seat("Nora", 7), Seat("Bruno", strength="casual"), Seat("Zita", strength="casual"))


@cache
def played(game: str) -> list[Table]:
    """Play some games of a member and two bot players. Returns the table after each move."""
    seen = []
    kind = games.load(game)
    for number in range(1, 7):
        seed = b"remarks %d" % number
        live, chapters, recent = kind.new(seats=len(SEATS), seed=seed), 0, list[Happening]()
        sitting = [seated(game, "casual") for _ in SEATS]
        happened = live.dealt()
        while live.outcome is None:
            for seat, player in enumerate(sitting):
                for event in told(happened, seat):
                    player.watch(*event)
            seat = min(live.waiting_on)
            chance = Stream(seed + b"%d" % len(recent))
            move = sitting[seat].choose(live.view(seat), chance)
            happened = live.play(seat, move)
            recent.append(Happening(seat, str(move), False, tuple(happened)))
            chapters += recent[-1].ends_any_of(kind.chapter_names)
            seen.append(
                table(
                    game=game,
                    game_number=number,
                    seats=SEATS,
                    recent=tuple(recent[-40:]),
                    chapters=chapters,
                    live=live.copy(),
                    outcome=live.outcome,
                )
            )
    return seen


def spoken(seen: list[Table]) -> list[tuple[tuple[int, int], Remark]]:
    """Return all remarks, each once, as a sorted list of pairs. The first value says when the
    remark was made: the number of the game, and how many parts of the game had ended. The second
    value is the remark. The end of a game also ends a part. Fails if one part has two different
    remarks."""
    told: dict[tuple[int, int], Remark] = {}
    for at in seen:
        names = games.load(at.game).chapter_names
        ends_within = at.outcome is not None and not at.recent[-1].ends_any_of(names)
        remark = remark_at(at)
        if remark is not None:
            part = at.chapters + ends_within
            assert told.setdefault((at.game_number, part), remark) == remark
    return sorted(told.items(), key=lambda each: each[0])


@pytest.mark.parametrize("game", OURS)
def test_they_speak_and_never_twice_in_two_bouts(game: str) -> None:
    told = spoken(played(game))
    assert len(told) >= (2 if game == "tredici" else 6)
    for (earlier, _one), (later, _other) in pairwise(told):
        assert later[0] > earlier[0] or later[1] >= earlier[1] + 2
    assert {SEATS[remark.seat].name for _at, remark in told} <= {"Bruno", "Zita"}


@pytest.mark.parametrize("game", OURS)
def test_at_the_end_speaks_who_has_lost_or_won(game: str) -> None:
    said = set()
    for at in played(game):
        remark = remark_at(at)
        if at.outcome is None or remark is None:
            continue
        rank = at.outcome.ranks[remark.seat]
        assert remark.line in (LOST if rank == max(at.outcome.ranks) else WON)
        said.add(at.game_number)
    assert said, "somebody has a last word"


@pytest.mark.parametrize("game", OURS)
def test_a_remark_follows_from_what_everybody_knows(game: str) -> None:
    """A remark stays the same when everything that is hidden from somebody is removed from the
    table, such as secret fields of events and the live game."""
    for at in played(game):
        public = tuple(
            replace(
                happening,
                move="",
                events=tuple(
                    Event(event.name, event.fields) for event in happening.events if event.fields
                ),
            )
            for happening in at.recent
        )
        assert remark_at(replace(at, live=None, recent=public)) == remark_at(at)


def test_nameless_bot_players_and_those_of_a_silent_table_say_nothing() -> None:
    at = next(each for each in played("durak") if remark_at(each) is not None)
    words, names = words_of("durak"), names_of(at)
    remark = present(remark_at(at))
    said = f"💬 **{SEATS[remark.seat].name}**: *{remark.line}*"
    assert recent_lines(at, words, names)[-1] == said
    silent = replace(at, remarks=False)
    assert remark_at(silent) is None
    assert said not in recent_lines(silent, words, names)
    nameless = tuple(replace(seat, name="Bot 1") for seat in SEATS)
    assert remark_at(replace(at, seats=nameless)) is None
    members = tuple(replace(seat, member_id=7) for seat in SEATS)
    assert remark_at(replace(at, seats=members)) is None, "a member of that name isn't one"


@pytest.mark.parametrize(
    ("language", "gendered"),
    [
        ("ru", r"\w{2,}(?:[аеияуы]л|ог|ала|ила|ела)(?:ся|сь)?"),
        ("uk", r"\w{2,}(?:[аиіу]в|іг|ала|ила|іла)(?:ся|сь)?"),
        ("pl", r"\w+(?:łem|łam)"),
        ("lt", r"\w+ęs|\w+[^a\W]usi"),
    ],
)
def test_a_remark_suits_a_woman_and_a_man(language: str, gendered: str) -> None:
    lines = [
        line
        for said in (
            *LINES["durak"].values(),
            *LINES["dritzak"].values(),
            *LINES["tredici"].values(),
        )
        for line in (*said.own, *said.other)
    ]
    with speaking(language):
        told = [_(line) for line in (*lines, *WON, *LOST)]
    about_things = {"планів", "начинала", "нравилась", "починала", "подобалася", "pradėjusi"}
    found = {word for line in told for word in re.findall(rf"\b(?:{gendered})\b", line)}
    assert not found - about_things


def test_what_is_remarked_on_happens() -> None:
    for game, lines in LINES.items():
        assert set(lines) - {"out"} <= games.load(game).chapter_names


async def test_who_wants_none_reads_none_in_their_hand() -> None:
    at = next(each for each in played("durak") if each.outcome is None and remark_at(each))
    for wanted in (True, False):
        own = MemberSettings(text_only=True, remarks=wanted)
        drawn = await drawn_panel(at, 0, wanted=own)
        assert ("💬" in text_of(drawn.view.to_components())) is wanted
