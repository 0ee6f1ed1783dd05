"""Turns tournaments and their fixtures into rows of the database, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from sqlalchemy import Row

from bot.core.model import Speed
from bot.db.rows import to_moment, to_number
from bot.tournaments.model import (
    Entrant,
    Fixture,
    Format,
    Manner,
    Tournament,
    TournamentRules,
    TournamentStage,
    Verdict,
)


def tournament_of(
    row: Row[Any], entrants: Iterable[Entrant], fixtures: Iterable[Fixture]
) -> Tournament:
    """Return the tournament that a row of the database holds, with these entrants and fixtures."""
    rules = json.loads(row.rules)
    return Tournament(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        message_id=row.message_id,
        rules=TournamentRules(
            **{**rules, "format": Format(rules["format"]), "speed": Speed(rules["speed"])}
        ),
        stage=TournamentStage(row.stage),
        secret=bytes.fromhex(row.secret),
        created_at=to_moment(row.created_at),
        version=row.version,
        starts_at=None if row.starts_at is None else to_moment(row.starts_at),
        role_id=row.role_id,
        event_id=row.event_id,
        crowned=row.crowned,
        notes=tuple(json.loads(row.notes)),
        entrants=tuple(entrants),
        fixtures=tuple(fixtures),
    )


def fixture_of(row: Row[Any]) -> Fixture:
    """Return the fixture that a row of the database holds."""
    return Fixture(
        row.round,
        row.board,
        row.home,
        row.away,
        row.games,
        None if row.verdict is None else Verdict(row.verdict),
        None if row.manner is None else Manner(row.manner),
        row.home_score,
        row.away_score,
        row.told,
    )


def values_of(tournament: Tournament) -> dict[str, Any]:
    """Return the values of those columns of a tournament that can change, as a dict from the
    column's name to its value. The message that shows the tournament is left out: it is stored by
    itself, at any time."""
    rules = asdict(tournament.rules)
    starts_at = tournament.starts_at
    return {
        "version": tournament.version,
        "stage": tournament.stage.value,
        "rules": json.dumps({**rules, "options": dict(tournament.rules.options)}),
        "secret": tournament.secret.hex(),
        "starts_at": None if starts_at is None else to_number(starts_at),
        "role_id": tournament.role_id,
        "event_id": tournament.event_id,
        "crowned": tournament.crowned,
        "notes": json.dumps(tournament.notes),
    }


def fixture_values_of(fixture: Fixture) -> dict[str, Any]:
    """Return the values of those columns of a fixture that can change, as a dict from the column's
    name to its value. The number of the last game of which the players were notified is stored
    separately."""
    return {
        "games": fixture.games,
        "verdict": fixture.verdict,
        "manner": fixture.manner,
        "home_score": fixture.home_score,
        "away_score": fixture.away_score,
    }
