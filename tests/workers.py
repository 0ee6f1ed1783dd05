"""Which worker runs which tests, and when.

pytest-xdist knows groups by a mark that it writes into the names of tests. What it writes is lost
(pytest 9.2 keeps names elsewhere), so groups are known by their modules here.
"""

from __future__ import annotations

from typing import Any, Final

import pytest
from xdist.scheduler import LoadScopeScheduling

PROCESSES: Final = (
    "tests/journeys/test_several_processes.py",
    "tests/journeys/test_silence.py",
    "tests/board/test_takeover.py",
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
    "tests/bot/doors/test_launches.py",
    "tests/bot/owner/test_orders.py",
    "tests/bot/today/test_today.py",
    "tests/test_backups_script.py",
)
"""They wait for processes of the bot, which are forked from one that has read the program, or for a
PostgreSQL server: one worker has both. Those that wait longest come first."""
CATALOGUE: Final = (
    "tests/cogs/words/test_catalogue.py",
    "tests/cogs/words/test_compiled.py",
    "tests/cogs/words/test_marks.py",
)
"""What they look through is read once for all of them."""
GROUPS: Final = {"processes": PROCESSES, "catalogue": CATALOGUE}
GROUP_OF: Final = {module: name for name, modules in GROUPS.items() for module in modules}


def module_of(nodeid: str) -> str:
    """The path of the module in which a test stands."""
    return nodeid.partition("::")[0]


def given_out_with(nodeid: str) -> str:
    """What a worker is given together: a group, or else a whole module, so that its tests use what
    one of them has made."""
    module = module_of(nodeid)
    return GROUP_OF.get(module, module)


def turn_of(item: pytest.Item) -> tuple[int, bool]:
    """Sorts tests: those that wait for processes first, in the order above, then journeys and the
    card room's, of which some wait. A long module that begins last is waited for by all others."""
    module = module_of(item.nodeid)
    waits = PROCESSES.index(module) if module in PROCESSES else len(PROCESSES)
    return waits, not module.startswith(("tests/journeys/", "cardroom/"))


def scheduling(config: pytest.Config, log: Any) -> Any:
    """Gives groups and modules out, in the order of the tests."""
    made = LoadScopeScheduling(config, log)
    made._split_scope = given_out_with
    return made
