import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Just enough of the GGUF format to write headers that are right or wrong in one place. */
export interface TinyGguf {
  version?: number
  values?: Record<string, string | number | string[]>
  /** Numbers of 32 bits in each tensor. */
  tensors?: number[]
}

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const u64 = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
const text = (value: string) => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)])

function encoded(value: string | number | string[]): Buffer {
  if (typeof value === 'string') return Buffer.concat([u32(8), text(value)])
  if (typeof value === 'number') return Buffer.concat([u32(4), u32(value)])
  return Buffer.concat([u32(9), u32(8), u64(value.length), ...value.map(text)])
}

/** A small model as it would be described by a real one of the qwen2 family. */
export const TINY = {
  'general.architecture': 'qwen2',
  'general.name': 'Tiny',
  'qwen2.context_length': 2_048,
  'qwen2.block_count': 4,
  'qwen2.embedding_length': 64,
  'qwen2.attention.head_count': 8,
  'qwen2.attention.head_count_kv': 2,
  'tokenizer.ggml.tokens': ['a', 'b', 'ü'],
  'tokenizer.chat_template': '{{ messages }}',
}

/** The bytes of a file with this header and all the numbers that it promises. */
export function tinyGguf({ version = 3, values = TINY, tensors = [8, 64] }: TinyGguf = {}): Buffer {
  let offset = 0
  const infos = tensors.map((numbers, at) => {
    const info = Buffer.concat([text(`t${at}`), u32(1), u64(numbers), u32(0), u64(offset)])
    offset += Math.ceil((numbers * 4) / 32) * 32
    return info
  })
  const entries = Object.entries(values)
  const header = Buffer.concat([
    Buffer.from('GGUF'),
    u32(version),
    u64(tensors.length),
    u64(entries.length),
    ...entries.map(([key, value]) => Buffer.concat([text(key), encoded(value)])),
    ...infos,
  ])
  const start = Math.ceil(header.length / 32) * 32
  return Buffer.concat([header, Buffer.alloc(start - header.length + offset)])
}

/** A file with these bytes in a folder of its own. */
export function fileWith(bytes: Buffer | string, name = 'tiny.gguf'): string {
  const path = join(mkdtempSync(join(tmpdir(), 'voice-gguf-')), name)
  writeFileSync(path, bytes)
  return path
}
