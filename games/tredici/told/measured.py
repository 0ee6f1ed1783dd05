"""Measured games of Tredici: the median length, and the share of draws.

Made by `python -m benchmarks expected tredici`: 80 games of greedy bot players for each cell.
"""

from __future__ import annotations

from typing import Final

from games.expected import Rows

MEASURED: Final[Rows] = {
    "alone turned-over": "2:45/12% 3:71/29% 4:99/21%",
    "alone": "2:47/0% 3:85/5% 4:103/9%",
    "2 teams turned-over": (
        "4:63/40% 5:62/29% 6:69/21% 7:76/18% 8:65/6% 9:63/11% 10:74/5% 11:74/4% 12:71/2%"
    ),
    "2 teams": "4:64/6% 5:69/1% 6:74/0% 7:72/0% 8:69/0% 9:67/0% 10:82/0% 11:75/0% 12:76/0%",
    "3 teams turned-over": (
        "4:75/18% 5:80/14% 6:89/11% 7:88/4% 8:86/10% 9:109/15% 10:129/14% 11:113/10% 12:127/6%"
    ),
    "3 teams": "4:78/0% 5:87/4% 6:102/2% 7:97/1% 8:96/2% 9:112/2% 10:125/5% 11:124/5% 12:124/5%",
    "4 teams turned-over": (
        "4:99/21% 5:113/15% 6:108/20% 7:124/20% 8:144/32% "
        "9:148/38% 10:152/48% 11:156/41% 12:163/49%"
    ),
    "4 teams": (
        "4:103/9% 5:116/6% 6:112/8% 7:123/15% 8:137/35% 9:157/39% 10:182/51% 11:155/46% 12:178/48%"
    ),
}
