"""Discord's rate limits, and the headers with which answers announce them.

The limits apply only when switched on. Otherwise all requests pass. The numbers are those that
Discord's answers show for these routes, and Discord doesn't promise any of them."""

from __future__ import annotations

import hashlib
import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from cardroom.snowflakes import Clock, moment

GLOBAL: Final = 50
"""Requests a second that a bot may make. Its answers to interactions don't count."""
USUAL: Final = (50, 1.0)
BY_ROUTE: Final = {
    ("POST", "/channels/{channel_id}/messages"): (5, 5.0),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): (5, 5.0),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"): (5, 1.0),
    ("GET", "/channels/{channel_id}/messages"): (5, 1.0),
    ("POST", "/channels/{channel_id}/messages/bulk-delete"): (1, 3.0),
    ("POST", "/channels/{channel_id}/typing"): (5, 5.0),
    ("PATCH", "/channels/{channel_id}"): (5, 15.0),
    ("POST", "/channels/{channel_id}/threads"): (10, 10.0),
    ("POST", "/channels/{channel_id}/messages/{message_id}/threads"): (10, 10.0),
    ("POST", "/webhooks/{application_id}/{token}"): (5, 2.0),
    ("PATCH", "/webhooks/{application_id}/{token}/messages/{message_id}"): (5, 2.0),
    ("PUT", "/applications/{application_id}/commands"): (2, 20.0),
    ("POST", "/applications/{application_id}/emojis"): (5, 5.0),
}
"""For each route: the number of allowed requests, and in how many seconds."""
MAJOR: Final = ("channel_id", "guild_id", "application_id", "token")
"""The placeholders in a path whose values are counted separately. For example, each channel has a
rate limit (bucket) of its own."""
PLENTY: Final = 1000

STARTS: Final = 1000
"""Sessions that a bot may begin in a day."""
DAY: Final = 86_400.0
IDENTIFY: Final = (1, 5.0)
"""How many sessions may begin in how many seconds. This counts separately for each remainder of a
shard's number modulo `max_concurrency`."""
PAYLOADS: Final = (120, 60.0)
"""Payloads that a connection to the gateway may send, and the seconds in which it may."""

OLD: Final = 3600.0
"""The age in seconds from which edits of a message have a limit of their own."""
OLD_EDITS: Final = (5, 60.0)
"""The most edits of old messages in a channel, and the seconds in which they count."""

INVALID: Final = 10_000
"""The number of answers with 401, 403 or 429 after which the address is blocked."""
WINDOW: Final = 600.0
"""The seconds within which answers with 401, 403 or 429 are counted together."""
FORGOTTEN: Final = 4096
"""The number of rate-limit buckets in memory above which expired buckets are removed."""


@dataclass
class Bucket:
    """A rate limit: at most `limit` requests in `seconds` seconds. `left` requests are still
    allowed until the time `ends`, when counting starts again."""

    limit: int
    seconds: float
    ends: float = 0.0
    left: int = 0

    def take(self, now: float) -> bool:
        """Count a request at the time `now`, in seconds. Returns False, and counts nothing, if no
        request is left."""
        if now >= self.ends:
            self.ends, self.left = now + self.seconds, self.limit
        if not self.left:
            return False
        self.left -= 1
        return True


@dataclass
class Verdict:
    """The decision whether a request may pass the rate limits, and the headers of its answer.
    `retry_after` is how many seconds to wait (None: the request may pass). `whole` says that the
    limit for all requests was reached. `old` says that the limit for edits of old messages was
    reached."""

    headers: dict[str, str]
    retry_after: float | None = None
    """The seconds to wait; None: the request may pass."""
    whole: bool = False
    """Whether this is the limit of all requests."""
    old: bool = False
    """Whether this is the limit for edits of old messages."""


