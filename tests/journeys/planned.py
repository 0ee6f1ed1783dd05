"""Games whose end is known before they are dealt. The module tries many secrets, and takes one
whose deal can be played to the wanted end.

Only the secret is chosen. The deal follows from the secret as in any game, and the players at the
table make every move."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence

from simcord.actors import MemberActor
from simcord.results import ResponseMessage

import games
from bot.core.fairness import SECRET_LENGTH, seed_of
from bot.core.model import Person, Table
from cogs.discord.components import IN_HAND
from cogs.discord.presses import BEGIN, SET, HandId
from cogs.table.hand.partial_move import CARD
from games.core import Deed, Game, Move
from tests.journeys import ways
from tests.journeys.conftest import Action, Evening
from tests.limits import BUTTON, STRING_SELECT, walk
from tests.present import present
from tests.steering import Line, anyhow, face_down, hand_of, line_to, tens, walking_off

Find = Callable[[Game], Line | None]
"""A function that returns moves with which a game comes to the wanted end, or None if it finds
none."""
MOST_DEALS = 40_000
COMMON = {"last-trump", "thirteen"}
"""The names of notable acts (deeds) that occur in most games. A game may have them even if the test
didn't ask for them."""


def walk_off(degree: int) -> Find:
    """Return a function that searches for moves by which seat 0 wins with a walk-off Deegan (a
    special way to win at Dritzak, DRI-41) of the degree `degree`."""

    def find(game: Game) -> Line | None:
        below, held = tens(face_down(game, 0)), tens(hand_of(game, 0))
        # More than one comes from below in a row only if it lies there; what lies in sight on them
        # goes before.
        if not min(degree, 2) <= below < 3 or below + held < degree:
            return None
        return line_to(
            game,
            lambda deeds: [(deed.seat, deed.degree) for deed in deeds] == [(0, degree)],
            walking_off(0),
            range(20),
        )

    return find


def with_deeds(wanted: dict[str, int]) -> Find:
    """Return a function that plays random moves until a game has exactly the deeds `wanted`
    (special feats and how often each was done). Deeds that occur in most games aren't compared. The
    function returns the moves of that game, or None if no try had the deeds."""

    def as_wanted(deeds: Sequence[Deed]) -> bool:
        done: Counter[str] = Counter()
        for deed in deeds:
            done[deed.name] += deed.times
        return {name: times for name, times in done.items() if name not in COMMON} == wanted

    return lambda game: line_to(game, as_wanted, anyhow, range(40))


async def deal(
    evening: Evening, game: str, people: Sequence[MemberActor], find: Find, *, first: int = 900
) -> tuple[Table, Line]:
    """Open a table of `people`, and deal a game that can be played to a wanted end. `find` takes a
    game, and returns the moves to this end or None. Return the table and the moves. The members'
    presses have interaction ids that count up from `first`. Raise AssertionError if no deal can be
    played to the wanted end."""
    *ids, starting = range(first, first + len(people) + 1)
    secret, line = _found(game, [*ids, starting], len(people), find)
    tables = evening.bot.tables
    usual = tables._entropy
    tables._entropy = lambda length: secret if length == SECRET_LENGTH else usual(length)
    with evening.env.time_context():
        persons = [Person(member.id, member.name.capitalize()) for member in people]
        opened = await tables.opening.create(
            guild_id=evening.guild.id,
            channel_id=evening.channel.id,
            host=persons[0],
            game=game,
            interaction_id=ids[0],
        )
        for person, number in zip(persons[1:], ids[1:], strict=True):
            await tables.join(opened.table.id, person, number)
        tables._entropy = usual
        started = await tables.start(opened.table.id, people[0].id, starting)
    return started.table, line


async def show(evening: Evening, member: MemberActor) -> None:
    """Let the member post the table's message at the bottom of the channel. From now on, this is
    the evening's message."""
    shown = await ways.to_table(evening.channel, member)
    evening.message, evening.panels = present(shown.response), {}


def _found(game: str, ids: Sequence[int], seats: int, find: Find) -> tuple[bytes, Line]:
    kind = games.load(game)
    options = kind.options(next(iter(kind.Options.presets)))
    for number in itertools.islice(itertools.count(1), MOST_DEALS):
        secret = number.to_bytes(SECRET_LENGTH, "big")
        line = find(kind.new(options, seats=seats, seed=seed_of(secret, ids)))
        if line is not None:
            return secret, line
    raise AssertionError("no deal playable so")


async def play(evening: Evening, table: Table, line: Line) -> Table:
    """Make the moves in `line` one after the other, without presses. Each item of `line` is (seat,
    move). Return the table after the last move."""
    with evening.env.time_context():
        async with evening.edits_wait():
            for seat, move in line:
                await evening.bot.tables.move(table.id, present(table.seats[seat].member_id), move)
        await evening.env.settle()
    return await evening.bot.tables.get(table.id)


async def press(evening: Evening, table: Table, line: Line) -> Table:
    """Make the moves of `line` one after the other, each by presses in a member's hand. Return the
    table."""
    for seat, move in line:
        member = evening.member_at(table, seat)
        panel = evening.panels.get(member.id) or await evening.hand(member)
        before = (await evening.bot.tables.get(table.id)).version
        while (await evening.bot.tables.get(table.id)).version == before:
            await evening.do(member, pressing(panel, move))
    return await evening.bot.tables.get(table.id)


def pressing(panel: ResponseMessage, move: Move) -> Action:
    """Return the next press in a hand panel that leads to `move`: a button that makes the move, a
    line of a select, or a button that begins the move."""
    begun: list[Action] = []
    for part in walk(panel.components):
        match = IN_HAND.match(str(part.get("custom_id")))
        if match is None or part.get("disabled"):
            continue
        custom_id, held = str(part["custom_id"]), HandId.read(match)
        if held.kind == BEGIN:
            begun += [Action(str(part["label"]), custom_id)] * goes_on(held, move)
        elif part["type"] == BUTTON and Move.parse(held.move([])) == move:
            return Action(str(part["label"]), custom_id)
        elif part["type"] == STRING_SELECT:
            values = [str(option["value"]) for option in part["options"]]
            if held.kind == SET and held.words == (move.verb,):
                wanted = tuple(value for value in values if value.partition("#")[0] in move.cards)
                if len(wanted) == len(move.cards):
                    return Action(str(move), custom_id, wanted)
            for value in values:
                if held.words[0] in {move.verb, "@any"} and str(
                    Move.parse(held.move([value]))
                ) == str(move):
                    return Action(str(move), custom_id, (value,))
    assert begun, f"the panel has no {move}"
    return begun[0]


def goes_on(held: HandId, move: Move) -> bool:
    """Return whether a press on a button of a hand can be the first of the presses that make
    `move`. `held` is the button's custom id. The button must name the verb of the move, or a card
    for which the member has not chosen a verb yet. All cards that the button names must be cards of
    the move."""
    verb, *cards = held.words
    return verb in {move.verb, CARD} and Counter(cards) <= Counter(move.cards)
