"""Define the form of a game's words: its verbs, roles, zones, facts and events as members read
them. A game without words of its own gets generic words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final, Self

import games
from bot.tables.play import TAKEN_BACK
from cogs.words import _, both, counted, in_context, marked
from cogs.words.cards import Order, texts
from cogs.words.generic import SEAT_FIELDS, in_words, shown, told_generically
from cogs.words.seats import NOBODY, Names
from cogs.words.sentences import ByPerson, Telling, by_number
from games.core import Event, Game, Move, Outcome, View
from games.players.finding import Finding

__all__ = ["by_number"]  # where packages have found it so far


class Weight(Enum):
    """How prominent the button of a verb is."""

    USUAL = "usual"
    """For moves that need no thought: the brightest button."""
    PLAIN = "plain"
    GRAVE = "grave"
    """For moves that cost something and can't be undone. The button of such a move never has the
    bright colour (Discord's blue)."""


@dataclass(frozen=True, slots=True)
class Verb:
    """The words of a verb, which is the first word of a move. `name` is the label of a button, and
    `mark` the emoji on the button (None: no emoji). `ask` is the text before a choice (`Attack
    with…`). `weight` says how prominent the button is. If a verb without cards has a `question`,
    the member must confirm the move.

    `whole` is the label of a move that plays one card (`{card}`) on another card (`{other}`), and
    `played` the label of any other move with cards (`{cards}`), for one card and for several. If
    they are empty, the label of a move is `name`, followed by the cards."""

    name: str
    ask: str
    mark: str | None = None
    weight: Weight = Weight.PLAIN
    question: str = ""
    whole: str = ""
    played: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Role:
    """The role of a seat. `mark` is an emoji before the player's name, and `word` a word after the
    name (both can be empty). `you` is the sentence for the player with the role (empty if there is
    none). Pictures show `word`. If `word` is empty, pictures show `caption` instead.

    Beside the reader's own seat, which is called *You*, pictures show `own` instead of `word` or
    `caption`. It is a word, or a function that returns one in the reader's language. If it is
    empty, `word` or `caption` is shown there too."""

    mark: str
    word: str = ""
    you: str = ""
    caption: str = ""
    own: str | Callable[[], str] = ""


@dataclass(frozen=True, slots=True)
class Handicap:
    """The words of a handicap: `title` is its name on a button in the lobby, and `role` the name of
    the role that a seat with the handicap has."""

    title: str
    role: str


Row = Callable[[Sequence[Mapping[str, Any]], Names], str]
"""Makes one sentence from the fields of several events of one kind."""


@dataclass(frozen=True, slots=True)
class Together:
    """A rule for events of one seat in one move, which share one sentence when at least two of them
    happen. `events` are the names of these events. `tell` makes the sentence. It gets a mapping
    from each event's name to the event's fields, as the reader may know them."""

    events: frozenset[str]
    tell: Callable[[Mapping[str, Mapping[str, Any]], Names], str]


Plain = str | tuple[str, str] | Telling | None
"""The words of an event that are the same for every reader. They are a sentence, a pair of
sentences (for one seat and for several), or a function that makes a sentence. None means that the
event is not told."""
Words = Plain | ByPerson
"""The words of an event (see GameWords)."""
Fact = Callable[[Any, Names], str]
"""Makes a few words from a fact's value. If the result is empty, the fact is left out."""


Other = Callable[[str, Names], str]
"""Makes a label for that part of a move which is no card, such as a seat. The label is plain text
for a button."""


def a_seat(other: str, names: Names) -> str:
    """Return the name of the seat that a move names by its number. This function is meant for
    `GameWords.others`: `others={"doubt": a_seat}` makes “Doubt: Ada” of the move `doubt 0`."""
    return names.plain(int(other)) if other.isdecimal() else other


@dataclass(frozen=True, slots=True)
class Strength:
    """The words of a bot player's strength: its `title`, and in a few words how such a bot player
    plays (`character`)."""

    title: str
    character: str = ""


Headline = Callable[[str, str, int], str]
"""Makes the first line of a result from the names of the winners, the names of the last players,
and the number of last players (0: nobody lost)."""


Score = Callable[[Outcome, Names], str]
"""Makes a line with the score of a match after a game. The line is empty if games of this kind
don't form matches."""


def _no_score(outcome: Outcome, names: Names) -> str:
    return ""


Reason = Callable[[View, Finding], str]
"""Makes the sentence that says why a move is recommended, from the view and the adviser's finding.
The sentence is empty when there is nothing to say besides the chances."""


def _no_reason(view: View, finding: Finding) -> str:
    return ""


def reason_by_verb(
    reasons: Mapping[str, str | Callable[[View, Move, Finding], str]],
) -> Reason:
    """Return a function that gives the reason for a recommended move. The reason depends on the
    move's verb. `reasons` maps each verb to a sentence, or to a function that makes a sentence from
    the view, the move and the adviser's finding. A move with another verb has no reason."""

    def reason(view: View, finding: Finding) -> str:
        move = Move.parse(finding.move)
        told = reasons.get(move.verb, "")
        if callable(told):
            return told(view, move, finding)
        return _(told) if told else ""

    return reason


Points = Callable[[int | str], str]
"""Makes the text of a seat's score (the fact `score`), as plain text such as `13 points`."""


def _scored(score: int | str) -> str:
    # Translators: A player's score, after their name.
    return _("score {score}", score=score)


# Translators: A chance, as in “After that, you win 7 out of 10 deals.”
WINS: Final = both("you win {number} out of 10 deals", "you win {number} out of 10 deals")
"""The words for the chance that the adviser (a bot player that recommends a move) computes, in the
singular and the plural. Most games use these words."""


def _won(first: str, last: str, lost: int) -> str:
    # Translators: The first line of a result.
    return _("🏆 {names} won!", names=first)


@dataclass(frozen=True, slots=True)
class GameWords:
    """All words with which one game is shown and told.

    `events` and `private` map the name of an event to the words of the event. `private` is for
    readers who may see the event's secret fields. The words are one of these:

    - a sentence with the event's fields as blanks
    - two sentences, one for a single seat and one for several seats (`{who}`)
    - a function that makes the sentence
    - words that depend on the reader (`by_person`)
    - None if the event is not told

    `facts` has the facts of a view that are shown, in this order. A fact without words is not
    shown, unless the game has no words at all (`generic`). Further fields are explained below their
    names."""

    verbs: Mapping[str, Verb] = field(default_factory=dict)
    roles: Mapping[str, Role] = field(default_factory=dict)
    zones: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, Fact] = field(default_factory=dict)
    events: Mapping[str, Words] = field(default_factory=dict)
    private: Mapping[str, Words] = field(default_factory=dict)
    own: Mapping[str, str | Telling] = field(default_factory=dict)
    """For each event: its words in the second person. They are for the reader whose own seat the
    event is about."""
    rows: Mapping[str, Row] = field(default_factory=dict)
    """For each event: the function that makes one sentence from several events of this kind in a
    row. An event needs such a function only if two simpler ways are not enough: to join the
    sentences of the events, or to name several seats in one sentence."""
    together: tuple[Together, ...] = ()
    told_by: Mapping[str, str] = field(default_factory=dict)
    """For an event that may be left out: the name of another event that says the same and more. If
    a move has both events, only the other event is told."""
    trailing: frozenset[str] = frozenset()
    """Events that are told in the entry of the log before them, and begin no new line."""
    leading: frozenset[str] = frozenset()
    """Events that only prepare the next event of the same seat. Both are told in one entry of the
    log."""
    by_several: frozenset[str] = frozenset()
    """Events with cards that several seats have played, so that they belong to none of them."""
    honours: Mapping[str, Callable[[Sequence[str], Names], str]] = field(default_factory=dict)
    numbers: frozenset[str] = frozenset()
    """Zones in the middle of the table. The table's message shows only the number of their
    cards."""
    taking: str = ""
    """The name of a fact that is true while a player picks up all cards that lie in pairs (an
    attack card and the card over it). The name is empty if the game has no such fact."""
    handicaps: Mapping[str, Handicap] = field(default_factory=dict)
    glosses: tuple[str, ...] = ()
    """Explanations of the game's own words, one sentence for each word. The lobby shows them in
    small print."""
    meanwhile: Mapping[str, str] = field(default_factory=dict)
    """For each verb: the sentence for a seat that can make a move of this verb, although the game
    waits only for other seats. The sentence says what the seat can do."""
    others: Mapping[str, Other] = field(default_factory=dict)
    """For each verb: the function that makes a label for the part of a move that isn't a card, such
    as a seat."""
    strengths: Mapping[str, Strength] = field(default_factory=dict)
    """The strengths of the game's own bot players. The key is the name of the strength, and the
    value has its title and how such a bot player plays."""
    headline: Headline = _won
    # Translators: The first line of a result.
    lost: str = marked("You all lost this one.")
    """The first line of the result of a game that everybody lost."""
    emblem: tuple[str, ...] = ("JD", "QC", "KH", "AS")
    """The cards that stand for the game in its own picture, at most six."""
    # Translators: Read by the winner.
    you_first: str = marked("You won!")
    # Translators: Read by a winner.
    you_spared: str = marked("You're one of the winners!")
    # Translators: Read by a player who has lost.
    you_last: str = marked("Not this time.")
    """What a player who came last reads in their hand message after a game. `you_first` is for a
    single winner, and `you_spared` for one of several winners."""
    you_among_last: str = ""
    """What a player reads who came last together with others (empty: the same as alone)."""
    last: str = ""
    """The word for the players who come last. It is empty if the last place has no name in the
    game."""
    score: Score = _no_score
    points: Points = _scored
    hope: tuple[str, str] = WINS
    """The words for the chance that the adviser (a bot player that recommends a move) computes, in
    the singular and the plural. The blank `{number}` is the number of deals out of 10, as in `you
    win {number} out of 10 deals`."""
    reason: Reason = _no_reason
    puzzle: str = marked(
        "You're {name}. Your task: {goal}. The deck is empty, and you can see every card."
    )
    """The task of a puzzle, and what the reader knows about the position."""
    order: Order = "trumps-last"
    generic: bool = False
    seat_fields: frozenset[str] = SEAT_FIELDS
    """The fields of events and facts that contain seats: the usual ones, and the game's own."""
    chapters: frozenset[str] = frozenset()
    """The events that end a chapter of the game (a part such as a bout), as the game's rules name
    them."""
    names: Names = NOBODY
    """The names of the seats, which some labels of moves contain (see `at`)."""

    def at(self, names: Names) -> Self:
        """Return these words with the names of the seats at a table, which some labels of moves
        contain."""
        return replace(self, names=names)

    def verb(self, name: str) -> Verb:
        """Return the words of a verb. If the game has no words for this verb, they are made from
        the verb's identifier."""
        return self.verbs.get(name) or Verb(in_words(name), f"{in_words(name)}…")

    def role(self, name: str) -> Role | None:
        """Return the words of a role. Returns None for a role that is not shown."""
        if name in self.roles:
            return self.roles[name]
        return (
            Role("", in_words(name).lower(), _("Your role: {role}.", role=in_words(name).lower()))
            if self.generic and name not in COMMON_ROLES
            else COMMON_ROLES.get(name)
        )

    def handicap(self, name: str) -> str:
        """Return the word for a seat with this handicap. This is the word of the role that the
        handicap gives to a seat. If there is no such role, it is the handicap's name."""
        known = self.handicaps.get(name)
        role = self.roles.get(known.role) if known else None
        return _(role.word) if role else in_words(name).lower()

    def handicap_title(self, name: str) -> str:
        """Return a handicap's name, for a button in the lobby."""
        known = self.handicaps.get(name)
        return _(known.title) if known else in_words(name)

    def zone(self, name: str) -> str:
        """Return the title of a zone. Zones whose names differ only in a number after a hyphen have
        the same title."""
        known = name if name in self.zones else name.rstrip("0123456789").rstrip("-")
        return _(self.zones[known]) if known in self.zones else in_words(name)

    def told(self, event: Event, names: Names) -> str:
        """Return the sentence about an event for the reader `names.me` (None: for everyone). An
        event that is missing in the game's words gets a generic sentence. The sentence is empty for
        an event that is not to be told (its words are None), and for an event of which the reader
        knows no fields. An event that has only private fields is told only to the seats that may
        see them."""
        fields = event.seen_by(names.me)
        if not fields:
            return ""
        sentence: Plain = self._to_reader(event, names)
        if sentence is None:
            table = self._sentences(event, names)
            if event.name not in table and event.name not in OF_ALL_GAMES:
                return told_generically(event.name, fields, names, self.seat_fields)
            sentence = _to_others(table.get(event.name, OF_ALL_GAMES.get(event.name)))
        if sentence is None:
            return ""
        if callable(sentence):
            return sentence(fields, names)
        if isinstance(sentence, tuple):
            return _of_several(sentence, [fields], names, self.seat_fields)
        blanks = {
            name: shown(name, value, names, self.seat_fields) for name, value in fields.items()
        }
        return _(sentence, **blanks)

    def tells(self, event: Event, names: Names) -> bool:
        """Return whether the event has a sentence for this reader. This is faster than `told`,
        which is important because the log asks for every event."""
        fields = event.seen_by(names.me)
        if not fields:
            return False
        sentence = self._sentences(event, names).get(event.name, event.name)
        return bool(sentence(fields, names) if callable(sentence) else sentence)

    def is_own(self, event: Event, names: Names) -> bool:
        """Return whether the event is told to the reader `names.me` in the second person."""
        return self._to_reader(event, names) is not None

    def _to_reader(self, event: Event, names: Names) -> str | Telling | None:
        """Return the words for an event in the second person (“you …”). The reader `names.me` gets
        them if the event is about the reader's own seat. If the event's words depend on the reader
        (`ByPerson`), the reader also gets them if the reader's seat is in a field of
        `ByPerson.whom`. The words are a sentence or a function that makes a sentence (`Telling`).
        Returns None in all other cases."""
        words = self.events.get(event.name)
        own = words.own if isinstance(words, ByPerson) else self.own.get(event.name)
        if names.me is None or own is None:
            return None
        fields = event.seen_by(names.me)
        about = names.seats_of(fields["side"]) if "side" in fields else [fields.get("seat")]
        if about == [names.me]:
            return own
        whom = words.whom.items() if isinstance(words, ByPerson) else ()
        return next((told for name, told in whom if fields.get(name) == names.me), None)

    def _sentences(self, event: Event, names: Names) -> Mapping[str, Words]:
        """Return the mapping in which the words of this event are looked up. The mapping is
        `private` if the reader `names.me` may see the event's secret fields and `private` has words
        for the event. Otherwise the mapping is `events`."""
        secret = event.secret is not None and names.me in event.seats
        return self.private if secret and event.name in self.private else self.events

    def told_in_a_row(self, events: Sequence[Event], names: Names) -> str:
        """Return the text of several events of one kind, in as few sentences as possible. A single
        event has the sentence of `told`."""
        if len(events) == 1:
            return self.told(events[0], names)
        name, fields = events[0].name, [event.seen_by(names.me) for event in events]
        if self.is_own(events[0], names):
            return "; ".join(self.told(event, names) for event in events)
        if name in self.rows:
            return self.rows[name](fields, names)
        sentence = _to_others(self.events.get(name, ""))
        if isinstance(sentence, tuple):
            return _of_several(sentence, fields, names, self.seat_fields)
        if name not in self.events and all(set(each) == {"seat"} for each in fields):
            return f"{names.listed([each['seat'] for each in fields])} {in_words(name).lower()}"
        return "; ".join(self.told(event, names) for event in events)


