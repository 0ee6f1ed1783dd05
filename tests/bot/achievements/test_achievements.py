"""Tests of achievements, which are updated after each finished game. The result must be the same if
they are computed from all games together, and if a second, simpler program in this file computes
them."""

from __future__ import annotations

import random
from itertools import count, pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import games
from bot.achievements.model import ACHIEVEMENTS, BY_NAME
from bot.achievements.service import Achievements
from bot.leaderboards.service import Boards
from bot.lessons.service import Learned
from bot.tables.store.tables import Store
from bot.today.service import Today
from games.players import LEVELS
from tests.bot.conftest import Now
from tests.bot.finished import finish
from tests.second_opinion import PlayedGame, Sat

NORA, PAVEL, AIKO = 101, 102, 103
GUILDS = count(5000)


def opened(store: Store, now: Now) -> Achievements:
    return Achievements(store, Learned(store), Today(store, now))


async def names(achievements: Achievements, guild: int, member: int) -> set[str]:
    return {each.achievement.name for each in await achievements.shelf(guild, member)}


def won(*order: int | str, deeds: tuple[tuple[str, int, int], ...] = ()) -> PlayedGame:
    """Return a finished game with the players in `order`, the winner first. `deeds` are the notable
    acts of the winner, which achievements count. Each is (name, degree, how many times)."""
    sats = [Sat(who, place, place) for place, who in enumerate(order, 1)]
    first = Sat(order[0], 1, 1, deeds=deeds)
    return PlayedGame((first, *sats[1:]))


