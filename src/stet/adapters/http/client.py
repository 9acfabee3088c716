"""One client for pages and for search services."""

import asyncio
import ssl
import time
import weakref
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from urllib.parse import unquote, urlsplit

import anyio
import httpcore2

from stet.adapters.http.address import Address, Allowed, read_address, read_allowed
from stet.adapters.http.backend import PinnedBackend, Resolve, resolve
from stet.adapters.http.exchange import exchange
from stet.adapters.http.message import Outgoing, with_params, write
from stet.adapters.http.values import Bounds, Failure, HttpFailure, Reply
from stet.errors import BadSetting

_CONNECTIONS = 64
_IDLE_CONNECTIONS = 20
# Below the five seconds after which many servers close an idle connection themselves.
_IDLE_SECONDS = 4.0


@dataclass(frozen=True, slots=True)
class _Pool:
    """What belongs to one event loop."""

    connections: httpcore2.AsyncConnectionPool
    turns: anyio.CapacityLimiter
    keeper: AsyncGenerator[None, None]


class Http:
    """Makes single exchanges; follows nothing, keeps no cookie, and reads no proxy from the environment.

    May be used from any number of tasks, at most 64 of whose exchanges are under way at a time, and from one
    event loop after another: each has connections of its own, which are closed with it.

    With a proxy an address is looked at as without one, but a name is resolved by the proxy, which is then the
    one that keeps away from private addresses.

    Args:
        allow: hosts of the operator's that may be private: `host` (ports 80 and 443) or `host:port`.
        user_agent: sent with every request that brings none of its own.
        proxy: the operator's proxy, as a URL; None connects directly.
        bounds: the limits of an exchange that brings none of its own.
        resolver: looks a name up.
        ssl_context: whose certificates are believed; None believes those of the system.

    Raises:
        BadSetting: `allow` or `proxy` cannot be read
    """

    def __init__(
        self,
        *,
        allow: Sequence[str] = (),
        user_agent: str,
        proxy: str | None = None,
        bounds: Bounds | None = None,
        resolver: Resolve = resolve,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        self._allowed = read_allowed(allow)
        self._user_agent = user_agent
        self._proxy = _read_proxy(proxy) if proxy is not None else None
        self._bounds = bounds or Bounds()
        self._resolver = resolver
        self._ssl_context = ssl_context
        self._pools: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, _Pool] = weakref.WeakKeyDictionary()

    def check(self, url: str) -> None:
        """See whether an address may be asked for at all, without a look-up.

        Raises:
            HttpFailure: `refused`
        """
        read_address(url, self._allowed)

    async def request(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, str] | None = None,
        json: object | None = None,
        form: Mapping[str, str] | None = None,
        bounds: Bounds | None = None,
    ) -> Reply:
        """Make one exchange.

        `params` are added to the address's query; the reply's `url` is the address without them, since they may
        hold a key. Time spent waiting for one's turn is not counted.

        Raises:
            HttpFailure: there is no answer
        """
        limits = bounds or self._bounds
        address = read_address(with_params(url, params), self._allowed)
        outgoing = write(method, address, self._user_agent, headers or {}, json=json, form=form)
        pool = await self._pool()
        async with pool.turns:
            return await self._timed(pool, url, outgoing, limits)

    async def _timed(self, pool: _Pool, url: str, outgoing: Outgoing, limits: Bounds) -> Reply:
        start = time.monotonic()
        try:
            with anyio.fail_after(limits.seconds):
                answer = await exchange(pool.connections, outgoing, limits)
        except TimeoutError:
            raise HttpFailure(
                Failure.TIMEOUT, f"{outgoing.address.shown}: no whole answer within {limits.seconds:g} s"
            ) from None
        return Reply(
            url=url,
            status=answer.status,
            headers=answer.headers,
            body=answer.body,
            peer=answer.peer,
            seconds=time.monotonic() - start,
        )

    async def aclose(self) -> None:
        """Close all connections of this event loop."""
        pool = self._pools.pop(asyncio.get_running_loop(), None)
        if pool is not None:
            await pool.keeper.aclose()

    async def _pool(self) -> _Pool:
        loop = asyncio.get_running_loop()
        pool = self._pools.get(loop)
        if pool is None:
            connections = self._connections()
            keeper = _keep(connections)
            pool = self._pools[loop] = _Pool(connections, anyio.CapacityLimiter(_CONNECTIONS), keeper)
            # A loop closes the generators that were begun under it before it ends, and so the connections.
            await anext(keeper)
        return pool

    def _connections(self) -> httpcore2.AsyncConnectionPool:
        context = self._ssl_context or _system_context()
        only: Allowed | None = None
        proxy = None
        if self._proxy is not None:
            only = frozenset({(self._proxy.address.host, self._proxy.address.port)})
            proxy = httpcore2.Proxy(
                httpcore2.URL(
                    scheme=self._proxy.address.scheme,
                    host=self._proxy.address.host,
                    port=self._proxy.address.port,
                    target="/",
                ),
                auth=self._proxy.auth,
                ssl_context=context if self._proxy.address.scheme == "https" else None,
            )
        return httpcore2.AsyncConnectionPool(
            ssl_context=context,
            proxy=proxy,
            max_connections=_CONNECTIONS,
            max_keepalive_connections=_IDLE_CONNECTIONS,
            keepalive_expiry=_IDLE_SECONDS,
            network_backend=PinnedBackend(self._allowed, only=only, resolver=self._resolver),
        )


@cache
def _system_context() -> ssl.SSLContext:
    """The certificates of the system; made once, since reading them takes longer than many an exchange."""
    import httpx2

    return httpx2.create_ssl_context(trust_env=False)


@dataclass(frozen=True, slots=True)
class _Proxy:
    address: Address
    auth: tuple[bytes, bytes] | None


def _read_proxy(url: str) -> _Proxy:
    """The operator's proxy; it may be private and have any port, and its address may hold a name and password."""
    hint = "write it as http://host:port"
    try:
        parts = urlsplit(url.strip())
        port = parts.port or (443 if parts.scheme == "https" else 80)
        name = parts.hostname or ""
        named = f"[{name}]" if ":" in name else name
        bare = f"{parts.scheme}://{named}:{port}"
        address = read_address(bare, read_allowed([f"{named}:{port}"]))
    except (ValueError, HttpFailure, BadSetting):
        raise BadSetting("the proxy's address cannot be read", hint=hint) from None
    if parts.username is None:
        return _Proxy(address, None)
    return _Proxy(address, (unquote(parts.username).encode(), unquote(parts.password or "").encode()))


async def _keep(connections: httpcore2.AsyncConnectionPool) -> AsyncGenerator[None, None]:
    try:
        yield
    finally:
        await connections.aclose()
