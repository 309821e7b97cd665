import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { formatOf, LIST, TENSOR_TYPES, TEXT, VALUE_BYTES } from './gguf-types.js'

/** The part of a model file's header that is checked before the model is loaded. */
export interface GgufFile {
  bytes: number
  /** The architecture of the model, such as `qwen2`. */
  architecture: string
  /** Tokens of the context window; 0 if unknown. */
  contextTokens: number
  vocabulary: number
  /** Bytes of the key-value cache per token, with 16-bit values. */
  cacheBytesPerToken: number
  /** Whether the model writes its reasoning before the answer. */
  thinksAloud: boolean
}

/** The checked header, or a `fault`: what an error message says after the path, such as "is a folder, not a file". */
export type GgufVerdict = { file: GgufFile } | { fault: string }

/** Thrown for a damaged header. The message says what is wrong. */
class Damaged extends Error {}

const MAX_ENTRIES = 10_000
const MAX_TENSORS = 100_000
const MAX_TEXT = 16 * 1024 * 1024
const WINDOW = 1024 * 1024

/**
 * Reads the header of a GGUF file and detects a file that was cut off. Throws the file system's error if the file
 * cannot be read. Source of the format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 */
export function readGgufFile(path: string): GgufVerdict {
  const handle = openSync(path, 'r')
  try {
    const stats = fstatSync(handle)
    if (!stats.isFile()) return { fault: 'is a folder, not a file' }
    const reader = new HeaderReader(handle, stats.size)
    const start = reader.peek(64)
    if (start.toString('latin1', 0, 4) !== 'GGUF')
      return { fault: `is no GGUF file: it is ${formatOf(start)}` }
    return readHeader(reader, stats.size)
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    return { fault: error.message }
  } finally {
    closeSync(handle)
  }
}

function readHeader(reader: HeaderReader, size: number): GgufVerdict {
  reader.skip(4)
  const version = reader.unsigned(4)
  if (version < 2 || version > 3)
    return { fault: `is a GGUF file of version ${version}, which is not understood` }
  const tensors = reader.count(MAX_TENSORS, 'tensors')
  const values = readValues(reader)
  const end = endOfTensors(reader, { tensors, alignment: numberAt(values, 'general.alignment') || 32 })
  if (end > size) return { fault: `is cut short: it has ${size} bytes, its header promises ${end}` }
  return { file: fileOf(values, size) }
}

function fileOf(values: Map<string, Value>, bytes: number): GgufFile {
  const architecture = textAt(values, 'general.architecture')
  const own = (key: string) => numberAt(values, `${architecture}.${key}`)
  const heads = own('attention.head_count') || 1
  const headSize = own('embedding_length') / heads
  const perLayer =
    (own('attention.head_count_kv') || heads) *
    ((own('attention.key_length') || headSize) + (own('attention.value_length') || headSize))
  return {
    bytes,
    architecture,
    contextTokens: own('context_length'),
    vocabulary: numberAt(values, 'tokenizer.ggml.tokens') || own('vocab_size'),
    cacheBytesPerToken: 2 * own('block_count') * perLayer,
    thinksAloud: textAt(values, 'tokenizer.chat_template').includes('<think>'),
  }
}

/** A value in the metadata of the file. For a list, only its length is stored. */
type Value = string | number

const textAt = (values: Map<string, Value>, key: string) => {
  const value = values.get(key)
  return typeof value === 'string' ? value : ''
}

const numberAt = (values: Map<string, Value>, key: string) => {
  const value = values.get(key)
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
}

function readValues(reader: HeaderReader): Map<string, Value> {
  const values = new Map<string, Value>()
  const entries = reader.count(MAX_ENTRIES, 'entries')
  for (let entry = 0; entry < entries; entry += 1) {
    const key = reader.text()
    values.set(key, readValue(reader, reader.unsigned(4)))
  }
  return values
}

