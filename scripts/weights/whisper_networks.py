"""The two networks of Whisper (https://arxiv.org/abs/2212.04356), written in ONNX for weights named as CTranslate2 names them."""

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

OPSET = 20
FLOAT, INT = TensorProto.FLOAT, TensorProto.INT64
# Behind this, a token may not look at another one.
FAR = -1e9


class Network:
    """A graph in the making: every method adds nodes and answers the name of what comes out of them."""

    def __init__(self, weights: dict[str, numpy.ndarray]) -> None:
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

    def norm(self, x: str, name: str) -> str:
        gamma, beta = self.weight(f"{name}/gamma"), self.weight(f"{name}/beta")
        return self.add("LayerNormalization", x, gamma, beta, axis=-1, epsilon=1e-5)

    def attention(self, queries: str, keys: str, values: str, *, heads: int, mask: str | None = None) -> str:
        width = self.weights["decoder/layer_norm/gamma"].shape[0] // heads
        split = self.ints(0, 0, heads, width)
        rows = self.add("Transpose", self.add("Reshape", queries, split), perm=[0, 2, 1, 3])
        rows = self.add("Mul", rows, self.scalar(width**-0.5))
        columns = self.add("Transpose", self.add("Reshape", keys, split), perm=[0, 2, 3, 1])
        scores = self.add("MatMul", rows, columns)
        if mask:
            scores = self.add("Add", scores, mask)
        chosen = self.add("Transpose", self.add("Reshape", values, split), perm=[0, 2, 1, 3])
        mixed = self.add("MatMul", self.add("Softmax", scores, axis=-1), chosen)
        return self.add("Reshape", self.add("Transpose", mixed, perm=[0, 2, 1, 3]), self.ints(0, 0, heads * width))

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
        graph = helper.make_graph(self.nodes, "whisper", inputs, outputs, constants)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9)


def encoder(weights: dict[str, numpy.ndarray]) -> onnx.ModelProto:
    """Sound to what each layer of the decoder looks at. The sound may be shorter than 30 seconds."""
    net = Network(weights)
    heads = int(weights["encoder/num_heads"])
    x = convolved(net, convolved(net, "mel", "encoder/conv1", 1), "encoder/conv2", 2)
    x = net.add("Transpose", x, perm=[0, 2, 1])
    places = net.weight("encoder/position_encodings/encodings")
    x = net.add("Add", x, net.add("Slice", places, net.ints(0), net.length(x, 1), net.ints(0)))
    for layer in layers(weights, "encoder"):
        name = f"{layer}/self_attention"
        normed = net.norm(x, f"{name}/layer_norm")
        parts = [net.linear(normed, f"{name}/linear_0", (part, 3)) for part in range(3)]
        x = net.add("Add", x, net.linear(net.attention(*parts, heads=heads), f"{name}/linear_1"))
        x = net.thoughts(x, f"{layer}/ffn")
    x = net.norm(x, "encoder/layer_norm")
    outputs = []
    for part, out in enumerate(["n_layer_cross_k", "n_layer_cross_v"]):
        names = [f"{layer}/attention/linear_1" for layer in layers(weights, "decoder")]
        net.stack([net.linear(x, name, (part, 2)) for name in names], to=out)
        outputs.append(value(out, FLOAT, len(names), "N", "T", state_of(weights)))
    bands = weights["encoder/conv1/weight"].shape[1]
    return net.model([value("mel", FLOAT, "N", bands, "frames")], outputs)


def convolved(net: Network, x: str, name: str, stride: int) -> str:
    weight, bias = net.weight(f"{name}/weight"), net.weight(f"{name}/bias")
    return net.add("Gelu", net.add("Conv", x, weight, bias, kernel_shape=[3], pads=[1, 1], strides=[stride]))


def decoder(weights: dict[str, numpy.ndarray]) -> onnx.ModelProto:
    """Tokens, with what was kept of the ones before `offset`, to how likely each next token is."""
    net = Network(weights)
    heads = int(weights["decoder/num_heads"])
    places = net.weight("decoder/position_encodings/encodings")
    context = weights[places].shape[0]
    end = net.add("Add", "offset", net.length("tokens", 1))
    x = net.add("Gather", net.weight("decoder/embeddings/weight"), "tokens")
    x = net.add("Add", x, net.add("Slice", places, "offset", end, net.ints(0)))
    ahead = net.constant("ahead", numpy.triu(numpy.full((context, context), FAR, numpy.float32), 1))
    mask = net.add("Slice", net.add("Slice", ahead, "offset", end, net.ints(0)), net.ints(0), end, net.ints(1))
    kept: dict[str, list[str]] = {"k": [], "v": []}
    for at, layer in enumerate(layers(weights, "decoder")):
        name = f"{layer}/self_attention"
        normed = net.norm(x, f"{name}/layer_norm")
        query, *fresh = [net.linear(normed, f"{name}/linear_0", (part, 3)) for part in range(3)]
        seen = []
        for kind, new in zip(kept, fresh):
            cache = net.add("Gather", f"in_n_layer_self_{kind}_cache", net.constant(f"layer_{at}", numpy.int64(at)), axis=0)
            so_far = net.add("Concat", net.add("Slice", cache, net.ints(0), "offset", net.ints(1)), new, axis=1)
            rest = net.add("Slice", cache, end, net.ints(context), net.ints(1))
            kept[kind].append(net.add("Concat", so_far, rest, axis=1))
            seen.append(so_far)
        own = net.attention(query, *seen, heads=heads, mask=mask)
        x = net.add("Add", x, net.linear(own, f"{name}/linear_1"))
        x = listened(net, x, f"{layer}/attention", at=at, heads=heads)
        x = net.thoughts(x, f"{layer}/ffn")
    x = net.norm(x, "decoder/layer_norm")
    words = net.add("Transpose", "decoder/embeddings/weight", perm=[1, 0])
    net.add("MatMul", x, words, to="logits")
    for kind, parts in kept.items():
        net.stack(parts, to=f"out_n_layer_self_{kind}_cache")
    count, state = len(kept["k"]), state_of(weights)
    caches = lambda way: [value(f"{way}_n_layer_self_{kind}_cache", FLOAT, count, "N", context, state) for kind in kept]
    heard = [value(f"n_layer_cross_{kind}", FLOAT, count, "N", "T", state) for kind in kept]
    inputs = [value("tokens", INT, "N", "n"), *caches("in"), *heard, value("offset", INT, 1)]
    likely = value("logits", FLOAT, "N", "n", weights["decoder/embeddings/weight"].shape[0])
    return net.model(inputs, [likely, *caches("out")])


def listened(net: Network, x: str, name: str, *, at: int, heads: int) -> str:
    """Attention to the sound, which the encoder has prepared for each layer."""
    query = net.linear(net.norm(x, f"{name}/layer_norm"), f"{name}/linear_0")
    layer = net.constant(f"layer_{at}", numpy.int64(at))
    sound = [net.add("Gather", f"n_layer_cross_{kind}", layer, axis=0) for kind in "kv"]
    return net.add("Add", x, net.linear(net.attention(query, *sound, heads=heads), f"{name}/linear_2"))


def layers(weights: dict[str, numpy.ndarray], network: str) -> list[str]:
    names = {name.split("/")[1] for name in weights if name.startswith(f"{network}/layer_")} - {"layer_norm"}
    return [f"{network}/{name}" for name in sorted(names, key=lambda name: int(name.removeprefix("layer_")))]


def state_of(weights: dict[str, numpy.ndarray]) -> int:
    return weights["decoder/layer_norm/gamma"].shape[0]


def value(name: str, kind: int, *shape: int | str) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, shape)
