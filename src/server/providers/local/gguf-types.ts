/**
 * For each type of tensor: the bytes of a block, and how many numbers a block has. Sources:
 * https://github.com/ggml-org/ggml/blob/master/docs/gguf.md and ggml-common.h.
 */
export const TENSOR_TYPES: Readonly<Record<number, { bytes: number; numbers: number }>> = {
  0: { bytes: 4, numbers: 1 },
  1: { bytes: 2, numbers: 1 },
  2: { bytes: 18, numbers: 32 },
  3: { bytes: 20, numbers: 32 },
  6: { bytes: 22, numbers: 32 },
  7: { bytes: 24, numbers: 32 },
  8: { bytes: 34, numbers: 32 },
  9: { bytes: 36, numbers: 32 },
  10: { bytes: 84, numbers: 256 },
  11: { bytes: 110, numbers: 256 },
  12: { bytes: 144, numbers: 256 },
  13: { bytes: 176, numbers: 256 },
  14: { bytes: 210, numbers: 256 },
  15: { bytes: 292, numbers: 256 },
  20: { bytes: 18, numbers: 32 },
  23: { bytes: 136, numbers: 256 },
  30: { bytes: 2, numbers: 1 },
}

/** Bytes of a metadata value, by its type. Texts and lists are not here, because their length is in the file. */
export const VALUE_BYTES: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
}

export const TEXT = 8
export const LIST = 9

const FORMATS: readonly { name: string; is: (start: Buffer) => boolean }[] = [
  {
    name: 'an archive; unpack it first',
    is: (start) => ['PK\x03\x04', '\x1f\x8b', 'BZh'].some((magic) => latin(start).startsWith(magic)),
  },
  { name: 'a web page, not a model', is: (start) => /^\s*<(!doctype|html|\?xml)/i.test(latin(start)) },
  {
    name: 'a pointer of Git LFS, not the model itself',
    is: (start) => latin(start).startsWith('version https://git-lfs'),
  },
  { name: 'a model in the safetensors format', is: (start) => latin(start).slice(8, 10) === '{"' },
  { name: 'a model in an older GGML format', is: (start) => /^(lmgg|tjgg|fmgg)/.test(latin(start)) },
  { name: 'a model in the ONNX format', is: (start) => start[0] === 0x08 && start[2] === 0x12 },
  { name: 'a JSON file', is: (start) => /^\s*[{[]/.test(latin(start)) },
]

/** The probable format of a file that is not GGUF, from its first bytes. Used in error messages. */
export function formatOf(start: Buffer): string {
  if (start.length === 0) return 'empty'
  return FORMATS.find(({ is }) => is(start))?.name ?? 'something else'
}

const latin = (bytes: Buffer) => bytes.toString('latin1')
