"""The language of each reader, and the translated names of commands.

A public message is in the server's language: the language in the server's settings, or if none is
set, the language that Discord reports for the server. A private message is in the member's
language: the language in the member's settings, or if none is set, the language of the member's
Discord. A sentence that has no translation, in our catalogue or in a plug-in's, is shown in
English. A sentence is translated when it is drawn, never before. `speaking` sets the language."""

from __future__ import annotations

import gettext
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from typing import Any, Final, Protocol

import discord
from cachetools import LRUCache
from discord import app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from bot.core.errors import TableError
from bot.preferences.model import Deck, MemberSettings
from bot.tables.manager import Tables
from cogs.discord.card_emoji import CardEmoji
from cogs.words import ENGLISH, catalogue
from cogs.words.cards import NONE, EmojiTexts, deck, emoji_texts
from cogs.words.load import found

MOST_SERVERS: Final = 10_000
"""The most servers whose languages are remembered."""
MOST_LANGUAGES: Final = 8
"""The most languages that are remembered for one server. If a server's members read two or more
languages, the server counts as mixed (`Tongues.are_mixed`)."""

mixed: Final[ContextVar[bool]] = ContextVar("mixed", default=False)
"""Whether the messages are for everyone in a server whose members read several languages."""


class Tongues:
    """The languages that each server's members are known to read. Each press and command tells one
    language: the language that the member chose, or the language of the member's Discord. These
    languages are kept only in memory. After a start they are collected again."""

    def __init__(self) -> None:
        self._heard: LRUCache[int, frozenset[str]] = LRUCache(MOST_SERVERS)

    def hear(self, guild_id: int, language: str) -> None:
        """Remember that a member of that server reads this language."""
        known = self._heard.get(guild_id, frozenset())
        if language not in known and len(known) < MOST_LANGUAGES:
            self._heard[guild_id] = known | {language}

    def are_mixed(self, guild_id: int) -> bool:
        """Return whether the members of that server read several languages."""
        return len(self._heard.get(guild_id, ())) > 1


class Speaker(Protocol):
    """Those attributes of the bot from which the language of a reader is chosen."""

    tables: Tables
    card_emoji: CardEmoji
    tongues: Tongues

    def get_guild(self, guild_id: int, /) -> discord.Guild | None:
        """Return the server with the id `guild_id`, or None if the bot isn't in this server."""
        ...


SOURCE: Final = "en"
"""The language that the sentences in the code are written in."""

OWN_NAMES: Final[Mapping[str, str]] = {
    SOURCE: "English",
    "de": "Deutsch",
    "et": "Eesti",
    "he": "עברית",
    "kk": "Қазақша",
    "lt": "Lietuvių",
    "lv": "Latviešu",
    "pl": "Polski",
    "ru": "Русский",
    "uk": "Українська",
}
"""The languages that the bot can have: the code and the language's own name. Discord does not offer
Latvian, Estonian, Kazakh and Hebrew. Members and servers choose these in their settings."""

FOLDER: Final = Path(__file__).parents[1] / "locale"
DOMAIN: Final = "shijo"


def languages_in(folder: Path) -> dict[str, str]:
    """Return the languages of `OWN_NAMES` that have a catalogue in this folder, and English, which
    needs no catalogue. The result maps the code of each language to the language's own name."""
    return {
        code: name
        for code, name in OWN_NAMES.items()
        if code == SOURCE or gettext.find(DOMAIN, folder, [code])
    }


LANGUAGES: Final[Mapping[str, str]] = languages_in(FOLDER)
"""The languages of the bot: the code and the language's own name."""


class Catalogue(NullTranslations):
    """The translations of one language. `ours` is the bot's own catalogue. `own` has the catalogues
    of plug-ins, by the names of the plug-ins' packages. A sentence of such a package is looked up
    in that package's catalogue, and every other sentence in `ours`."""

    def __init__(self, ours: NullTranslations, own: Mapping[str, NullTranslations]) -> None:
        super().__init__()
        self._ours = ours
        self._own = own

    def gettext(self, message: str) -> str:
        """Return the translation of the sentence."""
        return self._of(message).gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translation of a sentence about `n` things."""
        return self._of(msgid1).ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of a sentence whose English text has several meanings. `context`
        says which meaning the sentence has here."""
        return self._of(message).pgettext(context, message)

    def _of(self, message: str) -> NullTranslations:
        return self._own.get(getattr(message, "package", ""), self._ours)


@cache
def catalogue_of(language: str) -> NullTranslations:
    """Return the translations into this language, one of `LANGUAGES`. The files are read when the
    function is called for the first time with this language.

    A plug-in's own sentence is looked up first in the plug-in's catalogue, then in the bot's
    catalogue, and then in the catalogues of the other plug-ins. Any other sentence is looked up in
    the bot's catalogue, and then in those of all plug-ins."""
    if language == SOURCE:
        return ENGLISH
    ours = gettext.translation(DOMAIN, FOLDER, [language])
    own: dict[str, NullTranslations] = {}
    for game, folder in found().catalogues.items():
        if not gettext.find(game, folder, [language]):
            continue
        ours.add_fallback(gettext.translation(game, folder, [language]))
        for package in found().packages[game]:
            first = own.setdefault(package, gettext.translation(game, folder, [language]))
            first.add_fallback(gettext.translation(game, folder, [language]))
    for first in own.values():
        first.add_fallback(ours)
    return Catalogue(ours, own)


