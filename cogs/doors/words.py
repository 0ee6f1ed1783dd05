"""Makes the text on boards, including the labels of their buttons, in each member's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import games
from board.scenes import Scene
from board.told import Told
from bot.core.clock import LimitReached
from bot.core.errors import NoAdvice, TableError
from bot.core.model import Happening, Table
from bot.doors.model import Door, Shows
from bot.guesses.model import Question
from cogs.discord.client import ShijoBot
from cogs.discord.errors import sentence
from cogs.discord.languages import language_of, speaking, to_member
from cogs.doors.telling import beside, told
from cogs.table.drawn import NO_AFTERMATH
from cogs.table.finished import aftermath_of
from cogs.table.hand.advice import advice_line
from cogs.table.lobby.rulings import differences, options_name, rules_lines
from cogs.table.message.menu import question_of
from cogs.words import _, marked
from cogs.words.cards import SUIT_NAMES, SYMBOLS, described, label, retold
from cogs.words.load import words_of
from cogs.words.names import bare
from games.cards import CARDS
from games.errors import GameError, ReadableError
from games.players.finding import Finding

RIGHT_TO_LEFT: Final = frozenset({"he"})


class BoardWords:
    """Makes all text on boards, in the language of each reader. The board's server calls these
    methods, because the server's own code contains no text for readers."""

    def __init__(self, bot: ShijoBot) -> None:
        self._bot = bot

    async def greeting(self, door: Door) -> Mapping[str, Any]:
        """Return the data that a page needs once, when it is opened: the language, its direction of
        writing, the deck (the colours of the suits) that the member has chosen, the labels, and the
        names of cards and suits. `door` is the private link by which the member came."""
        async with to_member(self._bot, door.member_id, door.language):
            wanted = self._bot.tables.preferences.known_member(door.member_id)
            language = language_of(wanted.language, door.language)
            return {
                "language": language,
                "direction": "rtl" if language in RIGHT_TO_LEFT else "ltr",
                "deck": wanted.deck.value,
                "text": labels(),
                "cards": {card: [label(card), described(card)] for card in CARDS},
                "suits": {suit: [SYMBOLS[suit], _(name)] for suit, name in SUIT_NAMES.items()},
            }

    async def told(self, scene: Scene, news: Sequence[Happening], door: Door) -> Told:
        """Return all the text on the board of the member to whom this `door` (private link)
        belongs. `scene` is the state that the board shows, and `news` the moves since the last
        state."""
        table, shows = scene.table, door.sight.shows
        async with to_member(self._bot, door.member_id, door.language):
            after = NO_AFTERMATH
            if shows not in (Shows.DEAL, Shows.MATCH):
                after = await aftermath_of(self._bot, table, scene.seat)
            wanted = self._bot.tables.preferences.known_member(door.member_id)
            said = told(scene, news, wanted, after, table.seat_of(door.member_id))
            return said if shows is Shows.TABLE else beside(said, scene)

    async def hint(self, table: Table, finding: Finding, door: Door) -> str:
        """Return a hint for the member to whom this `door` (private link) belongs, as a line of
        text. `finding` is the adviser's comparison of the moves, from which the hint is made.
        Raises NoAdvice if the member has no seat in a running game any more."""
        view = table.view(table.seat_of(door.member_id))
        if view is None or view.seat is None:
            raise NoAdvice
        async with to_member(self._bot, door.member_id, door.language):
            return bare(advice_line(view, finding, words_of(table.game)))

    def question(self, table: Table) -> Question:
        """Return the question about the table's game that spectators can answer with a guess."""
        return question_of(table)

    async def rules(self, table: Table, door: Door) -> tuple[str, Sequence[str]]:
        """Return the rules of a table: a title and paragraphs."""
        async with to_member(self._bot, door.member_id, door.language):
            kind = games.load(table.game)
            changes = differences(kind, table)
            lines = rules_lines(kind, table.options).split("\n")
            told_rules = [options_name(kind, table), *lines, *([changes] if changes else [])]
            return _(kind.title), [bare(line).removeprefix("- ") for line in told_rules]

    async def refusal(self, error: ReadableError, door: Door | None, languages: str) -> str:
        """Return the sentence of a refusal for the member to whom this `door` (private link)
        belongs. If `door` is None, the sentence is in a language that the browser asks for: the
        first of `languages` that the bot speaks. `languages` is the browser's Accept-Language
        header."""
        if door is None:
            wishes = (wish.partition(";")[0].strip() for wish in languages.split(","))
            with speaking(language_of(*wishes)):
                return _said(error)
        async with to_member(self._bot, door.member_id, door.language):
            return _said(error)


def _said(error: ReadableError) -> str:
    """Return the sentence of a refusal as plain text. On Discord, the sentence also says when a
    limit ends, as a countdown. Here the countdown is left out, because only Discord can show it."""
    if isinstance(error, (TableError, GameError)) and not isinstance(error, LimitReached):
        return bare(sentence(error))
    return bare(retold(error.reason))


# Translators: A label or button of the table's page in a browser.
LABELS: Final[Mapping[str, str]] = {
    "again": marked("Again"),
    "back": marked("I'm back"),
    "rules": marked("Rules"),
    "close": marked("Close"),
    "hint": marked("Hint"),
    "log": marked("Moves so far"),
    "hand": marked("Your hand"),
    "table": marked("The table"),
    "sound_on": marked("Sound on"),
    "sound_off": marked("Sound off"),
    "lost": marked("Connection lost."),
    "reconnecting": marked("Reconnecting…"),
    "spectating": marked("You're watching."),
    "choose": marked("Choose"),
    "cancel": marked("Cancel"),
    # Translators: Above a field for a number that belongs to a move.
    "number": marked("Number"),
    # Translators: Read aloud after a card that can be played now.
    "playable": marked("playable"),
    # Translators: Read aloud in place of a card that can't be seen.
    "face_down": marked("face down"),
    "ahead": marked("{sign} Plan a move…"),
    "undo": marked("Undo"),
    "replay": marked("Replay"),
    "first": marked("Go to the start"),
    "earlier": marked("Previous step"),
    "play": marked("Start the replay"),
    "pause": marked("Pause"),
    "later": marked("Next step"),
    "last": marked("Go to the end"),
    # Translators: Read aloud: the slider that moves through a replay.
    "step": marked("Step"),
    "chances": marked("Chances from this point:"),
    "emotes": marked("Everyone sees your emote at your seat until your next move."),
}
"""The labels of a page, by the names that the page uses for them (docs/board-inside.md)."""


def labels() -> dict[str, str]:
    """Return the labels of a page's buttons and fields in the reader's language. Each label is
    mapped by the name that the page uses for it."""
    return {name: _(label) for name, label in LABELS.items()}
