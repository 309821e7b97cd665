import { freemem } from 'node:os'
import { VoiceError } from '../../../errors.js'
import type { GgufFile } from './gguf-file.js'

export interface EngineSize {
  /** Maximum tokens of one conversation: instructions, tools, history and answer. */
  contextTokens: number
  /** Number of conversations that are kept ready, and that can run at the same time. */
  states: number
  batchTokens: number
}

/** The default size of an engine. It keeps four conversations ready; a fifth one replaces the least recently used. */
export const DEFAULT_SIZE = {
  contextTokens: 4_096,
  states: 4,
  batchTokens: 256,
} as const satisfies EngineSize

/** Memory that the engine needs in addition to model and conversations, in bytes. */
const ENGINE_BYTES = 150_000_000

/** The size of the engine for a model. The tokens of a conversation never exceed the context window of the model. */
export function sizeFor({ contextTokens }: GgufFile, wanted: EngineSize = DEFAULT_SIZE): EngineSize {
  return contextTokens > 0
    ? { ...wanted, contextTokens: Math.min(wanted.contextTokens, contextTokens) }
    : wanted
}

/** Memory that a model needs, in bytes: weights, key-value cache of all conversations, and working memory. */
export function memoryNeed(file: GgufFile, size: EngineSize): number {
  const cache = file.cacheBytesPerToken * size.contextTokens * size.states
  const logits = 4 * file.vocabulary * size.batchTokens
  return file.bytes + cache + logits + ENGINE_BYTES
}

/** Free memory of the machine or of the container, in bytes. */
export function freeMemory(): number {
  // Node 20.13 and newer know the limit of a container.
  return process.availableMemory?.() ?? freemem()
}

/**
 * Throws `memory-short` if the model does not fit into memory. Otherwise the system would kill the process during
 * loading.
 */
export function checkMemory(
  { name, file, size }: { name: string; file: GgufFile; size: EngineSize },
  free = freeMemory(),
): void {
  const need = memoryNeed(file, size)
  if (need <= free) return
  throw new VoiceError(
    'memory-short',
    `${name} needs about ${gigabytes(need)} GB of memory, ${gigabytes(free)} GB are free. End other programs, or use a smaller model: \`voice models list\` shows some.`,
  )
}

export function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1)
}
