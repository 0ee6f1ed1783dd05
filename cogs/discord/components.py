"""Declares the buttons, selects and modals of the bot, each kind once, with the shape of its custom
ids. Old messages contain these ids, so later versions must still understand them
(tests/golden/custom_ids.json).

A component keeps no state. Its custom id alone leads to the cog that answers it, even after a
restart. To be put into a message, a button or select is wrapped in a discord.py DynamicItem, which
checks the custom id. Each kind of component has a DynamicItem class of its own. These DynamicItem
classes are never registered with discord.py."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final, TypeVar

from discord import ui

LIMIT: Final = 100
"""The most characters that Discord allows in the custom id of a component."""

Item = ui.DynamicItem[ui.Item[Any]]

_TOKEN: Final = re.compile(r"\{(\w+)\}|([\[\]])|([^{}\[\]]+)")

Pressed = TypeVar("Pressed", bound=Callable[..., Coroutine[Any, Any, None]])

MARK: Final = "__components__"
"""The name of an attribute of a cog's method. The attribute names the components whose presses the
method answers."""


class Component:
    """A kind of button, select or modal. `form` is the shape of its custom ids, with fields in
    braces and optional parts in square brackets, as in `t:{table}:{action}[:{detail}]`. `fields`
    has a regular expression for each field. The text before the first colon is different in each
    form, so no custom id matches two forms."""

    def __init__(self, form: str, **fields: str) -> None:
        self.form = form
        self._tokens = [found.groups() for found in _TOKEN.finditer(form)]
        self.names = tuple(name for name, _, _ in self._tokens if name)
        pattern = "".join(self._patterns(fields))
        self.template = re.compile(pattern)
        self.match = self.template.fullmatch
        """The method that compares a custom id with the component's form. The method returns the
        match with the values of the fields, or None if the custom id doesn't have this form. The
        method is stored because each press is compared with the forms of all components."""
        self._item: type[Item] = type(
            f"Item_{form[0]}", (ui.DynamicItem,), {"__module__": __name__}, template=self.template
        )

    def __repr__(self) -> str:
        return f"Component({self.form!r})"

    def _patterns(self, fields: dict[str, str]) -> Iterator[str]:
        for name, bracket, text in self._tokens:
            if name:
                yield f"(?P<{name}>{fields[name]})"
            elif bracket:
                yield "(?:" if bracket == "[" else ")?"
            else:
                yield re.escape(text)

    def id(self, *values: object) -> str:
        """Return the custom id with these values for the fields, in order. If the value of an
        optional part is None or missing, that part is left out. Raises ValueError if the id is too
        long for Discord."""
        given = dict(zip(self.names, values, strict=False))
        custom_id = "".join(self._parts(given))
        if len(custom_id) > LIMIT:
            raise ValueError(f"a custom id of {len(custom_id)} characters")
        return custom_id

    def _parts(self, given: dict[str, object]) -> Iterator[str]:
        depth, missing = 0, 0
        for place, (name, bracket, text) in enumerate(self._tokens):
            if bracket == "[":
                depth += 1
                if not missing and given.get(self._first_in(place)) is None:
                    missing = depth
            elif bracket == "]":
                if missing == depth:
                    missing = 0
                depth -= 1
            elif not missing:
                yield text or str(given[name])

    def _first_in(self, place: int) -> str:
        """Return the name of the first field in the component's form at or after the token with the
        index `place`. The tokens of a form are its fields, its square brackets and the texts
        between them."""
        return next(name for name, _, _ in self._tokens[place:] if name)

    def __call__(self, item: ui.Item[Any]) -> Item:
        """Return the button or select `item`, wrapped so that it can be put into a message. The
        item's custom id must have the component's form."""
        return self._item(item)


def on_press(*components: Component) -> Callable[[Pressed], Pressed]:
    """Return a decorator for the method of a cog that answers presses on these components. The
    method gets the interaction and the match of the custom id."""

    def mark(method: Pressed) -> Pressed:
        setattr(method, MARK, components)
        return method

    return mark


TABLE: Final = r"[A-Za-z0-9_-]{1,32}"
GAME: Final = r"[^:]+"
ACTION: Final = r"[a-z-]+"
NUMBER: Final = r"[0-9]{1,9}"
STEP: Final = r"[0-9]{1,6}"
PAGE: Final = r"[0-9]{1,6}"
SNOWFLAKE: Final = r"[0-9]{1,20}"
LESSON: Final = r"[A-Za-z0-9-]{1,20}"
MOVE: Final = r"[^:]+(?::[^:]+)*"
"""The pattern for the part of a custom id that holds a move, or the first words of a move. The
words are joined by colons, as in `beat:7S:9S`. `cogs.discord.presses.MoveWords` reads this part."""

IN_HAND: Final = Component(
    "h:{table}:{version}:{move}", table=TABLE, version="[0-9]{1,12}", move=MOVE
)
"""A button or select of a hand panel."""
ON_TABLE: Final = Component(
    "t:{table}:{action}[:{detail}]", table=TABLE, action=ACTION, detail="[^:]*"
)
"""A button or select about a table, for example in the message of a running or finished game, in
the table's menus, or the button *More…* of a lobby."""
IN_LOBBY: Final = Component(
    "l:{table}:{action}[:{detail}]", table=TABLE, action=ACTION, detail="[A-Za-z0-9_-]+"
)
"""A button or select of a lobby."""
TO_BOARD: Final = Component(
    "B:{table}[:{shows}:{number}[:{step}]]",
    table=TABLE,
    shows="hands|replay|deal|match",
    number=NUMBER,
    step=STEP,
)
"""The button that opens a board. Without `shows`, it is the board of the table. With `shows`, the
board shows the table's open hands, a replay (at this step), a deal or a team match (with this
number)."""
IN_OPTIONS: Final = Component(
    "o:{table}:{action}[:{detail}]", table=TABLE, action=ACTION, detail="[A-Za-z0-9_]*"
)
"""A button or select of the panel of options."""
PICK_TABLE: Final = Component("p:hand")
"""The select in which a member chooses one of several tables."""
PICK_MORE: Final = Component("T:more")
"""The select in which a member chooses a table. A choice opens the table's menu *More…*."""
RUN_COMMAND: Final = Component("c:{command}[:{game}]", command="[a-z]+", game=GAME)
"""A button that runs a command, perhaps for a game."""
ASK_SHIJO: Final = Component("S:ask")
"""The button *Ask the Shijo* in the message of `/help`. The Shijo is a figure in the game of
Dritzak who knows every face-down card."""
IN_REPLAY: Final = Component(
    "r:{table}:{number}:{step}:{action}", table=TABLE, number=NUMBER, step=STEP, action="[a-z]+"
)
"""A button or select of a replay. Its custom id holds the table's id, the number of the game at the
table, the number of moves made so far (`step`), and the action."""
LED_REPLAY: Final = Component(
    "R:{table}:{number}:{step}:{leader}:{action}",
    table=TABLE,
    number=NUMBER,
    step=STEP,
    leader=SNOWFLAKE,
    action="first|back|next|last|jump|chapter",
)
"""A button or select of a replay that everyone sees and one member leads."""
IN_EVENING: Final = Component(
    "E:{table}:{number}:{action}", table=TABLE, number=NUMBER, action="open|show"
)
"""A button that shows an evening (a server's games of one evening) as a picture. The evening is the
one in which game `number` of the table `table` was played."""
IN_HISTORY: Final = Component(
    "y:{of}:{id}:{page}:{action}", of="[mc]", id=SNOWFLAKE, page=PAGE, action="[a-z]+"
)
"""A button or select of a history at this page. `of` is `m` for a member's history, `c` for a
channel's."""
IN_SETTINGS: Final = Component(
    "s:{action}[:{detail}]", action=ACTION, detail="[A-Za-z0-9_.-]{1,40}"
)
"""A button or select of the server's settings."""
IN_ME: Final = Component("m:{action}", action="[a-z_-]+")
"""A button or select of a member's own settings."""
IN_NOTIFY: Final = Component("n:{action}", action="[a-z]+")
"""A button or select of the panel about pings for new tables."""
ON_BOARD: Final = Component(
    "b:{action}:{asker}:{game}:{season}:{order}:{page}",
    action="[a-z]+",
    asker=SNOWFLAKE,
    game=GAME,
    season="[^:]+",
    order="[^:]+",
    page=PAGE,
)
"""A button or select of a leaderboard. It holds everything that makes up the leaderboard, because
no leaderboard is kept in memory."""
IN_PROFILE: Final = Component("P:{member}:{action}", member=SNOWFLAKE, action="show")
"""The button that shows a member's profile to everyone."""
IN_SEASONS: Final = Component(
    "z:{action}[:{title}]", action="open|kind|channel|role", title="[a-z]+(?::[^:]{1,60})?"
)
"""A button or select in the panel of a server's seasons, or the button that opens this panel. In
the select of a title's role, the field `title` of the custom id is the title's key, such as
`champion:durak`."""
IN_ANNULMENT: Final = Component("x:{table}:{number}", table=TABLE, number=NUMBER)
"""The button by which a moderator annuls the table's game with this number."""
ASK_TO_ANNUL: Final = Component("X:{table}:{number}", table=TABLE, number=NUMBER)
"""The button after which the bot asks a moderator whether to annul the game."""
IN_CHALLENGE: Final = Component("d:{id}:{action}", id="[0-9a-f]{1,16}", action=ACTION)
"""A button or select of a challenge."""
IN_FAIR_PLAY: Final = Component(
    "f:{action}[:{detail}]", action="[a-z]+", detail="[A-Za-z0-9:_-]{1,90}"
)
"""A button or select about fair play. Moderators use these components, and so do members who appeal
against their removal from a table."""
IN_PUZZLE: Final = Component("q:{day}:{move}", day="[0-9]{1,7}", move="[0-9]{1,2}|any")
"""A move of the puzzle of a day. `day` is the day's ordinal. `move` is the index of the move among
those offered, or `any` for a select of moves."""
IN_DAY: Final = Component("v:{day}:{action}", day="[0-9]{1,7}", action=ACTION)
"""A button about the deal of a day. `day` is the day's ordinal."""
IN_DEAL: Final = Component("i:{day}:{done}:{move}", day="[0-9]{1,7}", done="[0-9]{1,4}", move=MOVE)
"""A move in the deal of a day. `done` is the number of steps before the move."""
IN_TEAMS: Final = Component("A:{number}:{action}", number="[0-9]{1,7}", action=ACTION)
"""A button about a match of two teams."""
IN_TEAM_DEAL: Final = Component(
    "D:{deal}:{done}:{move}", deal="[0-9]{1,7}", done="[0-9]{1,4}", move=MOVE
)
"""A move in a deal of a match of two teams. `done` is the number of steps before the move."""
IN_PRACTICE: Final = Component(
    "j:[{table}:{number}:{step}:]{move}",
    table=TABLE,
    number=NUMBER,
    step=STEP,
    move="[0-9]{1,2}|any|next",
)
"""A move in the practice of a mistake. `move` is the move's index among those offered, `any` for a
select of moves, or `next` for the button to the next mistake. Without a table, `next` leads to the
first mistake."""
IN_OWNER: Final = Component("a:{action}", action=ACTION)
"""A button of `/owner`."""
IN_WELCOME: Final = Component("w:{game}", game=GAME)
"""A game's button in the welcome of a server."""
IN_SETUP: Final = Component(
    "su:{step}:{action}", step="language|channel|speed", action="ask|pick|skip"
)
"""A button or select of the setup, in which a member who may manage the server chooses its first
settings. A button in the bot's welcome message opens the setup."""
IN_RULES: Final = Component("g:{game}", game=GAME)
"""A game's button in the list that `/rules` offers."""
IN_LESSONS: Final = Component(
    "e:{action}[:{game}[:{lesson}]]", action="[a-z]+", game=GAME, lesson=LESSON
)
"""A button of the lists of lessons."""
IN_LESSON: Final = Component(
    "k:{game}:{lesson}:{done}:{move}", game=GAME, lesson=LESSON, done="[0-9]{1,2}", move=MOVE
)
"""A move in a lesson. The custom id says how many steps are done."""
IN_TOURNAMENT: Final = Component(
    "u:{tournament}:{action}[:{detail}]",
    tournament="[0-9a-z]{6}",
    action=ACTION,
    detail="[0-9a-z-]{1,20}",
)
"""A button or select of a tournament."""

COMPONENTS: Final[tuple[Component, ...]] = tuple(
    each for each in list[Any](globals().values()) if isinstance(each, Component)
)
"""All kinds of components that this module declares."""
