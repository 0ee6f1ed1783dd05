"""The expected results of a month's team matches. A second program computes them from the rows of
the database. Apart from the tests' own modules, it uses only `games`, and no code of the bot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from games.record import Record, replay
from tests.journeys.month_counted import Ledger, figures_told
from tests.second_opinion import PlayedGame, Sat

FIRST_DEAL = 4_000_000
"""The number of the first deal that belongs to a duplicate or a team match. Each duplicate and each
team match has two deals, whose numbers follow from its own number."""
TEAMS = (0, 1)
Players = dict[tuple[int, int], dict[str, Any]]
"""The players of a match, by (team, place). In teams of two, the place is also the number of the
table."""


def team_matches(ledger: Ledger) -> Iterator[tuple[int, int, list[str]]]:
    """Yield for each match its number, the id of its message, and the lines that the message must
    contain."""
    before: list[PlayedGame] = []
    for row in sorted(ledger.rows("team_matches"), key=lambda row: (row["since"], row["number"])):
        mine = [each for each in ledger.rows("team_players") if each["number"] == row["number"]]
        players = {(each["team"], each["place"]): each for each in mine}
        games = [each for each in ledger.rows("team_games") if each["number"] == row["number"]]
        if any(each["moves"] for each in games):
            lines = _lines(ledger, games, players, before)
        else:
            lines = ["Nobody played, so this match doesn't count."]
        yield row["number"], row["message_id"], lines


def _lines(
    ledger: Ledger, games: list[dict[str, Any]], players: Players, before: list[PlayedGame]
) -> list[str]:
    winners = _winners(ledger, games, players)
    points = Counter(winners.values())
    first, second = points[0], points[1]
    names = {where: f"**{each['name']}**" for where, each in players.items()}
    ahead = 0 if first > second else 1
    told = (
        f"🤝 A draw, {first} each."
        if first == second
        else f"🏆 {names[ahead, 0]} and {names[ahead, 1]} win "
        f"{max(first, second)}–{min(first, second)}!"
    )
    sats = tuple(
        Sat(each["member_id"], 1 + (points[team] < points[1 - team]), team)
        for (team, _), each in sorted(players.items())
    )
    game = PlayedGame(sats, "draw" if first == second else "won")
    ratings = figures_told(before, game, [each["name"] for _, each in sorted(players.items())])
    return [told, *(_deal(each, winners, names) for each in games), *ratings]


def _winners(
    ledger: Ledger, games: list[dict[str, Any]], players: Players
) -> dict[tuple[int, int], int | None]:
    """Return a dict from each (table, deal) to the team that wins this game. The value is None if
    no team wins it.

    A game that was played to its end is won by the team whose member has rank 1. In a draw, no team
    wins. If members of only one team have resigned at a table, the other team wins all unfinished
    games at this table. If members of both teams have resigned there, no team wins these games.

    All other unfinished games were stopped by the end of the match's time. The first of them at
    each table is lost by the team for which the game waits. No team wins it if the game waits for
    both teams. No team wins the later games at this table."""
    winners: dict[tuple[int, int], int | None] = {}
    for table in TEAMS:
        gone = {team for (team, place), each in players.items() if place == table and each["gone"]}
        late = False
        for each in sorted(games, key=lambda each: each["deal"]):
            if each["at_table"] != table:
                continue
            *_, (game, _, _) = replay(_record(ledger, each))
            of = [(seat + table + each["deal"]) % 2 for seat in range(game.seats)]
            winner = None
            if game.outcome is not None:
                best = [of[seat] for seat, rank in enumerate(game.outcome.ranks) if rank == 1]
                winner = best[0] if game.outcome.kind == "won" else None
            elif gone:
                winner = 1 - min(gone) if len(gone) == 1 else None
            elif not late:
                late, awaited = True, {of[seat] for seat in game.waiting_on}
                winner = 1 - min(awaited) if len(awaited) == 1 else None
            winners[table, each["deal"]] = winner
    return winners


def _record(ledger: Ledger, game: dict[str, Any]) -> Record:
    day = FIRST_DEAL + 2 * game["number"] + game["deal"]
    return ledger.steps({"day": day, "moves": game["moves"]})


def _deal(
    game: dict[str, Any],
    winners: dict[tuple[int, int], int | None],
    names: dict[tuple[int, int], str],
) -> str:
    table = game["at_table"]
    head = f"Deal {game['deal'] + 1}, table {table + 1}: "
    first, second = names[0, table], names[1, table]
    match winners[table, game["deal"]]:
        case 0:
            return f"{head}🏆 {first} – {second}"
        case 1:
            return f"{head}{first} – {second} 🏆"
        case _:
            return f"{head}{first} – {second} · {'nobody wins' if game['moves'] else 'not played'}"
