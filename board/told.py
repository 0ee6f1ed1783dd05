"""The words of a board for one reader. Every sentence of a frame is made here or by the modules
called here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from board.scenes import Scene
from bot.core.model import Happening, Table
from bot.doors.model import Door
from bot.guesses.model import Question
from games.errors import ReadableError
from games.players.finding import Finding
from games.view import View


class RoleTold(NamedTuple):
    """A seat's role: its name, a mark, and a word."""

    name: str
    mark: str
    word: str


class EmoteTold(NamedTuple):
    """An emote: its name, its symbol, and the sentence about a player who shows it."""

    emote: str
    sign: str
    label: str


class SeatTold(NamedTuple):
    """The words at a seat: the bot player whose `face` is shown (empty: none), the `level` of a bot
    player, the roles, the score, these together on one `line`, and the emote shown there, if
    any."""

    face: str
    level: str
    roles: Sequence[RoleTold]
    score: str
    line: str
    emote: EmoteTold | None = None


class MoveTold(NamedTuple):
    """A move in words: as a whole, without its verb, and its choice alone (a suit, a place; may be
    empty)."""

    label: str
    short: str
    choice: str


class VerbTold(NamedTuple):
    """A verb: its name, the question before a choice, a symbol, how prominent it is (`usual`,
    `plain`, `grave`), and the question before a move that can't be undone."""

    name: str
    ask: str
    mark: str
    weight: str
    question: str


class AheadTold(NamedTuple):
    """The moves that the reader can choose before their turn, each choice with its moves and a
    label; or a line about the reader's choice (`chosen`) or its result."""

    offered: Sequence[tuple[Sequence[str], str]]
    chosen: bool
    line: str


class BackTold(NamedTuple):
    """The offer to take the last move back, or to agree to another member's request: its label, and
    whether the member `waits` for others to agree."""

    label: str
    waits: bool


class GuessTold(NamedTuple):
    """A spectator's guess about the end: a line about the guess (empty: none yet), the question,
    and the answers by seat (empty: guesses are closed)."""

    line: str
    ask: str
    answers: Sequence[str]


class PlaceTold(NamedTuple):
    """A seat's place in a finished game: its symbol, and the change of the rating."""

    seat: int
    mark: str
    note: str


class ResultTold(NamedTuple):
    """How a game ended: the first line, the other lines, and the places, the best first."""

    headline: str
    lines: Sequence[str]
    places: Sequence[PlaceTold]


@dataclass(frozen=True, slots=True)
class Told:
    """All words about a table for one reader, as plain text in their language. `view` is the view
    that they describe, with hands in the reader's order. `zones` and `seats` are in the view's
    order, `moves` in that of its moves, `news` in that of the events. `emotes` are the emotes that
    the reader may show, `ahead` the moves that the reader may choose before their turn,
    `takes_back` the offer to take a move back. `chances` are each seat's chances in words."""

    title: str
    status: str
    view: View | None = None
    facts: Sequence[str] = ()
    pressing: Sequence[str] = ()
    says: Sequence[tuple[int, str]] = ()
    zones: Sequence[str] = ()
    seats: Sequence[SeatTold] = ()
    moves: Sequence[MoveTold] = ()
    verbs: Mapping[str, VerbTold] | None = None
    news: Sequence[str] = ()
    result: ResultTold | None = None
    emotes: Sequence[EmoteTold] = ()
    ahead: AheadTold | None = None
    takes_back: BackTold | None = None
    guess: GuessTold | None = None
    chances: Sequence[str] = ()


class Words(Protocol):
    """Makes the sentences of boards in a member's language."""

    async def greeting(self, door: Door) -> Mapping[str, Any]:
        """The data that a page needs only once: the language and its direction, the deck, the names
        of cards and suits, and the page's own labels."""
        ...

    async def told(self, scene: Scene, news: Sequence[Happening], door: Door) -> Told:
        """All words about a scene, and about what has happened (`news`)."""
        ...

    async def hint(self, table: Table, finding: Finding, door: Door) -> str:
        """The line with the adviser's finding for the seat of the door's member."""
        ...

    def question(self, table: Table) -> Question:
        """The question about the table's game that spectators can answer with a guess."""
        ...

    async def rules(self, table: Table, door: Door) -> tuple[str, Sequence[str]]:
        """The rules of a table: a title and paragraphs."""
        ...

    async def refusal(self, error: ReadableError, door: Door | None, languages: str) -> str:
        """The sentence of a refusal; for an unknown reader, it is in the first supported language
        that the browser asks for (the header Accept-Language)."""
        ...
