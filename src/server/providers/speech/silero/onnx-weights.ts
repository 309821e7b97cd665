/** Field numbers of the ONNX format (onnx.proto3) that lead to the weights of a network. */
const MODEL_GRAPH = 7
const GRAPH_NODE = 1
const NODE = { output: 2, attribute: 5 }
const ATTRIBUTE = { tensor: 5, graph: 6 }
const TENSOR = { type: 2, raw: 9 }
const FLOAT = 1

/** Weights by the name of the node that gives them. */
export type Weights = ReadonlyMap<string, Float32Array>

/** Reads the constants of an ONNX file, those of branches too. Throws a `RangeError` for a file that is cut off. */
export function readWeights(file: Uint8Array): Weights {
  const weights = new Map<string, Float32Array>()
  for (const { number, bytes } of fieldsOf(file)) if (number === MODEL_GRAPH) readGraph(bytes, weights)
  return weights
}

function readGraph(graph: Uint8Array, into: Map<string, Float32Array>): void {
  for (const { number, bytes } of fieldsOf(graph)) if (number === GRAPH_NODE) readNode(bytes, into)
}

function readNode(node: Uint8Array, into: Map<string, Float32Array>): void {
  let output = ''
  for (const { number, bytes } of fieldsOf(node)) {
    if (number === NODE.output) output = Buffer.from(bytes).toString()
    if (number !== NODE.attribute) continue
    for (const inner of fieldsOf(bytes)) {
      if (inner.number === ATTRIBUTE.graph) readGraph(inner.bytes, into)
      const values = inner.number === ATTRIBUTE.tensor ? readTensor(inner.bytes) : undefined
      if (values) into.set(output, values)
    }
  }
}

/** The numbers of a tensor of floats; other kinds are settings of the graph. */
function readTensor(tensor: Uint8Array): Float32Array | undefined {
  const fields = [...fieldsOf(tensor)]
  const raw = fields.find(({ number }) => number === TENSOR.raw)?.bytes
  if (!raw || fields.find(({ number }) => number === TENSOR.type)?.value !== FLOAT) return undefined
  return new Float32Array(Uint8Array.from(raw).buffer)
}

interface Field {
  number: number
  /** Of a field that is a number. */
  value: number
  /** Of a field that has a length. */
  bytes: Uint8Array
}

const NOTHING = new Uint8Array(0)

/** The fields of a protocol buffer message. */
function* fieldsOf(message: Uint8Array): Generator<Field> {
  let at = 0
  const varint = () => {
    for (let value = 0, factor = 1; ; factor *= 128) {
      const byte = message[at++]
      if (byte === undefined) throw new RangeError('The model file is cut off.')
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const key = varint()
    const kind = key & 7
    const value = kind === 0 ? varint() : 0
    const length = kind === 2 ? varint() : kind === 5 ? 4 : kind === 1 ? 8 : 0
    if (at + length > message.length) throw new RangeError('The model file is cut off.')
    const bytes = length > 0 ? message.subarray(at, at + length) : NOTHING
    at += length
    yield { number: Math.floor(key / 8), value, bytes }
  }
}
