"""The data types for the text on a board, which is in the reader's language. The interface `Words`
makes this text. A class whose name ends in "Told" is one part of the board in words."""

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
    """A role of a seat, such as the attacker. `name` is its name in the game's code, `mark` its
    symbol, and `word` its word for the reader. `mark` and `word` can be empty."""

    name: str
    mark: str
    word: str


class EmoteTold(NamedTuple):
    """An emote in words. `emote` is its name, `sign` its symbol, and `label` the sentence about a
    player who shows the emote."""

    emote: str
    sign: str
    label: str


class SeatTold(NamedTuple):
    """The text at one seat. `face` is the name of the bot player whose portrait is shown (empty if
    no portrait is shown), and `level` a bot player's strength in words. `line` describes the whole
    seat in one sentence for screen readers. `called` is the player's name, or *You* for the
    reader."""

    face: str
    level: str
    roles: Sequence[RoleTold]
    score: str
    line: str
    called: str
    emote: EmoteTold | None = None


class MoveTold(NamedTuple):
    """A move in words. `label` is the whole move, and `short` the move without its verb. `choice`
    is only what the player chooses besides cards, such as a suit. It is empty if there is nothing
    else to choose."""

    label: str
    short: str
    choice: str


class VerbTold(NamedTuple):
    """The kind of a move (its verb, such as "attack") in words. `ask` is the text above a choice
    between moves of this kind, and `mark` the symbol. `question` is asked before a move that can't
    be undone (empty if nothing is asked). `weight` tells how prominent the button is: `usual`,
    `plain` or `grave`."""

    name: str
    ask: str
    mark: str
    weight: str
    question: str


class AheadTold(NamedTuple):
    """The moves that the reader can choose before their turn. Each item of `offered` is one choice:
    the moves of this choice, and the label. `chosen` tells whether a choice of the reader is
    waiting, and `line` describes that choice or its result. `line` is empty if no choice was
    made."""

    offered: Sequence[tuple[Sequence[str], str]]
    chosen: bool
    line: str


class BackTold(NamedTuple):
    """The button that takes the reader's last move back, or agrees that another member takes a move
    back. `label` is its label. `waits` tells whether the reader has asked already and others must
    still agree."""

    label: str
    waits: bool


class GuessTold(NamedTuple):
    """The text about a spectator's guess who will win or come last. `line` tells what the spectator
    has guessed, and is empty before a guess. `ask` is the question. `answers` has one answer for
    each seat. It is empty when no more guesses are accepted."""

    line: str
    ask: str
    answers: Sequence[str]


class PlaceTold(NamedTuple):
    """The final place of one seat in a finished game. `mark` is the symbol of the place. `note` is
    the change of the player's rating in words. It is empty if the game changed no rating."""

    seat: int
    mark: str
    note: str


class ResultTold(NamedTuple):
    """How a game ended: the first line, the other lines, and the places. The places are ordered
    from the best to the last, or by seat if nobody is ahead."""

    headline: str
    lines: Sequence[str]
    places: Sequence[PlaceTold]


@dataclass(frozen=True, slots=True)
class Told:
    """The whole text of a board for one reader, in the reader's language. `view` is the described
    view, with cards sorted as the reader wants. `zones`, `seats` and `moves` are in the order of
    the view, and `news` in the order of the events.

    `pressing` are texts about what is urgent now. `says` are remarks of bot players, as pairs of
    seat and remark. `emotes` are those that the reader may show. `ahead` are the moves that the
    reader may choose before their turn, and `takes_back` is the button to undo a move. `chances`
    are the seats' chances of winning."""

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
        """Return the data that a page needs only once: the language and its direction, the deck,
        the names of cards and suits, and the page's own labels."""
        ...

    async def told(self, scene: Scene, news: Sequence[Happening], door: Door) -> Told:
        """Return all text about a scene, and about the events in `news`."""
        ...

    async def hint(self, table: Table, finding: Finding, door: Door) -> str:
        """Return the advice for the member of `door` as one line. `finding` is what the game's
        adviser has found."""
        ...

    def question(self, table: Table) -> Question:
        """Return the question about the table's game that spectators can answer with a guess."""
        ...

    async def rules(self, table: Table, door: Door) -> tuple[str, Sequence[str]]:
        """Return the rules of a table: a title and paragraphs."""
        ...

    async def refusal(self, error: ReadableError, door: Door | None, languages: str) -> str:
        """Return the text of `error` in the language of the door's member. If the member is unknown
        (`door` is None), the language is the first supported language in `languages`, the browser's
        header Accept-Language."""
        ...
