"""The command line: `shijo run`, `demo`, `verify`, `replay`, `analyse`, `check`, `new-game`,
`ratings`, `pages`, `backup`, `restore`, `doctor`.

The modules of a command are imported only when the command runs. So the commands that open the card
room (a small Discord in the browser) don't wait until the bot's modules are imported."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

try:
    from bot.config import FILE, ConfigError, load
    from bot.core.errors import Refusal
except ModuleNotFoundError as missing:
    # The games are installed without the bot, as researchers have them.
    raise SystemExit(
        f'shijo: {missing.name} isn\'t installed. To run the bot: pip install "shijo[bot]"'
    ) from None

Command = Callable[[argparse.Namespace], None]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command named by `arguments` (None: those of the process), and return the process's
    exit status: 0, or 1 after one line on the error stream."""
    parsed = _parser().parse_args(arguments)
    try:
        _must_exist(parsed.config)
        parsed.command(parsed)
    except KeyboardInterrupt:
        return 0
    except (Refusal, ConfigError) as error:
        print(f"shijo: {error}", file=sys.stderr)
        return 1
    return 0


def _must_exist(config: Path) -> None:
    """Raise ConfigError if `config` is not the default file of settings and doesn't exist. Only the
    default file may be missing. Otherwise a command would take a mistyped name for a missing file,
    and would use the default database."""
    if config != FILE and not config.exists():
        raise ConfigError(f"{config} can't be read: no such file")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="shijo", description="A Discord bot that deals card games."
    )
    parser.set_defaults(command=_run, config=FILE)
    parser.add_argument(
        "--config", type=Path, default=FILE, metavar="FILE", help="settings (default: %(default)s)"
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    run = commands.add_parser(
        "run", help="connect to Discord, or open the card room if there's no token (the default)"
    )
    run.set_defaults(command=_run)
    demo = commands.add_parser(
        "demo", help="open the card room in a browser, with or without a token"
    )
    demo.add_argument(
        "--activity",
        action="store_true",
        help="open tables inside the card room, as an Activity does on Discord",
    )
    demo.set_defaults(command=_tool("demo", "demo"))
    verify = commands.add_parser(
        "verify", help="check a finished game's shuffle from its printed header"
    )
    verify.add_argument(
        "header", metavar="FILE", help="a file with the header, or - for standard input"
    )
    verify.add_argument(
        "--players",
        action="store_true",
        help="check its bots too: replay what they knew and what they had to play",
    )
    verify.set_defaults(command=_tool("records", "verify"))
    replay = commands.add_parser("replay", help="print a recorded game, move by move")
    replay.add_argument(
        "record", metavar="FILE", help="a file with the record, or - for standard input"
    )
    replay.set_defaults(command=_tool("records", "replay"))
    analyse = commands.add_parser(
        "analyse", help="judge every decision in a recorded game (takes a few seconds)"
    )
    analyse.add_argument(
        "record", metavar="FILE", help="a file with the record, or - for standard input"
    )
    analyse.add_argument("--json", action="store_true", help="as JSON, chances in thousandths")
    analyse.set_defaults(command=_tool("study", "analyse"))
    check = commands.add_parser(
        "check", help="test whether a game is safe to deal (docs/new-game.md)"
    )
    check.set_defaults(command=_tool("study", "check"))
    check.add_argument("game", metavar="GAME", help="the name of an installed game")
    new_game = commands.add_parser(
        "new-game", help="start a game of your own from a working example"
    )
    new_game.set_defaults(command=_tool("new_game", "new_game"))
    new_game.add_argument("name", metavar="NAME", help="the game's name, such as high-card")
    new_game.add_argument("--folder", default=".", help="where to put it (default: here)")
    ratings = commands.add_parser(
        "ratings", help="ratings and counts, worked out from finished games"
    )
    what = ratings.add_subparsers(title="what to do", metavar="WHAT", required=True)
    anew = what.add_parser(
        "rebuild", help="work them all out again and correct any that differ, even while Shijo runs"
    )
    anew.set_defaults(command=_tool("database", "rebuild"))
    anew.add_argument("--server", type=int, metavar="ID", help="only for this Discord server")
    anew.add_argument("--game", metavar="NAME", help="only for this game")
    pages = commands.add_parser(
        "pages", help="write the privacy and terms pages with your name and settings filled in"
    )
    pages.add_argument("folder", metavar="FOLDER", help="where to put PRIVACY.md and TERMS.md")
    pages.set_defaults(command=_tool("pages", "pages"))
    _add_backups(commands)
    doctor = commands.add_parser(
        "doctor", help="check settings, database, disk, clock and Discord, and say what to fix"
    )
    doctor.set_defaults(command=_printing("cogs.watch.doctor", "doctor"))
    return parser


def _add_backups(commands: Any) -> None:
    backup = commands.add_parser(
        "backup", help="write a verified backup of the database, even while Shijo runs"
    )
    backup.add_argument("file", type=Path, metavar="FILE", help="a new file")
    backup.set_defaults(command=_tool("database", "backup"))
    restore = commands.add_parser(
        "restore", help="replace the database with a backup, while Shijo is stopped"
    )
    restore.add_argument("file", type=Path, metavar="FILE", help="a backup made by `shijo backup`")
    restore.set_defaults(command=_tool("database", "restore"))


def _tool(module: str, name: str) -> Command:
    """Return a function that runs the command `name` of the module `bot.tools.<module>` with the
    parsed arguments. The module is imported only when that function is called."""
    return _printing(f"bot.tools.{module}", name)


def _printing(module: str, name: str) -> Command:
    """Return a function that runs the command `name` of `module` with the parsed arguments. The
    module is imported only when that function is called. The output may go to another program
    (`head`, a pager). If that program ends early, the command ends without an error."""

    def run(parsed: argparse.Namespace) -> None:
        command: Command = getattr(import_module(module), name)
        try:
            command(parsed)
            sys.stdout.flush()
        except BrokenPipeError:
            # The interpreter must not report the same at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    return run


def _run(parsed: argparse.Namespace) -> None:
    settings = load(parsed.config)
    if settings.discord.token.get_secret_value():
        import_module("cogs.serving").serve(settings)
    else:
        _tool("demo", "demo")(parsed)


if __name__ == "__main__":
    sys.exit(main())
