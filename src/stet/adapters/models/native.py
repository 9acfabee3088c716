"""Search by a model's own web search: OpenAI (Responses), Anthropic and Gemini.

What a provider cites is a lead like any other: the pages are read by our own fetch. `native_answer` keeps the
provider's own answer with its citations as it came, for comparing the two.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from stet.adapters.models.call import called, messages, private
from stet.adapters.models.cited import Found, found, leads
from stet.adapters.models.habits import Manner
from stet.adapters.models.prices import Counted, Prices
from stet.adapters.models.providers import Access, Format, Seat, check_key, seat
from stet.adapters.models.said import tokens
from stet.adapters.search.leads import answer, noting
from stet.adapters.search.query import fitted, ignored, listed, sited
from stet.domain.base import Value
from stet.domain.budget import Usage
from stet.errors import BadSetting
from stet.ports import Answer, Remark, SearchRequest

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponse
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

NATIVE: Mapping[str, tuple[str, str]] = {
    "openai": ("openai-responses", "gpt-5-mini"),
    "anthropic": ("anthropic", "claude-haiku-4-5"),
    "google": ("google", "gemini-2.5-flash"),
}
"""For `native:NAME`: the provider of models behind it, and the model that is asked unless another is named."""

_CHARACTERS = 2_000
_ANSWER_TOKENS = 2_000
# The most that one call may come to: searches by the model, and what it reads of their results. OpenAI and Anthropic
# take a limit on searches; Google names none, and recorded answers stay below a third of this.
_SEARCHES = 5
# Of a query that serves one topic among others, where the number can be bound.
_OF_A_QUERY = 2
_READ_TOKENS = 100_000
_SITES = 100


class NativeAnswer(Value):
    """A provider's own answer as it came: nothing in it was read or checked by us.

    `found` has its text, citations and queries. Tokens are those of the whole call, results of searches with them;
    `estimated` where the service counted none and a bound stands in.
    """

    found: Found
    model: str
    input_tokens: int
    output_tokens: int
    searches: int
    usd: Decimal | None
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class _Service:
    place: Seat
    prices: Prices
    seconds: float


class NativeSearch:
    """The Search port over a model's own web search: one call, with the query as the prompt.

    Args:
        name: `openai`, `anthropic` or `google`.
        access: where and with which key.
        model: another model than `NATIVE` names.
        prices: of models; searches are priced by the public lists alone.
        seconds: the limit of the whole call, in which the provider searches and reads.

    Raises:
        BadSetting: there is no such search, or `access` cannot be used
    """

    def __init__(
        self,
        name: str,
        access: Access,
        *,
        model: str | None = None,
        prices: Prices | None = None,
        seconds: float = 120.0,
    ) -> None:
        self._short = name
        self._service = _Service(native_seat(name, access, model), prices or Prices(), seconds)

    @property
    def name(self) -> str:
        """See `stet.ports.Search`."""
        return f"native:{self._short}"

    @property
    def usd(self) -> Decimal | None:
        """See `stet.ports.Search`: five searches, 100,000 tokens read and 2,000 written."""
        most = Counted(input=_READ_TOKENS, output=_ANSWER_TOKENS, searches=_SEARCHES)
        return self._service.prices.usd(self._service.place, most)

    @property
    def at_most(self) -> int:
        """See `stet.ports.ModelSearch`."""
        return _SEARCHES if self._service.place.provider.format is Format.GOOGLE else _OF_A_QUERY

    async def search(self, request: SearchRequest) -> Answer:
        """See `stet.ports.Search`: cited pages first, then the others that the provider looked at."""
        if not request.text.strip():
            return Answer(hits=())
        prompt, tool, remarks = _asked(self._service.place, request)
        response = await _call(self._service, prompt, tool, most=_OF_A_QUERY)
        return noting(self._parsed(response, request), remarks)

    def _parsed(self, response: "ModelResponse", request: SearchRequest) -> Answer:
        counted = tokens(response, asked=_READ_TOKENS, text="").counted
        usd = self._service.prices.usd(self._service.place, counted, model=response.model_name)
        parsed = parse(found(response), request, self.name, usd=usd)
        return parsed.model_copy(update={"searches": max(1, counted.searches)})


async def native_answer(
    name: str,
    access: Access,
    question: str,
    *,
    system: str = "",
    model: str | None = None,
    prices: Prices | None = None,
    limit: int = _ANSWER_TOKENS,
    seconds: float = 300.0,
) -> NativeAnswer:
    """The answer of a provider that searches by itself, with its citations, as it came; at most `limit` tokens.

    Raises:
        BadSetting, KeyMissing, RateLimited, QuotaExceeded, Unavailable, BadAnswer
    """
    service = _Service(native_seat(name, access, model), prices or Prices(), seconds)
    response = await _call(
        service, question, _tool(service.place, (), (), _SEARCHES), system=system, limit=limit
    )
    said = found(response)
    spent = tokens(response, asked=_READ_TOKENS, text=said.text)
    counted = spent.counted
    exact = response.model_name or service.place.model
    return NativeAnswer(
        found=said,
        model=exact,
        input_tokens=counted.input,
        output_tokens=counted.output,
        searches=counted.searches,
        usd=service.prices.usd(service.place, counted, model=exact),
        estimated=spent.estimated,
    )


def native_bound(name: str, access: Access, model: str | None = None, prices: Prices | None = None) -> Usage:
    """The most that one such answer may use: five searches, 100,000 tokens read and 2,000 written.

    Raises:
        BadSetting: there is no such search, or `access` cannot be used
    """
    most = Counted(input=_READ_TOKENS, output=_ANSWER_TOKENS, searches=_SEARCHES)
    usd = (prices or Prices()).usd(native_seat(name, access, model), most)
    return Usage(model_calls=1, searches=_SEARCHES, tokens=_READ_TOKENS + _ANSWER_TOKENS, usd=usd)


def native_seat(name: str, access: Access, model: str | None = None) -> Seat:
    """The model that searches for `native:NAME`.

    Raises:
        BadSetting: there is no such search, or `access` cannot be used
    """
    if name not in NATIVE:
        raise BadSetting(
            f"native:{name} is no search", hint=f"one of: {', '.join(f'native:{n}' for n in NATIVE)}"
        )
    provider, usual = NATIVE[name]
    return seat(f"{provider}:{model or usual}", access)


def parse(said: Found, request: SearchRequest, provider: str, *, usd: Decimal | None = None) -> Answer:
    """Hits from a provider's answer: cited pages in the order of the text, then pages only consulted.

    The snippet is the text that the provider quoted. The queries that it issued are remarks `native_query`. Gemini
    gives redirect links, whose hosts say nothing: there a site is judged by the title, which names the host.
    """
    remarks = [Remark(code="native_query", message=query) for query in said.queries]
    remarks += [Remark(code="partial", message=f"{provider}: {trouble}") for trouble in said.troubles]
    rows, rest = leads(said, request)
    return answer(provider, rows, rest, remarks=remarks, usd=usd)


def _asked(place: Seat, request: SearchRequest) -> tuple[str, "ModelRequestParameters", tuple[Remark, ...]]:
    prompt, remarks = fitted(request.text, characters=_CHARACTERS)
    sites, more = listed(request.sites, _SITES)
    excluded, most = listed(request.exclude_sites, _SITES, what="excluded sites")
    remarks += (*more, *most)
    if place.provider.format is Format.GOOGLE and (sites or excluded):
        operators, more = sited(sites, excluded, characters=_CHARACTERS)
        prompt, remarks, sites, excluded = f"{prompt} {operators}", (*remarks, *more), [], []
    elif place.provider.format is Format.ANTHROPIC and sites:
        excluded = []  # It takes one list or the other; what comes back is filtered by both.
    filters = (("publication date", request.since), ("language", request.lang))
    remarks += tuple(ignored(place.provider.title, what) for what, value in filters if value)
    return prompt, _tool(place, sites, excluded, _OF_A_QUERY), remarks


def _tool(
    place: Seat, sites: "list[str] | tuple[()]", excluded: "list[str] | tuple[()]", most: int
) -> "ModelRequestParameters":
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.native_tools import WebSearchTool

    tool = WebSearchTool(
        allowed_domains=list(sites) or None,
        blocked_domains=list(excluded) or None,
        max_uses=most if place.provider.format is Format.ANTHROPIC else None,
    )
    return ModelRequestParameters(native_tools=[tool])


async def _call(
    service: _Service,
    prompt: str,
    tool: "ModelRequestParameters",
    *,
    system: str = "",
    limit: int = _ANSWER_TOKENS,
    most: int = _SEARCHES,
) -> "ModelResponse":
    check_key(service.place)
    return await called(
        service.place,
        Manner("text", None),
        messages(system, prompt),
        _settings(service.place, limit, most),
        tool,
        seconds=service.seconds,
    )


def _settings(place: Seat, limit: int, most: int) -> "ModelSettings":
    from pydantic_ai.models.openai import OpenAIResponsesModelSettings

    if place.provider.format is Format.RESPONSES:
        return OpenAIResponsesModelSettings(
            max_tokens=limit,
            openai_store=False,
            openai_include_web_search_sources=True,
            extra_body={"max_tool_calls": most},
        )
    settings = private(place)
    settings["max_tokens"] = limit
    return settings