@st.composite
def evenings(draw: st.DrawFn) -> list[PlayedGame]:
    """Generate 1 to 40 games of three members and up to four bot players. Some games end in a draw,
    in some a player resigned, and some don't count because nobody moved."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    played = []
    for _ in range(draw(st.integers(1, 40))):
        people: list[int | str] = [NORA, PAVEL, AIKO]
        people += [rng.choice(LEVELS) for _ in range(rng.randint(0, 4))]
        rng.shuffle(people)
        ranks = [rng.randint(1, 2) for _ in people]
        sats = tuple(
            Sat(who, rank, side, resigned=rng.random() < 0.05)
            for side, (who, rank) in enumerate(zip(people, ranks, strict=True))
        )
        kind = "draw" if len(set(ranks)) == 1 else "won"
        if kind == "draw":
            sats = tuple(Sat(sat.who, 1, sat.side, resigned=sat.resigned) for sat in sats)
        played.append(PlayedGame(sats, kind, moved=rng.random() > 0.1))
    return played


def by_another_hand(evening: list[PlayedGame], member: int) -> set[str]:
    """Compute the achievements of `member` from finished games with a plain loop. Tests compare the
    result with the achievements that the bot computes."""
    found: set[str] = set()
    counted = wins = losses = stayed = 0
    for game in evening:
        own = next((sat for sat in game.sats if sat.who == member), None)
        if own is None or not game.moved:
            continue
        worst = max(sat.rank for sat in game.sats)
        lost = own.resigned or (game.kind == "won" and own.rank == worst > 1)
        win = game.kind == "won" and own.rank == 1 and not lost
        counted += 1
        wins = wins + 1 if win else 0
        losses = losses + 1 if lost else 0
        stayed = 0 if own.resigned else stayed + 1
        for name, holds in {
            "first-game": sum(not sat.is_bot for sat in game.sats) > 1,
            "ten-games": counted >= 10,
            "hundred-games": counted >= 100,
            "three-in-a-row": wins >= 3,
            "ten-in-a-row": wins >= 10,
            "five-lost": losses >= 5,
            "big-table": win and len(game.sats) >= 6,
            "stays": stayed >= 25,
            **{f"beats-{each}": win and any(s.who == each for s in game.sats) for each in LEVELS},
        }.items():
            if holds:
                found.add(name)
    return found


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(evenings(), st.integers(0, 40))
async def test_they_are_what_another_hand_computes_kept_up_to_date_or_anew(
    store: Store, now: Now, evening: list[PlayedGame], cut: int
) -> None:
    guild = next(GUILDS)
    kept = opened(store, now)
    await finish(store, evening[:cut], guild=guild)
    before = {member: await names(kept, guild, member) for member in (NORA, PAVEL)}
    await finish(store, evening[cut:], guild=guild, first=cut + 1)
    for member in (NORA, PAVEL, AIKO):
        wanted = by_another_hand(evening, member)
        assert await names(kept, guild, member) == wanted
        assert await names(opened(store, now), guild, member) == wanted
        assert before.get(member, set()) <= wanted, "none is taken back"


@pytest.fixture
def achievements(store: Store, now: Now) -> Achievements:
    return opened(store, now)


async def test_each_is_told_once_in_the_game_that_earned_it(
    store: Store, achievements: Achievements
) -> None:
    await finish(store, [won(NORA, "master"), won(NORA, "master"), won(NORA, PAVEL)])
    told = {}
    for number in (1, 2, 3):
        earned = await achievements.earned_in(10, f"10-du-{number}", 1)
        told[number] = {
            member: {each.achievement.name for each in new} for member, new in earned.items()
        }
    assert told == {
        1: {NORA: {"beats-master"}},
        2: {},
        3: {NORA: {"first-game", "three-in-a-row"}, PAVEL: {"first-game"}},
    }


async def test_an_annulled_game_earns_nothing(
    store: Store, now: Now, achievements: Achievements
) -> None:
    await finish(store, [won(NORA, "master"), won(NORA, PAVEL)])
    assert "beats-master" in await names(achievements, 10, NORA)
    await Boards(store, now=now).annul(10, "10-du-1", 1, by=1)
    assert await names(achievements, 10, NORA) == {"first-game"}


async def test_deeds_of_games_earn_badges(store: Store, achievements: Achievements) -> None:
    deeds = {deed for kind in games.available().values() for deed in kind.deed_names}
    earned = {
        "epaulettes-given": "epaulette",
        "walk-off": "walk-off",
        "kische-right": "kische",
        "last-trump": "last-trump",
        "thirteen": "thirteen",
    }
    assert set(earned) <= deeds, "a deed's name is the game's"
    for number, (deed, name) in enumerate(earned.items(), 1):
        await finish(store, [won(NORA, PAVEL, deeds=((deed, 1, 1),))], first=number)
        assert name in await names(achievements, 10, NORA)


async def test_what_few_have_is_rare(store: Store, achievements: Achievements) -> None:
    crowd = list(range(200, 219))
    await finish(store, [won(one, other) for one, other in pairwise(crowd)])
    await finish(store, [won(NORA, "master")], first=50)
    (badge,) = await achievements.shelf(10, NORA)
    assert badge.achievement is BY_NAME["beats-master"]
    assert badge.rare == (1, 20)
    (usual,) = await achievements.shelf(10, crowd[0])
    assert usual.rare is None


async def test_lessons_and_deals_count(
    store: Store, now: Now, achievements: Achievements, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned = Learned(store)
    kind = games.load("durak")
    for lesson in kind.lessons[:-1]:
        await learned.finished(NORA, kind.name, lesson.name)
    assert await names(achievements, 10, NORA) == set()
    await learned.finished(NORA, kind.name, kind.lessons[-1].name)
    assert await names(achievements, 10, NORA) == {"lessons"}

    async def a_week(_: Today, member_id: int) -> tuple[int, int]:
        return (0, 7) if member_id == PAVEL else (0, 6)

    monkeypatch.setattr(Today, "streak", a_week)
    assert await names(achievements, 10, PAVEL) == {"week-of-deals"}


def test_each_has_a_name_a_title_and_a_sign_of_its_own() -> None:
    for field in ("name", "title", "told", "sign"):
        values = [getattr(each, field) for each in ACHIEVEMENTS]
        assert len(set(values)) == len(values) >= 20
