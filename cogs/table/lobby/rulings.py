"""The rules of a table in words: the preset, the differences from the preset, and options that
clash."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from bot.core.model import Table
from bot.preferences.model import ServerSettings
from cogs.words import _, counted, in_context, marked
from cogs.words.cards import readable, retold
from cogs.words.generic import in_words
from cogs.words.names import escaped
from games.core import Game, GameOptions

WRAPPED: Final = re.compile(r"\n +(?![-*] )")
"""The line breaks inside a paragraph of a summary. Discord would show these line breaks."""

HOUSE: Final = "🏠"
"""The symbol of a server's own preset."""

LONG: Final = 200
"""If a game is expected to have at least this many moves, members are told before it starts."""

STEP: Final = 50
"""Expected numbers of moves are rounded to a multiple of this."""

DRAWS: Final = (
    (0.6, marked("With these rules, most games end in a draw.")),
    (0.42, marked("With these rules, about half of all games end in a draw.")),
    (0.29, marked("With these rules, about one game in three ends in a draw.")),
    (0.225, marked("With these rules, about one game in four ends in a draw.")),
    (0.175, marked("With these rules, about one game in five ends in a draw.")),
)
"""The sentences about rules with which many games end in a draw. Each sentence comes with the least
share of drawn games for which it is used. Rules with a smaller share of draws get no sentence."""


def options_line(kind: type[Game], table: Table) -> str:
    """Return one line with the name of a table's rules, and the options that differ from the
    preset."""
    line_ = options_name(kind, table)
    if table.house:
        return line_
    differs = [
        f"{option_title(kind.Options, name)}: {_(kind.Options.label(name, value))}"
        for name, value in changed(kind, table)
    ]
    return f"{line_} · {', '.join(differs)}" if differs else line_


def options_name(kind: type[Game], table: Table) -> str:
    """Return the name of a table's rules: a preset of the game or of the server."""
    if table.house:
        return _("Rules: **{preset}**", preset=f"{HOUSE} {escaped(table.house)}")
    return _("Rules: **{preset}**", preset=preset_title(kind.Options, table.preset))


def changed(kind: type[Game], table: Table) -> list[tuple[str, Any]]:
    """Return the table's options that differ from the game's preset on which they are based, with
    their values. Return all of the table's options if the game doesn't have this preset (any more),
    or if it refuses the options."""
    if table.preset not in kind.Options.presets:
        return list(table.options.items())
    try:
        return list(kind.Options(**table.options).changed_from(table.preset).items())
    except ValueError:  # kept by an older version of the game's options
        return list(table.options.items())


def clashes(kind: type[Game], table: Table) -> list[str]:
    """Return the reasons why the present players can't play with these options, each as a sentence.
    The list is empty when they can play. It is also empty when no options allow this number of
    players, usually because too few have come. Another line of the lobby then says how many are
    lacking."""
    seats = len(table.seats) + len(table.awaited)
    if seats not in kind.players:
        return []
    try:
        return [str(readable(clash)) for clash in kind.Options(**table.options).clashes(seats)]
    except ValueError as error:  # kept by an older version of the game's options
        return [escaped(str(error))]


def outlook(kind: type[Game], table: Table) -> str:
    """Return a line about games with these options and this number of players, if such games are
    unusually long or often drawn. The line is empty if they are neither, or if this was never
    measured."""
    seats = len(table.seats) + len(table.awaited)
    try:
        expected = kind.expected(kind.Options(**table.options), seats)
    except ValueError:  # kept by an older version of the game's options, as `clashes` tells
        return ""
    if expected is None:
        return ""
    moves = round(expected.moves / STEP) * STEP
    long = [_("Expect a long game of about {moves} moves.", moves=moves)] if moves >= LONG else []
    draws = [_(sentence) for least, sentence in DRAWS if expected.draws >= least]
    return " ".join([*long, *draws[:1]])


