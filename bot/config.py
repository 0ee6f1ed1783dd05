"""Settings from `config.toml` beside the program and from `SHIJO_…` variables of the environment.

A variable wins over the file. Sections nest with two underscores: `SHIJO_DISCORD__TOKEN` is
`[discord] token`.
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
    """The configuration can't be used. The sentence says which key is wrong, where it is, and
    why."""


def _web_address(scheme: str) -> AfterValidator:
    def check(address: str) -> str:
        if address and not address.startswith((f"{scheme}://", f"{scheme}s://")):
            raise ValueError(
                f"it must start with {scheme}s:// (or {scheme}:// on your own network)"
            )
        return address

    return AfterValidator(check)


class Section(BaseModel):
    """A section of `config.toml`. Unknown keys are refused, because a mistyped key would silently
    have no effect."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", frozen=True)


class DiscordSettings(Section):
    """The section `[discord]`: how to reach Discord. `api_url` and `gateway_url` are proxies in
    place of Discord's own addresses (empty: none). `shard_count` is the number of shards of all
    processes (None: Discord says how many), and `shards` those of this process (None: all).
    `requests_a_second` is how many requests a second all processes together may make in order to
    edit tables (0: the proxy at `api_url` sets the limit). With `sync_commands`, this process
    registers the commands with Discord. With `card_emoji`, cards are shown as emoji of the
    application, otherwise in words."""

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
    """Which of the shards this process runs, for hosts with several. None: all."""
    requests_a_second: Annotated[int, Field(ge=0)] = 47
    """How many requests a second the edits of tables may fill, of the 50 that Discord allows to all
    processes together; each takes its share by its shards. 0: a proxy at `api_url` counts them."""
    sync_commands: bool = True
    """Whether this process may tell Discord which commands there are; of several that share a
    database, one does."""
    card_emoji: bool = True
    """Whether cards are emoji of the application's own, which the process that tells Discord the
    commands uploads. False: cards are in words."""

    @property
    def served(self) -> Shards:
        """The shards that this process runs according to the settings. All of them when `shards` or
        `shard_count` is not set."""
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
    """The section `[tables]`: the times and limits of tables. `speed` is that of a new table.
    `bot_pause` is how many seconds a bot player waits before its move. A lobby is closed after
    `lobby_idle` seconds without a change. Players have `confirm` seconds to confirm the next game.
    `most_tables` limits a server's lobbies and running games (0: no limit). Records of finished
    games are kept for `keep_games` days (0: for ever)."""

    speed: Speed = Speed.RELAXED
    """The speed of a new table: the time for a move before a bot player makes it. The server's
    settings and the table's host can choose another."""
    bot_pause: Annotated[float, Field(ge=0)] = 1.5
    """Seconds that a bot player waits before its move, so that people can follow."""
    lobby_idle: Annotated[int, Field(ge=60)] = 1800
    """Seconds without any change after which a lobby is closed."""
    confirm: Annotated[int, Field(ge=1)] = 60
    """Seconds in which the other players must confirm the next game, after the first one asked for
    it."""
    most_tables: Annotated[int, Field(ge=0)] = 25
    """The most lobbies and running games of a server, unless its own settings name a number; 0: any
    number."""
    keep_games: Annotated[int, Field(ge=0, le=36500)] = 0
    """Days for which the record of a finished game is kept: after that it can't be replayed,
    verified or analysed any more. Results are kept. 0: for ever."""


class LimitSettings(Section):
    """The section `[limits]`: limits of the whole process, and of what one member may do.
    `live_tables` is the most tables in memory (None: it depends on the machine's memory). The
    others limit a member's presses, new tables, analyses and answered puzzles (0: no limit)."""

    live_tables: Annotated[int, Field(ge=1)] | None = None
    """The most tables in memory; others are read again at their next move. None: as many as fit
    into a tenth of the memory, 2,000 at least and 10,000 at most."""
    presses_a_second: Annotated[int, Field(ge=0, le=1000)] = 5
    """Presses and commands, over five seconds: a short burst is allowed."""
    lobbies_an_hour: Annotated[int, Field(ge=0, le=1000)] = 20
    """A member's most new tables in an hour. Counted in each process, and from its start."""
    analyses_a_day: Annotated[int, Field(ge=0, le=10_000)] = 50
    """The most finished games that are analysed for a member in a day; games that were analysed
    before don't count. Counted in each process, and from its start."""
    puzzles_a_day: Annotated[int, Field(ge=0, le=10_000)] = 50
    """The most daily puzzles that a member can answer in a day (UTC), over all servers."""


