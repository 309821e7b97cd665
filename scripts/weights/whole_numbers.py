"""Takes dynamic 8-bit arithmetic out of an ONNX model: its convolutions and products become ordinary ones, with the same weights."""

import numpy
import onnx
from onnx import helper, numpy_helper

PLAIN = {"ConvInteger": "Conv", "MatMulInteger": "MatMul"}


def without_whole_numbers(model: onnx.ModelProto) -> onnx.ModelProto:
    """Answers the same model, changed. Such arithmetic is: quantize, operate, perhaps add, cast, times the product of two scales."""
    nodes = list(model.graph.node)
    constants = {one.name: one for one in model.graph.initializer}
    maker = {out: node for node in nodes for out in node.output}
    user = {name: node for node in nodes for name in node.input}
    plain: dict[str, list[onnx.NodeProto]] = {}
    for node in nodes:
        if node.op_type not in PLAIN:
            continue
        follower = user[node.output[0]]
        bias = bias_of(follower, maker) if follower.op_type == "Add" else []
        cast = user[follower.output[0]] if bias else follower
        product = user[cast.output[0]]
        weight = whole_weight(node, constants, scale_of(product, constants, maker))
        inputs = [maker[node.input[0]].input[0], weight, *bias]
        attributes = {one.name: helper.get_attribute_value(one) for one in node.attribute}
        plain[node.output[0]] = [helper.make_node(PLAIN[node.op_type], inputs, product.output, **attributes)]
        plain[product.output[0]] = []
    keep(model, [one for node in nodes for one in plain.get(node.output[0], [node])], constants)
    return model


def bias_of(node: onnx.NodeProto, maker: dict) -> list[str]:
    """What is added, before it was divided by the scales and made a whole number."""
    found = next(maker[name] for name in node.input if maker[name].op_type == "Reshape")
    while found.op_type != "Div":
        found = maker[found.input[0]]
    return [found.input[0]]


def scale_of(product: onnx.NodeProto, constants: dict, maker: dict) -> str:
    """Of the two scales that the result is multiplied with, the one of the weight: the other comes from the values at hand."""
    scales = next(maker[name] for name in product.input if name in maker and maker[name].op_type == "Mul")
    return next(name for name in scales.input if name in constants)


def whole_weight(node: onnx.NodeProto, constants: dict, scale: str) -> str:
    """The name of the weight as 32-bit numbers. Layers that share one go on sharing it."""
    zero = node.input[3] if len(node.input) > 3 else ""
    name = "_times_".join([node.input[1], scale])
    if name not in constants:
        weight = numpy_helper.to_array(constants[node.input[1]]).astype("<f4")
        nothing = numpy_helper.to_array(constants[zero]).astype("<f4") if zero else 0
        weight = (weight - nothing) * numpy_helper.to_array(constants[scale])
        constants[name] = numpy_helper.from_array(weight.astype("<f4"), name)
    return name


def keep(model: onnx.ModelProto, nodes: list[onnx.NodeProto], constants: dict) -> None:
    """Leaves these nodes in the model, less those and the constants that nothing asks for."""
    wanted = {out.name for out in model.graph.output}
    needed = []
    for node in reversed(nodes):
        if wanted.intersection(node.output):
            needed.append(node)
            wanted.update(node.input)
    del model.graph.node[:], model.graph.initializer[:]
    model.graph.node.extend(reversed(needed))
    model.graph.initializer.extend(one for name, one in constants.items() if name in wanted)
