"""One client for pages and for search services."""

from collections.abc import Mapping, Sequence

from stet.adapters.http.values import Bounds, Reply


class Http:
    """Makes single exchanges; follows nothing, keeps no cookie, and reads no proxy from the environment.

    Args:
        allow: hosts of the operator's that may be private: `host` (ports 80 and 443) or `host:port`.
        user_agent: sent with every request that brings none of its own.
        proxy: the operator's proxy, as a URL; None connects directly.
        bounds: the limits of an exchange that brings none of its own.
    """

    def __init__(
        self,
        *,
        allow: Sequence[str] = (),
        user_agent: str,
        proxy: str | None = None,
        bounds: Bounds | None = None,
    ) -> None:
        raise NotImplementedError

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

        Raises:
            HttpFailure: there is no answer
        """
        raise NotImplementedError

    async def aclose(self) -> None:
        """Close all connections."""
        raise NotImplementedError
