/** A field of a protocol buffer message (protobuf.dev, "Encoding"): its number, its value and the position of its content. */
export interface ProtobufField {
  number: number
  /** Of a number; 0 for every other kind. */
  value: number
  /** Of content with a length: where it begins and ends. The content may lie beyond the bytes at hand. */
  start: number
  end: number
}

/** The most bytes of a number: 64 bits, seven a byte. */
const MAX_VARINT_BYTES = 10

/** Bytes of fields with a fixed length, by their wire type. */
const FIXED_BYTES: Readonly<Record<number, number>> = { 1: 8, 5: 4 }

/** The field that begins at `at`; `undefined` where no field begins, or its head is cut off. */
export function protobufFieldAt(bytes: Uint8Array, at: number): ProtobufField | undefined {
  const tag = varintAt(bytes, at)
  if (!tag || tag.value < 8) return undefined
  const number = Math.floor(tag.value / 8)
  const wireType = tag.value % 8
  const fixed = FIXED_BYTES[wireType]
  if (fixed !== undefined) return { number, value: 0, start: tag.end, end: tag.end + fixed }
  const next = wireType === 0 || wireType === 2 ? varintAt(bytes, tag.end) : undefined
  if (!next) return undefined
  return wireType === 0
    ? { number, value: next.value, start: next.end, end: next.end }
    : { number, value: 0, start: next.end, end: next.end + next.value }
}

/** The fields of a whole message with their content. Throws a `RangeError` for a message that is cut off or no message. */
export function* protobufFields(message: Uint8Array): Generator<ProtobufField & { bytes: Uint8Array }> {
  for (let at = 0; at < message.length; ) {
    const field = protobufFieldAt(message, at)
    if (!field || field.end > message.length) throw new RangeError('The model file is cut off.')
    yield { ...field, bytes: message.subarray(field.start, field.end) }
    at = field.end
  }
}

function varintAt(bytes: Uint8Array, from: number): { value: number; end: number } | undefined {
  let value = 0
  for (let at = from; at < bytes.length && at < from + MAX_VARINT_BYTES; at += 1) {
    const byte = bytes[at]!
    value += (byte % 128) * 2 ** (7 * (at - from))
    if (byte < 128) return { value, end: at + 1 }
  }
  return undefined
}
