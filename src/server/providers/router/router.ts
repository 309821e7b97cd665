import { createHash } from 'node:crypto'
import type { Clock } from '../../../ports.js'
import { systemClock } from '../../../ports.js'
import type { LanguageModel, ModelChunk, ModelMessage } from '../../model/language-model.js'
import { createCatalogs } from './catalog.js'
import { follow } from './conversation.js'
import type { Decision } from './decide.js'
import { decide } from './decide.js'
import { findPack } from './language/packs.js'
import { wordGroups } from './say.js'

/** How a router is made. */
export interface RouterOptions {
  /** Tag of the language it hears and speaks, such as `de`. @default 'en' */
  language?: string | undefined
  /** The present, for "tomorrow". @default the system's clock */
  clock?: Clock
}

/**
 * The embedded language model `builtin/router`: finds the tool by search, fills its parameters from the words, asks for what is
 * missing and reads results back. It needs no network and no key, keeps nothing between calls, and gives the same answer to the
 * same history and tools.
 */
export function createRouter(options: RouterOptions = {}): LanguageModel {
  const pack = findPack(options.language)
  const clock = options.clock ?? systemClock
  const catalogOf = createCatalogs(pack)
  return {
    name: 'builtin/router',
    prepare: ({ tools }) => void catalogOf(tools),
    async *stream(request, { signal }) {
      signal.throwIfAborted()
      const listening = { catalog: catalogOf(request.tools), pack, now: new Date(clock.now()) }
      const conversation = follow(request.history, listening)
      const decision = decide(conversation, { request, ...listening })
      yield { type: 'explain', candidates: conversation.candidates, ...decision.explained }
      for (const chunk of chunksOf(decision, request.history)) {
        signal.throwIfAborted()
        yield chunk
      }
    },
  }
}

function* chunksOf({ say, call }: Decision, history: ModelMessage[]): Generator<ModelChunk> {
  for (const text of wordGroups(say ?? '')) yield { type: 'text-delta', text }
  if (call) {
    const { tool, input } = call
    yield { type: 'tool-call', callId: callIdOf(history), name: tool.name, arguments: JSON.stringify(input) }
  }
  yield { type: 'end', reason: call ? 'tool-calls' : 'stop' }
}

/** Told apart by the history before it, which only ever grows: no call is ever taken for another. */
function callIdOf(history: ModelMessage[]): string {
  return `call_${createHash('sha256').update(JSON.stringify(history)).digest('hex').slice(0, 20)}`
}
