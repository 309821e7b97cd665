import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

export type OnnxMetadata = Readonly<Record<string, string>>

/**
 * Either the metadata of an ONNX file or, if the file cannot be used, a `fault`. A fault is the second half of an error
 * message; the first half is the path of the file.
 */
type OnnxVerdict = { metadata: OnnxMetadata } | { fault: string }

/**
 * Upper limit for the field numbers of the protobuf message `ModelProto` (onnx.proto). A higher number shows that the
 * file is damaged or is not an ONNX file.
 */
const MAX_FIELD = 31
const METADATA_FIELD = 14
/**
 * Maximum size of a metadata entry that is read. Larger entries contain data of the model, such as tables. They do not
 * show which kind of model it is.
 */
const MAX_ENTRY_BYTES = 1024 * 1024
/**
 * Number of bytes read at the start of each field. They contain the tag and the length of the field. At the start of
 * the file, they also show other file formats.
 */
const HEAD_BYTES = 32

/**
 * Checks an ONNX file and reads its metadata, before the engine loads the file. The engine process would crash on a
 * file that is truncated or has another format. Reads only the tag and length of the other fields.
 */
export function readOnnxFile(path: string): OnnxVerdict {
  const file = openSync(path, 'r')
  try {
    return readOutline(file)
  } finally {
    closeSync(file)
  }
}

function readOutline(file: number): OnnxVerdict {
  const { size } = fstatSync(file)
  const head = readAt(file, { at: 0, length: HEAD_BYTES })
  const wrong = otherFormat(head)
  if (wrong) return { fault: wrong }
  // A file in ORT format (ONNX Runtime's own format) has another structure. Its metadata is not read.
  if (head.toString('latin1', 4, 8) === 'ORTM') return { metadata: {} }
  const metadata: Record<string, string> = {}
  let at = 0
  while (at < size) {
    const field = protobufFieldAt(readAt(file, { at, length: HEAD_BYTES }), 0)
    if (field === undefined || field.number > MAX_FIELD)
      return { fault: at === 0 ? 'is not an ONNX model' : `is damaged at byte ${at} of ${size}` }
    const start = at + field.start
    const length = field.end - field.start
    at += field.end
    if (at > size) return { fault: `is cut short: it has ${size} bytes of at least ${at}` }
    if (field.number === METADATA_FIELD && length <= MAX_ENTRY_BYTES)
      addEntry(metadata, readAt(file, { at: start, length }))
  }
  return { metadata }
}

function otherFormat(head: Buffer): string | undefined {
  const text = head.toString('latin1')
  if (head.length === 0) return 'is empty'
  if (text.startsWith('version https://git-lfs'))
    return 'is a pointer of Git LFS and not the model itself: fetch it with git lfs pull'
  if (/^\s*<(!doctype|html|\?xml)/i.test(text)) return 'is a web page and not a model'
  if (text.startsWith('GGUF')) return 'is a language model (GGUF) and not an ONNX model'
  if (text.startsWith('PK\x03\x04') || text.startsWith('BZh') || text.startsWith('\x1f\x8b'))
    return 'is an archive: unpack it first'
  return undefined
}

/** Parses a metadata entry (protobuf field 1: key, field 2: value) and adds it to `metadata`. */
function addEntry(metadata: Record<string, string>, entry: Buffer): void {
  const texts: Record<number, string> = {}
  for (let at = 0; at < entry.length; ) {
    const field = protobufFieldAt(entry, at)
    if (!field) return
    texts[field.number] = entry.toString('utf8', field.start, field.end)
    at = field.end
  }
  if (texts[1] !== undefined) metadata[texts[1]] = texts[2] ?? ''
}

function readAt(file: number, { at, length }: { at: number; length: number }): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, at))
}

/** A field of a protocol buffer message (protobuf.dev, "Encoding"). */
interface ProtobufField {
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
