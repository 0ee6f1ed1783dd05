"""The simulated Discord copies every payload several times, so that nobody holds another's. That is
a tenth of what a journey takes with `copy.deepcopy`, which expects any object at all; payloads
are JSON."""

from __future__ import annotations

import copy
from types import SimpleNamespace
from typing import Any, Final

import pytest

SHARED: Final = frozenset({str, int, float, bool, type(None)})
"""What can't be changed, and so need not be copied."""


def copied(data: Any) -> Any:
    """The same as `copy.deepcopy`, for data without cycles."""
    kind = type(data)
    if kind in SHARED:
        return data
    if kind is dict:
        return {key: copied(value) for key, value in data.items()}
    if kind is list:
        return [copied(value) for value in data]
    return copy.deepcopy(data)


def copy_payloads_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on, the simulated Discord copies payloads so."""
    quickly = SimpleNamespace(deepcopy=copied)
    monkeypatch.setattr("simcord.gateway.copy", quickly)
    monkeypatch.setattr("simcord.http.router.copy", quickly)
    monkeypatch.setattr("simcord.components.deepcopy", copied)
    monkeypatch.setattr("simcord.results.deepcopy", copied)