@dataclass
class Limits:
    """The rate limits that apply to one bot. They are only applied if `real` is true, which can be
    changed at any time. Otherwise every request passes. `max_concurrency` is the number of sessions
    that the bot may begin at the same time. `clock` returns the time in seconds."""

    clock: Clock
    real: bool = False
    max_concurrency: int = 1
    """How many sessions may begin at the same time (see `begin_session`)."""
    _buckets: dict[str, Bucket] = field(default_factory=dict)
    _invalid: deque[float] = field(default_factory=deque)
    _starts: deque[float] = field(default_factory=deque)

    def judge(self, method: str, path: str, values: Mapping[str, str], *, answers: bool) -> Verdict:
        """Count a request, and decide whether it may pass. `path` is the route with placeholders,
        and `values` are their values. With `answers`, the request answers an interaction and
        doesn't count towards the limit for all routes."""
        limit, seconds = BY_ROUTE.get((method, path), USUAL)
        if not self.real:
            return Verdict(_headers(_name(method, path), PLENTY, PLENTY - 1, 1.0, self.clock()))
        now = self.clock()
        if not answers:
            whole = self._bucket("*", GLOBAL, 1.0)
            if not whole.take(now):
                return self._refused(whole, "*", "global", whole_limit=True)
        parts = [values[key] for key in MAJOR if key in values]
        key = ":".join([_name(method, path), *parts])
        bucket = self._bucket(key, limit, seconds)
        if not bucket.take(now):
            return self._refused(bucket, _name(method, path), "user")
        if (method, path) == ("PATCH", "/channels/{channel_id}/messages/{message_id}") and (
            values["message_id"].isdecimal() and now - moment(values["message_id"]) > OLD
        ):
            old = self._bucket(f"old:{values['channel_id']}", *OLD_EDITS)
            if not old.take(now):
                verdict = self._refused(old, _name(method, path), "shared")
                verdict.old = True
                return verdict
        ends = bucket.ends - now
        return Verdict(_headers(_name(method, path), limit, bucket.left, ends, now))

    def answered(self, status: int, scope: str) -> None:
        """Count an answer with this HTTP status if Discord counts it as an invalid request, that is
        401, 403 or 429. `scope` is the scope of the rate limit that refused the request. A 429 with
        the scope `shared` isn't counted."""
        if status in {401, 403, 429} and scope != "shared":
            self._invalid.append(self.clock())

    def begin_session(self, shard: int = 0) -> bool:
        """Count a session that a bot wants to begin at the gateway. Returns whether it may begin.
        Shards share a limit if their numbers have the same remainder modulo `max_concurrency`."""
        bucket = self._bucket(f"identify:{shard % self.max_concurrency}", *IDENTIFY)
        if self.real and not (self.starts_left and bucket.take(self.clock())):
            return False
        self._starts.append(self.clock())
        return True

    @property
    def starts_left(self) -> int:
        """The number of sessions that the bot may still begin now. Within 24 hours, at most
        `STARTS` sessions may begin."""
        while self._starts and self._starts[0] <= self.clock() - DAY:
            self._starts.popleft()
        return max(0, STARTS - len(self._starts))

    @property
    def starts_again_after(self) -> float:
        """The seconds until the oldest session of the last 24 hours no longer counts, so that
        `starts_left` rises by one. 0 if no session was begun in that time."""
        return self._starts[0] + DAY - self.clock() if self._starts else 0.0

    def payloads(self) -> Bucket:
        """Return a new rate limit for the payloads of one connection to the gateway."""
        return Bucket(*PAYLOADS)

    @property
    def shut_out(self) -> bool:
        """Return whether the bot's address is blocked because of too many invalid requests."""
        while self._invalid and self._invalid[0] < self.clock() - WINDOW:
            self._invalid.popleft()
        return self.real and len(self._invalid) >= INVALID

    def _bucket(self, key: str, limit: int, seconds: float) -> Bucket:
        if len(self._buckets) > FORGOTTEN:
            now = self.clock()
            self._buckets = {key: each for key, each in self._buckets.items() if each.ends > now}
        return self._buckets.setdefault(key, Bucket(limit, seconds))

    def _refused(
        self, bucket: Bucket, name: str, scope: str, *, whole_limit: bool = False
    ) -> Verdict:
        now = self.clock()
        wait = max(bucket.ends - now, 0.001)
        headers = _headers(name, bucket.limit, 0, wait, now)
        headers |= {"Retry-After": str(math.ceil(wait)), "X-RateLimit-Scope": scope}
        if whole_limit:
            headers = {
                "Retry-After": str(math.ceil(wait)),
                "X-RateLimit-Global": "true",
                "X-RateLimit-Scope": "global",
            }
        return Verdict(headers, retry_after=round(wait, 3), whole=whole_limit)


def _name(method: str, path: str) -> str:
    """Return the public name of a route's rate limit (the bucket): a hash, as on Discord."""
    return hashlib.sha256(f"{method} {path}".encode()).hexdigest()[:32]


def _headers(name: str, limit: int, left: int, wait: float, now: float) -> dict[str, str]:
    return {
        "X-RateLimit-Bucket": name,
        "X-RateLimit-Limit": str(limit),
        "X-RateLimit-Remaining": str(left),
        "X-RateLimit-Reset": f"{now + wait:.3f}",
        "X-RateLimit-Reset-After": f"{wait:.3f}",
    }
