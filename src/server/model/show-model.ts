import { maskLookalikes } from '../../toolkit/secrets/mask.js'
import { decorate } from './decorate.js'
import type { LanguageModel, ModelChunk, ModelRequest, ModelToolCall } from './language-model.js'
import { answerText, requestText } from './model-text.js'

/** Receives everything that a model is sent and what it answers, as Markdown, without what looks like a credential. */
export type ShowModel = (text: string) => void

/** A model whose requests and answers are shown to people. */
export function shownModel(model: LanguageModel, show: ShowModel): LanguageModel {
  let requests = 0
  const last = new Map<string, string>()
  return decorate(model, {
    stream: (request, options) => {
      requests += 1
      return shown(model.stream(request, options), {
        title: `# Request ${requests} to ${model.name}`,
        request,
        last,
        show,
      })
    },
  })
}

async function* shown(
  chunks: AsyncIterable<ModelChunk>,
  {
    title,
    request,
    last,
    show,
  }: { title: string; request: ModelRequest; last: Map<string, string>; show: ShowModel },
): AsyncGenerator<ModelChunk> {
  let text = ''
  const calls: ModelToolCall[] = []
  let end = 'cancelled'
  try {
    for await (const chunk of chunks) {
      if (chunk.type === 'text-delta') text += chunk.text
      else if (chunk.type === 'tool-call') calls.push(chunk)
      else if (chunk.type === 'end') end = chunk.reason
      yield chunk
    }
  } catch (error) {
    end = `failed: ${error instanceof Error ? error.message : String(error)}`
    throw error
  } finally {
    const whole = [title, requestText(request, last), answerText(text, calls), `(${end})`].join('\n\n')
    show(maskLookalikes(`${whole}\n\n`))
  }
}
