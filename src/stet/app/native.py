"""Level `single` with a provider's own search: its answer and its citations, as they came."""

import re
from collections.abc import Callable

from stet.adapters.models.cited import merged
from stet.adapters.models.native import NATIVE, NativeAnswer, native_answer, native_bound
from stet.adapters.models.providers import Access
from stet.domain.budget import Usage
from stet.domain.events import Noted, Spoke
from stet.domain.evidence import Hit
from stet.journal import Journal, retried
from stet.ports import Recalled

NATIVE_ROLE = "native"
"""The role of the model that answers with a search of its own."""

_SEARCHES = 1
_MARK = re.compile(r"\[\^?\d{1,3}\]|【\d{1,3}[^】\n]{0,40}】")


class NativeRecall:
    """The Memory port over a provider of models that searches the web by itself.

    Args:
        name: `openai`, `anthropic` or `google`.
        access: where and with which key.
        journal: writes the call down before it is made.
        note: told what the answer took, and what a reader should know of it.
        model: as `native_model` gives it; None for the provider's usual one.
    """

    def __init__(
        self,
        name: str,
        access: Access,
        journal: Journal,
        note: Callable[[Noted | Spoke], None],
        model: str | None = None,
    ) -> None:
        self._name = name
        self._access = access
        self._journal = journal
        self._note = note
        self._model = model

    async def recall(self, question: str) -> Recalled:
        """See `stet.ports.Memory`; a page that was cited twice stands once, where it was cited first.

        Its snippet is what the provider quoted of it, where it quotes: its account of the page, and no evidence.
        """
        # Runs of earlier days named it without its provider.
        model = (self._model or "").partition(":")[2] or self._model

        async def ask() -> tuple[str, Usage]:
            answer = await native_answer(self._name, self._access, question, model=model)
            used = Usage(
                model_calls=1,
                searches=max(answer.searches, _SEARCHES),
                tokens=answer.input_tokens + answer.output_tokens,
                usd=answer.usd,
            )
            return answer.model_dump_json(), used

        request = {"question": question, "model": self._model}
        reserve = native_bound(self._name, self._access, model)
        body = await retried(
            lambda: self._journal.call(f"model:native:{self._name}", request, reserve, ask),
            self._journal.attempts,
        )
        answer = NativeAnswer.model_validate_json(body)
        self._tell(answer)
        return _recalled(f"native:{self._name}", answer)

    def _tell(self, answer: NativeAnswer) -> None:
        """What the answer took, and whether it cites anything: from the journal alone, as a replay has it."""
        self._note(
            Spoke(
                role=NATIVE_ROLE,
                model=answer.model,
                mode="text",
                input_tokens=answer.input_tokens,
                output_tokens=answer.output_tokens,
                estimated=answer.estimated,
                usd=answer.usd,
                searches=max(answer.searches, _SEARCHES),
            )
        )
        if not answer.found.citations:
            marks = _MARK.findall(answer.found.text)
            lost = f"; what its marks point at is not known ({len(marks)}, from {marks[0]})" if marks else ""
            message = f"the answer came without a citation{lost}"
            self._note(Noted(code="citations_missing", message=message, where=f"native:{self._name}"))
        for trouble in answer.found.troubles:
            self._note(Noted(code="partial", message=trouble, where=f"native:{self._name}"))


def native_model(name: str, asked: str | None, usual: str | None) -> str:
    """The model that searches, as `provider:model`.

    `asked` is the one of every role, which counts where it is of this provider; then `usual`, the operator's setting;
    then the provider's own default.
    """
    provider, default = NATIVE[name]
    whose, _, model = (asked or "").partition(":")
    if model and whose in {name, provider}:
        return f"{provider}:{model}"
    return f"{provider}:{usual or default}"


def native_most(name: str, access: Access, model: str) -> Usage:
    """The most that one answer of a model, as `native_model` gives it, may use."""
    return native_bound(name, access, model.partition(":")[2])


def _recalled(by: str, answer: NativeAnswer) -> Recalled:
    found = answer.found
    hits = tuple(
        Hit(url=url, title=title, snippet=quoted, provider=by, rank=rank)
        for rank, (url, title, quoted) in enumerate(merged(found.citations), start=1)
    )
    return Recalled(text=found.text, cited=hits, queries=found.queries, by=by)
