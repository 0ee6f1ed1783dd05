import runpy
from importlib import metadata
from pathlib import Path
from sysconfig import get_path
from typing import Any

ROOT = Path(__file__).parents[1]
COMPILED = ROOT / "cogs" / "locale" / "compiled.py"
WHOLE_GAMES = ("eights", "hearts", "cheat")
"""The packages in examples/ that are whole games, as `make run` installs them."""

# Before anything looks for the languages that there are: what translators edited since.
compile_edited = runpy.run_path(str(COMPILED))["compile_edited"]
compile_edited()
for name in WHOLE_GAMES:
    compile_edited(ROOT / "examples" / name / f"shijo_{name}" / "locale")

_found = metadata.entry_points
_KEPT = Path(get_path("purelib"))


def _without_installed_games(**wanted: Any) -> Any:
    found: Any = _found(**wanted)
    if not str(wanted.get("group")).startswith("shijo."):
        return found
    return metadata.EntryPoints(
        entry
        for entry in found
        if entry.dist is None or Path(str(entry.dist.locate_file(""))) != _KEPT
    )


# Whether or not `make run` has put games beside Shijo, the tests see those that they install.
setattr(metadata, "entry_points", _without_installed_games)  # noqa: B010 - it is overloaded
