"""The source code and the entry points of a package that ends the process. Its game does so in the
function that a test chooses. Its bot players do so whenever they are called."""

from __future__ import annotations

from typing import Final

ENDING: Final = """
    import sys
    from games.durak import Durak, DurakOptions

    class Stop(BaseException):
        pass

    class EndingOptions(DurakOptions):
        def clashes(self, seats):
            Ending.end("clashes")
            return super().clashes(seats)

    class Ending(Durak):
        name, title, Options = "ending", "Ending", EndingOptions
        at, by, hidden = "", SystemExit, "7S"

        @classmethod
        def end(cls, at):
            if cls.at == at:
                raise cls.by(cls.hidden)

        def play(self, seat, move):
            self.end("play")
            return super().play(seat, move)

        def view(self, seat):
            self.end("view")
            return super().view(seat)

        @property
        def waiting_on(self):
            self.end("waiting_on")
            return super().waiting_on

        @classmethod
        def new(cls, *args, **kwargs):
            cls.end("new")
            return super().new(*args, **kwargs)

    def quits(view, rng):
        sys.exit()

    class Quitter:
        def watch(self, name, fields):
            sys.exit()

        def choose(self, view, rng):
            sys.exit()

        explain = choose
    """
"""The source of the module `ending`. Its game raises an exception of the class `by` when the
function with the name `at` is called."""
ENTRIES: Final = """
    [shijo.games]
    ending = ending:Ending
    [shijo.players]
    ending.quits = ending:quits
    ending.master = ending:Quitter
    """
