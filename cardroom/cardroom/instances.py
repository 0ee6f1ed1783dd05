"""Running Activities: the members who are in each instance, and the OAuth2 codes and tokens with
which an application learns who a user is. Everything is only in memory. An instance ends when the
last member's window leaves it."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Collection
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from cardroom.refusals import Reason, Refused
from cardroom.snowflakes import Clock
from cardroom.store import Json
from cardroom.world import World

CODE_LASTS: Final = 60.0
"""The seconds for which an OAuth2 code is valid. A code can be exchanged for an access token only
once."""
TOKEN_LASTS: Final = 7 * 24 * 3600
"""The seconds for which a token from an exchange is valid, as the application is told. The card
room itself accepts the token as long as it runs."""


class Step(StrEnum):
    """The steps in which an Activity is opened, from the bot's answer that launches it to the bot's
    questions about its users. Tests can let the card room refuse any of these steps."""

    LAUNCH = "launch"
    """The bot's answer that launches the Activity."""
    AUTHORIZE = "authorize"
    """The page's request for the identity of its user."""
    CODE = "code"
    """The exchange of the code for a token."""
    MEMBER = "member"
    """The application's request to find out to which user an access token belongs."""
    INSTANCE = "instance"
    """The application's request to find out which users are in an instance of the Activity."""


class NotGranted(Refused):
    """Raised when an OAuth2 request is refused. The answer to the request has the form that OAuth2
    defines. `error` is the error code of OAuth2, such as `invalid_grant`."""

    def __init__(self, reason: Reason, error: str) -> None:
        super().__init__(reason)
        self._error = error

    def payload(self) -> Json:
        """Return the body of the answer."""
        return {"error": self._error, "error_description": "Not granted by the card room."}


@dataclass
class Instance:
    """An Activity that is running in a channel. `users` are the ids of the users who are in it, and
    `launch_id` is the id of the launch that opened it."""

    id: str
    launch_id: str
    channel_id: str
    guild_id: str | None
    users: list[str] = field(default_factory=list)

    def told(self, application_id: str) -> Json:
        """Return the instance as Discord describes it to an application."""
        kind = "pc" if self.guild_id is None else "gc"
        place = [kind, *([self.guild_id] if self.guild_id else []), self.channel_id]
        location: Json = {"id": "-".join(place), "kind": kind, "channel_id": self.channel_id}
        if self.guild_id is not None:
            location["guild_id"] = self.guild_id
        return {
            "application_id": application_id,
            "instance_id": self.id,
            "launch_id": self.launch_id,
            "location": location,
            "users": self.users,
        }


class Instances:
    """The running Activities of the card room's single application, and the OAuth2 codes and tokens
    that were given out. `secret` is the application's client secret. `refuses` are the steps of
    opening an Activity (`Step`) that the card room refuses at the moment. Tests can change them at
    any time."""

    def __init__(
        self, world: World, clock: Clock, secret: str, refuses: Collection[str] = ()
    ) -> None:
        self.refuses: set[Step] = {Step(each) for each in refuses}
        self._world = world
        self._clock = clock
        self._secret = secret
        self._running: dict[str, Instance] = {}
        self._codes: dict[str, tuple[str, float]] = {}
        self._tokens: dict[str, str] = {}

    def launch(self, user_id: str, channel_id: str) -> Instance:
        """Let a user join the Activity in a channel. If the Activity isn't running there, it is
        started. The user leaves any other Activity. Returns the Activity's instance."""
        found = (each for each in self._running.values() if each.channel_id == channel_id)
        known = next(found, None)
        if known is not None and user_id in known.users:
            return known
        self.leave(user_id)
        if known is not None and known.id in self._running:
            known.users.append(user_id)
            return known
        guild_id = self._world.channels[channel_id].get("guild_id")
        launch_id = self._world.ids.next()
        made = Instance("", launch_id, channel_id, guild_id, [user_id])
        made.id = f"i-{launch_id}-{made.told('')['location']['id']}"
        self._running[made.id] = made
        return made

    def find(self, instance_id: str) -> Instance | None:
        """Return the running instance with the id `instance_id`, or None if it isn't running."""
        return self._running.get(instance_id)

    def leave(self, user_id: str) -> None:
        """Remove a user from the Activity in which the user is. An instance without users ends."""
        for instance in list(self._running.values()):
            if user_id in instance.users:
                instance.users.remove(user_id)
            if not instance.users:
                del self._running[instance.id]

    def authorize(self, user_id: str, client_id: str) -> str | None:
        """Return a new OAuth2 code. With it, the application `client_id` can find out once who the
        user is. Returns None in three cases: the user is in no Activity, `client_id` isn't the card
        room's application, or tests let this step be refused."""
        here = any(user_id in each.users for each in self._running.values())
        if Step.AUTHORIZE in self.refuses or not here or client_id != self._world.bot["id"]:
            return None
        code = secrets.token_urlsafe(22)
        self._codes[code] = user_id, self._clock() + CODE_LASTS
        return code

    def exchange(self, asked: Json) -> Json:
        """Exchange an OAuth2 code for a user's access token. `asked` is the body of the
        application's request, and the result is the body of the answer. Raises NotGranted if the
        client's id, secret or kind of grant is wrong, if the code is unknown or has expired, or if
        tests let this step be refused."""
        named = asked.get("client_id") == self._world.bot["id"]
        shown = str(asked.get("client_secret", ""))
        if not named or not hmac.compare_digest(shown.encode(), self._secret.encode()):
            raise NotGranted(Reason.UNAUTHORIZED, "invalid_client")
        if asked.get("grant_type") != "authorization_code":
            raise NotGranted(Reason.INVALID_BODY, "unsupported_grant_type")
        user_id, until = self._codes.pop(str(asked.get("code")), ("", 0.0))
        if Step.CODE in self.refuses or until < self._clock():
            raise NotGranted(Reason.INVALID_BODY, "invalid_grant")
        token = secrets.token_urlsafe(22)
        self._tokens[token] = user_id
        return {
            "access_token": token,
            "token_type": "Bearer",
            "expires_in": TOKEN_LASTS,
            "refresh_token": secrets.token_urlsafe(22),
            "scope": "identify",
        }

    def owner(self, token: str) -> str:
        """Return the id of the user to whom an access token belongs. Raises Refused if the token is
        unknown or tests let this step be refused."""
        user_id = self._tokens.get(token)
        if user_id is None or Step.MEMBER in self.refuses:
            raise Refused(Reason.UNAUTHORIZED)
        return user_id
