import { protobufFields } from '../protobuf.js'

/** Protobuf field numbers of the ONNX format (onnx.proto3): the fields that lead to the weights of a network. */
const MODEL_GRAPH = 7
const GRAPH_NODE = 1
const NODE = { output: 2, attribute: 5 }
const ATTRIBUTE = { tensor: 5, graph: 6 }
const TENSOR = { type: 2, raw: 9 }
const FLOAT = 1

/** The weights of a network. The key is the output name of the graph node that contains them. */
export type Weights = ReadonlyMap<string, Float32Array>

/**
 * Reads all float constants of an ONNX file, including those in the branches of `If` nodes. Throws a `RangeError` if
 * the file is truncated.
 */
export function readWeights(file: Uint8Array): Weights {
  const weights = new Map<string, Float32Array>()
  for (const { number, bytes } of protobufFields(file)) if (number === MODEL_GRAPH) readGraph(bytes, weights)
  return weights
}

function readGraph(graph: Uint8Array, into: Map<string, Float32Array>): void {
  for (const { number, bytes } of protobufFields(graph)) if (number === GRAPH_NODE) readNode(bytes, into)
}

function readNode(node: Uint8Array, into: Map<string, Float32Array>): void {
  let output = ''
  for (const { number, bytes } of protobufFields(node)) {
    if (number === NODE.output) output = Buffer.from(bytes).toString()
    if (number !== NODE.attribute) continue
    for (const inner of protobufFields(bytes)) {
      if (inner.number === ATTRIBUTE.graph) readGraph(inner.bytes, into)
      const values = inner.number === ATTRIBUTE.tensor ? readTensor(inner.bytes) : undefined
      if (values) into.set(output, values)
    }
  }
}

/**
 * The values of a float tensor. `undefined` for a tensor of another type: it contains settings of the graph, not
 * weights.
 */
function readTensor(tensor: Uint8Array): Float32Array | undefined {
  const fields = [...protobufFields(tensor)]
  const raw = fields.find(({ number }) => number === TENSOR.raw)?.bytes
  if (!raw || fields.find(({ number }) => number === TENSOR.type)?.value !== FLOAT) return undefined
  return new Float32Array(Uint8Array.from(raw).buffer)
}
