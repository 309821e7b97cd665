import { messageOf, VoiceError } from '../../errors.js'
import { isObject } from '../../protocol/is-object.js'
import { tryParseExact } from '../../protocol/parse-exact.js'
import { firstSentence } from '../../text/cut.js'

/** The tools of a server, as text for a terminal. */
export interface ServerTools {
  /**
   * The tools as lines. If `search` has words, only the tools that have each of these words in their name or
   * description. Throws a `VoiceError` if the server does not list its tools.
   */
  list(search: string): Promise<string>
  /**
   * The HTTP request that a call would send to the API, with masked secrets. Nothing is sent to the API. `input` is
   * JSON. Throws a `VoiceError` if the server cannot be reached or refuses the call.
   */
  dryRun(name: string, input: string): Promise<string>
}

interface ListedTool {
  name: string
  description: string
}

const MAX_WAIT_MS = 10_000

/** Creates the `ServerTools` of a server. `url` is its WebSocket address; `apiKey` is also the key of its HTTP API. */
export function serverToolsAt(options: { url: string; apiKey: string }): ServerTools {
  const request = (name: string, input: string) =>
    ask(options, { path: `tools/${encodeURIComponent(name)}/dry-run`, body: parsed(input) })
  return {
    async list(search) {
      const body = await ask(options, { path: 'tools' })
      const tools = listIn(body)
      const words = search.toLowerCase().split(/\s+/).filter(Boolean)
      const fits = ({ name, description }: ListedTool) => {
        const text = `${name} ${description}`.toLowerCase()
        return words.every((word) => text.includes(word))
      }
      const found = tools.filter(fits)
      if (tools.length === 0) return 'The agent has no tools.'
      if (found.length === 0) return `None of the ${tools.length} tools has all of these words: ${search}`
      const count = `${found.length} of ${tools.length} tools`
      return [...found.map(({ name, description }) => `${name}  ${inBrief(description)}`), count].join('\n')
    },
    dryRun: async (name, input) => requestText(await request(name, input)),
  }
}

async function ask(
  { url, apiKey }: { url: string; apiKey: string },
  { path, body }: { path: string; body?: object },
): Promise<unknown> {
  const address = httpAddress(url, path)
  const answer = await fetch(address, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(MAX_WAIT_MS),
  }).catch((error: unknown) => {
    throw new VoiceError('connection-failed', `The agent does not answer: ${messageOf(error)}.`)
  })
  const found: unknown = await answer.json().catch(() => undefined)
  if (answer.ok) return found
  throw new VoiceError(
    'tools-not-shown',
    refusalOf(found) ?? `The agent does not show its tools (${answer.status}).`,
  )
}

/** The HTTP address of a path on the same server: `ws://host/ws` and `tools` give `http://host/v1/tools`. */
function httpAddress(url: string, path: string): URL {
  const address = new URL(url)
  const appId = address.searchParams.get('app_id')
  address.protocol = address.protocol === 'wss:' ? 'https:' : 'http:'
  address.pathname = `${address.pathname.replace(/\/(ws|v1\/realtime|realtime)$/, '')}/v1/${path}`
  address.search = appId === null ? '' : `?app_id=${encodeURIComponent(appId)}`
  return address
}

function listIn(body: unknown): ListedTool[] {
  const list = Array.isArray(body) ? body : isObject(body) && Array.isArray(body.tools) ? body.tools : []
  return list.flatMap((tool: unknown) =>
    isObject(tool) ? [{ name: String(tool.name), description: String(tool.description ?? '') }] : [],
  )
}

const inBrief = (description: string) => firstSentence(description)?.replace(/\s+/g, ' ') ?? description

const isRequest = (body: unknown): body is Record<string, unknown> =>
  isObject(body) && typeof body.method === 'string'

/**
 * The request of a dry run as text: method and address, headers, body. If the server returned something else, such as
 * an error about a missing parameter, returns what the server returned.
 */
function requestText(body: unknown): string {
  if (!isRequest(body)) {
    const content = isObject(body) && 'content' in body ? body.content : body
    return typeof content === 'string' ? content : JSON.stringify(content, null, 2)
  }
  const headers = Array.isArray(body.headers) ? body.headers.map((pair) => [pair].flat().join(': ')) : []
  const text = typeof body.body === 'string' && body.body !== '' ? ['', body.body] : []
  return [`${body.method} ${String(body.url)}`, ...headers, ...text].join('\n')
}

function refusalOf(body: unknown): string | undefined {
  const error = isObject(body) ? body.error : undefined
  if (typeof error === 'string') return error
  return isObject(error) && typeof error.message === 'string' ? error.message : undefined
}

function parsed(input: string): object {
  const value = tryParseExact(input || '{}')
  if (isObject(value)) return value
  throw new VoiceError(
    'wrong-usage',
    `The input has to be a JSON object such as {"petId": 7}; this is none: ${input.slice(0, 80)}`,
  )
}
