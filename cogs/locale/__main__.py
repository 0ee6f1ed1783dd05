"""The translators' command: `python -m cogs.locale [--check] [language …]`.

The command brings the catalogues of these languages up to date with the code, and prints which
sentences lack a translation. If no language is named, the command works on all languages. A
language without a catalogue gets a new catalogue. With `--check`, nothing is written. The exit
status is then 1 if a catalogue lacks a translation, or has a sentence that the code doesn't have
any more. With and without `--check`, the command prints the markers that Babel can't read, and the
exit status is 1 if there are any."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from cogs.discord.languages import LANGUAGES, SOURCE
from cogs.locale.extract import lacking, left_over, read, unread, updated, write


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments say. Return the exit status."""
    parser = ArgumentParser(prog="python -m cogs.locale")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail where something is missing"
    )
    parser.add_argument("languages", nargs="*", metavar="language")
    given = parser.parse_args(arguments)
    languages = given.languages or [code for code in LANGUAGES if code != SOURCE]
    complete = [_looked_at(language, given.check) for language in languages]
    skipped = unread()
    if skipped:
        _say("Markers that can't be read; each takes one string literal, outside f-strings:")
        _say(*(f"  {marker}" for marker in skipped))
    return 0 if not skipped and (all(complete) or not given.check) else 1


def _looked_at(language: str, only_check: bool) -> bool:
    """Print which sentences of today's code this language's catalogue lacks, and how many sentences
    of the catalogue the code doesn't have any more. Return whether both numbers are 0. Unless
    `only_check`, first bring the catalogue up to date and write it."""
    catalogue = read(language) if only_check else updated(language)
    if not only_check:
        write(catalogue, language)
    left, gone = lacking(catalogue), left_over(catalogue)
    if left or not only_check:
        _say(f"{language}: {len(left)} sentences to translate", *(f"  {each!r}" for each in left))
    if gone:
        _say(f"{language}: {len(gone)} sentences that are no more (make catalogue)")
    return not left and not gone


def _say(*lines: str) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