def preset_title(options: type[GameOptions], preset: str) -> str:
    """Return the title of a preset in the reader's language. If the preset has no title, make one
    from its identifier."""
    return _(options.preset_titles[preset]) if preset in options.preset_titles else in_words(preset)


def presets_of(kind: type[Game], server: ServerSettings) -> dict[str, str]:
    """Return the presets of a game, and after these the server's own presets. The result maps the
    name of each preset to the title that members read."""
    options = kind.Options
    # A newer version of the game may have a preset of the same name by now; Discord refuses a value
    # that comes twice.
    own = [name for name in server.game(kind.name).house if name not in options.presets]
    return {
        **{name: preset_title(options, name) for name in options.presets},
        **{name: f"{HOUSE} {name}" for name in own},
    }


def option_title(options: type[GameOptions], name: str) -> str:
    """Return the title of an option in the reader's language. If the option has no title, make one
    from its identifier."""
    field = options.model_fields.get(name)
    return _(field.title) if field and field.title else in_words(name)


def rules_lines(kind: type[Game], options: Mapping[str, Any]) -> str:
    """Return the rules of a game with these options, in about ten lines of Markdown. If the options
    belong to an older version of the game, return the game's summary instead."""
    try:
        told = kind.rules_told(kind.Options(**options))
    except (ValueError, LookupError, TypeError):  # a plug-in's rules may trip over old options
        told = (kind.summary,)
    lines = [WRAPPED.sub(" ", retold(line)) for line in told]
    return lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)


def differences(kind: type[Game], table: Table) -> str:
    """Return the differences from the table's preset, on one line. The line is empty when there are
    no differences."""
    told = [
        f"{option_title(kind.Options, name)}: **{_(kind.Options.label(name, value))}**"
        for name, value in changed(kind, table)
    ]
    if not told:
        return ""
    return _(
        "Changes to {preset}: {changes}.",
        preset=f"**{preset_title(kind.Options, table.preset)}**",
        changes=", ".join(told),
    )


def preset_lines(kind: type[Game], most: int) -> list[str]:
    """Return a line for each preset of the game, with the preset's name and description. A
    description has at most `most` characters."""
    options = kind.Options
    return [
        in_context(
            "a set of rules",
            "**{preset}** – {note}",
            preset=preset_title(options, preset),
            note=preset_note(options, options.presets[preset], most, preset)
            # Translators: What a set of rules is like, after its name: “**Durak** – …”.
            or _("the game's standard rules"),
        )
        for preset in options.presets
    ]


def preset_note(
    options: type[GameOptions], changes: Mapping[str, Any], most: int, preset: str = ""
) -> str:
    """Return a description of a preset in at most `most` characters. If the game has a short enough
    sentence about `preset`, return this sentence. Otherwise name the options that the preset sets
    (`changes`), as many as fit, and the number of the other options. Returns an empty text if
    nothing fits."""
    note = _(options.preset_notes[preset]) if preset in options.preset_notes else ""
    if note and len(note) <= most:
        return note
    told = [
        f"{option_title(options, name)}: {_(options.label(name, value))}"
        for name, value in changes.items()
    ]
    for kept in range(len(told), -1, -1):
        left = len(told) - kept
        # Translators: The end of a list of changed options: “Jokers: yes, 3 more”.
        more = [counted("{number} more", "{number} more", left)] if left else []
        line = ", ".join([*told[:kept], *more])
        if len(line) <= most:
            return line
    return ""


def numbers_told(numbers: list[int]) -> str:
    """Return numbers of players as text. Successive numbers become a range, such as `2 to 4`. Other
    numbers are listed, such as `4 or 6`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [
        # Translators: A range in numbers of players: “2 to 4”.
        str(run[0]) if len(run) == 1 else _("{least} to {most}", least=run[0], most=run[-1])
        for run in runs
    ]
    if len(parts) == 1:
        return parts[0]
    # Translators: The end of a list of numbers of players: “2, 4 or 6”.
    return _("{some} or {last}", some=", ".join(parts[:-1]), last=parts[-1])
