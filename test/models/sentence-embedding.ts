import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPeer } from '../../src/server/providers/find-peer.js'

/** Tokens of one text that count: what the model was trained with. */
const MOST_TOKENS = 256
/** Longer words are no words. */
const MOST_LETTERS = 100

/** Turns a text into a vector of length 1. */
export type Embed = (text: string) => Promise<Float32Array>

/** The part of onnxruntime-web that is used here: an optional peer, so its types may be absent. */
interface Onnx {
  env: { wasm: { numThreads: number } }
  InferenceSession: { create(file: Uint8Array, options: object): Promise<OnnxSession> }
  Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => object
}

interface OnnxSession {
  run(inputs: Record<string, object>): Promise<Record<string, { data: Float32Array } | undefined>>
}

/** The address of the engine, as the product finds the one of its turn detection. */
export function embeddingEngine(directory: string): string | undefined {
  return findPeer('onnxruntime-web/wasm', [directory])
}

/** Loads a folder that scripts/weights/minilm.py has made. */
export async function loadEmbedding(folder: string, engine: string): Promise<Embed> {
  const loaded = (await import(engine)) as Onnx & { default?: Onnx }
  const onnx = loaded.default ?? loaded
  onnx.env.wasm.numThreads = 1
  const session = await onnx.InferenceSession.create(readFileSync(join(folder, 'model.onnx')), {
    executionProviders: ['wasm'],
  })
  const tokens = readFileSync(join(folder, 'vocab.txt'), 'utf8').trimEnd().split('\n')
  const numbers = new Map(tokens.map((token, at) => [token, at]))
  return async (text) => {
    const said = tokensOf(text, numbers).slice(0, MOST_TOKENS - 2)
    const all = ['[CLS]', ...said, '[SEP]'].map((token) => BigInt(numbers.get(token)!))
    const { vector } = await session.run({
      tokens: new onnx.Tensor('int64', BigInt64Array.from(all), [1, all.length]),
    })
    return vector!.data
  }
}

/** WordPiece as BERT's uncased models have it: the longest known pieces of each word, `##` before all but the first. */
function tokensOf(text: string, numbers: ReadonlyMap<string, number>): string[] {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
  const words = plain.match(/[\p{P}$+<=>^`|~]|[^\p{P}$+<=>^`|~\s]+/gu) ?? []
  return words.flatMap((word) => piecesOf(word, numbers))
}

function piecesOf(word: string, numbers: ReadonlyMap<string, number>): string[] {
  const pieces: string[] = []
  for (let start = 0; start < word.length; ) {
    const mark = start > 0 ? '##' : ''
    let end = word.length
    while (end > start && !numbers.has(mark + word.slice(start, end))) end -= 1
    if (end === start || word.length > MOST_LETTERS) return ['[UNK]']
    pieces.push(mark + word.slice(start, end))
    start = end
  }
  return pieces
}

/** How alike two vectors of length 1 are, from -1 to 1. */
export function alike(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * other[at]!, 0)
}
