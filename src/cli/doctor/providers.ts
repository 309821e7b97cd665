import { type Credentials, isDemoKey } from '../../environment.js'
import { messageOf } from '../../errors.js'
import type { LanguageModel, ModelMessage, ModelRequest } from '../../server/model/language-model.js'
import { adviceFor, describeFault, ModelError, modelFault } from '../../server/model/model-error.js'
import { accessTo } from '../../server/providers/credential.js'
import { CHAT_PROVIDERS, resolveLanguageModel } from '../../server/providers/registry.js'
import { trimEndOf } from '../../text/trim.js'
import { asObject } from '../../toolkit/collection/read-shape.js'
import { ignoredLinesWarnings } from '../tool-notices.js'
import { type CheckResult, failed, note, ok, type Thinking } from './check.js'

const PATIENCE_MS = 5_000

/** Checks which API keys are set. The results do not contain the keys. */
export function checkKeys(env: NodeJS.ProcessEnv): CheckResult[] {
  const service = !isDemoKey(env)
    ? ok('SERVICE_API_KEY', 'set')
    : note(
        'SERVICE_API_KEY',
        env.SERVICE_API_KEY?.trim()
          ? 'set to the demo key, which everybody knows'
          : 'not set: everybody knows the demo key',
        'set it before others can reach the server',
      )
  const others = ['LLM_API_KEY', 'STT_API_KEY', 'TTS_API_KEY'].map((name) =>
    env[name] ? ok(name, 'set') : note(name, 'not set'),
  )
  return [service, ...others, ...ignoredLinesWarnings().map((text) => note('.env', text))]
}

/** Whether the service of a model is reached and takes the key; nothing for a model without such a service. */
export async function checkModel(model: string, credentials: Credentials): Promise<CheckResult[]> {
  const [provider = ''] = model.split('/')
  const known = CHAT_PROVIDERS[provider]
  if (known === undefined) return []
  try {
    const { apiKey, baseUrl = known.baseUrl! } = accessTo(known, 'LLM', credentials)
    return [await askForModels({ baseUrl, key: apiKey, model: model.slice(provider.length + 1) })]
  } catch (error) {
    return [failed('model', messageOf(error), 'docs/security.md says which key may go to which address')]
  }
}

async function askForModels({
  baseUrl,
  key,
  model,
}: {
  baseUrl: string
  key: string | undefined
  model: string
}): Promise<CheckResult> {
  try {
    const headers = key ? { authorization: `Bearer ${key}` } : undefined
    const response = await fetch(`${trimEndOf(baseUrl, '/')}/models`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers,
    })
    const listed: unknown = response.ok ? await response.json().catch(() => undefined) : undefined
    if (!response.ok) await response.body?.cancel()
    return endingSoon(listed, model) ?? judge(response.status, baseUrl)
  } catch (error) {
    const cause = messageOf((error instanceof Error && error.cause) || error)
    const advice = 'check the network, a proxy, and LLM_BASE_URL'
    return failed('model', `${baseUrl} cannot be reached (${cause})`, advice)
  }
}

const SOON_MS = 183 * 24 * 3_600_000

/** A note if the provider's list says when it ends the model, and this is soon. */
export function endingSoon(listed: unknown, model: string, now = Date.now()): CheckResult | undefined {
  const { data } = asObject(listed) ?? {}
  const entry = Array.isArray(data) ? data.map(asObject).find((one) => one?.id === model) : undefined
  const date = entry?.shutdown_date
  const ends = typeof date === 'number' ? date * 1_000 : Date.parse(String(date))
  if (Number.isNaN(ends) || ends - now > SOON_MS) return undefined
  const day = new Date(ends).toISOString().slice(0, 10)
  const message = `${model} ${ends < now ? 'was ended' : 'will be ended'} by its provider on ${day}`
  return note('model', message, 'name a newer model with --llm; docs/providers.md has the defaults')
}

/** Asks a model a question with tools. Says how long the answer took, or why there was none. */
export async function checkAnswer(
  name: string,
  credentials: Credentials,
): Promise<{ check: CheckResult; thinking?: Thinking }> {
  try {
    const answerMs = await checkModelAnswer(resolveLanguageModel(name, credentials))
    const seconds = (answerMs / 1_000).toFixed(1)
    const check = ok(name, `answers a question with a tool call in ${seconds} s`)
    return { check, thinking: { name, answerMs } }
  } catch (error) {
    if (error instanceof ModelError)
      return { check: failed(name, describeFault(modelFault(error)), adviceFor(error.failure)) }
    return {
      check: failed(name, messageOf(error), 'docs/providers.md lists the providers and what each needs'),
    }
  }
}

function judge(status: number, baseUrl: string): CheckResult {
  if (status === 401 || status === 403) {
    const advice = 'put a valid key of this provider into LLM_API_KEY'
    return failed('model', `${baseUrl} refuses the key (HTTP ${status})`, advice)
  }
  if (status === 404) return note('model', `${baseUrl} answers, but does not list its models`)
  if (status < 400) return ok('model', `${baseUrl} answers and takes the key`)
  const advice = 'try again later, or name another model with --llm'
  return failed('model', `${baseUrl} answers with HTTP ${status}`, advice)
}

const ANSWER_PATIENCE_MS = 180_000

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
 * The milliseconds from a question to the end of the first sentence of the answer, with one tool call between, once the
 * model is loaded. Rejects with a `ModelError`.
 */
export async function checkModelAnswer(model: LanguageModel, now = () => performance.now()): Promise<number> {
  const ask = (request: ModelRequest) => answerOf(model, request, now)
  await ask(asking('Say yes.'))
  const started = now()
  const request: ModelRequest = { ...asking('Tell me about room 12.'), tools: TOOLS, toolChoice: 'auto' }
  const { call, at } = await ask(request)
  if (!call) return at - started
  const done: ModelMessage[] = [
    { role: 'assistant', text: '', toolCalls: [call] },
    { role: 'tool', callId: call.callId, name: call.name, isError: false, output: JSON.stringify(ROOM) },
  ]
  return (await ask({ ...request, history: [...request.history, ...done] })).at - started
}

type ModelCall = { callId: string; name: string; arguments: string }

/** Lets a model answer. `at` is the time at which its first sentence ended, else at which all ended. */
async function answerOf(
  model: LanguageModel,
  request: ModelRequest,
  now: () => number,
): Promise<{ call?: ModelCall; at: number }> {
  let call: ModelCall | undefined
  let at: number | undefined
  let text = ''
  for await (const chunk of model.stream(request, { signal: AbortSignal.timeout(ANSWER_PATIENCE_MS) })) {
    if (chunk.type === 'tool-call') call = chunk
    if (chunk.type === 'text-delta') text += chunk.text
    if (/[.!?](\s|$)/.test(text)) at ??= now()
  }
  return { call, at: at ?? now() }
}
