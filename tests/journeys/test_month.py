"""Test a month of forty members, in which the bot is stopped and killed. Everything that the bot
shows must agree with a second program, which reads only the database file. Nothing is announced
twice."""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

import games
from bot.leaderboards.store.recount import rebuild
from bot.today.model import BEYOND_DAYS
from tests.bot.finished import derived
from tests.journeys.boards import expected, orders_of
from tests.journeys.conftest import Evening
from tests.journeys.month import BEGINS, NIGHT_DAY, NIGHT_HOUR, ZONE, Month
from tests.journeys.month_counted import Ledger, badges, nights
from tests.journeys.month_teams import team_matches
from tests.journeys.straws import Straws
from tests.journeys.test_today import QUICK
from tests.journeys.test_week import pages
from tests.limits import text_of
from tests.present import present
from tests.second_opinion import compute


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install Straws, whose games have only one move. Let bot players in deals of the day choose
    quickly. Store a heartbeat only once an hour."""
    found, broken = games._found()
    monkeypatch.setattr(games, "_found", lambda: ({**found, "straws": Straws}, broken))
    monkeypatch.setattr("bot.today.model.LEVELS", ("casual", "beginner"))
    monkeypatch.setattr("bot.tables.timer.HEARTBEAT", timedelta(hours=1))


@pytest.mark.beyond
@pytest.mark.parametrize(("days", "seed"), [(30, 1)])
async def test_a_month_of_forty_members(untimed: Evening, days: int, seed: int) -> None:

    month = Month(untimed, seed)
    await month.live(days)
    assert min(month.ends.values()) > days // 2, "it was stopped and killed as often"
    found = Shown(month, days)
    found.evenings()
    found.badges()
    found.days()
    found.accuracies()
    found.duplicates()
    found.team_matches()
    found.whole_games()
    found.arenas()
    found.game_nights()
    await found.boards()
    await found.puzzles()
    await found.shelves()
    await found.rebuilt()
    await found.exports()
    month.club.check()


class Shown:
    """Everything that members were shown in a month. The methods compare this with the expected
    results. A second program computes the expected results from the database file
    (tests/journeys/month_counted.py)."""

    def __init__(self, month: Month, days: int) -> None:
        self.days_passed = days
        self.month, self.evening = month, month.evening
        self.ledger = Ledger(month.evening.database)
        self.ended = self.ledger.ended()
        assert len(self.ended) > 3 * self.days_passed
        channels = (month.evening.channel, month.lounge)
        self.messages = [each for channel in channels for each in month.club.posted(channel)]
        self.texts = [each.content + text_of(each.components) for each in self.messages]

    def _text(self, message_id: int) -> str:
        (found,) = [
            text
            for message, text in zip(self.messages, self.texts, strict=True)
            if message.id == message_id
        ]
        return found

    def evenings(self) -> None:
        """Check that each evening has exactly one picture, with the expected sentences, and that
        there are no other pictures of evenings."""
        posted = [text for text in self.texts if text.startswith("The evening of ")]
        wanted = nights(self.ended, ZONE)
        assert len(wanted) > self.days_passed // 3
        for night in wanted:
            says = night.told()
            mine = [
                text
                for text in posted
                if all(f"{each}. " in f"{text} " or f"{each} ·" in text for each in says)
            ]
            assert mine, says
            posted.remove(mine[0])
        assert not posted

    def badges(self) -> None:
        """Check that each badge is announced exactly once, in the result of the game that earned
        it."""
        earned = badges(self.ended)
        titles = "|".join(sorted({title for *_, title in earned}))
        form = re.compile(rf"Badge for (\w+): “({titles})”\.")
        told = Counter(
            pair for text in self.texts if "result" in text for pair in form.findall(text)
        )
        assert told == Counter((name, title) for _, name, _, title in earned)
        assert max(told.values()) == 1

    def days(self) -> None:
        """Check what `/puzzle` has shown about each past day: exactly the expected line for each
        member who finished the day's deal."""
        assert len(self.month.told) == self.days_passed - 1
        for day, text in self.month.told:
            lines = [line for line in text.splitlines() if "**" in line and " · #" in line]
            assert lines == self.ledger.day_board(day)

    def accuracies(self) -> None:
        """Check the stored accuracy of every fifth finished deal of the day against a new analysis
        of its moves."""
        judged = [
            row
            for row in self.ledger.rows("day_games")
            if row["day"] < BEYOND_DAYS and row["accuracy"] is not None
        ]
        assert len(judged) > self.days_passed
        for row in judged[::5]:
            assert 0 <= self.ledger.accuracy(row, QUICK) - row["accuracy"] < 1.1

    def duplicates(self) -> None:
        """Check that the message of each duplicate match has the result and the changes of ratings.
        The result is the winner and the points of both members, or that the match is a draw. If
        nobody played, the message says so instead. Check that the end of each match is announced
        once."""
        wanted = list(self.ledger.duplicates())
        assert len(wanted) == len(self.month.duplicates) == len(range(1, self.days_passed, 3))
        for _, message, lines in wanted:
            text = self._text(message)
            assert all(line in text.splitlines() for line in lines), (lines, text)
        self._ends(" duplicate match](", {number: message for number, message, _ in wanted})

    def team_matches(self) -> None:
        """Check that the message of each team match has the total, each deal at each table, and the
        changes of ratings. Check that the end of each match is announced once."""
        wanted = list(team_matches(self.ledger))
        assert len(wanted) == len(self.month.matches) == len(range(4, self.days_passed, 8))
        for _, message, lines in wanted:
            text = self._text(message)
            assert all(line in text.splitlines() for line in lines), (lines, text)
        self._ends(" team match](", {number: message for number, message, _ in wanted})

    def _ends(self, said: str, contests: dict[int, int]) -> None:
        """Check that the end of each contest is announced exactly once. If the process was killed
        just before the announcement, the announcement can be missing. `said` is a part of these
        announcements. `contests` maps the number of each contest to the id of its message."""
        told = [text for text in self.texts if said in text and "Your turn in" not in text]
        for number, message in contests.items():
            count = sum(f"/{message})" in text for text in told)
            assert count == 1 or (count == 0 and self.month.died_telling(number)), number
        assert len(told) <= len(contests) == len(set(contests.values()))

    def whole_games(self) -> None:
        """Replay the stored moves of games of all three built-in kinds. Check that the games end
        with the stored ranks."""
        kinds: Counter[str] = Counter()
        for game in self.ended:
            if game.table in self.month.whole:
                assert [seat.rank for seat in game.seats] == self.ledger.ranks(game)
                kinds[game.game] += 1
        assert kinds.total() == len(self.month.whole) == len(range(3, self.days_passed, 5))
        assert kinds.keys() == {"durak", "dritzak", "tredici"}

    def arenas(self) -> None:
        """Check that the message of each arena has the points of all members, and that one further
        message names the winner."""
        finales = [
            text
            for text in self.texts
            if text.startswith("## 🏆 **") and "won the tournament!" in text
        ]
        assert len(finales) == len(self.month.arenas)
        assert len(self.month.arenas) == len(range(2, self.days_passed, 7))
        for tournament in self.month.arenas:
            message, lines = self.ledger.arena(tournament)
            assert re.findall(r"^\d+\. (\w+: \d+)", self._text(message), re.MULTILINE) == lines
            winner = lines[0].partition(":")[0]
            finales.remove(next(each for each in finales if f"🏆 **{winner}** won" in each))

    def game_nights(self) -> None:
        """Check that each game night has one event, one announcement and one table. If the process
        was killed in the hour before a night, the announcement can be missing."""
        weeks = {
            each
            for each in range(self.days_passed + 4)
            if (BEGINS + timedelta(days=each)).weekday() == NIGHT_DAY
        }
        calls = [text for text in self.texts if "Game night starts" in text]
        for day in weeks:
            date = (BEGINS + timedelta(days=day)).date()
            at = datetime.combine(date, time(NIGHT_HOUR), ZoneInfo(ZONE))
            told = sum(f"<t:{at.timestamp():.0f}:R>" in text for text in calls)
            died = any(at - timedelta(hours=1) <= each <= at for each in self.month.deaths)
            assert told == 1 or (told == 0 and died), at
        assert len(set(calls)) == len(calls)
        events = [
            present(request.json)
            for request in self.evening.env.http_requests
            if request.method == "POST" and request.path.endswith("/scheduled-events")
        ]
        starts = [str(each["scheduled_start_time"]) for each in events if "🌙" in each["name"]]
        assert len(starts) == len(set(starts)) in (len(weeks), len(weeks) + 1)
        opened = [row for row in self.ledger.rows("tables") if (row["opened_by"] or 0) < 0]
        assert len(opened) >= len(weeks)
        assert all(row["message_id"] for row in opened), "each was posted"

    async def boards(self) -> None:
        """Check every page of every leaderboard, in each of its orders."""
        for game in ("straws", "durak", "dritzak", "tredici"):
            await self._board(game)

    async def _board(self, game: str) -> None:
        people = compute([each.as_played for each in self.ended if each.game == game], kind=game)
        club = self.month.club
        for sort, order in orders_of(game).items():
            shown = await club.board(club.keeper, game=game, sort=sort)
            told = await pages(club.keeper, shown)
            # Bots stand below the members of each page.
            members = [each for each in told if not each.name.startswith("bot ")]
            bots = [each for each in dict.fromkeys(told) if each not in members]
            assert [*members, *bots] == expected(people, club.names, order), (game, sort)

    async def puzzles(self) -> None:
        solved = self.ledger.solved()
        with self.evening.env.time_context():
            board = await self.evening.bot.puzzles.board(self.evening.guild.id)
        assert all(each.solved == solved[each.member_id] for each in board)
        most = sorted(solved.values(), reverse=True)
        assert [each.solved for each in board] == most[: len(board)]
        posts = [text for text in self.texts if text.startswith("## 🧩")]
        assert len(posts) == len(set(posts)), "each day's puzzle is posted once"

    async def shelves(self) -> None:
        """Check that each profile shows the number of badges that the member has earned by games,
        deals and puzzles."""
        earned: Counter[int | str] = Counter(who for _, _, who, _ in badges(self.ended))
        solved = self.ledger.solved()
        club = self.month.club
        played = {seat.who for game in self.ended for seat in game.seats if game.kind != "void"}
        for member in club.members:
            more = (self.ledger.streak(member.id) >= 7) + (solved[member.id] >= 10)
            shown = await club.profile(club.keeper, member)
            count = earned[member.id] + more
            if count:
                assert f"{count} badge{'s' * (count != 1)}" in text_of(shown.components)
            elif member.id not in played:
                assert "badge" not in text_of(shown.components)

    async def rebuilt(self) -> None:
        """Check that computing all standings again from the finished games changes nothing."""
        store = self.evening.bot.service.store
        with self.evening.env.time_context():
            before = await derived(store)
            assert (await rebuild(store, None, None)).changed == 0
            assert await derived(store) == before

    async def exports(self) -> None:
        """Check that the exported data of the first three members contains all their deals and
        answers."""
        for person in self.month.people[:3]:
            with self.evening.env.time_context():
                told = json.loads(await self.evening.bot.service.export.of(person.id))
            for part, table in (("deals_of_the_day", "day_games"), ("answers", "answers")):
                mine = [row for row in self.ledger.rows(table) if row["member_id"] == person.id]
                assert len(told[part]) == len(mine)
