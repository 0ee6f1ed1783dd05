import runpy
from pathlib import Path

# Before anything looks for the languages that there are: what translators edited since.
COMPILED = Path(__file__).parents[1] / "cogs" / "locale" / "compiled.py"
runpy.run_path(str(COMPILED), run_name="__main__")
