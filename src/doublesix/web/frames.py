"""Messages as WebSocket frames: encoded once, written to every screen that is told the same.

A server's frame is a short header and the text (RFC 6455, 5.2), so the same bytes can be handed to
any number of connections. Going through a coroutine for each costs as much as all the rest of a
move.
"""

import msgspec

from doublesix.table.messages import Message

PING = b"\x89\x00"
"""An empty ping; the other side's software answers it by itself."""
_WHOLE_TEXT, _PONG = 0x81, 0x8A
_encode = msgspec.json.Encoder().encode


def frame(message: Message) -> bytes:
    """A message as one whole text frame.

    >>> from doublesix.table.messages import Pong
    >>> frame(Pong(now=7))
    b'\\x81\\x17{"type":"pong","now":7}'
    """
    body = _encode(message)
    size = len(body)
    if size < 126:
        return bytes((_WHOLE_TEXT, size)) + body
    if size < 1 << 16:
        return bytes((_WHOLE_TEXT, 126, size >> 8, size & 0xFF)) + body
    return bytes((_WHOLE_TEXT, 127)) + size.to_bytes(8, "big") + body


def pong(asked: bytes) -> bytes:
    """The answer to a ping, which brings back what it carried (at most 125 bytes).

    >>> pong(b"hi")
    b'\\x8a\\x02hi'
    """
    return bytes((_PONG, len(asked))) + asked
