"""Check whether all Python interpreters give the same answers: `python -m tests.interpreters
[PYTHON …] [--pyodide FOLDER]`.

Each interpreter gets a new environment with the versions of the lock file. It runs
`tests.games.same_answers`, and `tests.bot.today.same_deals` on SQLite and on PostgreSQL. If no
interpreter is named, the module looks for interpreters on the PATH and in the folders of pyenv and
uv, and uses one of each version from 3.11 on. `--pyodide` names the folder of npm's package
pyodide, which is CPython in WebAssembly. Node then runs `tests.games.same_answers` in Pyodide. The
exit status is 1 if two answers differ. If PostgreSQL's programs are missing, the output says so,
and the deals aren't played on PostgreSQL."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from tests.postgresql import Cluster, missing

ROOT: Final = Path(__file__).parent.parent
LOCK: Final = ROOT / "requirements" / "postgresql.txt"
OLDEST: Final = (3, 11)
VERSION: Final = "import sys; print(*sys.version_info[:3], sep='.')"
INSTALLED: Final = (".pyenv/versions/*/bin/python3", ".local/share/uv/python/*/bin/python3")
NEEDED_BY_GAMES: Final = (
    "pydantic",
    "pydantic-core",
    "annotated-types",
    "typing-extensions",
    "typing-inspection",
)
"""The packages that games/ needs, and the packages that these need."""
IN_PYODIDE: Final = """
import { loadPyodide } from PYODIDE;
const python = await loadPyodide();
python.FS.mkdir("/tree");
python.mountNodeFS("/tree", ROOT);
python.FS.mkdir("/wheels");
python.mountNodeFS("/wheels", WHEELS);
await python.runPythonAsync(`
import platform, runpy, sys
sys.path[:0] = ["/tree", "/wheels"]
print("version", platform.python_version())
sys.argv = ["same_answers"]
runpy.run_path("/tree/tests/games/same_answers.py", run_name="__main__")
`);
"""


def found() -> Iterator[Path]:
    """Yield the interpreters on this machine. A version can occur several times."""
    for minor in range(OLDEST[1], 30):
        if on_path := shutil.which(f"python3.{minor}"):
            yield Path(on_path)
    for pattern in INSTALLED:
        yield from sorted(Path.home().glob(pattern))
    yield Path(sys.executable)


def by_version(interpreters: Iterator[Path] | Sequence[Path]) -> dict[str, Path]:
    """Return the first interpreter of each minor version that Shijo runs on. The keys are the full
    versions, such as `3.12.1`."""
    versions: dict[str, Path] = {}
    for python in interpreters:
        done = subprocess.run([python, "-c", VERSION], capture_output=True, text=True, check=False)
        version = done.stdout.strip()
        if done.returncode == 0 and tuple(map(int, version.split(".")))[:2] >= OLDEST:
            minors = {each.rpartition(".")[0] for each in versions}
            if version.rpartition(".")[0] not in minors:
                versions[version] = python
    return dict(sorted(versions.items(), key=lambda each: tuple(map(int, each[0].split(".")))))


def answers(python: Path, module: str, *arguments: str) -> str:
    """Run a module of the tests with the interpreter `python`, and return the output of the module.
    Raise CalledProcessError if the module fails."""
    command = [str(python), "-m", module, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


def environment(python: Path, folder: Path) -> Path:
    """Make an environment for the interpreter `python` with the packages of the lock file. Return
    the environment's own interpreter."""
    subprocess.run([python, "-m", "venv", folder], check=True)
    own = folder / "bin" / "python"
    install = [own, ROOT / "requirements" / "install.py", LOCK]
    subprocess.run(install, check=True, stdout=subprocess.DEVNULL)
    return own


def in_pyodide(package: Path, folder: Path) -> tuple[str, str]:
    """Run `tests.games.same_answers` in npm's Pyodide. Return the Python version of Pyodide, and
    the module's output."""
    lock = json.loads((package / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    version = ".".join(lock["python"].split(".")[:2])
    pinned = LOCK.read_text(encoding="utf-8").split()
    wanted = [each for each in pinned if each.partition("==")[0] in NEEDED_BY_GAMES]
    # The games need no more; a wheel for WebAssembly has no hash in the lock file.
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:"]
    platform = ["--platform", f"pyemscripten_{lock['abi_version']}_wasm32", "--platform", "any"]
    target = ["--target", str(folder), "--python-version", version]
    subprocess.run([*pip, *platform, *target, *wanted], check=True)
    script = folder / "run.mjs"
    places = {"PYODIDE": package.resolve() / "pyodide.mjs", "ROOT": ROOT, "WHEELS": folder}
    text = IN_PYODIDE
    for name, place in places.items():
        text = text.replace(f"{name})", f"{json.dumps(str(place))})")
        text = text.replace(f"from {name};", f"from {json.dumps(str(place))};")
    script.write_text(text, encoding="utf-8")
    done = subprocess.run(["node", script], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("version "))
    return f"{lines[at].partition(' ')[2]} (Pyodide)", "\n".join([*lines[at + 1 :], ""])


def main(arguments: Sequence[str]) -> int:
    """Compare all interpreters, and print which of them ran. Return 1 if answers differ, otherwise
    0."""
    names = list(arguments)
    package = None
    if "--pyodide" in names:
        at = names.index("--pyodide")
        package = Path(names[at + 1])
        del names[at : at + 2]
    told: dict[str, set[str]] = {"games": set(), "deals": set()}
    why = missing()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cluster = stack.enter_context(Cluster()) if why is None else None
        for version, python in by_version([*map(Path, names)] or found()).items():
            own = environment(python, folder / version)
            told["games"].add(answers(own, "tests.games.same_answers"))
            places = [f"sqlite:///{folder / version}.db"]
            places += [] if cluster is None else [cluster.new_database()]
            told["deals"] |= {answers(own, "tests.bot.today.same_deals", each) for each in places}
            said = "SQLite and PostgreSQL" if cluster else f"SQLite alone: {why}"
            print(f"CPython {version}: games, deals on {said}", flush=True)
        if package is not None:
            version, lines = in_pyodide(package, folder / "pyodide")
            told["games"].add(lines)
            print(f"CPython {version}: games", flush=True)
    for what, different in told.items():
        print(f"{what}: {'all the same' if len(different) == 1 else 'they differ'}")
        print(*sorted(different), sep="\n", end="")
    return int(any(len(different) != 1 for different in told.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
