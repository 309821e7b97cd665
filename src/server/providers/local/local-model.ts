import { randomUUID } from 'node:crypto'
import type { EngineLoad } from '../../model/engine-load.js'
import type { LanguageModel, ModelChunk, ModelRequest } from '../../model/language-model.js'
import { answerStep, readAhead } from './answer-step.js'
import { Channel } from './channel.js'
import { LocalEngine } from './engine.js'
import { findBinding, loadBinding } from './load-binding.js'
import { checkMemory, sizeFor } from './memory-need.js'
import { openModelFile } from './model-file.js'

/** A language model of this machine. */
export interface LocalModelOptions {
  /** The provider string, `local/NAME` or `local:PATH`. */
  name: string
  /** Where models are kept. */
  directory: string
}

/** Tools that a small model gets at a time. More tools take seconds to read, and it confuses them. */
const MAX_TOOLS = 5
/** Interval of signs of life while a session waits in the queue, so that the wait does not count as silence. */
const SIGN_OF_LIFE_MS = 5_000

/** Engines by model file: one for all agents of a program. */
const engines = new Map<string, Promise<LocalEngine>>()

/** The loaded ones among them. */
const loaded = new Map<string, LocalEngine>()

/** The load of the language models of this process. */
export function localModelLoads(): EngineLoad[] {
  return [...loaded.values()].map(({ name, pool }) => ({ stage: 'llm', engine: name, ...pool.load }))
}

/**
 * A language model that runs in this process, through node-llama-cpp. The file, the memory and the package are looked at now, so that a start fails with a
 * sentence; it is loaded when it is used first. Throws a `VoiceError` `model-missing`, `model-damaged`, `memory-short` or `not-installed`.
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

/** A language model with an engine that is started on first use. */
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
        // The first request reports the error.
        .catch(() => {}),
    stream: (request, { signal }) => stream(request, { signal, engine }),
  }
}

/** The engine of a model file. After a failed start, the next request tries again. */
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

/** The step runs independently of its reader, so a reader that stops does not block a state of the engine. */
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
