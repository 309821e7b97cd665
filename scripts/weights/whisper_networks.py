"""The two networks of Whisper (https://arxiv.org/abs/2212.04356), written in ONNX for weights named as CTranslate2 names them."""

import numpy
import onnx
from network import FLOAT, INT, Network, value

# Behind this, a token may not look at another one.
FAR = -1e9


def encoder(weights: dict[str, numpy.ndarray]) -> onnx.ModelProto:
    """Sound to what each layer of the decoder looks at. The sound may be shorter than 30 seconds."""
    net = network(weights, "encoder")
    x = convolved(net, convolved(net, "mel", "encoder/conv1", 1), "encoder/conv2", 2)
    x = net.add("Transpose", x, perm=[0, 2, 1])
    places = net.weight("encoder/position_encodings/encodings")
    x = net.add("Add", x, net.add("Slice", places, net.ints(0), net.length(x, 1), net.ints(0)))
    for layer in layers(weights, "encoder"):
        name = f"{layer}/self_attention"
        normed = net.norm(x, f"{name}/layer_norm")
        parts = [net.linear(normed, f"{name}/linear_0", (part, 3)) for part in range(3)]
        x = net.add("Add", x, net.linear(net.attention(*parts), f"{name}/linear_1"))
        x = net.thoughts(x, f"{layer}/ffn")
    x = net.norm(x, "encoder/layer_norm")
    outputs = []
    for part, out in enumerate(["n_layer_cross_k", "n_layer_cross_v"]):
        names = [f"{layer}/attention/linear_1" for layer in layers(weights, "decoder")]
        net.stack([net.linear(x, name, (part, 2)) for name in names], to=out)
        outputs.append(value(out, FLOAT, len(names), "N", "T", state_of(weights)))
    bands = weights["encoder/conv1/weight"].shape[1]
    return net.model([value("mel", FLOAT, "N", bands, "frames")], outputs)


def network(weights: dict[str, numpy.ndarray], name: str) -> Network:
    return Network("whisper", weights, heads=int(weights[f"{name}/num_heads"]), width=state_of(weights))


def convolved(net: Network, x: str, name: str, stride: int) -> str:
    weight, bias = net.weight(f"{name}/weight"), net.weight(f"{name}/bias")
    return net.add("Gelu", net.add("Conv", x, weight, bias, kernel_shape=[3], pads=[1, 1], strides=[stride]))


def decoder(weights: dict[str, numpy.ndarray]) -> onnx.ModelProto:
    """Tokens, with what was kept of the ones before `offset`, to how likely each next token is."""
    net = network(weights, "decoder")
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
        own = net.attention(query, *seen, mask)
        x = net.add("Add", x, net.linear(own, f"{name}/linear_1"))
        x = listened(net, x, f"{layer}/attention", at)
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


def listened(net: Network, x: str, name: str, at: int) -> str:
    """Attention to the sound, which the encoder has prepared for each layer."""
    query = net.linear(net.norm(x, f"{name}/layer_norm"), f"{name}/linear_0")
    layer = net.constant(f"layer_{at}", numpy.int64(at))
    sound = [net.add("Gather", f"n_layer_cross_{kind}", layer, axis=0) for kind in "kv"]
    return net.add("Add", x, net.linear(net.attention(query, *sound), f"{name}/linear_2"))


def layers(weights: dict[str, numpy.ndarray], network: str) -> list[str]:
    names = {name.split("/")[1] for name in weights if name.startswith(f"{network}/layer_")} - {"layer_norm"}
    return [f"{network}/{name}" for name in sorted(names, key=lambda name: int(name.removeprefix("layer_")))]


def state_of(weights: dict[str, numpy.ndarray]) -> int:
    return weights["decoder/layer_norm/gamma"].shape[0]
