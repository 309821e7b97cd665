import { messageOf } from '../../errors.js'
import type { LanguageModel, ModelRequest } from '../../server/model/language-model.js'
import { createLocalModel } from '../../server/providers/local/local-model.js'
import { gigabytes, memoryNeed, sizeFor } from '../../server/providers/local/memory-need.js'
import { installedLanguageModels, openModelFile } from '../../server/providers/local/model-file.js'
import { type CheckResult, failed, note, ok } from './check.js'

/** Longest time for loading and answering. */
const PATIENCE_MS = 180_000
/** Below this, an answer is written slower than it is spoken: about three words a second. */
const FAST_ENOUGH = 4

/** What a model did with one request. */
export interface ModelTrial {
  /** Until it was loaded and had read a first request. */
  loadMs: number
  /** Tokens read and written in a second. */
  readRate: number
  writeRate: number
}

/** The language models in the folder of models: what each needs, and how fast this machine runs it, measured. */
export async function checkLanguageModels(directory: string): Promise<CheckResult[]> {
  const checks: CheckResult[] = []
  // One after the other: together they would measure each other.
  for (const name of installedLanguageModels(directory)) checks.push(await checkOne(name, directory))
  return checks
}

async function checkOne(name: string, directory: string): Promise<CheckResult> {
  try {
    const { file } = openModelFile(name, directory)
    const need = `${gigabytes(memoryNeed(file, sizeFor(file)))} GB of memory`
    const trial = await tryModel(createLocalModel({ name, directory }))
    return verdict(name, { found: `a language model (${file.architecture}, ${need})`, ...trial })
  } catch (error) {
    return failed(name, messageOf(error), 'docs/local.md says what local models need')
  }
}

function verdict(
  name: string,
  { found, loadMs, readRate, writeRate }: ModelTrial & { found: string },
): CheckResult {
  const seconds = (loadMs / 1000).toFixed(1)
  const message = `${found}; loads in ${seconds} s, reads ${Math.round(readRate)} and writes ${writeRate.toFixed(1)} tokens a second`
  return writeRate >= FAST_ENOUGH
    ? ok(name, message)
    : note(name, message, 'this machine is too slow for it to talk fluently; a smaller model may do')
}

/** Lets a model read a page and say a sentence. Rejects with a `ModelError`. */
export async function tryModel(model: LanguageModel, now = () => performance.now()): Promise<ModelTrial> {
  const loading = await time(model, { text: 'Say yes.', now })
  const page = 'The shop is open from nine to five, and on Saturdays until noon. '.repeat(15)
  const { firstMs, totalMs, inputTokens, outputTokens } = await time(model, {
    text: `${page}When is it open?`,
    now,
  })
  return {
    loadMs: loading.firstMs,
    readRate: (1000 * inputTokens) / Math.max(1, firstMs),
    writeRate: (1000 * outputTokens) / Math.max(1, totalMs - firstMs),
  }
}

interface Timed {
  firstMs: number
  totalMs: number
  inputTokens: number
  outputTokens: number
}

async function time(
  model: LanguageModel,
  { text, now }: { text: string; now: () => number },
): Promise<Timed> {
  const request: ModelRequest = {
    instructions: 'Answer in one short sentence.',
    history: [{ role: 'user', text }],
    tools: [],
    toolChoice: 'none',
    maxOutputTokens: 24,
  }
  const started = now()
  const timed: Timed = { firstMs: 0, totalMs: 0, inputTokens: 0, outputTokens: 0 }
  for await (const chunk of model.stream(request, { signal: AbortSignal.timeout(PATIENCE_MS) })) {
    if (chunk.type === 'text-delta' && chunk.text) timed.firstMs ||= now() - started
    if (chunk.type === 'usage') Object.assign(timed, chunk)
  }
  return { ...timed, totalMs: now() - started }
}
