"""Writes a neural network down in ONNX, for weights that are named as CTranslate2 names them."""

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

OPSET = 20
FLOAT, INT = TensorProto.FLOAT, TensorProto.INT64


class Network:
    """A graph in the making: every method adds nodes and answers the name of what comes out of them.

    `width`: how many numbers stand for a token.
    """

    def __init__(self, name: str, weights: dict[str, numpy.ndarray], *, heads: int, width: int) -> None:
        self.name = name
        self.heads = heads
        self.width = width
        self.weights = weights
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, numpy.ndarray] = {}

    def add(self, kind: str, *inputs: str, to: str | None = None, **attributes) -> str:
        out = to or f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [out], **attributes))
        return out

    def constant(self, name: str, values) -> str:
        self.constants.setdefault(name, numpy.asarray(values, order="C"))
        return name

    def ints(self, *values: int) -> str:
        return self.constant("ints_" + "_".join(map(str, values)), numpy.array(values, numpy.int64))

    def scalar(self, value: float) -> str:
        return self.constant(f"scalar_{value}", numpy.array(value, numpy.float32))

    def weight(self, name: str) -> str:
        return self.constant(name, self.weights[name])

    def linear(self, x: str, name: str, part: tuple[int, int] = (0, 1)) -> str:
        """A layer of which CTranslate2 keeps several in one: `part` of so many."""
        at, count = part
        weight = numpy.split(self.weights[f"{name}/weight"], count)[at]
        bias = numpy.split(self.weights[f"{name}/bias"], count)[at]
        product = self.add("MatMul", x, self.constant(f"{name}/{at}/weight", weight.T))
        return self.add("Add", product, self.constant(f"{name}/{at}/bias", bias))

    def norm(self, x: str, name: str, epsilon: float = 1e-5) -> str:
        gamma, beta = self.weight(f"{name}/gamma"), self.weight(f"{name}/beta")
        return self.add("LayerNormalization", x, gamma, beta, axis=-1, epsilon=epsilon)

    def attention(self, queries: str, keys: str, values: str, mask: str | None = None) -> str:
        width = self.width // self.heads
        split = self.ints(0, 0, self.heads, width)
        rows = self.add("Transpose", self.add("Reshape", queries, split), perm=[0, 2, 1, 3])
        rows = self.add("Mul", rows, self.scalar(width**-0.5))
        columns = self.add("Transpose", self.add("Reshape", keys, split), perm=[0, 2, 3, 1])
        scores = self.add("MatMul", rows, columns)
        if mask:
            scores = self.add("Add", scores, mask)
        chosen = self.add("Transpose", self.add("Reshape", values, split), perm=[0, 2, 1, 3])
        mixed = self.add("MatMul", self.add("Softmax", scores, axis=-1), chosen)
        return self.add("Reshape", self.add("Transpose", mixed, perm=[0, 2, 1, 3]), self.ints(0, 0, self.width))

    def thoughts(self, x: str, name: str) -> str:
        """The layer behind attention, with the way around it."""
        inner = self.add("Gelu", self.linear(self.norm(x, f"{name}/layer_norm"), f"{name}/linear_0"))
        return self.add("Add", x, self.linear(inner, f"{name}/linear_1"))

    def stack(self, parts: list[str], to: str) -> str:
        """Things of all layers in one, on a first axis of its own."""
        return self.add("Concat", *[self.add("Unsqueeze", part, self.ints(0)) for part in parts], to=to, axis=0)

    def length(self, x: str, axis: int) -> str:
        return self.add("Shape", x, start=axis, end=axis + 1)

    def model(self, inputs: list, outputs: list) -> onnx.ModelProto:
        constants = [numpy_helper.from_array(values, name) for name, values in self.constants.items()]
        graph = helper.make_graph(self.nodes, self.name, inputs, outputs, constants)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9)


def value(name: str, kind: int, *shape: int | str) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, shape)