def language_of(*wishes: str | discord.Locale | None) -> str:
    """Return the code of the first language in `wishes` that is one of `LANGUAGES`, or of English
    if none is. A wish is Discord's name of a language (`ru`, `en-GB`) or None. The part after a
    hyphen is ignored, so that `en-GB` gives `en`."""
    codes = (str(wish).partition("-")[0] for wish in wishes if wish)
    return next((code for code in codes if code in LANGUAGES), SOURCE)


_OF_LOCALE: Final = {locale: language_of(locale) for locale in discord.Locale}
"""The bot's language for each language of Discord. They are computed once, because thousands of
strings are translated at each start."""


@contextmanager
def speaking(
    language: str,
    cards: Deck = Deck.FOUR_COLOURS,
    pictured: EmojiTexts = NONE,
    *,
    several: bool = False,
) -> Iterator[None]:
    """A context in which sentences are in this language (one of `LANGUAGES`), suits have the
    colours of `cards`, and cards are shown as the emoji in `pictured`. With `several`, the readers
    speak several languages, so buttons also get symbols (cogs.discord.layout)."""
    before, other = catalogue.set(catalogue_of(language)), deck.set(cards)
    shown, company = emoji_texts.set(pictured), mixed.set(several)
    try:
        yield
    finally:
        mixed.reset(company)
        emoji_texts.reset(shown)
        deck.reset(other)
        catalogue.reset(before)


@asynccontextmanager
async def to_everyone(bot: Speaker, guild_id: int | None) -> AsyncIterator[None]:
    """A context in which sentences are made for everyone in the server `guild_id`: in the server's
    language, with emoji of cards. `guild_id` is None for direct messages."""
    preferences, guild = bot.tables.preferences, bot.get_guild(guild_id or 0)
    try:
        chosen = (await preferences.server(guild_id or 0)).language
    except TableError:
        # The settings can't be read, but the message is sent all the same.
        chosen = preferences.known_server(guild_id or 0).language
    language = language_of(chosen, guild.preferred_locale if guild else None)
    several = bot.tongues.are_mixed(guild_id or 0)
    with speaking(language, pictured=bot.card_emoji.texts, several=several):
        yield


@asynccontextmanager
async def to_member(
    bot: Speaker, member_id: int, locale: str | discord.Locale | None
) -> AsyncIterator[None]:
    """A context in which sentences are made for one member, in the language that the member has
    chosen. `locale` is the language of the member's Discord, which is used if the member has chosen
    none. `locale` is None if this language isn't known."""
    chosen = await _chosen(bot, member_id)
    language = language_of(chosen.language, locale)
    with speaking(language, chosen.deck, _pictured(bot, chosen)):
        yield


async def hear(interaction: discord.Interaction[Any]) -> None:
    """Note the language of the member who makes this press or command."""
    if interaction.guild_id is not None:
        chosen = await _chosen(interaction.client, interaction.user.id)
        language = language_of(chosen.language, interaction.locale)
        interaction.client.tongues.hear(interaction.guild_id, language)


def _pictured(bot: Speaker, chosen: MemberSettings) -> EmojiTexts:
    """Return the emoji with which cards are shown to a member with these settings. Return no emoji
    if the member wants text only."""
    return NONE if chosen.text_only else bot.card_emoji.texts


async def _chosen(bot: Speaker, member_id: int) -> MemberSettings:
    preferences = bot.tables.preferences
    try:
        return await preferences.member(member_id)
    except TableError:
        return preferences.known_member(member_id)


async def speak_to(interaction: discord.Interaction[Any]) -> None:
    """Use the language of the member who pressed or gave the command, for the rest of this task."""
    chosen = await _chosen(interaction.client, interaction.user.id)
    catalogue.set(catalogue_of(language_of(chosen.language, interaction.locale)))
    deck.set(chosen.deck)
    emoji_texts.set(_pictured(interaction.client, chosen))


CONTEXT: Final = "context"
"""The key in a `locale_str`'s extras for the context of the string."""


def named_in(context: str, name: str) -> locale_str:
    """Return the name of a command or a parameter for Discord, for an English word that has several
    meanings. `context` tells translators which meaning the word has here."""
    return locale_str(name, **{CONTEXT: context})


class Translator(app_commands.Translator):
    """Translates the names and descriptions of commands, parameters and choices for Discord."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """Return the string in the language `locale`, or None if there is no translation."""
        language = _OF_LOCALE[locale]
        if language == SOURCE or not string.message:
            return None
        translated = _translated(catalogue_of(language), string)
        return None if translated == string.message else translated


def _translated(into: NullTranslations, string: locale_str) -> str:
    context = string.extras.get(CONTEXT)
    if context is None:
        return into.gettext(string.message)
    return into.pgettext(context, string.message)
