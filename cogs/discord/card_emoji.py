"""The application's emoji of cards. The bot uploads them once, and again when the drawings of the
cards have changed.

The only record of the emoji is Discord's list of the application's emoji. An emoji's name is made
of the card's face (rank and suit) and a fingerprint of the drawing, such as `10_spades_9f3a`. The
bot uploads missing emoji one after the other in the background. If the process ends meanwhile, the
next process uploads the rest. Messages show cards in words until the set of emoji is complete, and
then as emoji. If several processes share a database, the process that registers the commands
uploads the emoji, and the other processes read the list."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Final, Protocol

import aiohttp
import discord

from bot.core.background import Background
from bot.pictures.emoji import FACE_NAMES, face_png, fingerprint
from cogs.words.cards import NONE, EmojiTexts

log = logging.getLogger(__name__)

MADE_BY_US: Final = re.compile(rf"({'|'.join(FACE_NAMES)})_[0-9a-f]{{4}}", re.ASCII)
AGAIN_AFTER: Final = 600.0
"""Seconds after which the emoji are checked again. This happens if a request to Discord failed, or
if another process has not uploaded all emoji yet."""
DOUBTED_AFTER: Final = 600.0
"""After a refused message, the list of emoji is read again, because Discord refuses messages with
deleted emoji. Between two readings for this reason, at least this many seconds pass."""
BAD_REQUEST: Final = 400


class Application(Protocol):
    """The part of the bot that manages the application's emoji."""

    async def fetch_application_emojis(self) -> list[discord.Emoji]:
        """All emoji of the application."""
        ...

    async def create_application_emoji(self, *, name: str, image: bytes) -> discord.Emoji:
        """Upload a PNG as a new emoji with the name `name`. Return the emoji."""
        ...


class CardEmoji:
    """The emoji of cards that belong to the application. `application` is the part of the bot that
    lists and uploads emoji. `texts` maps each card face, such as `10_spades`, to the emoji as it is
    written in a message. `texts` is empty while the set is incomplete. `has_begun` says whether the
    check for missing emoji has begun."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._background = Background()
        self._makes = False
        self._doubted: float | None = None
        self._has_warned = False
        self.has_begun = False
        self.texts: EmojiTexts = NONE

    def begin(self, *, make: bool) -> None:
        """Check the emoji in the background. With `make`, upload the missing emoji, otherwise wait
        until another process has uploaded them."""
        self._makes = self._makes or make
        self.has_begun = True
        self._background.cancel()
        self._background.start(self._see_to_them())

    def close(self) -> None:
        """Stop the background check."""
        self._background.cancel()

    async def finish(self) -> None:
        """Wait until the set of emoji is complete."""
        await self._background.finish()

    async def requested(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        ended: aiohttp.TraceRequestEndParams,
    ) -> None:
        """aiohttp's callback after each request. If Discord refused it as a bad request, read the
        list of emoji again, because Discord refuses every message that contains a deleted emoji."""
        now = asyncio.get_running_loop().time()
        recently = self._doubted is not None and now - self._doubted < DOUBTED_AFTER
        if ended.response.status == BAD_REQUEST and self.texts and not recently:
            self._doubted = now
            self.begin(make=self._makes)

    async def _see_to_them(self) -> None:
        while True:
            if await self._tried():
                return
            await asyncio.sleep(AGAIN_AFTER)

    async def _tried(self) -> bool:
        """Try to complete the set of emoji. Return whether the set is complete now."""
        try:
            kept = await self._ours()
            self._take(kept)
            if self._makes:
                await self._make(kept)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            # Cards are in words until then; nobody need do anything.
            if not self._has_warned:
                log.warning("The emoji of cards can't be seen to now: %s", _told(error))
            self._has_warned = True
            return False
        return bool(self.texts)

    async def _ours(self) -> dict[str, discord.Emoji]:
        """Return the emoji of cards that the application already has, by name. Emoji of older
        drawings are included."""
        found = await self._application.fetch_application_emojis()
        return {each.name: each for each in found if MADE_BY_US.fullmatch(each.name)}

    async def _make(self, kept: dict[str, discord.Emoji]) -> None:
        """Upload the emoji that `kept` lacks, add them to `kept`, and use the complete set. `kept`
        are the application's emoji of cards by name. If no emoji was missing, delete the emoji of
        older drawings, which no process shows any more."""
        wanted = await asyncio.to_thread(_wanted)
        missing = {name: face for name, face in wanted.items() if name not in kept}
        for name, png in (await asyncio.to_thread(_pictures, missing)).items():
            kept[name] = await self._application.create_application_emoji(name=name, image=png)
        self._take({name: kept[name] for name in wanted})
        if missing:
            log.info("Uploaded %d emoji of cards; the set is whole", len(missing))
            return
        for name in kept.keys() - wanted.keys():
            await kept[name].delete()

    def _take(self, kept: Mapping[str, discord.Emoji]) -> None:
        """Fill `texts` from the emoji `kept`, which are mapped by name. If a card face has no
        emoji, empty `texts` instead. If a face has two emoji, use the newer one."""
        found = {face_of(each.name): str(each) for each in _oldest_first(kept.values())}
        self.texts = found if found.keys() >= set(FACE_NAMES) else NONE


def face_of(name: str) -> str:
    """Return the card face in the name of an emoji: `10_spades` for `10_spades_9f3a`."""
    return name.rpartition("_")[0]


def _oldest_first(emoji: Iterable[discord.Emoji]) -> list[discord.Emoji]:
    return sorted(emoji, key=lambda each: each.id)


def _wanted() -> dict[str, str]:
    """Return the names of all emoji of a complete set, each mapped to the card face that it
    shows."""
    return {f"{face}_{fingerprint(face)}": face for face in FACE_NAMES}


def _pictures(faces: Mapping[str, str]) -> dict[str, bytes]:
    return {name: face_png(face) for name, face in faces.items()}


def _told(error: Exception) -> str:
    if isinstance(error, discord.HTTPException):
        return f"HTTP {error.status}, code {error.code}"
    return type(error).__name__
