"""Settings from `config.toml` beside the program and from `SHIJO_…` variables of the environment.

If a setting is in both places, the variable is used. In a variable's name, two underscores stand
between the section and the key: `SHIJO_DISCORD__TOKEN` is `[discord] token`.
"""

from __future__ import annotations

import errno
import os
import tomllib
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, Literal, Self
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from bot.core.model import Speed
from bot.core.shards import ALL, Shards
from games.errors import ReadableError
from games.nesting import TOO_DEEP

FILE: Final = Path("config.toml")
PREFIX: Final = "SHIJO_"


class ConfigError(ReadableError):
    """Raised when the configuration can't be used. The text of the error says where the fault is
    (in the file or in the environment) and what is wrong. Where possible, it also names the key."""


def _web_address(scheme: str) -> AfterValidator:
    def check(address: str) -> str:
        if address and not address.startswith((f"{scheme}://", f"{scheme}s://")):
            raise ValueError(
                f"it must start with {scheme}s:// (or {scheme}:// on your own network)"
            )
        return address

    return AfterValidator(check)


class Section(BaseModel):
    """A section of `config.toml`. Unknown keys are refused, because otherwise nobody would notice a
    mistyped key."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", frozen=True)


class DiscordSettings(Section):
    """The section `[discord]`: how to reach Discord.

    `api_url` and `gateway_url` are proxies in place of Discord's own addresses (empty if there is
    no proxy). `shard_count` is the number of shards (parts of the bot's servers) of all processes
    together. With None, Discord says how many. `shards` are the numbers of the shards that this
    process runs (None: all). `requests_a_second` is how many requests a second all processes
    together may make in order to edit tables. With 0, the proxy at `api_url` sets the limit.

    With `sync_commands`, this process registers the commands with Discord. With `card_emoji`, cards
    are shown as emoji that belong to the application, otherwise as words."""

    token: SecretStr = SecretStr("")
    """The bot's token from the developer portal. Empty: the card room in the browser is opened, if
    it is installed."""
    api_url: Annotated[str, _web_address("http")] = ""
    """A REST proxy in place of Discord's own API, with its version:
    `https://proxy.example/api/v10`."""
    gateway_url: Annotated[str, _web_address("ws")] = ""
    """A gateway proxy in place of Discord's own gateway: `wss://proxy.example`."""
    shard_count: Annotated[int, Field(ge=1)] | None = None
    """How many shards all processes run together. None: Discord says how many."""
    shards: tuple[Annotated[int, Field(ge=0)], ...] | None = None
    """The numbers of the shards that this process runs, if the host gives each of several processes
    its own shards. None: all shards."""
    requests_a_second: Annotated[int, Field(ge=0)] = 47
    """How many requests a second all processes together may make to edit tables. Discord allows 50
    for everything. Each process gets a share for its shards. With 0, a proxy at `api_url` counts
    the requests."""
    sync_commands: bool = True
    """Whether this process may register the commands with Discord. If several processes share a
    database, one of them does it."""
    card_emoji: bool = True
    """Whether cards are shown as emoji that belong to the application. The process that registers
    the commands uploads them. False: cards are shown as words."""

    @property
    def served(self) -> Shards:
        """The shards that this process runs according to the settings. When `shards` or
        `shard_count` is not set, these are all shards."""
        return (
            ALL
            if self.shards is None or self.shard_count is None
            else Shards(self.shard_count, self.shards)
        )

    @model_validator(mode="after")
    def _shards_exist(self) -> Self:
        if self.shards is not None and (
            self.shard_count is None or max(self.shards, default=0) >= self.shard_count
        ):
            raise ValueError("shards needs a shard_count above each of them")
        return self


class DatabaseSettings(Section):
    """The section `[database]`: where the database is."""

    url: str = "sqlite+aiosqlite:///data/shijo.db"
    """An SQLAlchemy address: SQLite by aiosqlite, or PostgreSQL by asyncpg
    (`postgresql+asyncpg://…`)."""


class TableSettings(Section):
    """The section `[tables]`: the times and limits of tables. `speed` is the speed of a new table.
    `bot_pause` is how many seconds a bot player waits before its move. A lobby is closed after
    `lobby_idle` seconds without a change. Players have `confirm` seconds to confirm the next game.
    `most_tables` is the most lobbies and running games in one server (0: no limit). Records of
    finished games are kept for `keep_games` days (0: for ever)."""

    speed: Speed = Speed.RELAXED
    """The speed of a new table: the time for a move before a bot player makes it. The server's
    settings and the table's host can choose another."""
    bot_pause: Annotated[float, Field(ge=0)] = 1.5
    """Seconds that a bot player waits before its move, so that people can follow."""
    lobby_idle: Annotated[int, Field(ge=60)] = 1800
    """Seconds without any change after which a lobby is closed."""
    confirm: Annotated[int, Field(ge=1)] = 60
    """Seconds in which the other players must confirm the next game, after the first player asked
    for it."""
    most_tables: Annotated[int, Field(ge=0)] = 25
    """The most lobbies and running games of a server, unless the server's own settings name a
    number. 0: no limit."""
    keep_games: Annotated[int, Field(ge=0, le=36500)] = 0
    """Days for which the record of a finished game is kept. After that the game can't be replayed,
    verified or analysed any more. Its result is kept. 0: for ever."""


class LimitSettings(Section):
    """The section `[limits]`: limits of the whole process and of each member. `live_tables` is the
    most tables in memory (None: the number depends on the machine's memory). The other keys limit
    how many presses, new tables, analyses and answered puzzles one member can have in a certain
    time (0: no limit)."""

    live_tables: Annotated[int, Field(ge=1)] | None = None
    """The most tables in memory. Other tables are read again at their next move. None: as many as
    fit into a tenth of the memory, at least 2,000 and at most 10,000."""
    presses_a_second: Annotated[int, Field(ge=0, le=1000)] = 5
    """The most presses and commands of one member in a second, as an average of five seconds. So a
    short burst is allowed. 0: no limit."""
    lobbies_an_hour: Annotated[int, Field(ge=0, le=1000)] = 20
    """The most new tables of one member in an hour. Each process counts for itself, from its
    start."""
    analyses_a_day: Annotated[int, Field(ge=0, le=10_000)] = 50
    """The most finished games that are analysed for one member in a day. A game that was analysed
    before doesn't count. Each process counts for itself, from its start."""
    puzzles_a_day: Annotated[int, Field(ge=0, le=10_000)] = 50
    """The most daily puzzles that one member can answer in a day (UTC), in all servers together."""


class PlayerSettings(Section):
    """The section `[players]`. `processes` is the number of processes in which bot players choose
    their moves. With None, the number depends on the machine's cores. With 0, bot players choose
    their moves in the bot's own process. `level` is the usual level of a bot player."""

    processes: Annotated[int, Field(ge=0, le=256)] | None = None
    """The number of processes in which bot players choose their moves, in addition to the bot's own
    process. None: one less than the machine's cores, but at least one. 0: bot players choose their
    moves in the bot's own process, and a long computation delays everybody."""
    level: Literal["master", "skilled", "casual", "beginner"] = "skilled"
    """The level of a bot player if neither the server nor the member who adds the bot player chose
    a level."""


class DemoSettings(Section):
    """The section `[demo]`: the card room, a small Discord in the browser for trying out the
    bot."""

    port: Annotated[int, Field(ge=0, le=65535)] = 8734
    """The port on this machine where the page is served. 0: any free port."""


class MetricsSettings(Section):
    """The section `[metrics]`: the address at which the process shows its health and metrics. Only
    the owner's own machines should reach it."""

    port: Annotated[int, Field(ge=0, le=65535)] = 0
    """The port where `/healthz`, `/readyz` and `/metrics` are served. 0: they are not served."""
    host: str = "127.0.0.1"
    """The address on which the process listens. Nobody is asked for a password there."""


LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
"""The names of this machine, to which browsers speak without HTTPS."""


def _is_origin(address: str) -> str:
    try:
        parts = urlsplit(address)
        named = bool(parts.hostname) and parts.port != 0
    except ValueError:
        named = False
    if address and not (named and address.rstrip("/") == f"{parts.scheme}://{parts.netloc}"):
        raise ValueError("it must be an address without a path, such as https://cards.example")
    if address and parts.scheme == "http" and parts.hostname not in LOOPBACK:
        raise ValueError("it must start with https://, unless it is this machine's own (localhost)")
    return address.rstrip("/")


class WebSettings(Section):
    """The section `[web]`: the board, a page in a browser that shows a table.

    `public_url` is the board's address for browsers (empty if there is no board). The process
    listens on the address `host` and the port `port` (0: any free port). With `behind_proxy`, a
    visitor's address is read from the header X-Forwarded-For. If several processes stand behind one
    proxy, `name` is how the proxy calls this process in addresses. If `name` is empty, a page must
    connect again until it reaches the process that serves its table. With `activity`, the board
    also opens inside Discord. That needs `client_secret`."""

    public_url: Annotated[str, _web_address("http"), AfterValidator(_is_origin)] = ""
    """The address by which browsers reach the board, without a path: `https://cards.example`.
    Empty: there is no board."""
    port: Annotated[int, Field(ge=0, le=65535)] = 8735
    """The port where the board is served. 0: any free port."""
    host: str = "127.0.0.1"
    """The address on which the process listens. A proxy in front of it speaks HTTPS."""
    behind_proxy: bool = False
    """Whether a proxy writes each visitor's address into X-Forwarded-For. With True, this address
    is used for the limits on a visitor's requests and connections."""
    name: Annotated[str, Field(pattern=r"^[a-z0-9-]{0,32}$")] = ""
    """The name by which the proxy knows this process, if several processes share the proxy. An
    address `…/at/<name>/…` leads to this process. If the name is empty, a page connects again and
    again, until the proxy leads it to the process that serves the page's table."""
    activity: bool = False
    """Whether the board also opens inside Discord, as an Activity."""
    client_secret: SecretStr = SecretStr("")
    """The application's client secret from the developer portal. With it, the process asks Discord
    who has opened the Activity."""

    @model_validator(mode="after")
    def _activity_can_be(self) -> Self:
        if self.activity and not (self.public_url and self.client_secret.get_secret_value()):
            raise ValueError("activity needs a public_url and the client_secret")
        return self


class OwnerSettings(Section):
    """The section `[owner]`. `server` is the id of the server that has the command `/owner` (None:
    no server has it). `members` are the ids of members who may use the command. The owners of the
    application at Discord may use it too."""

    server: Annotated[int, Field(ge=1)] | None = None
    """The id of the server that has the command `/owner`. None: no server has it."""
    members: tuple[Annotated[int, Field(ge=1)], ...] = ()
    """The ids of members who may use `/owner`. The owner of the application at Discord, or the
    administrators and developers of the team that owns it, may use it too."""


class HostSettings(Section):
    """The section `[host]`: the person or group that runs this bot, and their addresses. `/help`
    shows these values to members. Empty values are not shown."""

    name: str = ""
    """The name of a person or a group."""
    support: Annotated[str, _web_address("http")] = ""
    """Where members ask for help: a page, or an invitation to a server."""
    privacy: Annotated[str, _web_address("http")] = ""
    """The page that says which data is stored."""
    terms: Annotated[str, _web_address("http")] = ""
    """The page of the terms of use."""
    source: Annotated[str, _web_address("http")] = ""
    """The address of the source code that runs here."""


class LogSettings(Section):
    """The section `[log]`: how the process logs. The log goes to the standard error stream, as text
    for people or as JSON. `sentry` is the address of a Sentry project to which errors are reported
    (empty if errors are not reported)."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["text", "json"] = "text"
    """The form of the log: lines for people, or JSON for machines."""
    sentry: SecretStr = SecretStr("")
    """The address (DSN) of the Sentry project to which errors are reported. Empty: errors are not
    reported."""


class Settings(BaseSettings):
    """All settings. If a key is not given, it has the default value that `config.example.toml`
    shows."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_nested_delimiter="__",
        extra="forbid",
        frozen=True,
        nested_model_default_partial_update=True,
    )

    discord: DiscordSettings = DiscordSettings()
    database: DatabaseSettings = DatabaseSettings()
    tables: TableSettings = TableSettings()
    players: PlayerSettings = PlayerSettings()
    demo: DemoSettings = DemoSettings()
    metrics: MetricsSettings = MetricsSettings()
    web: WebSettings = WebSettings()
    owner: OwnerSettings = OwnerSettings()
    host: HostSettings = HostSettings()
    limits: LimitSettings = LimitSettings()
    log: LogSettings = LogSettings()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Tell pydantic where settings come from, the most important source first: the environment
        (without unknown `SHIJO_…` variables), then the values that `load` read from the file."""
        if isinstance(env_settings, EnvSettingsSource):
            unknown = {name.lower() for name in unknown_variables()}
            env_settings.env_vars = {
                name: value
                for name, value in env_settings.env_vars.items()
                if name.lower() not in unknown
            }
        return env_settings, init_settings


def load(file: Path = FILE) -> Settings:
    """Return the settings from `file` (which can be missing) and the environment. Raises
    ConfigError with one line that says what is wrong. The line never repeats a value, because it
    might be the token."""
    from_file = _read(file)
    try:
        return Settings(**from_file)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False)[0]
        key = ".".join(str(part) for part in problem["loc"])
        raise ConfigError(
            f"{_where(problem['loc'], from_file, file)}: {key}: {_reason(problem)}"
        ) from None
    except ValueError as error:  # pydantic-settings: a variable that should hold JSON does not
        raise ConfigError(f"environment: {error}") from None


def _read(file: Path) -> dict[str, Any]:
    try:
        if file.exists() and not file.is_file():  # which the source would take for no file at all
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        return TomlConfigSettingsSource(Settings, file).toml_data
    except OSError as error:
        raise ConfigError(f"{file} can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{file} isn't UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{file} isn't valid TOML: {error}") from None
    except RecursionError:
        raise ConfigError(f"{file} isn't valid TOML: {TOO_DEEP}") from None


def unknown_variables() -> list[str]:
    """Return the names of those environment variables that begin with `SHIJO_` and are not
    settings, so that a warning can name them. Such variables are not an error, because some
    platforms set variables that begin with an application's name (`SHIJO_SERVICE_HOST`)."""
    sections = {name.upper(): field.annotation for name, field in Settings.model_fields.items()}
    unknown = []
    for variable in sorted(os.environ):
        if not variable.upper().startswith(PREFIX):
            continue
        section, _, key = variable.upper().removeprefix(PREFIX).partition("__")
        model = sections.get(section)
        known = (
            isinstance(model, type)
            and issubclass(model, Section)
            and (not key or key.lower() in model.model_fields)
        )
        if not known:
            unknown.append(variable)
    return unknown


def _where(place: tuple[int | str, ...], from_file: dict[str, Any], file: Path) -> str:
    variable = PREFIX + "__".join(str(part).upper() for part in place[:2])
    if any(name.upper() == variable for name in os.environ):
        return "environment"
    return str(file) if place and place[0] in from_file else "environment"


def _reason(problem: Any) -> str:
    if problem["type"] == "extra_forbidden":
        return "no such key. config.example.toml lists them all"
    return str(problem["msg"]).removeprefix("Value error, ")
