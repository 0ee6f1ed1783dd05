"""Tests of leaderboards, profiles, seasons and honours (counted special feats) as Discord shows
them. tests/second_opinion.py computes each number again without the bot's code, and the tests
compare both numbers."""

from __future__ import annotations

import io
import itertools
import random
from collections import Counter

import discord
import pytest
from PIL import Image
from simcord.actors import MemberActor

from bot.core.errors import NotSaved
from bot.core.levels import fixed_rating
from tests.beyond import BEYOND
from tests.journeys import planned, ways
from tests.journeys.boards import (
    DEEDS,
    Club,
    by_deed,
    by_rating,
    expected,
    orders_of,
    rating_of,
    told,
)
from tests.journeys.conftest import Click, Evening, at_once, custom_id
from tests.journeys.planned import walk_off
from tests.limits import text_of, walk
from tests.present import present
from tests.second_opinion import Numbers, compute

DAY = 24 * 60 * 60


pytestmark = pytest.mark.usefixtures("straws")


def rival(counts: Counter[int]) -> tuple[int, int] | None:
    """Return `(-count, id)` of the member with the highest count. If several members have it, take
    the lowest id. Return None if `counts` is empty."""
    return min(((-times, who) for who, times in counts.items()), default=None)


MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
DEGREES = {1: "single", 2: "double", 3: "triple", 4: "quadruple"}


def mark_of(game: str, rank: int, won: bool, last: bool, medal: bool) -> str:
    """Return the sign for a result in a profile. `rank` is the member's rank. `won` says whether
    the game had a winner, `last` whether the rank was the last one, and `medal` whether it earns a
    medal. In a draw, rank 1 has 🤝. In a won game, the last rank has 🃏 in Durak. Every result
    without a medal is shown as the rank."""
    if not won:
        return "🤝" if rank == 1 else f"{rank}."
    if last and game == "durak":
        return "🃏"
    return MEDALS[rank] if medal else f"{rank}."


def game_told(game: str, mine: Numbers) -> list[str]:
    """Return the lines that a profile must show for a game with these numbers."""
    marks: Counter[str] = Counter()
    for place, times in sorted(mine.places.items(), key=lambda each: (not each[0][1], each[0])):
        marks[mark_of(game, *place)] += times
    places = " · ".join(f"{mark} {times}" for mark, times in marks.items())
    titles = {name: title for title, name in DEEDS[game].items()}
    honours = []
    for name in sorted({name for name, _ in mine.deeds}):
        degrees = {
            degree: times for (done, degree), times in sorted(mine.deeds.items()) if done == name
        }
        each = " and ".join(
            ", ".join(f"{DEGREES[of]} {times}" for of, times in degrees.items()).rsplit(", ", 1)
        )
        honours.append(
            f"{titles[name]} {sum(degrees.values())}"
            + (f" ({each})" if set(degrees) != {1} else "")
        )
    return [
        f"{game.capitalize()} · {rating_of(mine)}",
        (
            f"{mine.games} game{'s' * (mine.games != 1)} · won {mine.won} · lost {mine.lost} · "
            f"drawn "
            f"{mine.drawn}"
        ),
        f"Results: {places}",
        *([f"Win streak: {mine.streak} (best {mine.longest})"] if mine.longest else []),
        *(["🎖️ " + " · ".join(honours)] if honours else []),
    ]


