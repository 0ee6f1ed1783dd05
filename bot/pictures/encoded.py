"""A picture in numbers of the shared palette as the bytes of a PNG.

Pillow's encoder, which takes zlib alone, needs more than half of a picture's time. ISA-L compresses
such pictures to the same size in a quarter of that; where it isn't installed, zlib does.
"""

from __future__ import annotations

import struct
import zlib
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final

from PIL import Image

from bot.pictures.palette import PALETTE

ENGINE: Final[ModuleType] = import_module("isal.isal_zlib") if find_spec("isal") else zlib
LEVEL: Final = 1
"""How hard is compressed. A higher level takes several times as long and saves little, because the
pictures are flat."""
SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
INDEXED: Final = (8, 3, 0, 0, 0)
"""Eight bits a pixel, by a palette; the only compression and filters that there are, line after
line."""


def png_of(image: Image.Image) -> bytes:
    """The PNG of a picture that `bot.pictures.paint.painted` gives."""
    wide, high = image.size
    # Each line begins with the number of its filter: 0, none.
    lines = Image.new("P", (wide + 1, high), 0)
    lines.paste(image, (1, 0))
    return SIGNATURE + b"".join(
        (
            _chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, *INDEXED)),
            _chunk(b"PLTE", PALETTE),
            _chunk(b"IDAT", ENGINE.compress(lines.tobytes(), LEVEL)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(data, zlib.crc32(kind))
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)
