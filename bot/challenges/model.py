"""Challenges: one member asks another for a game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.core.errors import TableError
from bot.core.model import Person, Speed
from games.sentences import marked

LASTS: Final = timedelta(days=1)
"""How long a challenge can be answered. For the same length of time after a refusal, the member who
was refused can't challenge the same opponent again."""
MOST_OPEN: Final = 5
"""The most unanswered challenges of a member in one server."""


class Standing(StrEnum):
    """The state of a challenge: still being prepared (DRAFT), sent (ASKED), or one of the possible
    ends."""

    DRAFT = "draft"
    ASKED = "asked"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    NOT_NOW = "not-now"
    TAKEN_BACK = "taken-back"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge of the member `by` to the member `whom`.

    `channel_id` is the channel where the table will open, and `message_id` the message that shows
    the challenge. `pressed` is the id of the interaction that made the challenge. It becomes part
    of the seed of the deal. `preset` names the rules: a preset of the game or a preset of the
    server. None means the server's usual rules. `since` is when the challenge entered its present
    state (aware UTC).

    With `duplicate`, both members play the same deals, each alone against bot players. `team_size`
    is the number of players in each team for a match of two teams, and 0 for an ordinary
    challenge."""

    id: str
    guild_id: int
    channel_id: int
    by: Person
    whom: Person
    game: str
    preset: str | None
    speed: Speed
    pressed: int
    standing: Standing
    since: datetime
    message_id: int | None = None
    duplicate: bool = False
    """Whether both members play the same deals, each alone against bot players."""
    team_size: int = 0
    """The number of members in each of two teams, which play the same deals. The challenger leads
    one team and the challenged member the other. It is 0 without teams."""

    @property
    def until(self) -> datetime:
        """The time at which the challenge expires (aware UTC). It is a day after the challenge
        entered its present state."""
        return self.since + LASTS


class ChallengeGone(TableError):
    """Raised when a challenge can't be changed or answered any more. For example, it has been
    answered or taken back, or it is a day old."""

    template = marked("This challenge is over.")


class NotYourChallenge(TableError):
    """Raised when a member who was not challenged wants to answer the challenge, or when a member
    wants to take back a challenge that they didn't make."""

    template = marked("Only {name} can answer this challenge.")


class OwnChallenge(TableError):
    """Raised when a member challenges themselves."""

    template = marked("You can't challenge yourself.")


class TakesNoChallenges(TableError):
    """Raised when the challenged member wants no challenges."""

    template = marked("{name} isn't taking challenges.")


class AskedAlready(TableError):
    """Raised when the member has already sent a challenge to the same member, and it is not
    answered yet."""

    template = marked("{name} hasn't answered your last challenge yet.")


class DeclinedToday(TableError):
    """Raised when the challenged member declined a challenge of this member less than a day ago."""

    template = marked("{name} declined your challenge today. You can ask again tomorrow.")


class TooManyChallenges(TableError):
    """Raised when the member has too many unanswered challenges in this server."""

    template = marked(
        "You have {most} unanswered challenges here. Wait for an answer before you "
        "challenge anyone else."
    )
