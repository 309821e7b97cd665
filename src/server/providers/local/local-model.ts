import { randomUUID } from 'node:crypto'
import type { EngineLoad } from '../../model/engine-load.js'
import type { LanguageModel, ModelChunk, ModelRequest } from '../../model/language-model.js'
import { answerStep, readAhead } from './answer-step.js'
import { LocalEngine } from './engine.js'
import { findBinding, loadBinding } from './load-binding.js'
import { checkMemory, sizeFor } from './memory-need.js'
import { openModelFile } from './model-file.js'

export interface LocalModelOptions {
  /** The provider string: `local/NAME` or `local:PATH`. */
  name: string
  directory: string
}

/** Maximum number of tools that a small model gets. More tools take seconds to read and confuse it. */
const MAX_TOOLS = 5
/** Interval of empty chunks while a session waits in the queue. Without them, the model would count as silent. */
const SIGN_OF_LIFE_MS = 5_000

/** Engines by model file. All agents of a process share them. */
const engines = new Map<string, Promise<LocalEngine>>()

const loaded = new Map<string, LocalEngine>()

export function localModelLoads(): EngineLoad[] {
  return [...loaded.values()].map(({ name, pool }) => ({ stage: 'llm', engine: name, ...pool.load }))
}

/**
 * A language model on this machine, with node-llama-cpp. File, memory and package are checked now; the first use
 * loads the model. Throws `model-missing`, `model-damaged`, `memory-short` or `not-installed`.
 */
export function createLocalModel({ name, directory }: LocalModelOptions): LanguageModel {
  const { path, file } = openModelFile(name, directory)
  const place = findBinding(name)
  const size = sizeFor(file)
  if (!engines.has(path)) checkMemory({ name, file, size })
  const engine = () =>
    engineFor(path, () => LocalEngine.start({ name, path, size, load: () => loadBinding(place) }))
  return modelOf({ name, engine })
}

/** A language model. Its engine starts when it is first used. */
export function modelOf({
  name,
  engine,
}: {
  name: string
  engine: () => Promise<LocalEngine>
}): LanguageModel {
  return {
    name,
    maxTools: MAX_TOOLS,
    prepare: ({ instructions }) =>
      void engine()
        .then((started) => readAhead(started, instructions))
        // An error is ignored here. The first request reports it.
        .catch(() => {}),
    stream: (request, { signal }) => stream(request, { signal, engine }),
  }
}

/** The engine of a model file. If a start has failed, the next request tries again. */
function engineFor(path: string, start: () => Promise<LocalEngine>): Promise<LocalEngine> {
  const known = engines.get(path)
  if (known) return known
  const started = start()
  engines.set(path, started)
  started.then(
    (engine) => loaded.set(path, engine),
    () => engines.delete(path),
  )
  return started
}

/** Streams the chunks of a step. If the reader stops, the step is aborted, and another session can use the engine. */
async function* stream(
  request: ModelRequest,
  { signal, engine }: { signal: AbortSignal; engine: () => Promise<LocalEngine> },
): AsyncGenerator<ModelChunk> {
  const chunks = new Channel<ModelChunk>()
  const stop = new AbortController()
  const onAbort = () => {
    stop.abort(signal.reason)
    chunks.fail(signal.reason)
  }
  const pulse = setInterval(() => chunks.push({ type: 'text-delta', text: '' }), SIGN_OF_LIFE_MS)
  signal.throwIfAborted()
  signal.addEventListener('abort', onAbort, { once: true })
  engine()
    .then((started) =>
      answerStep({
        engine: started,
        request,
        signal: stop.signal,
        emit: (chunk) => chunks.push(chunk),
        newCallId: () => `call_${randomUUID().replaceAll('-', '').slice(0, 20)}`,
      }),
    )
    .then(
      () => chunks.close(),
      (error: unknown) => chunks.fail(error),
    )
  try {
    yield* chunks.read()
  } finally {
    clearInterval(pulse)
    signal.removeEventListener('abort', onAbort)
    stop.abort(new Error('Nobody listens any more.'))
  }
}

/** A queue between a producer and a reader. The producer ends it, normally or with an error. */
class Channel<T> {
  #items: T[] = []
  #wake: (() => void) | undefined
  #end: { error?: unknown } | undefined

  push(item: T): void {
    this.#items.push(item)
    this.#wake?.()
  }

  close(): void {
    this.#end ??= {}
    this.#wake?.()
  }

  fail(error: unknown): void {
    this.#end ??= { error }
    this.#wake?.()
  }

  /** All items until the end. Throws the error with which the queue has ended. */
  async *read(): AsyncGenerator<T> {
    while (true) {
      const items = this.#items
      this.#items = []
      yield* items
      if (this.#items.length > 0) continue
      if (this.#end) {
        if ('error' in this.#end) throw this.#end.error
        return
      }
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}
