/** A field of a protocol buffer message (protobuf.dev, "Encoding"). */
export interface ProtobufField {
  number: number
  /** The value of a varint field (wire type 0); 0 for all other fields. */
  value: number
  /** Position of the content, for a field that has a length. The content may end beyond the available bytes. */
  start: number
  end: number
}

/** Maximum bytes of a varint: 64 bits, seven in each byte. */
const MAX_VARINT_BYTES = 10

/** Number of content bytes in fields of fixed length, by wire type. */
const FIXED_BYTES: Readonly<Record<number, number>> = { 1: 8, 5: 4 }

/** Reads the field that begins at `at`. Returns `undefined` if there is none, or if its tag or length is cut off. */
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

/**
 * All fields of a complete message, with their content. Throws a `RangeError` if the message is cut off or is not a
 * protocol buffer.
 */
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
