import type { LanguageModel, ModelMessage, ModelRequest } from '../../server/model/language-model.js'

/** Timeout of one request to the model in milliseconds. The first request includes the loading of the model. */
const PATIENCE_MS = 180_000

/** The measurements of a model. Rates are in tokens per second. */
export interface ModelCheck {
  /** Time from the first request to its first text in milliseconds. Includes the loading of the model. */
  loadMs: number
  readRate: number
  writeRate: number
  /**
   * Time in milliseconds from a question to the end of the first sentence of the response. In this time, the model also
   * makes one tool call.
   */
  answerMs: number
}

const schemaOf = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'integer' }])),
  required: names,
})

const TOOLS: ModelRequest['tools'] = [
  { name: 'list_rooms', description: 'Lists the rooms of the house.', parameters: schemaOf() },
  { name: 'get_room', description: 'Gets one room by its number.', parameters: schemaOf('number') },
  {
    name: 'book_room',
    description: 'Books a room for some nights.',
    parameters: schemaOf('number', 'nights'),
  },
]
const ROOM = { number: 12, name: 'Garden room', beds: 2, price: 90, currency: 'EUR', free: true }

const asking = (text: string): ModelRequest => ({
  instructions: 'You answer questions about a house with rooms to let, in one short sentence.',
  history: [{ role: 'user', text }],
  tools: [],
  toolChoice: 'none',
  maxOutputTokens: 24,
})

/**
 * Makes a model read a page, generate a sentence, and answer a question with a tool call. Rejects with a
 * `ModelError`.
 */
export async function checkModelAnswer(
  model: LanguageModel,
  now = () => performance.now(),
): Promise<ModelCheck> {
  const loading = await run(model, { request: asking('Say yes.'), now })
  const page = 'The shop is open from nine to five, and on Saturdays until noon. '.repeat(15)
  const talk = await run(model, { request: asking(`${page}When is it open?`), now })
  return {
    loadMs: loading.firstMs,
    readRate: (1000 * talk.inputTokens) / Math.max(1, talk.firstMs),
    writeRate: (1000 * talk.outputTokens) / Math.max(1, talk.totalMs - talk.firstMs),
    answerMs: await answer(model, now),
  }
}

/**
 * The time in milliseconds from a question to the end of the first sentence of the response. As in an agent, the model
 * is expected to call a tool and to read the result before it responds.
 */
async function answer(model: LanguageModel, now: () => number): Promise<number> {
  const started = now()
  const request: ModelRequest = { ...asking('Tell me about room 12.'), tools: TOOLS, toolChoice: 'auto' }
  const first = await run(model, { request, now })
  if (!first.call) return first.sentenceMs
  const done: ModelMessage[] = [
    { role: 'assistant', text: '', toolCalls: [first.call] },
    {
      role: 'tool',
      callId: first.call.callId,
      name: first.call.name,
      isError: false,
      output: JSON.stringify(ROOM),
    },
  ]
  const called = now() - started
  const second = await run(model, { request: { ...request, history: [...request.history, ...done] }, now })
  return called + second.sentenceMs
}

/** The measurements of one request. Times are in milliseconds from the start of the request. */
interface CheckRun {
  firstMs: number
  sentenceMs: number
  totalMs: number
  inputTokens: number
  outputTokens: number
  call?: { callId: string; name: string; arguments: string }
}

async function run(
  model: LanguageModel,
  { request, now }: { request: ModelRequest; now: () => number },
): Promise<CheckRun> {
  const started = now()
  const sum: CheckRun = { firstMs: 0, sentenceMs: 0, totalMs: 0, inputTokens: 0, outputTokens: 0 }
  let text = ''
  for await (const chunk of model.stream(request, { signal: AbortSignal.timeout(PATIENCE_MS) })) {
    if (chunk.type === 'usage') Object.assign(sum, chunk)
    if (chunk.type === 'tool-call') sum.call = chunk
    if (chunk.type !== 'text-delta' || !chunk.text) continue
    sum.firstMs ||= now() - started
    text += chunk.text
    if (/[.!?](\s|$)/.test(text)) sum.sentenceMs ||= now() - started
  }
  const totalMs = now() - started
  return { ...sum, totalMs, sentenceMs: sum.sentenceMs || totalMs }
}
