"""What is pressing at a table, as its view tells it: a line of words, and seats that stand out."""

from __future__ import annotations

from typing import Final

from bot.pictures.palette import Ramp
from bot.pictures.scene import LETTERING, Captions, Scene, flowing, label
from games.view import View

APART: Final = 28
"""Pixels between two things that are pressing."""


def strained(view: View) -> frozenset[int]:
    """The seats about which something is pressing."""
    return frozenset(each.seat for each in view.tension if each.seat is not None)


def tension_line(view: View, captions: Captions, most: int) -> Scene:
    """All that is pressing, in gold; empty when nothing is."""
    told = [
        label(words, LETTERING, Ramp.TRUMP, most)
        for words in (captions.tense(view, each) for each in view.tension)
        if words
    ]
    return flowing(told, APART, most, centred=True)