async def check_profile(
    club: Club, member: MemberActor, people: dict[str, dict[int | str, Numbers]]
) -> None:
    text = text_of((await club.profile(club.members[0], member)).components)
    mine = {game: numbers[member.id] for game, numbers in people.items() if member.id in numbers}
    by_games = sorted(mine, key=lambda game: (-mine[game].games, game))
    head, *parts = text.split("### ")
    total = sum(each.games for each in mine.values())
    favourite = [f"favourite game: {by_games[0].capitalize()}"] if len(mine) > 1 else []
    left = [
        sat.resigned
        for played in itertools.chain(*club.games.values())
        if played.kind != "void" and played.moved and not played.annulled
        for sat in played.sats
        if sat.who == member.id and sum(not each.is_bot for each in played.sats) > 1
    ]
    gone = [f"left {sum(left) / len(left):.0%} of games early"] if left else []
    about = " · ".join([f"{total} game{'s' * (total != 1)}", *favourite, *gone])
    assert head == f"## {club.names[member.id]}\n{about}\n"
    for game, part in zip(by_games, parts, strict=True):
        lines = game_told(game, mine[game])
        assert part.splitlines()[: len(lines)] == lines
        # Nothing more is said of that game: other parts follow.
        assert not part.splitlines()[len(lines) :] or game == by_games[-1]
    end = parts[-1].splitlines()[len(game_told(by_games[-1], mine[by_games[-1]])) :]
    for game, each in mine.items():
        charted = [line for line in end if f"{game.capitalize()} rating: " in line]
        # A curve of one point is none.
        assert len(charted) == (len(each.history) > 1)
        if charted:
            rated = f"{len(each.history)} rated game{'s' * (len(each.history) != 1)}"
            assert f"{game.capitalize()} rating: {each.history[-1]} after {rated} (" in charted[0]
            assert f", highest {max(each.history)}, lowest {min(each.history)}" in charted[0]
    assert not [line for line in end if line.startswith(("🎖️", "Win streak", "Results"))]
    fool = mine.get("durak")  # the one of these games in which there is a fool
    for sentence, counts in (
        ("Favourite victim", fool.made_fool if fool else Counter()),
        ("Nemesis", fool.made_fool_by if fool else Counter()),
    ):
        if found := rival(counts):
            times = "once" if found[0] == -1 else f"{-found[0]} times"
            assert f"{sentence}: **{club.names[found[1]]}** ({times})" in end
        else:
            assert sentence not in text


async def check_boards(club: Club, asker: MemberActor, seasons: dict[str, str | None]) -> None:
    """Check the leaderboards of each game and season, in each order. The numbers must be those that
    tests/second_opinion.py computes. `seasons` maps the title of a season to its id, such as
    `2026-01`, or to None for all seasons together. `asker` is the member who opens the
    leaderboards."""
    for game, (title, season) in itertools.product(club.games, seasons.items()):
        people = compute(club.games[game], season, game)
        for sort, order in orders_of(game).items():
            shown = await club.board(asker, game=game, season=title, sort=sort)
            assert f"{game.capitalize()} · {title} · {sort}" in text_of(shown.components)
            assert told(shown) == expected(people, club.names, order), (game, title, sort)
        for sort, deed in DEEDS[game].items():
            shown = await club.board(asker, game=game, season=title, sort=sort)
            lines = expected(people, club.names, by_deed(deed), deed, asker.id)
            assert told(shown, with_deeds=True) == lines, (game, title, sort)


@pytest.mark.beyond
async def test_a_season_of_thirty_games_between_five_members_and_two_bot_players(
    evening: Evening, rng: random.Random
) -> None:
    club = Club(evening, "Cleo")
    for number in range(20):
        await play_one(club, rng, number, "2026-01")
    # January ends between these games; the bot is away when it does.
    await evening.restart(away=31 * DAY)
    for number in range(20, 30):
        await play_one(club, rng, number, "2026-02")
    assert sum(map(len, club.games.values())) == 30
    done = Counter(
        deed[:2]
        for games_ in club.games.values()
        for game in games_
        for sat in game.sats
        for deed in sat.deeds
    )
    assert {*done} >= {
        ("epaulettes-given", 1),
        ("epaulettes-worn", 1),
        ("kische-right", 1),
        ("kische-wrong", 1),
        *(("walk-off", degree) for degree in (1, 2, 3)),
    }

    await check_boards(
        club,
        evening.nora,
        {"All time": None, "January 2026": "2026-01", "February 2026": "2026-02"},
    )
    every = {game: compute(ended, kind=game) for game, ended in club.games.items()}
    for member in club.members:
        await check_profile(club, member, every)
    club.check()