def _to_others(words: Words) -> Plain:
    """Return the words of an event for readers in other seats. If the words depend on the reader,
    the words for everyone are returned. Otherwise the words are returned unchanged."""
    return words.others if isinstance(words, ByPerson) else words


def _of_several(
    sentence: tuple[str, str],
    fields: Sequence[Mapping[str, Any]],
    names: Names,
    seat_fields: frozenset[str],
) -> str:
    """Return one sentence about several events of the same kind, which names the seats of all these
    events. `sentence` is the singular and the plural, with the blank `{who}` for the seats.
    `fields` has the fields of each event. The other blanks are filled from the first event.
    `seat_fields` are the names of fields with numbers of seats."""
    seats = list(dict.fromkeys(seat for each in fields for seat in _seats_of(each, names)))
    rest = {
        name: shown(name, value, names, seat_fields)
        for name, value in fields[0].items()
        if name not in {"seat", "seats", "side"}
    }
    return counted(*sentence, len(seats), who=names.listed(seats), **rest)


def _seats_of(fields: Mapping[str, Any], names: Names) -> Sequence[int]:
    """Return the seats that an event is about: the members of a side, a list of seats, or a single
    seat."""
    if "side" in fields:
        return names.seats_of(fields["side"])
    return fields["seats"] if "seats" in fields else [fields["seat"]]


