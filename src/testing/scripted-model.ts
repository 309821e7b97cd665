import { type Clock, systemClock } from '../ports.js'
import type { LanguageModel, ModelChunk, ModelRequest } from '../server/model/language-model.js'
import { ModelError, type ModelFailure, type ProviderFailure } from '../server/model/model-error.js'

/** What a scripted model does for one request, in order: chunks, waits and failures. */
export type ScriptedStep = readonly ScriptedAct[]

/** One act of a step. */
export type ScriptedAct =
  /** Text, which streams word by word. */
  | { say: string }
  /** A tool call. `arguments` replaces `input` if a test needs arguments that are not valid JSON. */
  | { call: string; input?: object; arguments?: string; callId?: string }
  /** A pause, by the clock of the model. */
  | { waitMs: number }
  /** Any chunk, unchanged. */
  | { chunk: ModelChunk }
  /** The model fails here. */
  | ScriptedFailure
  /** The stream stops without an `end` chunk. */
  | { cut: true }

/** A failure as a provider would cause it. */
export interface ScriptedFailure extends Partial<ProviderFailure> {
  fail: ModelFailure
}

/** Options of a scripted model. */
export interface ScriptedModelOptions {
  /** @default 'test/scripted' */
  name?: string
  /** @default the system's clock */
  clock?: Clock
}

/**
 * A language model that follows a script. If the script is a list, each request gets the next step of the list.
 * Requests after the last step get an empty response. If the script is a function, each request gets the step that the
 * function returns.
 */
export class ScriptedModel implements LanguageModel {
  readonly name: string
  /** All requests that the model got, so that a test can check them. */
  readonly requests: ModelRequest[] = []
  readonly #clock: Clock
  readonly #script: ScriptedStep[] | ((request: ModelRequest) => ScriptedStep)

  constructor(
    script: readonly ScriptedStep[] | ((request: ModelRequest) => ScriptedStep),
    options: ScriptedModelOptions = {},
  ) {
    this.#script = typeof script === 'function' ? script : [...script]
    this.name = options.name ?? 'test/scripted'
    this.#clock = options.clock ?? systemClock
  }

  async *stream(request: ModelRequest, { signal }: { signal: AbortSignal }): AsyncGenerator<ModelChunk> {
    this.requests.push(structuredClone(request))
    const step = typeof this.#script === 'function' ? this.#script(request) : (this.#script.shift() ?? [])
    let calls = 0
    for (const act of step) {
      signal.throwIfAborted()
      if ('cut' in act) return
      if ('fail' in act) throw this.#failure(act)
      if ('waitMs' in act) await this.#wait(act.waitMs, signal)
      else if ('chunk' in act) yield act.chunk
      else if ('say' in act) yield* words(act.say)
      else {
        calls += 1
        const text = act.arguments ?? JSON.stringify(act.input ?? {})
        const callId = act.callId ?? `call_${this.requests.length}_${calls}`
        yield { type: 'tool-call-delta', callId, name: act.call, delta: text }
        yield { type: 'tool-call', callId, name: act.call, arguments: text }
      }
    }
    if (step.some((act) => 'chunk' in act && act.chunk.type === 'end')) return
    yield { type: 'usage', inputTokens: 10, outputTokens: 5 }
    yield { type: 'end', reason: calls > 0 ? 'tool-calls' : 'stop' }
  }

  #failure({ fail, message = fail, ...details }: ScriptedFailure): ModelError {
    return new ModelError(fail, { model: this.name, message, ...details })
  }

  #wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        cancel()
        reject(signal.reason)
      }
      const cancel = this.#clock.schedule(() => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      }, ms)
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }
}

function* words(text: string): Generator<ModelChunk> {
  for (const word of text === '' ? [] : text.split(/(?<=\S)(?=\s)/)) yield { type: 'text-delta', text: word }
}
