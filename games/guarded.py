"""Guards around the code of packages, so that none of its exceptions ends the process.

The objects that a package offers are wrapped once, when they are loaded. From then on, `sys.exit()`
in a game's rules is an error of one command, like any other error."""

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
    """A package's code raised an exception that would end the process, such as SystemExit."""


def entered(function: Callable[Given, Made]) -> Callable[Given, Made]:
    """Wrap a function of a package so that it raises WouldEndProcess in place of any exception that
    is not an Exception. Ctrl-C is passed on. The traceback leads to the line in the package's code.
    The original error's text is left out, because it could contain a card."""

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
    """A context that yields a function. It returns whether the process has received SIGINT (Ctrl-C)
    since the context began. If it returns False, a KeyboardInterrupt was raised by the package
    itself.

    The process's own handling of the signal is unchanged. If a package has installed a handler of
    its own, the function can't know and returns True."""
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
    """Wrap the methods and properties with these names in the class itself, so that their
    exceptions can't end the process (`entered`). Returns the class."""
    if kind not in _guarded:
        _guarded.add(kind)
        for name in names:
            owner = next((each for each in kind.__mro__ if name in vars(each)), None)
            if owner is not None:
                _guard(kind, name, vars(owner)[name])
    return kind


def contract_of(base: type) -> list[str]:
    """The public names that a base class defines or annotates, and `__init__`. They are the names
    that `guarded` wraps in its subclasses."""
    promised = dict.fromkeys((*vars(base), *get_annotations(base)))
    return ["__init__", *(name for name in promised if not name.startswith(("_", "model_")))]


def guarded_words(words: Any) -> Any:
    """Return a data class of a package in which every function, also inside mappings and tuples, is
    wrapped by `entered`. Any other value is returned unchanged."""
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