async def play_one(club: Club, rng: random.Random, number: int, season: str) -> None:
    """Play game `number` of the test's thirty games, with two to five members and sometimes two bot
    players."""
    people = rng.sample(club.members, rng.randint(2, 5))
    match number % 10:
        case 0:
            await club.planned(
                "durak",
                people[:2],
                planned.with_deeds({"epaulettes-given": 1, "epaulettes-worn": 1}),
                season,
            )
        case 1:
            await club.planned(
                "tredici", people[:2], planned.with_deeds({"kische-wrong": 1}), season
            )
        case 2:
            await club.planned("dritzak", people[:2], walk_off(1 + number // 10), season)
        case 4:
            await club.sit("straws", people)
            question = present((await club.evening.press(people[1], "Resign")).response)
            await people[1].click(question, label="Yes, resign")
            await club.over(season)
        case 5:
            find = planned.with_deeds({"kische-right": 1})
            await club.planned("tredici", people[:3], find, season)
        case 6:
            await club.planned(
                "durak",
                people[:2],
                planned.with_deeds({"epaulettes-given": 2, "epaulettes-worn": 2}),
                season,
            )
        case 8 if number == 8:
            await club.durak(people[:2], rng, bots=2, season=season)
        case _:
            row = [f"{verb} {rng.randrange(len(people))}" for verb in ("fool", "first", "row")]
            await club.straws(people, rng.choice([*row, "draw"]), 2 * (number % 10 == 3), season)
    await club.evening.env.advance_time(60)


async def test_boards_of_many_members_are_turned_page_by_page_by_their_asker(
    evening: Evening,
) -> None:
    club = Club(evening, "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo")
    nora, pavel = evening.nora, evening.pavel
    await club.straws(club.members[:11], "row 3")
    await club.straws(club.members[3:5], "first 1")
    people = compute(club.games["straws"], kind="straws")
    lines = expected(people, club.names, by_rating)
    shown = await club.public_board(nora)
    own = next(line for line in lines if line.name == "Nora")
    assert told(shown)[:10] == lines[:10]
    assert f"{medal(own.place)} **Nora** · **{own.rating}**" in text_of(shown.components)
    labels = [
        part["label"] for part in walk(shown.components) if part.get("label") and part["type"] == 2
    ]
    assert labels == ["◀", "1 / 2", "▶"]

    await nora.click(shown, label="▶")
    assert told(shown)[:1] == lines[10:]
    # Whoever else presses leaves the asker's board as it is, and gets their own.
    theirs = present((await pavel.click(shown, label="◀")).response)
    assert theirs.ephemeral
    assert told(theirs)[:10] == lines[:10]
    assert "**You** · " in text_of(theirs.components)
    assert "2 / 2" in text_of(shown.components)
    await pavel.click(theirs, label="▶")
    assert told(theirs)[:1] == lines[10:]
    await evening.restart()
    await nora.click(shown, label="◀")
    assert told(shown)[:10] == lines[:10]
    for action, value, title in (
        ("sort", "wins", "Straws · All time · Wins"),
        ("season", "2026-01", "Straws · January 2026 · Wins"),
        ("game", "all", "All games · January 2026 · Wins"),
    ):
        select = next(
            part
            for part in walk(shown.components)
            if str(part.get("custom_id")).startswith(f"b:{action}:")
        )
        await nora.select(shown, [value], custom_id=select["custom_id"])
        assert title in text_of(shown.components)
    club.check()


def medal(place: str) -> str:
    return {"1": "🥇", "2": "🥈", "3": "🥉"}.get(place, f"{place}.")


@pytest.mark.painted
async def test_the_picture_is_left_out_for_those_who_chose_words(evening: Evening) -> None:
    club = Club(evening)
    await club.straws(club.members[:3], "row 0", bots=1)
    await club.straws(club.members[:3], "row 0")
    shown = await club.board(evening.nora)
    assert Image.open(io.BytesIO(await shown.attachments[0].read())).size[0] == 800
    chart = await club.profile(evening.nora)
    assert Image.open(io.BytesIO(await chart.attachments[0].read())).size[0] == 800
    panel = present((await evening.pavel.slash(evening.channel, "me")).response)
    button = next(part for part in walk(panel.components) if part.get("custom_id") == "m:text_only")
    await evening.pavel.click(panel, custom_id=button["custom_id"])
    for words in (await club.board(evening.pavel), await club.profile(evening.pavel, evening.nora)):
        assert not words.attachments
    board = text_of((await club.board(evening.pavel)).components)
    figures = compute(club.games["straws"], kind="straws")
    assert (
        f"🥇 **Nora** · **~{figures[evening.nora.id].figure}** · 2 games · won 2 · lost 0" in board
    )
    assert "**Bots**\n1. **Random** · **no rating yet** · " in board
    assert f"Straws rating: {figures[evening.nora.id].figure} after 2 rated games" in text_of(
        (await club.profile(evening.pavel, evening.nora)).components
    )
    club.check()


async def test_who_is_not_rated_yet_is_told_why_and_what_to_do(evening: Evening) -> None:
    club = Club(evening)
    why = "Games are rated when at least two people play, with or without bots."
    practised = "🤖 Practice (unrated) · Random: won 1 of 1"
    panel = present((await evening.nora.slash(evening.channel, "me")).response)
    await evening.nora.click(panel, custom_id="m:text_only")
    await club.straws(club.members[:1], "row 0", bots=1)
    assert "Practice games against bots aren't rated." in evening.text
    board = text_of((await club.board(evening.nora)).components)
    assert "Nobody has finished a game against other people here yet." in board
    assert "**Bots**\n1. **Random** · **no rating yet** · 1 game" in board
    profile = text_of((await club.profile(evening.nora)).components)
    assert profile.startswith("## Nora\n1 practice game")
    assert f"### Straws\n{practised}" in profile
    assert why in profile
    await club.straws(club.members[:2], "row 0")
    assert "isn't rated" not in evening.text
    for shown in (await club.board(evening.nora), await club.profile(evening.nora)):
        assert why not in text_of(shown.components)
    assert practised in text_of((await club.profile(evening.nora)).components)
    club.check()


@BEYOND
async def test_three_friends_and_a_bot_player_have_a_ladder(
    evening: Evening, rng: random.Random
) -> None:
    """A game of three members and a bot player changes the rating of each member. The bot player's
    fixed rating is part of the computation, but doesn't change."""
    club = Club(evening)
    table = await club.durak(club.members[:3], rng, bots=1)
    people = compute(club.games["durak"])
    for seat, member in enumerate(club.members[:3]):
        assert people[member.id].rated == 1
        booked = await evening.bot.boards.booked(evening.guild.id, table.id, 1)
        assert present(booked.of(seat)).after == people[member.id].figure
    for season in ("All time", "January 2026"):
        shown = await club.board(evening.nora, game="durak", season=season)
        assert told(shown) == expected(people, club.names, by_rating)
        assert "Bots have fixed ratings" in text_of(shown.components)
    assert people["casual"].figure == present(fixed_rating("durak", "casual")).figure
    assert "Practice" not in text_of((await club.profile(evening.nora)).components)
    club.check()


async def test_a_lobby_says_that_it_would_be_practice(evening: Evening) -> None:
    practice = "Practice games against bots aren't rated."
    await evening.lobby("durak")
    assert practice not in evening.text
    await evening.add_bot(evening.nora)
    assert practice in evening.text
    await evening.press(evening.pavel, "Join")
    assert practice not in evening.text


async def test_a_podium_is_posted_once_at_the_end_of_the_season(evening: Evening) -> None:
    club = Club(evening)
    hall = evening.guild.create_text_channel("hall-of-fame")
    panel = await ways.to_seasons(evening.channel, club.keeper)
    assert "January 2026" in text_of(panel.components)
    await club.keeper.select(panel, ["weekly"], custom_id="z:kind")
    await club.keeper.select(panel, [hall], custom_id="z:channel")
    assert "Week 1 of 2026" in text_of(panel.components)
    assert f"I'll post the podium in <#{hall.id}>" in text_of(panel.components)
    # 1 January 2026 is a Thursday: the week ends on Monday, 96 hours later.
    await evening.restart(away=4 * DAY - 600)
    await club.straws(club.members, "row 2", season="2026-W01")
    assert not club.posted(hall)
    await evening.env.advance_time(680)
    (podium,) = club.posted(hall)
    text = text_of(podium.components)
    figures = compute(club.games["straws"], kind="straws")
    steps = [
        f"{mark} **{member.name.capitalize()}** · ~{figures[member.id].figure} · 1 game"
        for mark, member in zip("🥇🥈🥉", club.members[2:] + club.members[:1], strict=False)
    ]
    assert "🏆 Week 1 of 2026" in text
    assert "### Straws\n" + "\n".join(steps) in text
    assert "Pavel" not in text

    await evening.restart(away=7200)
    await evening.env.advance_time(7200)
    assert len(club.posted(hall)) == 1
    board = present((await evening.nora.click(podium, label="Full standings")).response)
    assert board.ephemeral
    assert told(board) == expected(figures, club.names, by_rating)
    club.check()


async def test_a_podium_that_went_out_before_a_crash_is_not_posted_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club(evening)
    hall = evening.guild.create_text_channel("hall-of-fame")
    panel = await ways.to_seasons(evening.channel, club.keeper)
    await club.keeper.select(panel, ["weekly"], custom_id="z:kind")
    await club.keeper.select(panel, [hall], custom_id="z:channel")
    await evening.restart(away=4 * DAY - 600)
    await club.straws(club.members, "row 0", season="2026-W01")

    async def crash(*_: object) -> None:
        raise NotSaved

    with monkeypatch.context() as broken:
        broken.setattr(evening.bot.boards, "podium_posted", crash)
        await evening.env.advance_time(680)
    assert len(club.posted(hall)) == 1
    await evening.restart()
    assert len(club.posted(hall)) == 1
    assert not await evening.bot.boards.due_podiums()


async def test_a_podium_that_discord_refused_is_posted_an_hour_later(evening: Evening) -> None:
    club = Club(evening)
    hall = evening.guild.create_text_channel("hall-of-fame")
    panel = await ways.to_seasons(evening.channel, club.keeper)
    await club.keeper.select(panel, ["weekly"], custom_id="z:kind")
    await club.keeper.select(panel, [hall], custom_id="z:channel")
    await evening.restart(away=4 * DAY - 600)
    await club.straws(club.members, "row 0", season="2026-W01")
    evening.env.inject_error("POST", f"/channels/{hall.id}/messages", status=403, times=1)
    await evening.env.advance_time(680)
    assert not club.posted(hall)
    await evening.env.advance_time(3600)
    assert len(club.posted(hall)) == 1


async def test_an_annulled_game_counts_for_nothing_and_the_channel_is_told(
    evening: Evening,
) -> None:
    club = Club(evening)
    await club.straws(club.members[:2], "first 0")
    await evening.env.advance_time(60)
    await club.straws(club.members[:3], "row 0")
    before = compute(club.games["straws"], kind="straws")
    listed = present((await club.keeper.slash(evening.channel, "history")).response)
    (_, older) = next(part for part in walk(listed.components) if part.get("options"))["options"]
    question = await ways.to_annulling(evening.channel, club.keeper, older["value"])
    assert question.ephemeral
    assert "You can't undo this." in text_of(question.components)
    answer = present((await club.keeper.click(question, label="Yes, void the game")).response)
    assert not answer.ephemeral
    after = compute(club.games["straws"][1:], kind="straws")
    text = text_of(answer.components)
    assert "🚫 Kim voided a game: Straws," in text
    for member in club.members[:3]:
        games_ = f"{after[member.id].games} game"
        line = (
            f"{member.name.capitalize()}: ~{before[member.id].figure} → "
            f"**~{after[member.id].figure}** · {games_}"
        )
        assert (line in text) == (before[member.id] != after[member.id])
    assert told(await club.board(evening.nora)) == expected(after, club.names, by_rating)
    again = present((await club.keeper.click(question, label="Yes, void the game")).response)
    assert "has already been voided" in again.content
    listed = present((await evening.nora.slash(evening.channel, "history")).response)
    history = text_of(listed.components)
    assert history.count("(voided)") == 1, "as the result says"
    replay = await ways.to_replay(evening.channel, club.keeper, older["value"])
    assert "Void this game…" not in {part.get("label") for part in walk(replay.components)}
    club.check()


async def test_a_bots_fixed_rating_is_no_change_that_an_annulled_game_makes(
    evening: Evening, rng: random.Random
) -> None:
    club = Club(evening)
    people = club.members[:2]
    await club.durak(people, rng, bots=1)
    question = await ways.to_annulling(evening.channel, club.keeper)
    answer = present((await club.keeper.click(question, label="Yes, void the game")).response)
    (_head, *changed) = text_of(answer.components).splitlines()
    names = {person.name.capitalize() for person in people}
    assert {line.partition(":")[0] for line in changed} == names


async def test_a_hidden_member_is_on_no_board_and_nobody_else_sees_their_profile(
    evening: Evening,
) -> None:
    club = Club(evening)
    nora, pavel, aiko = evening.nora, evening.pavel, evening.aiko
    await club.straws((nora, pavel, aiko), "row 0")
    public = await club.public_board(nora)
    panel = present((await nora.slash(evening.channel, "me")).response)
    await nora.click(panel, label="My name on leaderboards: shown")
    assert "My name on leaderboards: hidden" in text_of(panel.components)
    people = compute(club.games["straws"], kind="straws")
    others = {who: each for who, each in people.items() if who != nora.id}
    assert told(await club.board(pavel)) == expected(others, club.names, by_rating)
    own = await club.board(nora)
    assert own.ephemeral
    assert f"– **You** · **~{people[nora.id].figure}**" in text_of(own.components)
    assert "only you can see this line" in text_of(own.components)
    # Turning a board that was made before must not show her to everyone.
    select = next(
        part for part in walk(public.components) if str(part.get("custom_id")).startswith("b:sort:")
    )
    await nora.select(public, ["games"], custom_id=select["custom_id"])
    assert "Nora" not in text_of(public.components)

    refused = present((await pavel.slash(evening.channel, "profile", member=nora)).response)
    assert refused.ephemeral
    assert "Nora keeps their stats private" in refused.content
    own = await club.profile(nora)
    assert own.ephemeral
    assert "Show everyone" not in str(own.components)
    (pressed,) = await at_once(evening, Click(pavel, public, f"P:{nora.id}:show"))
    assert "Nora keeps their stats private" in present(pressed.response).content
    assert "Nora" not in text_of((await club.profile(pavel)).components)
    await nora.click(panel, label="My name on leaderboards: hidden")
    assert told(await club.board(pavel)) == expected(people, club.names, by_rating)
    club.check()


async def test_a_forgotten_member_leaves_the_others_numbers_as_they_are(evening: Evening) -> None:
    club = Club(evening)
    nora, pavel, aiko = evening.nora, evening.pavel, evening.aiko
    await club.straws((nora, pavel, aiko), "row 0")
    await evening.env.advance_time(60)
    await club.straws((nora, pavel), "first 1")
    question = await ways.to_forgetting(evening.channel, nora)
    await nora.click(question, label="Yes, forget me")
    people = compute(club.games["straws"], kind="straws")
    others = {who: each for who, each in people.items() if who != nora.id}
    shown = await club.board(pavel)
    assert told(shown) == expected(others, club.names, by_rating)
    assert "Nora" not in text_of(shown.components)
    profile = text_of((await club.profile(pavel)).components)
    assert "2 games · won 1 · lost 0" in profile
    assert "Nemesis" not in profile, "in this game there is no fool"
    assert "Nora" not in profile
    nothing = present((await nora.slash(evening.channel, "profile")).response)
    assert "haven't finished a game" in nothing.content


async def test_walk_offs_are_announced_each_in_a_manner_worthy_of_it(evening: Evening) -> None:
    club = Club(evening)
    grandeur = []
    for degree, words in enumerate(
        ("walk-off Deegan", "double", "TRIPLE", "QUADRUPLE", "QUADRUPLE"), 1
    ):
        before = {message.id for message in club.posted(evening.channel)}
        await club.straws(club.members[:2], f"walk {degree}")
        new = [message for message in club.posted(evening.channel) if message.id not in before]
        (told_,) = [
            message
            for message in new
            if "Straws, game 1 at this table" in text_of(message.components)
        ]
        text = text_of(told_.components)
        assert "**Nora**" in text
        assert words in text
        grandeur.append(text)
    assert len(set(grandeur)) == 5
    assert "×5" in grandeur[-1]
    profile = text_of((await club.profile(evening.nora)).components)
    assert "Walk-off Deegans 5 (single 1, double 1, triple 1, quadruple 1 and 5× 1)" in profile
    assert "10 rated" in profile or "provisional" in profile
    board = await club.board(evening.pavel, sort="Walk-off Deegans")
    assert "1. Nora: 5 · " in text_of(board.components)
    club.check()


async def test_only_moderators_annul_and_only_managers_choose_seasons(evening: Evening) -> None:
    club = Club(evening)
    assert "settings" in club.keeper.available_commands(evening.channel)
    assert "settings" not in evening.pavel.available_commands(evening.channel)
    # One who loses the right while they look at the choices can't make them any more.
    await club.straws(club.members[:2], "row 0")
    panel = await ways.to_seasons(evening.channel, club.keeper)
    question = await ways.to_annulling(evening.channel, club.keeper)
    role = evening.guild.roles["keepers"]
    evening.env.backend.remove_member_role(evening.guild.id, club.keeper.id, role.id)
    refused = present((await club.keeper.select(panel, ["weekly"], custom_id="z:kind")).response)
    assert refused.content == "Only people who can manage this server can change its settings."
    refused = present((await club.keeper.click(question, label="Yes, void the game")).response)
    assert (
        refused.content == "You need the *Manage Messages* or *Manage Server* permission for that."
    )
    season = await evening.bot.boards.current_season(evening.guild.id)
    assert (season and season.kind) == "monthly"
    assert [game.annulled for game in await evening.bot.boards.recent_games(evening.guild.id)] == [
        False
    ]


async def test_who_moderates_one_channel_voids_no_game_of_another(evening: Evening) -> None:
    club = Club(evening)
    await club.straws(club.members[:2], "row 0")
    question = await ways.to_annulling(evening.channel, club.keeper)
    yes = custom_id(question, "Yes, void the game")
    may = discord.PermissionOverwrite(manage_messages=True)
    own = evening.guild.create_text_channel("aikos-own", overwrites={evening.aiko: may})
    listed = present((await evening.aiko.slash(own, "history", member=club.members[0])).response)
    select = next(part for part in walk(listed.components) if part.get("options"))
    game = select["options"][0]["value"]
    opened = await evening.aiko.select(listed, [game], custom_id=select["custom_id"])
    replay = present(opened.response)
    assert "Void this game…" not in {part.get("label") for part in walk(replay.components)}
    (pressed,) = await at_once(evening, Click(evening.aiko, replay, yes))
    assert "You need the *Manage Messages*" in present(pressed.response).content
    assert [game.annulled for game in await evening.bot.boards.recent_games(evening.guild.id)] == [
        False
    ]


async def test_wrong_words_are_answered_with_a_sentence(evening: Evening) -> None:
    club = Club(evening)
    await club.straws(club.members[:2], "row 0")
    for options, sentence in (
        ({"season": "last summer"}, "Nobody finished a game here that season."),
        ({"sort": "beauty"}, "You can't sort the Straws leaderboard by that."),
    ):
        answer = present(
            (await evening.nora.slash(evening.channel, "leaderboard", **options)).response
        )
        assert answer.ephemeral
        assert sentence in answer.content
