"""Model services on loopback: answers in the four wire formats, invented here.

with Server(saying(anthropic("Hello."))) as server:
    said = await model("anthropic", server).ask(asking())
"""

import json
from collections.abc import Callable, Mapping

from pydantic import SecretStr

from httpkit import Raw, Reply, Seen, Server, answer
from stet.adapters.models.habits import Memory
from stet.adapters.models.prices import Prices
from stet.adapters.models.providers import Access
from stet.adapters.models.talk import Settings, TalkingModel
from stet.ports import Ask, Shape

KEY = "test-0123456789-abcdef"
"""The key of every test: what may stand in one header and in no message."""

MODELS = {
    "openai": "gpt-5-mini",
    "openai-responses": "gpt-5-mini",
    "anthropic": "claude-haiku-4-5",
    "google": "gemini-2.5-flash",
}
"""A provider of each wire format, and a model of its."""

SHAPE = Shape(
    name="weather",
    description="The weather of a day.",
    json_schema='{"additionalProperties":false,"properties":{"degrees":{"type":"integer"}},'
    '"required":["degrees"],"type":"object"}',
)

Body = dict[str, object]
Handler = Callable[[Seen], Reply | Raw]


def asking(prompt: str = "How warm is it?", *, shape: Shape | None = None, limit: int = 60) -> Ask:
    return Ask(role="writer", model="x:y", system="Answer briefly.", prompt=prompt, shape=shape, limit=limit)


def access(provider: str, server: Server, key: str | None = KEY) -> Access:
    path = "" if provider in ("anthropic", "google") else "/v1"
    return Access(base_url=server.url(path), key=SecretStr(key) if key else None)


def model(
    provider: str,
    server: Server,
    name: str | None = None,
    *,
    settings: Settings | None = None,
    prices: Prices | None = None,
    memory: Memory | None = None,
    key: str | None = KEY,
) -> TalkingModel:
    called = f"{provider}:{name or MODELS.get(provider, 'small')}"
    return TalkingModel(
        called, access(provider, server, key), settings or Settings(seconds=20), prices, memory
    )


def chat(
    text: object = "It is warm.",
    *,
    finish: str = "stop",
    call: str | None = None,
    usage: Mapping[str, object] | None = None,
    **message: object,
) -> Body:
    """A chat completion; `call` is the arguments of a tool call as text, an empty `usage` leaves it out."""
    said: Body = {"role": "assistant", "content": text, **message}
    if call is not None:
        function = {"name": SHAPE.name, "arguments": call}
        said["tool_calls"] = [{"id": "call_1", "type": "function", "function": function}]
    counted = {"prompt_tokens": 40, "completion_tokens": 9, "total_tokens": 49} if usage is None else usage
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_790_000_000,
        "model": "small-2026-11-01",
        "choices": [{"index": 0, "finish_reason": finish, "message": said}],
        **({"usage": counted} if counted else {}),
    }


def responses(
    text: str = "It is warm.", *, call: str | None = None, finish: str = "completed", **part: object
) -> Body:
    item: Body = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": text, "annotations": [], **part}],
    }
    if call is not None:
        item = {
            "id": "fc_1",
            "type": "function_call",
            "call_id": "c1",
            "name": SHAPE.name,
            "arguments": call,
            "status": "completed",
        }
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1_790_000_000,
        "model": "small-2026-11-01",
        "status": finish,
        "error": None,
        "incomplete_details": {"reason": "max_output_tokens"} if finish == "incomplete" else None,
        "output": [item],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": 40,
            "input_tokens_details": {"cached_tokens": 16},
            "output_tokens": 9,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": 49,
        },
    }


def anthropic(text: str = "It is warm.", *, call: str | None = None, finish: str = "end_turn") -> Body:
    content: list[Body] = [{"type": "text", "text": text}] if text else []
    if call is not None:
        content = [{"type": "tool_use", "id": "toolu_1", "name": SHAPE.name, "input": json.loads(call)}]
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "small-2026-11-01",
        "content": content,
        "stop_reason": finish,
        "stop_sequence": None,
        "usage": {
            "input_tokens": 24,
            "cache_read_input_tokens": 16,
            "cache_creation_input_tokens": 0,
            "output_tokens": 9,
        },
    }


def google(text: str = "It is warm.", *, call: str | None = None, finish: str = "STOP") -> Body:
    parts: list[Body] = [{"text": text}] if text else []
    if call is not None:
        parts = [{"functionCall": {"name": SHAPE.name, "args": json.loads(call)}}]
    return {
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": finish, "index": 0}],
        "usageMetadata": {
            "promptTokenCount": 40,
            "cachedContentTokenCount": 16,
            "candidatesTokenCount": 9,
            "totalTokenCount": 49,
        },
        "modelVersion": "small-2026-11-01",
        "responseId": "r1",
    }


ANSWERS: Mapping[str, Callable[..., Body]] = {
    "openai": chat,
    "openai-responses": responses,
    "anthropic": anthropic,
    "google": google,
}


def saying(*replies: Body | Reply | Raw) -> Handler:
    """A handler that gives one reply after the other, the last again and again; a bare body has status 200."""
    left = list(replies)

    def handle(_: Seen) -> Reply | Raw:
        reply = left.pop(0) if len(left) > 1 else left[0]
        return answer(reply) if isinstance(reply, dict) else reply

    return handle


def refusing(
    status: int, words: str, *, code: str | None = None, kind: str = "invalid_request_error"
) -> Reply:
    """An error as OpenAI writes it."""
    return answer({"error": {"message": words, "type": kind, "param": None, "code": code}}, status)


def sent(server: Server, number: int = -1) -> Mapping[str, object]:
    """What one request asked for."""
    body = server.requests[number].json
    assert isinstance(body, dict)
    return body
