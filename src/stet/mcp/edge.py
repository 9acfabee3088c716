"""The edge: every call goes through it, is bounded in time, and ends in a result or in words that a model can use."""

import asyncio
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from mcp.server import MCPServer
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import (
    ResourceError,
    ResourceNotFoundError,
    ToolError,
    UnexpectedResourceError,
    UnexpectedToolError,
)
from mcp.types import CallToolResult, InputRequiredResult
from pydantic import AnyUrl, ValidationError

from stet.app.hiding import Hidden, hidden_of, without
from stet.errors import BadSetting, InputError, NotFound, StetError, StoreError, Unavailable
from stet.report.clean import short

if TYPE_CHECKING:
    from stet.app.place import Place

_LOG = logging.getLogger("stet.mcp")
SECONDS: Final = 24.0
"""After which a call is answered, whatever it waits for: clients give up after a minute, some sooner."""
_MOST = 600
"""Characters of a message: what was sent may stand in it."""
_MOST_UNFIT = 5
"""Arguments that do not fit, told one by one."""


class Server(MCPServer[Any]):
    """A server whose every failure is an error of ours in words, or a fault that says no more than that."""

    _hidden: Hidden = ()

    def hide(self, place: "Place") -> None:
        """Call folders of this machine by other names in all that is said of errors."""
        self._hidden = hidden_of(place)

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool.

        Raises:
            ToolError: it failed; says what, the next thing to do, and the code
        """
        try:
            await self._known(name, arguments)
            async with asyncio.timeout(SECONDS):
                return await super().call_tool(name, arguments, context)
        except UnexpectedToolError as error:
            raise ToolError(self._said(_raised(error))) from None
        except ToolError as error:
            cause = error.__cause__
            unfit = BadSetting(_unfit(cause)) if isinstance(cause, ValidationError) else error
            raise ToolError(self._said(unfit)) from None
        except (StetError, TimeoutError) as error:
            raise ToolError(self._said(error)) from None

    async def read_resource(
        self, uri: AnyUrl | str, context: Context[Any, Any] | None = None
    ) -> Iterable[ReadResourceContents] | InputRequiredResult:
        """Read a resource.

        Raises:
            ResourceError: it cannot be read; as `call_tool`
        """
        try:
            async with asyncio.timeout(SECONDS):
                return await super().read_resource(uri, context)
        except ResourceNotFoundError:
            raise ResourceNotFoundError(f"there is no resource {short(str(uri), 80)}") from None
        except (UnexpectedResourceError, TimeoutError) as error:
            cause = _raised(error)
            kind = ResourceNotFoundError if isinstance(cause, InputError) else ResourceError
            raise kind(self._said(cause)) from None

    async def _known(self, name: str, arguments: dict[str, Any]) -> None:
        """Refuse what no tool takes: a slip of the pen would be left out in silence."""
        tools = {tool.name: tool.input_schema for tool in await self.list_tools()}
        if name not in tools:
            raise NotFound(f"there is no tool {short(name, 60)}", hint=f"choose of: {', '.join(tools)}")
        takes: list[str] = list(tools[name].get("properties", ()))
        unknown = [each for each in arguments if each not in takes]
        if unknown:
            raise BadSetting(
                f"{name} takes no argument “{short(unknown[0], 60)}”", hint=f"it takes: {', '.join(takes)}"
            )

    def _said(self, error: BaseException) -> str:
        if isinstance(error, TimeoutError):
            error = Unavailable("this took too long and was given up", hint="ask again in a moment")
        if not isinstance(error, StetError):
            _LOG.error("a call failed", exc_info=error)
            return words(f"a fault in stet ({type(error).__name__})", "bug")
        message, hint, retryable = error.message, error.hint, error.retryable
        if isinstance(error, StoreError):
            _LOG.error("%s", message)
            message, hint, retryable = "the store cannot be used at this moment", None, True
        message, hint = without(message, self._hidden), hint and without(hint, self._hidden)
        return words(message, error.code, hint, retryable=retryable)


def words(message: str, code: str, hint: str | None = None, *, retryable: bool = False) -> str:
    """An error in words: what is wrong, what to do next, its stable code, and whether to try again."""
    lines = [short(message, _MOST)]
    if hint:
        lines.append(f"next: {short(hint, _MOST)}")
    lines.append(f"code: {code}" + (" (trying again may help)" if retryable else ""))
    return "\n".join(lines)


def _raised(error: BaseException) -> BaseException:
    """What was raised by us, out of what the SDK put around it."""
    while isinstance(error, (ToolError, ResourceError)) and error.__cause__ is not None:
        error = error.__cause__
    return error


def _unfit(error: ValidationError) -> str:
    """What does not fit, by its place; what was sent is not repeated."""
    found = error.errors(include_url=False, include_input=False, include_context=False)
    said = [f"{'.'.join(str(part)[:40] for part in each['loc'][:6])}: {each['msg']}" for each in found]
    more = f"; and {len(said) - _MOST_UNFIT} more" if len(said) > _MOST_UNFIT else ""
    return "; ".join(said[:_MOST_UNFIT]) + more
