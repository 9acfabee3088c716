"""Vectors of texts: the real model where it is installed, and what is said where it is not."""

import math
import sys
from collections.abc import Sequence
from importlib.util import find_spec

import pytest

from stet.adapters.semantic import NEEDED, MiniLM
from stet.errors import BadSetting
from stet.ports import Embed

installed = pytest.mark.skipif(
    any(find_spec(module) is None for module in NEEDED), reason="the extra `semantic` is not installed"
)
TEXTS = (
    "The toll of the harbour bridge starts in March.",
    "Lorries will have to pay for crossing the port's bridge from spring on.",
    "Basil needs sun, water and a warm windowsill.",
)


@pytest.fixture(scope="module")
def model() -> Embed:
    return MiniLM()


def cosine(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


@installed
def test_like_meanings_are_nearer_than_unlike_ones(model: Embed):
    toll, lorries, basil = model.embed(TEXTS)
    assert len(toll) == 384
    assert math.isclose(cosine(toll, toll), 1, abs_tol=1e-5)
    assert cosine(toll, lorries) > 0.4
    assert cosine(toll, basil) < 0.2


@installed
def test_a_vector_depends_on_its_text_alone(model: Embed):
    together = model.embed([*TEXTS, *(f"Text {n} " + "on and on " * n for n in range(20))])
    for text, vector in zip(TEXTS, together, strict=False):
        assert cosine(model.embed([text])[0], vector) == pytest.approx(1, abs=1e-6)
    assert MiniLM().embed(TEXTS[:1]) == model.embed(TEXTS[:1])


@installed
def test_of_a_long_text_the_beginning_counts(model: Embed):
    start = "word " * 300
    assert model.embed([start + "and a bridge"]) == model.embed([start + "and a garden"])


@installed
def test_texts_without_letters_have_vectors_too(model: Embed):
    assert model.embed([]) == []
    assert [len(vector) for vector in model.embed(["", "\x00", "通行料"])] == [384] * 3


def test_a_missing_extra_is_a_setting_with_its_command(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    monkeypatch.setattr(
        "stet.adapters.semantic.find_spec", lambda name: None if name == "onnxruntime" else object()
    )
    with pytest.raises(BadSetting, match=r"not installed \(onnxruntime\)") as raised:
        MiniLM()
    assert "pip install 'stet-research[semantic]'" in (raised.value.hint or "")
