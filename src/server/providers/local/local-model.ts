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

/** Maximum number of tools in a request. With more tools, a small model needs seconds longer and chooses worse. */
const MAX_TOOLS = 5
/** Interval of empty chunks while a request waits in the queue. Without them, the agent would give up on the model. */
const SIGN_OF_LIFE_MS = 5_000

/** Engines by model file. All agents of a process share them. */
const engines = new Map<string, Promise<LocalEngine>>()

const loaded = new Map<string, LocalEngine>()

export function localModelLoads(): EngineLoad[] {
  return [...loaded.values()].map(({ name, pool }) => ({ stage: 'llm', engine: name, ...pool.load }))
}

/**
 * A language model on this machine, with the package node-llama-cpp. This function checks file, memory and package; the
 * first use loads the model. Throws `model-missing`, `model-damaged`, `memory-short` or `not-installed`.
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

/** A language model that runs in a local engine. `engine` is called at the first use, and starts the engine. */
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
        // An error of the start is ignored here. The first request reports it.
        .catch(() => {}),
    stream: (request, { signal }) => stream(request, { signal, engine }),
  }
}

/** The engine of a model file. If its start has failed, the next request starts it again. */
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

/** Streams the chunks of a step. If the consumer stops, aborts the step, so that another session can use the engine. */
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

  /** Yields all items until the queue ends. Throws the error if the producer ended the queue with one. */
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
