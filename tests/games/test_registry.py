"""Games and players are found by entry points. If one package is broken, all others still work."""

from __future__ import annotations

import builtins
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import games
import games.players
from bot.thinking.task import Task, advise, think
from games.core import Game, Stream
from games.guarded import WouldEndProcess
from tests.games.ending import ENDING, ENTRIES
from tests.games.plugins import forget, install

BUILT_IN = ["durak", "dritzak", "tredici"]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder from which Python imports packages. Modules that a test imports from it are
    forgotten afterwards."""
    monkeypatch.syspath_prepend(tmp_path)
    forget()
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        del sys.modules[name]
    forget()


RENAMED_DURAK = """
    from games.durak import Durak
    class Renamed(Durak):
        name = "renamed"
        title = "Renamed"
    """


def in_a_thread(found: Callable[[], object]) -> object:
    with ThreadPoolExecutor() as threads:
        return threads.submit(found).result()


def another(*lines: str) -> str:
    """Return the source of a module with a subclass of Durak named `another`. `lines` are added to
    the body of the class, to make it faulty."""
    body = "".join(f"    {line}\n" for line in ("name, title = 'another', 'Another'", *lines))
    return f"import sys\nfrom games.durak import Durak\nclass Thing(Durak):\n{body}"


def test_the_built_in_games_come_first() -> None:
    assert list(games.available())[:3] == BUILT_IN
    assert games.load("durak") is games.available()["durak"]


def test_a_game_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(games.NoSuchGame, match="durak, dritzak, tredici"):
        games.load("poker")


def test_the_list_of_games_is_the_callers_own() -> None:
    games.available().clear()
    assert list(games.available())[:3] == BUILT_IN


def test_a_package_adds_a_game(site: Path) -> None:
    install(site, "renamed", RENAMED_DURAK, "[shijo.games]\nrenamed = renamed:Renamed\n")
    assert games.load("renamed").title == "Renamed"
    assert games.broken() == {}


@pytest.mark.parametrize(
    ("code", "target", "reason"),
    [
        ("raise RuntimeError('no licence found')", "Thing", "RuntimeError: no licence found"),
        ("", "Thing", "Thing"),
        ("import nothing_of_that_name", "Thing", "ModuleNotFoundError"),
        ("Thing = 5", "Thing", "no Game"),
        (RENAMED_DURAK, "Renamed", "names itself differently"),
        ("import sys\nsys.exit()", "Thing", "SystemExit"),
        ("class Stop(BaseException): pass\nraise Stop", "Thing", "Stop"),
        ("raise ValueError('first\\nsecond')", "Thing", "ValueError: first second"),
        (another(f"title = {'Long ' * 21!r}"), "Thing", "1 to 100 characters, but 105"),
        (another("title = 7"), "Thing", "its title is no text: 7"),
        (another("title = ' '"), "Thing", "1 to 100 characters"),
        (another("title = 'Two\\nlines'"), "Thing", "not one line"),
        (another("title = 'tredici'"), "Thing", "a game of the title tredici is already there"),
        (another("version = '1'"), "Thing", "its version is no whole number: '1'"),
        (another("players = (2, 3)"), "Thing", "its players are no range"),
        (another("Options = None"), "Thing", "its Options are none"),
        (another("deed_names = 'won'"), "Thing", "its deed_names are not a tuple of texts"),
        (
            another("gist = None"),
            "Thing",
            "its gist is not one line of at most 100 characters: None",
        ),
        (another("kin = ('Whist',)"), "Thing", "its kin is not one line of at most 100 characters"),
        (another("kin = 'Like whist.\\nAnd rummy.'"), "Thing", "its kin is not one line"),
        (another("kin = ' '"), "Thing", "its kin is not one line"),
        (another("kin = 'W' * 101"), "Thing", "its kin is not one line of at most 100 characters"),
        (
            another("minutes = '10'"),
            "Thing",
            "its minutes are no whole number from 0 to 1440: '10'",
        ),
        (another("minutes = 7.5"), "Thing", "its minutes are no whole number from 0 to 1440: 7.5"),
        (
            another("minutes = True"),
            "Thing",
            "its minutes are no whole number from 0 to 1440: True",
        ),
        (another("minutes = -1"), "Thing", "its minutes are no whole number from 0 to 1440: -1"),
        (
            another("minutes = 1441"),
            "Thing",
            "its minutes are no whole number from 0 to 1440: 1441",
        ),
        (another("ratings = [25]"), "Thing", "its ratings are no mappings: [25]"),
        (
            another("ratings = {99: {'casual': 25}}"),
            "Thing",
            "its ratings are of tables for 99, which it hasn't",
        ),
        (
            another("ratings = {2: {'casual': '25'}}"),
            "Thing",
            "its ratings are no numbers up to 100: 'casual', '25'",
        ),
        (another("def view(self, seat): return {}"), "Thing", "its view is no View"),
        (another("def view(self, seat): sys.exit(1)"), "Thing", "SystemExit: 1"),
        (another("waiting_on = frozenset()"), "Thing", "waits on nobody"),
        (
            "from games.core import Game\nclass Thing(Game):\n    name = 'another'",
            "Thing",
            "it has no _apply, _refusal, copy",
        ),
    ],
)
def test_a_broken_package_is_reported_and_takes_nothing_along(
    site: Path, code: str, target: str, reason: str
) -> None:
    install(site, "damaged", code, f"[shijo.games]\nanother = damaged:{target}\n")
    assert list(games.available())[:3] == BUILT_IN
    assert "another" not in games.available()
    assert reason in games.broken()["another"]
    assert "\n" not in games.broken()["another"]


@pytest.fixture
def ending(site: Path) -> type[Game]:
    """Install and load a game of the class `Ending`, in which one method can raise an exception.
    The class attribute `at` names this method, and `by` is the exception. At first `at` is empty,
    so no method raises."""
    install(site, "ending", ENDING, ENTRIES)
    assert games.broken() == {} == games.players.broken()
    return games.load("ending")


def asked(game: Game, at: str) -> object:
    """Use `game` in the way that `at` names, and return the result. `play` makes the first legal
    move, `view` returns a spectator's view, `waiting_on` reads this property, and `clashes` asks
    the game's options whether they allow two seats. For any other name, deal a new game and return
    it."""
    match at:
        case "play":
            return game.play(*first_move(game))
        case "view":
            return game.view(None)
        case "waiting_on":
            return game.waiting_on
        case "clashes":
            return game.settings.clashes(2)
        case _:
            return type(game).new(seats=2, seed=bytes(32))


def first_move(game: Game) -> tuple[int, str]:
    seat = min(game.waiting_on)
    return seat, game.legal_moves(seat)[0]


@pytest.mark.parametrize("at", ["play", "view", "waiting_on", "clashes", "new"])
@pytest.mark.parametrize("by", ["SystemExit", "Stop", "GeneratorExit"])
def test_a_packages_game_can_not_end_the_process(ending: type[Game], at: str, by: str) -> None:
    game = ending.new(seats=2, seed=bytes(32))
    asked(game, at)
    module = vars(sys.modules["ending"])
    ending.at, ending.by = at, module.get(by) or vars(builtins)[by]  # type: ignore[attr-defined]
    with pytest.raises(WouldEndProcess, match=f"^it raised {by}$") as raised:
        asked(game, at)
    assert Path(raised.traceback[-1].path).name == "ending.py"


def test_what_a_package_said_when_it_ended_is_not_told(ending: type[Game]) -> None:
    ending.at = "view"  # type: ignore[attr-defined]
    with pytest.raises(WouldEndProcess) as raised:
        ending.new(seats=2, seed=bytes(32)).view(None)
    assert "7S" not in str(raised.getrepr(chain=True, style="native"))


def test_ctrl_c_in_a_packages_game_goes_through(ending: type[Game]) -> None:
    game = ending.new(seats=2, seed=bytes(32))
    ending.at, ending.by = "view", KeyboardInterrupt  # type: ignore[attr-defined]
    with pytest.raises(KeyboardInterrupt):
        game.view(None)


@pytest.mark.parametrize("strength", ["quits", "master"])
def test_a_packages_player_that_ends_is_one_that_fails(ending: type[Game], strength: str) -> None:
    game = ending.new(seats=2, seed=bytes(32))
    seat, _ = first_move(game)
    told = b'["dealt", {"seat": 0}]\n'
    task = Task.of("ending", strength, game.view(seat), told, bytes(32))
    answer = think(task)
    assert answer.move in game.legal_moves(seat)
    assert answer.fault.startswith("WouldEndProcess")
    assert "ending.py" in answer.fault
    assert advise(task) is None


@pytest.fixture
def heeds_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C raise KeyboardInterrupt during the test. A shell that runs the tests in the
    background makes them ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heeds_ctrl_c")
@pytest.mark.parametrize(
    "import_",
    [
        "signal.raise_signal(signal.SIGINT)",
        "try: signal.raise_signal(signal.SIGINT)\nfinally: raise KeyboardInterrupt",
        "signal.signal(signal.SIGINT, signal.default_int_handler)\nraise KeyboardInterrupt",
    ],
    ids=["at once", "in other words", "with a handler of the package's own"],
)
def test_ctrl_c_during_an_import_ends_what_was_begun(site: Path, import_: str) -> None:
    install(site, "slow", f"import signal\n{import_}", "[shijo.games]\nslow = slow:Slow\n")
    with pytest.raises(KeyboardInterrupt):
        games.available()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("heeds_ctrl_c")
@pytest.mark.parametrize("where", [lambda found: found(), in_a_thread], ids=["main", "thread"])
def test_a_package_that_raises_what_ctrl_c_does_is_left_out(
    site: Path, where: Callable[[Callable[[], object]], object]
) -> None:
    install(site, "slow", "raise KeyboardInterrupt", "[shijo.games]\nslow = slow:Slow\n")
    where(games.available)
    assert list(games.available())[:3] == BUILT_IN
    assert games.broken() == {"slow": "KeyboardInterrupt"}
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_name_that_fits_into_no_custom_id_is_refused(site: Path) -> None:
    code = another("name = 'a:b'").replace("Thing", "Odd")
    install(site, "odd", code, "[shijo.games]\na:b = odd:Odd\n")
    assert "letters, digits" in games.broken()["a:b"]


def test_a_package_can_not_take_a_built_in_games_place(site: Path) -> None:
    code = "from games.tredici import Tredici\nclass Durak(Tredici):\n    name = 'durak'\n"
    install(site, "usurper", code, "[shijo.games]\ndurak = usurper:Durak\n")
    assert games.load("durak").__module__.startswith("games.durak")
    assert "already there" in games.broken()["durak"]


def test_every_game_has_players_the_strongest_first_random_last() -> None:
    for name in games.available():
        assert games.players.strengths(name)[-1] == "random"
        assert games.players.player(name) is games.players.player(name, "greedy")
    assert games.players.strengths("durak") == [*games.players.LEVELS, "greedy", "random"]


def test_a_game_nobody_wrote_a_player_for_has_the_random_one() -> None:
    assert games.players.strengths("poker") == ["random"]


def test_a_strength_that_is_gone_falls_back_to_the_strongest() -> None:
    assert games.players.player("durak", "grandmaster") is games.players.player("durak", "greedy")


def test_a_package_adds_a_player(site: Path) -> None:
    code = "def choose(view, rng):\n    return view.moves[-1]\n"
    install(
        site,
        "lastborn",
        code,
        "[shijo.players]\ndurak.last = lastborn:choose\ndritzak.last = lastborn:choose\n",
    )
    assert games.players.strengths("durak")[-3:] == ["greedy", "last", "random"]
    view = (
        games.load("durak")
        .new(seats=2, seed=b"")
        .view(next(iter(games.load("durak").new(seats=2, seed=b"").waiting_on)))
    )
    assert games.players.player("durak", "last")(view, Stream(b"")) == view.moves[-1]


def test_a_broken_player_is_reported_and_takes_nothing_along(site: Path) -> None:
    entries = (
        "[shijo.players]\ndurak.wizard = damaged:choose\ndurak.master = "
        "damaged:choose\ndurak = damaged:choose\n"
    )
    install(site, "damaged", "raise RuntimeError('no licence found')", entries)
    assert games.players.strengths("durak") == [*games.players.LEVELS, "greedy", "random"]
    assert "no licence found" in games.players.broken()["durak.wizard"]
    assert {"durak.master", "durak"} <= set(games.players.broken())


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("choose = 5", "it is no player, but 5"),
        ("class choose:\n    def watch(self, *told): ...", "has no choose"),
        ("class choose:\n    def __init__(self): raise SystemExit", "SystemExit"),
    ],
)
def test_a_player_that_can_not_sit_down_is_left_out(site: Path, code: str, reason: str) -> None:
    install(site, "damaged", code, "[shijo.players]\ndurak.wizard = damaged:choose\n")
    assert "wizard" not in games.players.strengths("durak")
    assert reason in games.players.broken()["durak.wizard"]


def test_the_random_player_makes_every_move_there_is() -> None:
    game = games.load("durak").new(seats=2, seed=b"")
    view = game.view(next(iter(game.waiting_on)))
    rng, choose = Stream(b""), games.players.player("durak", "random")
    assert {choose(view, rng) for _ in range(200)} == set(view.moves)
