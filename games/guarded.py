"""Guards around the code of other packages, so that no exception in this code ends the process.

The objects that a package offers are wrapped once, when they are loaded. After that, a `sys.exit()`
in a game's rules is only an error in one command, like any other error."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from functools import cached_property, wraps
from inspect import get_annotations
from signal import SIGINT, getsignal, signal
from threading import current_thread, main_thread
from types import FrameType
from typing import Any, Final, ParamSpec, TypeVar
from weakref import WeakSet

Given = ParamSpec("Given")
Made = TypeVar("Made")
Kind = TypeVar("Kind", bound=type)


class WouldEndProcess(Exception):
    """Raised when a package's code has raised an exception that would end the process, such as
    SystemExit."""


def entered(function: Callable[Given, Made]) -> Callable[Given, Made]:
    """Wrap a function of a package. If it raises a BaseException that is not an Exception, the
    wrapper raises WouldEndProcess instead. KeyboardInterrupt (Ctrl-C) is passed on. The traceback
    still leads to the line in the package's code. The message of the original error is left out,
    because it could contain a card."""

    @wraps(function)
    def call(*args: Given.args, **kwargs: Given.kwargs) -> Made:
        try:
            return function(*args, **kwargs)
        except (Exception, KeyboardInterrupt):
            raise
        # Nothing here waits, so that a cancellation, too, is the package's own.
        except BaseException as error:  # noqa: BLE001
            raised = WouldEndProcess(f"it raised {type(error).__name__}")
            raise raised.with_traceback(error.__traceback__) from None

    return call


@contextmanager
def interrupts() -> Iterator[Callable[[], bool]]:
    """Return a context in which the code of an installed package can be run. The context yields a
    function, which returns whether the process has received SIGINT (Ctrl-C) since the context
    began. If the package's code raises KeyboardInterrupt and the function returns False, the
    interrupt came from the package and not from Ctrl-C.

    The process still handles SIGINT as before. If the package has installed its own handler, the
    function always returns True, because it can't know whether SIGINT was received. If SIGINT can't
    raise KeyboardInterrupt, the function always returns False. This is so outside the main thread,
    and if SIGINT has no handler written in Python."""
    handled = getsignal(SIGINT)
    # Python raises KeyboardInterrupt in the main thread alone, by a handler written in Python.
    if current_thread() is not main_thread() or not callable(handled):
        yield lambda: False
        return
    received: list[int] = []

    def receive(number: int, frame: FrameType | None) -> None:
        received.append(number)
        handled(number, frame)

    signal(SIGINT, receive)
    try:
        yield lambda: bool(received) or getsignal(SIGINT) is not receive
    finally:
        if getsignal(SIGINT) is receive:
            signal(SIGINT, handled)


_guarded: Final[WeakSet[type]] = WeakSet()


def guarded(kind: Kind, names: Iterable[str]) -> Kind:
    """Wrap the methods and properties of the class `kind` whose names are in `names`. The wrapper
    is `entered`, which raises WouldEndProcess instead of an exception that would end the process,
    such as SystemExit. The class itself is changed and returned."""
    if kind not in _guarded:
        _guarded.add(kind)
        for name in names:
            owner = next((each for each in kind.__mro__ if name in vars(each)), None)
            if owner is not None:
                _guard(kind, name, vars(owner)[name])
    return kind


def contract_of(base: type) -> list[str]:
    """Return the names that `guarded` should wrap in subclasses of `base`. These are `__init__` and
    the public names that `base` defines or annotates, except names that start with `model_`."""
    promised = dict.fromkeys((*vars(base), *get_annotations(base)))
    return ["__init__", *(name for name in promised if not name.startswith(("_", "model_")))]


def guarded_words(words: Any) -> Any:
    """Wrap the functions that a package offers by `entered`, which keeps their exceptions from
    ending the process. If `words` is a data class object, a mapping or a tuple, return a copy in
    which all functions are wrapped. If `words` is a function, return the wrapped function. Any
    other value is returned unchanged."""
    if is_dataclass(words) and not isinstance(words, type):
        return replace(
            words,
            **{each.name: guarded_words(getattr(words, each.name)) for each in fields(words)},
        )
    if isinstance(words, Mapping):
        return {name: guarded_words(each) for name, each in words.items()}
    if type(words) is tuple:
        return tuple(map(guarded_words, words))
    return entered(words) if callable(words) and not isinstance(words, type) else words


def _guard(kind: type, name: str, found: Any) -> None:
    match found:
        case classmethod() | staticmethod():
            setattr(kind, name, type(found)(entered(found.__func__)))
        case property() if found.fget is not None:
            setattr(kind, name, property(entered(found.fget), found.fset, found.fdel))
        case cached_property():
            kept = cached_property(entered(found.func))
            kept.__set_name__(kind, name)
            setattr(kind, name, kept)
        case _ if callable(found) and not isinstance(found, type):
            setattr(kind, name, entered(found))
