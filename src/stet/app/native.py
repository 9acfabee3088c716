"""Level `single` with a provider's own search: its answer and its citations, as they came."""

from stet.adapters.models.native import NativeAnswer, native_answer
from stet.adapters.models.providers import Access
from stet.domain.budget import Usage
from stet.domain.evidence import Hit
from stet.journal import Journal, retried
from stet.ports import Recalled

_SEARCHES = 1


class NativeRecall:
    """The Memory port over a provider of models that searches the web by itself.

    Args:
        name: `openai`, `anthropic` or `google`.
        access: where and with which key.
        journal: writes the call down before it is made.
        model: another model than the provider's usual one.
    """

    def __init__(self, name: str, access: Access, journal: Journal, model: str | None = None) -> None:
        self._name = name
        self._access = access
        self._journal = journal
        self._model = model

    async def recall(self, question: str) -> Recalled:
        """See `stet.ports.Memory`; a page that was cited twice stands once, where it was cited first."""

        async def ask() -> tuple[str, Usage]:
            answer = await native_answer(self._name, self._access, question, model=self._model)
            used = Usage(
                model_calls=1,
                searches=max(answer.searches, _SEARCHES),
                tokens=answer.input_tokens + answer.output_tokens,
                usd=answer.usd,
            )
            return answer.model_dump_json(), used

        request = {"question": question, "model": self._model}
        reserve = Usage(model_calls=1, searches=_SEARCHES, usd=None)
        body = await retried(
            lambda: self._journal.call(f"model:native:{self._name}", request, reserve, ask),
            self._journal.attempts,
        )
        return _recalled(f"native:{self._name}", NativeAnswer.model_validate_json(body))


def _recalled(by: str, answer: NativeAnswer) -> Recalled:
    found = answer.found
    pages = {cited.url: cited.title for cited in reversed(found.citations)}
    ordered = list(dict.fromkeys(cited.url for cited in found.citations))
    hits = tuple(
        Hit(url=url, title=pages[url], provider=by, rank=rank) for rank, url in enumerate(ordered, start=1)
    )
    return Recalled(text=found.text, cited=hits, queries=found.queries, by=by)
