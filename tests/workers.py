"""Decides which worker process runs which tests, and in which order.

A group of tests runs on one worker. pytest-xdist looks for a test's group in the test's name. This
doesn't work with pytest 9.2 or newer, because these versions store the names elsewhere. For this
reason, a group is a list of modules here."""

from __future__ import annotations

from typing import Any, Final

import pytest
from xdist.scheduler import LoadScopeScheduling

PROCESSES: Final = (
    "tests/journeys/test_several_processes.py",
    "tests/journeys/test_silence.py",
    "tests/board/test_takeover.py",
    "tests/board/test_launches.py",
    "tests/board/test_caddy.py",
    "tests/bot/leases/test_leases.py",
    "tests/bot/db/test_silent_database.py",
    "tests/journeys/test_gateway.py",
    "tests/journeys/test_real_sockets.py",
    "tests/journeys/test_pocket.py",
    "tests/journeys/test_debug_log.py",
    "tests/journeys/test_portal.py",
    "tests/journeys/test_card_room.py",
    "tests/bot/test_command_line.py",
    "tests/bot/db/test_restored_schemas.py",
    "tests/bot/db/test_backup.py",
    "tests/bot/doors/test_launches.py",
    "tests/bot/owner/test_orders.py",
    "tests/bot/today/test_today.py",
    "tests/test_backups_script.py",
)
"""Modules whose tests wait for a PostgreSQL server or for processes of the bot. One worker process
of pytest-xdist runs all these modules. So only this worker needs a PostgreSQL server, and a process
that has imported the program, from which processes of the bot are forked. The modules that wait
longest come first."""
CATALOGUE: Final = (
    "tests/cogs/words/test_catalogue.py",
    "tests/cogs/words/test_compiled.py",
    "tests/cogs/words/test_marks.py",
)
"""Modules whose tests read the same files. One worker runs them, so that it reads the files only
once."""
GROUPS: Final = {"processes": PROCESSES, "catalogue": CATALOGUE}
GROUP_OF: Final = {module: name for name, modules in GROUPS.items() for module in modules}


def module_of(nodeid: str) -> str:
    """Return the path of a test's module. `nodeid` is pytest's id of the test."""
    return nodeid.partition("::")[0]


def given_out_with(nodeid: str) -> str:
    """Return the name of the group of tests that one worker runs together. If the test's module
    belongs to no group, return the path of the module. Tests of a group can share what one of them
    has made."""
    module = module_of(nodeid)
    return GROUP_OF.get(module, module)


def turn_of(item: pytest.Item) -> tuple[int, bool]:
    """Return the key by which tests are sorted. First come the modules in `PROCESSES`, in the order
    of that tuple, because they wait for processes. Then come journeys and the card room's tests. A
    long module that begins last would delay the whole run."""
    module = module_of(item.nodeid)
    waits = PROCESSES.index(module) if module in PROCESSES else len(PROCESSES)
    return waits, not module.startswith(("tests/journeys/", "cardroom/"))


def scheduling(config: pytest.Config, log: Any) -> Any:
    """Return a scheduler that gives groups and modules to workers in the order of the tests."""
    made = LoadScopeScheduling(config, log)
    made._split_scope = given_out_with
    return made
