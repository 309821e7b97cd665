/** Just enough of the ONNX format (onnx.proto) to write models of a few operations, so that real engines run in tests without real weights. */

/** An operation of a graph. */
export interface TinyNode {
  op: string
  inputs: string[]
  outputs: string[]
  /** Whole numbers, or lists of them. */
  attributes?: Record<string, number | number[]>
}

/** An input or output; letters stand for sizes that vary. */
export interface TinyValue {
  name: string
  type: 'float' | 'int64'
  shape: (number | string)[]
}

/** A constant. */
export interface TinyTensor extends TinyValue {
  shape: number[]
  data: number[]
}

/** A whole model. */
export interface TinyModel {
  nodes: TinyNode[]
  inputs: TinyValue[]
  outputs: TinyValue[]
  constants: TinyTensor[]
  metadata: Record<string, string | number>
}

const TYPES = { float: 1, int64: 7 }
const [INT, INTS] = [2, 7]

/** The bytes of a model. */
export function encodeModel({ nodes, inputs, outputs, constants, metadata }: TinyModel): Buffer {
  const graph = [
    ...nodes.map((node) => bytes(1, encodeNode(node))),
    bytes(2, Buffer.from('tiny')),
    ...constants.map((tensor) => bytes(5, encodeTensor(tensor))),
    ...inputs.map((value) => bytes(11, encodeValue(value))),
    ...outputs.map((value) => bytes(12, encodeValue(value))),
  ]
  const entries = Object.entries(metadata).map(([key, value]) =>
    bytes(14, Buffer.concat([text(1, key), text(2, String(value))])),
  )
  const opset = Buffer.concat([text(1, ''), number(2, 13)])
  return Buffer.concat([number(1, 8), bytes(7, Buffer.concat(graph)), bytes(8, opset), ...entries])
}

function encodeNode({ op, inputs, outputs, attributes = {} }: TinyNode): Buffer {
  return Buffer.concat([
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) => bytes(5, encodeAttribute(name, value))),
  ])
}

function encodeAttribute(name: string, value: number | number[]): Buffer {
  if (typeof value === 'number') return Buffer.concat([text(1, name), number(3, value), number(20, INT)])
  return Buffer.concat([text(1, name), ...value.map((one) => number(8, one)), number(20, INTS)])
}

function encodeValue({ name, type, shape }: TinyValue): Buffer {
  const sizes = shape.map((size) => bytes(1, typeof size === 'number' ? number(1, size) : text(2, size)))
  const tensor = Buffer.concat([number(1, TYPES[type]), bytes(2, Buffer.concat(sizes))])
  return Buffer.concat([text(1, name), bytes(2, bytes(1, tensor))])
}

function encodeTensor({ name, type, shape, data }: TinyTensor): Buffer {
  const raw = type === 'float' ? new Float32Array(data) : new BigInt64Array(data.map(BigInt))
  return Buffer.concat([
    ...shape.map((size) => number(1, size)),
    number(2, TYPES[type]),
    text(8, name),
    bytes(9, Buffer.from(raw.buffer)),
  ])
}

const text = (field: number, value: string) => bytes(field, Buffer.from(value))
const number = (field: number, value: number) => Buffer.concat([varint(field * 8), varint(value)])
const bytes = (field: number, value: Buffer) =>
  Buffer.concat([varint(field * 8 + 2), varint(value.length), value])

function varint(value: number): Buffer {
  const out: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  do {
    out.push(Number(rest % 128n) + (rest >= 128n ? 128 : 0))
    rest /= 128n
  } while (rest > 0n)
  return Buffer.from(out)
}