class PlayerSettings(Section):
    """The section `[players]`: in how many `processes` bot players choose their moves (None: it
    depends on the machine's cores, 0: in the bot's own process), and the usual `level` of a bot
    player."""

    processes: Annotated[int, Field(ge=0, le=256)] | None = None
    """The number of processes in which bot players think, beside the bot's own. None: one less than
    the machine's cores, at least one. 0: they think in the bot's process, and a long thought delays
    everybody."""
    level: Literal["master", "skilled", "casual", "beginner"] = "skilled"
    """The level of a bot player for whom neither the server nor the member who adds it chose
    one."""


class DemoSettings(Section):
    """The section `[demo]`: the card room, a small Discord in the browser for trying out the
    bot."""

    port: Annotated[int, Field(ge=0, le=65535)] = 8734
    """The port on this machine that the page is served on; 0: any free one."""


class MetricsSettings(Section):
    """The section `[metrics]`: the address at which the process shows its health and metrics. Only
    the owner's own machines should reach it."""

    port: Annotated[int, Field(ge=0, le=65535)] = 0
    """The port that `/healthz`, `/readyz` and `/metrics` are served on; 0: none."""
    host: str = "127.0.0.1"
    """The address that is listened on. Nobody is asked for a password."""


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
    """The section `[web]`: the board, a page in a browser that shows a table. `public_url` is its
    address for browsers (empty: there is no board), and `host` and `port` are what the process
    listens on (port 0: any free one). With `behind_proxy`, a visitor's address is read from
    X-Forwarded-For. If several processes stand behind one proxy, `name` is what the proxy calls
    this process in addresses (empty: a page must connect again until it reaches the process of its
    table). With `activity`, the board also opens inside Discord, for which `client_secret` is
    needed."""

    public_url: Annotated[str, _web_address("http"), AfterValidator(_is_origin)] = ""
    """The address by which browsers reach the board, without a path: `https://cards.example`.
    Empty: there is none."""
    port: Annotated[int, Field(ge=0, le=65535)] = 8735
    """The port that the board is served on; 0: any free one."""
    host: str = "127.0.0.1"
    """The address that is listened on: a proxy in front of it speaks HTTPS."""
    behind_proxy: bool = False
    """Whether a proxy writes each visitor's address into X-Forwarded-For, by which they are
    counted."""
    name: Annotated[str, Field(pattern=r"^[a-z0-9-]{0,32}$")] = ""
    """The proxy's name for this process, if there are several: `…/at/<name>/…` in an address leads
    to it. Empty: pages of its tables connect again until they reach it."""
    activity: bool = False
    """Whether the board opens as an Activity too, inside Discord."""
    client_secret: SecretStr = SecretStr("")
    """The application's client secret from the developer portal, by which Discord is asked who has
    opened the Activity."""

    @model_validator(mode="after")
    def _activity_can_be(self) -> Self:
        if self.activity and not (self.public_url and self.client_secret.get_secret_value()):
            raise ValueError("activity needs a public_url and the client_secret")
        return self


class OwnerSettings(Section):
    """The section `[owner]`: the server that has the command `/owner` (None: none has it), and the
    members who may use it besides the owners of the application at Discord."""

    server: Annotated[int, Field(ge=1)] | None = None
    """The id of the server in which there is `/owner`. None: there is none."""
    members: tuple[Annotated[int, Field(ge=1)], ...] = ()
    """The ids of members who may use it, beside the owner of the application at Discord, or the
    administrators and developers of its team."""


class HostSettings(Section):
    """The section `[host]`: who runs this bot, as `/help` tells members. Empty values are not
    shown."""

    name: str = ""
    """The name of a person or a group."""
    support: Annotated[str, _web_address("http")] = ""
    """Where members ask for help: a page, or an invitation to a server."""
    privacy: Annotated[str, _web_address("http")] = ""
    """The page of what is stored."""
    terms: Annotated[str, _web_address("http")] = ""
    """The page of the terms of use."""
    source: Annotated[str, _web_address("http")] = ""
    """The source code that runs here."""


class LogSettings(Section):
    """The section `[log]`: how the process logs. The log goes to the standard error stream, as text
    for people or as JSON. `sentry` is the address of a Sentry project to which errors are reported
    (empty: none)."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["text", "json"] = "text"
    """Lines for people, or JSON for machines."""
    sentry: SecretStr = SecretStr("")
    """The address (DSN) of a Sentry project that errors are reported to. Empty: none."""


class Settings(BaseSettings):
    """All settings. A key that is not given has the default that `config.example.toml` shows."""

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
    """Return the settings from `file` (which may be missing) and the environment. Raises
    ConfigError with one line that names the key and the fault. The line never repeats a value,
    because it may be the token."""
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
    """Return the names of `SHIJO_…` environment variables that are no setting, so that a warning
    can name them. They are no error, because platforms set variables of their own by an
    application's name (`SHIJO_SERVICE_HOST`)."""
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
