"""The tables of options and presets in docs/rules. The tables are made from the options' models, so
that no option is described twice.

`python -m tests.games.options_table` writes the tables into docs/rules/*.md. Two comments mark the
place of each table."""

from __future__ import annotations

from pathlib import Path

import games
from games.core import Game
from tests.games.options import values_of

DOCS = Path(__file__).parents[2] / "docs" / "rules"
BEGIN = "<!-- options: made by `python -m tests.games.options_table` -->"
END = "<!-- end of options -->"


def table_of(kind: type[Game]) -> str:
    """Return the tables of a game's options and presets. The first table has the values of each
    option, with the default first and in bold. The second table has the options that each preset
    changes."""
    model = kind.Options
    lines = ["| option | what it says | values |", "|---|---|---|"]
    for name, field in model.model_fields.items():
        values = [
            field.default,
            *(value for value in values_of(field.annotation) if value != field.default),
        ]
        default, *others = (_word(model.label(name, value), value) for value in values)
        words = " · ".join([f"**{default}**", *others])
        lines.append(f"| {field.title} (`{name}`) | {field.description} | {words} |")
    lines += ["", "| preset | what it changes |", "|---|---|"]
    for preset, changes in model.presets.items():
        titles = {name: model.model_fields[name].title for name in changes}
        said = "; ".join(
            f"{titles[name]}: {model.label(name, value)}" for name, value in changes.items()
        )
        title = model.preset_titles.get(preset, preset)
        lines.append(f"| {title} (`{preset}`) | {said or 'nothing: these are the defaults'} |")
    return "\n".join(lines)


def _word(label: str, value: object) -> str:
    return label if isinstance(value, bool) or label == str(value) else f"{label} (`{value}`)"


def with_table(text: str, kind: type[Game]) -> str:
    """The text of the rules with the game's new table in place of the old one."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{table_of(kind)}\n\n{END}{after}"


def main() -> None:
    for name, kind in games.available().items():
        file = DOCS / f"{name}.md"
        if file.exists():
            file.write_text(with_table(file.read_text(encoding="utf-8"), kind), encoding="utf-8")


if __name__ == "__main__":
    main()
