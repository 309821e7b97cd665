import { createHash } from 'node:crypto'
import { messageOf } from '../../../errors.js'
import { findLanguage } from '../../../languages/languages.js'
import type { Clock } from '../../../ports.js'
import { systemClock } from '../../../ports.js'
import type {
  ExplainedCandidate,
  LanguageModel,
  ModelChunk,
  ModelMessage,
  ModelRequest,
} from '../../model/language-model.js'
import { createCatalogs } from './catalog.js'
import { follow } from './conversation.js'
import type { Decision } from './decide.js'
import { decide } from './decide.js'
import type { Listening } from './situation.js'
import { say, wordGroups } from './words.js'

/** Options of `createRouter`. */
export interface RouterOptions {
  /** Tag of the language that the router understands and speaks, such as `de`. @default 'en' */
  language?: string | undefined
  /** Gives the current time, for words such as "tomorrow". @default the system's clock */
  clock?: Clock
}

/**
 * The built-in replacement for a language model, `builtin/router`. It finds the tool by search, takes the arguments
 * from the user's words, asks for missing ones and reads results out. It needs no network and no key and keeps no
 * state. The same history and tools always give the same answer.
 */
export function createRouter(options: RouterOptions = {}): LanguageModel {
  const clock = options.clock ?? systemClock
  const inLanguage = (tag = options.language) => {
    const language = findLanguage(tag)
    return { language, catalogOf: createCatalogs(language) }
  }
  return {
    name: 'builtin/router',
    prepare: ({ tools }) => void inLanguage().catalogOf(tools),
    async *stream(request, { signal }) {
      signal.throwIfAborted()
      const { language, catalogOf } = inLanguage(request.language)
      const { candidates, decision } = answerTo(request, {
        catalog: catalogOf(request.tools),
        language,
        now: new Date(clock.now()),
      })
      yield { type: 'explain', candidates, ...decision.explained }
      for (const chunk of chunksOf(decision, request.history)) {
        signal.throwIfAborted()
        yield chunk
      }
    },
  }
}

/** Decides what to say or which tool to call. An exception is a bug of the router, and the user is told so. */
function answerTo(
  request: ModelRequest,
  listening: Listening,
): { candidates: ExplainedCandidate[]; decision: Decision } {
  try {
    const conversation = follow(request.history, listening)
    return { candidates: conversation.candidates, decision: decide(conversation, { request, ...listening }) }
  } catch (error) {
    const text = say(listening.language.sentences.ownFault, { reason: messageOf(error) })
    return { candidates: [], decision: { say: text, explained: { chosen: null, missing: [] } } }
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

/** The id of a call: a hash of the history before it. The history only grows, so no two calls have the same id. */
function callIdOf(history: ModelMessage[]): string {
  return `call_${createHash('sha256').update(JSON.stringify(history)).digest('hex').slice(0, 20)}`
}
