import { setTimeout as delay } from 'node:timers/promises'
import type { Complete, Completion, PromptMessage } from '../../prompt/write-part.js'
import type { LanguageModel, ModelMessage } from '../../server/model/language-model.js'
import { ModelError } from '../../server/model/model-error.js'
import { ReasoningFilter } from '../../server/model/reasoning-filter.js'
import { namesReasoning } from '../../server/model/reasoning-tags.js'

/** Backoff in milliseconds before retrying after a transient failure. */
const RETRY_MS = [2_000, 8_000]

/** Timeout in milliseconds for a model that sends nothing. */
const SILENCE_MS = 120_000

const PASSING: ReadonlySet<string> = new Set(['rate-limited', 'unavailable', 'timeout', 'cut'])

const INSTRUCTIONS = 'You write Postman collections. Your whole answer is one JSON document.'

export interface CompletionOptions {
  /** Receives the number of characters of the response so far. */
  onText: (characters: number) => void
  retryMs?: readonly number[]
}

/**
 * Creates a function that requests a completion from a language model, with retries after transient failures. The
 * function throws the `ModelError` of the last attempt.
 */
export function completeWith(
  model: LanguageModel,
  { onText, retryMs = RETRY_MS }: CompletionOptions,
): Complete {
  return async (messages) => {
    for (const wait of retryMs) {
      try {
        return await askOnce(model, messages, onText)
      } catch (error) {
        if (!(error instanceof ModelError) || !PASSING.has(error.failure)) throw error
        await delay(wait)
      }
    }
    return askOnce(model, messages, onText)
  }
}

async function askOnce(
  model: LanguageModel,
  messages: PromptMessage[],
  onText: CompletionOptions['onText'],
): Promise<Completion> {
  const completion: Completion = { text: '', isCut: false, inputTokens: 0, outputTokens: 0 }
  const filter = answerFilter(completion, { startsInside: namesReasoning(model.name) })
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    const request = {
      instructions: INSTRUCTIONS,
      history: messages.map(toModelMessage),
      tools: [],
      toolChoice: 'none' as const,
    }
    for await (const chunk of model.stream(request, { signal: silence.signal })) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      if (chunk.type === 'text-delta') {
        filter.push(chunk.text)
        onText(completion.text.length)
      }
      if (chunk.type === 'usage')
        Object.assign(completion, { inputTokens: chunk.inputTokens, outputTokens: chunk.outputTokens })
      if (chunk.type === 'end') completion.isCut = chunk.reason === 'length'
    }
    filter.end({ isWhole: !completion.isCut })
    return completion
  } catch (error) {
    if (!silence.signal.aborted) throw error
    throw new ModelError('timeout', {
      model: model.name,
      message: `no sign of life for ${SILENCE_MS / 1000} seconds`,
    })
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Creates a filter for the output of a model. It adds the text of the answer to `completion` and drops the reasoning of
 * the model.
 */
function answerFilter(completion: Completion, options: { startsInside: boolean }): ReasoningFilter {
  const sink = {
    text: (delta: string) => {
      completion.text += delta
    },
    reasoning() {},
    retract: () => {
      completion.text = ''
    },
  }
  return new ReasoningFilter(sink, options)
}

function toModelMessage({ role, text }: PromptMessage): ModelMessage {
  return role === 'user' ? { role, text } : { role, text, toolCalls: [] }
}