def you_deal() -> str:
    """Return the word for the dealer beside *You*."""
    return in_context("beside “You”", "dealer")


def you_are_done() -> str:
    """Return the word beside *You* for a player who is done."""
    return in_context("beside “You”", "done")


COMMON_ROLES: Final[Mapping[str, Role]] = {
    "turn": Role("▶️"),
    "dealer": Role("", marked("dealer"), marked("You're the dealer."), own=you_deal),
    "done": Role("", marked("done"), marked("You're done."), own=you_are_done),
}
"""The words of roles whose names mean the same in all games."""


def game_title(name: str) -> str:
    """Return a game's title. For a game that is no longer installed, return its stored name as
    words."""
    kind = games.available().get(name)
    return _(kind.title) if kind else in_words(name)


def game_line(kind: type[Game], marks: str = "") -> str:
    """Return the line about a game in a list of games. The line has the game's title, the `marks`
    after the title (signs such as emoji), and the game's description."""
    return " · ".join(filter(None, (f"**{_(kind.title)}** {marks}".rstrip(), _(kind.gist))))


GENERIC: Final = GameWords(generic=True)
"""The words for games from packages (plug-ins) without words of their own."""


# Translators: A line about the game; where it begins a line, it gets a capital letter.
def _taken_back(fields: Mapping[str, Any], names: Names) -> str:
    name = names[fields["seat"]]
    if fields["seat"] == names.me:
        if fields["cards"]:
            return _("you take back {cards}", cards=texts(fields["cards"]))
        return _("you take back your last move")
    if fields["cards"]:
        return _("{name} takes back {cards}", name=name, cards=texts(fields["cards"]))
    return _("{name} takes back the last move", name=name)


# Translators: A line about the game; where it begins a line, it gets a capital letter.
def _resigned(fields: Mapping[str, Any], names: Names) -> str:
    if "seat" not in fields:
        return told_generically("resigned", fields, names)
    if fields["seat"] == names.me:
        return _("you left the game")
    return _("{seat} left the game", seat=names[fields["seat"]])


OF_ALL_GAMES: Final[Mapping[str, Words]] = {TAKEN_BACK: _taken_back, "resigned": _resigned}
"""The sentences for events that occur in all games."""
