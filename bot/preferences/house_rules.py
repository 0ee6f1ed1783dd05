"""The rules of a table. They come from a preset of the game or of the server, single options, and a
speed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

import games
from bot.core.errors import BadChoice
from bot.core.model import Speed
from bot.db.rows import TableRow
from bot.preferences.model import GameSettings, ServerSettings
from games.core import Game, GameOptions
from games.errors import GameError, Sentence
from games.sentences import marked


@dataclass(frozen=True, slots=True)
class TableChoice:
    """The rules that a member chooses for a table. `server` has the settings of the table's server.
    `preset` names a preset of the game or of the server, and `options` has the options that differ
    from this preset. The other fields are further rules. A field that is None or empty changes
    nothing."""

    server: ServerSettings
    preset: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    speed: Speed | None = None
    learning: bool | None = None
    reliable_only: bool | None = None
    remarks: bool | None = None
    emotes: bool | None = None
    open_hands: bool | None = None

    def rules(self, row: TableRow) -> tuple[str, str, GameOptions]:
        """Return the rules of an existing table after this choice. They are the name of the game's
        preset, the name of the server's preset ("" for none), and all options. `row` is the table
        as it is stored.

        Raises BadChoice when the chosen preset doesn't exist, or when the options are wrong or
        clash. The text of the error says what is wrong."""
        kind = kind_of(row.game)
        if self.preset is not None:
            return resolved(kind, self.server.game(row.game), self.preset, self.options)
        model = or_bad_choice(lambda: kind.Options(**{**row.options, **self.options}))
        same = model.model_dump(mode="json") == dict(row.options)
        return row.preset, row.house if same else "", model

    def at_first(self, kind: type[Game]) -> tuple[str, str, GameOptions]:
        """Return the rules of a new table, with the server's defaults for what this choice leaves
        open. They are the name of the game's preset, the name of the server's preset ("" for none),
        and all options. Raises BadChoice when the preset doesn't exist, or when the options are
        wrong or clash."""
        game = self.server.game(kind.name)
        if self.preset is not None:
            return resolved(kind, game, self.preset, self.options)
        return resolved(kind, game, game.preset, {**game.options, **self.options})


def resolved(
    kind: type[Game], game: GameSettings, preset: str | None, options: Mapping[str, Any]
) -> tuple[str, str, GameOptions]:
    """Return the rules that a preset gives when some of its options are replaced by `options`.
    `preset` names a preset of the game or of the server (None: the game's default). The result is
    the name of the game's preset, the name of the server's preset, and all options. The second name
    is "" if `preset` is no preset of the server, or if `options` replace anything in it. Raises
    BadChoice when neither the game nor the server has the preset, or when the options are wrong or
    clash."""
    house = (
        game.house.get(preset)
        if preset is not None and preset not in kind.Options.presets
        else None
    )
    if house is None or preset is None:
        return preset or next(iter(kind.Options.presets)), "", chosen(kind, preset, options)
    base, _, _ = resolved(kind, GameSettings(), house.preset, {})
    return base, "" if options else preset, chosen(kind, base, {**house.options, **options})


def speed_of(text: Speed | str, server: ServerSettings) -> Speed:
    """Return the speed named `text`. Raises BadChoice when no speed has this name, or when the
    server doesn't allow the speed."""
    allowed = server.allowed_speeds
    if text not in [speed.value for speed in allowed]:
        raise BadChoice(
            marked("There's no “{speed}” speed here. Choose from {known}."),
            speed=str(text),
            known=", ".join(speed.value for speed in allowed),
        )
    return Speed(text)


def kind_of(name: str) -> type[Game]:
    """Return the class of the game named `name`. Raises BadChoice when no installed game has this
    name. The text of the error lists the names of all games."""
    try:
        return games.load(name)
    except GameError as error:
        raise BadChoice(error.reason) from error


def chosen(kind: type[Game], preset: str | None, options: Mapping[str, Any]) -> GameOptions:
    """Return the options of the game's preset named `preset` (None: the game's default), with those
    in `options` replaced. Raises BadChoice when the game has no preset `preset`, or when the
    options are wrong or clash. The text of the error says what is wrong."""
    return or_bad_choice(lambda: kind.options(preset, **options))


def or_bad_choice(make: Callable[[], GameOptions]) -> GameOptions:
    """Call `make` and return its options. Turns a ValidationError or GameError that it raises into
    BadChoice."""
    try:
        return make()
    except ValidationError as error:
        raise BadChoice("{reasons}", reasons=reasons_of(error)) from error
    except GameError as error:
        raise BadChoice(error.reason) from error


def reasons_of(error: ValidationError) -> Sentence:
    """Return the faults that Pydantic found as one Sentence, which has a sentence for each
    fault."""
    return Sentence.joined(_sentence(line) for line in error.errors())


def _sentence(line: Any) -> Sentence:
    fault = line.get("ctx", {}).get("error")
    own = fault.args[0] if isinstance(fault, ValueError) and fault.args else None
    if isinstance(own, Sentence):
        return own
    where = ", ".join(str(part) for part in line["loc"])
    message = str(line["msg"]).removeprefix("Value error, ")
    if where:
        message = f"{where}: {message.removesuffix('.')}."
    return Sentence(message)


def seats_allowed(kind: type[Game], options: Mapping[str, Any]) -> list[int]:
    """Return the numbers of players that a table with these options may have, in ascending order.
    If the options allow no number, or are of an older version of the game, return all numbers of
    players that the game allows."""
    try:
        model = kind.Options(**options)
        allowed = [seats for seats in kind.players if not model.clashes(seats)]
    except (ValueError, LookupError, TypeError):
        return list(kind.players)
    return allowed or list(kind.players)