function readValue(reader: HeaderReader, type: number): Value {
  if (type === TEXT) return reader.text()
  if (type === LIST) return readList(reader)
  const bytes = VALUE_BYTES[type]
  if (bytes === undefined) throw new Damaged(`is damaged: its header has a value of the unknown type ${type}`)
  // The code uses only whole numbers (lengths and sizes), so a value of any type is read as a whole number.
  return reader.unsigned(bytes)
}

/** Skips a list and returns its length. */
function readList(reader: HeaderReader): number {
  const type = reader.unsigned(4)
  const length = reader.count(MAX_TEXT, 'values in a list')
  const bytes = VALUE_BYTES[type]
  if (bytes !== undefined) reader.skip(bytes * length)
  else if (type === TEXT) for (let at = 0; at < length; at += 1) reader.skip(reader.count(MAX_TEXT, 'bytes'))
  else throw new Damaged(`is damaged: its header has a list of the unknown type ${type}`)
  return length
}

/**
 * The position where the tensor data of the file ends. A tensor of unknown type counts as empty, so the result may be
 * too small.
 */
function endOfTensors(
  reader: HeaderReader,
  { tensors, alignment }: { tensors: number; alignment: number },
): number {
  let last = 0
  for (let tensor = 0; tensor < tensors; tensor += 1) {
    reader.skip(reader.count(MAX_TEXT, 'bytes of a name'))
    const dimensions = reader.count32(8, 'dimensions')
    let numbers = 1
    for (let at = 0; at < dimensions; at += 1) numbers *= reader.unsigned(8)
    const type = TENSOR_TYPES[reader.unsigned(4)]
    const offset = reader.unsigned(8)
    last = Math.max(last, offset + (type ? (numbers / type.numbers) * type.bytes : 0))
  }
  return Math.ceil(reader.position / alignment) * alignment + last
}

/**
 * Reads numbers and texts of the header in order. Loads one part of the file at a time, so that a long header needs
 * little memory.
 */
class HeaderReader {
  readonly #handle: number
  readonly #size: number
  #window: Buffer = Buffer.alloc(0)
  #windowStart = 0
  position = 0

  constructor(handle: number, size: number) {
    this.#handle = handle
    this.#size = size
  }

  /** The first bytes of the file. */
  peek(bytes: number): Buffer {
    const start = Buffer.alloc(Math.min(bytes, this.#size))
    readSync(this.#handle, start, 0, start.length, 0)
    return start
  }

  skip(bytes: number): void {
    this.position += bytes
    if (this.position > this.#size) throw this.#cut()
  }

  unsigned(bytes: number): number {
    const at = this.#take(bytes)
    if (bytes < 8) return this.#window.readUIntLE(at, bytes)
    return Number(this.#window.readBigUInt64LE(at))
  }

  text(): string {
    const length = this.count(MAX_TEXT, 'characters')
    const at = this.#take(length)
    return this.#window.toString('utf8', at, at + length)
  }

  /** Reads a count or length of eight bytes. Throws if it exceeds `most`. */
  count(most: number, what: string): number {
    return this.#checked(this.unsigned(8), { most, what })
  }

  count32(most: number, what: string): number {
    return this.#checked(this.unsigned(4), { most, what })
  }

  #checked(count: number, { most, what }: { most: number; what: string }): number {
    if (count <= most) return count
    throw new Damaged(`is damaged: its header speaks of ${count} ${what}`)
  }

  /** Loads the next bytes of the file if they are not loaded. Returns their offset in `#window`. */
  #take(bytes: number): number {
    if (this.position + bytes > this.#size) throw this.#cut()
    const end = this.#windowStart + this.#window.length
    if (this.position < this.#windowStart || this.position + bytes > end) {
      this.#window = Buffer.alloc(Math.min(Math.max(WINDOW, bytes), this.#size - this.position))
      this.#windowStart = this.position
      readSync(this.#handle, this.#window, 0, this.#window.length, this.position)
    }
    const at = this.position - this.#windowStart
    this.position += bytes
    return at
  }

  #cut(): Damaged {
    return new Damaged(`is cut short: it ends after ${this.#size} bytes, in the middle of its header`)
  }
}
