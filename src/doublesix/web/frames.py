"""Messages as WebSocket frames: encoded once, written to every screen that is told the same.

A server's frame is a short header and the text (RFC 6455, 5.2), so the same bytes can be handed to
any number of connections. Going through a coroutine for each costs as much as all the rest of a
move.
"""

import msgspec

from doublesix.table.messages import Message

PING = b"\x89\x00"
"""An empty ping; the other side's software answers it by itself."""
_encode = msgspec.json.Encoder().encode


def frame(message: Message) -> bytes:
    """A message as one whole text frame.

    >>> from doublesix.table.messages import Pong
    >>> frame(Pong(now=7))
    b'\\x81\\x17{"type":"pong","now":7}'
    """
    return framed(_encode(message))


def framed(text: bytes) -> bytes:
    """A text as one whole frame."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)


def pong(asked: bytes) -> bytes:
    """The answer to a ping, which brings back what it carried (at most 125 bytes).

    >>> pong(b"hi")
    b'\\x8a\\x02hi'
    """
    return b"\x8a%c%b" % (len(asked), asked)


def close_frame(code: int) -> bytes:
    """A closing frame.

    >>> close_frame(1000)
    b'\\x88\\x02\\x03\\xe8'
    """
    return b"\x88\x02%b" % code.to_bytes(2, "big")


def unmasked(mask: bytes, body: bytes) -> bytes:
    """What a client has masked with these four bytes.

    >>> unmasked(b"\\1\\2\\3\\4", b"igohn")
    b'hello'
    """
    size = len(body)
    key = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(body, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")
