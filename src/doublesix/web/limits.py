"""How often one address may ask for what costs the server something, or try what it should not."""

from ipaddress import IPv6Address, ip_address
from time import monotonic

from aiohttp import web

_HOST_BITS = 64
"""What a provider gives to one household has so many bits of an IPv6 address to itself."""


class Allowance:
    """So many at once, and so many a second from then on, for each address."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, address: str) -> bool:
        """Use one up; whether there was one left. The machine itself, which has no address here,
        may have as many as it likes."""
        if not address:
            return True
        left, now = self._now(address), monotonic()
        self._left[address] = max(left - 1, 0.0), now
        return left >= 1

    def has(self, address: str) -> bool:
        """Whether there is one left."""
        return not address or self._now(address) >= 1

    def _now(self, address: str) -> float:
        left, last = self._left.get(address, (self._burst, 0.0))
        return min(self._burst, left + (monotonic() - last) * self._rate)

    def forget(self) -> None:
        """Forget those who have all of it again."""
        rested = monotonic() - self._burst / self._rate
        self._left = {at: seen for at, seen in self._left.items() if seen[1] > rested}


def asker(request: web.Request) -> str:
    """Where a request comes from; nothing for the server's own machine. A proxy that runs there
    says for whom it asks."""
    address = _plain(request.remote or "")
    if not address.startswith("127.") and address != "::1":
        return network(address)
    return network(request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip())


def network(address: str) -> str:
    """Whoever has this address; of an IPv6 address that is its first half.

    >>> network("2001:db8:1:2:3:4:5:6"), network("::ffff:192.0.2.7"), network("192.0.2.7")
    ('2001:db8:1:2::', '192.0.2.7', '192.0.2.7')
    """
    try:
        found = ip_address(_plain(address))
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(IPv6Address(int(found) >> _HOST_BITS << _HOST_BITS))
    return str(found)


def _plain(address: str) -> str:
    """An IPv4 address as such, where a socket for both kinds has another name for it."""
    return address.removeprefix("::ffff:")
