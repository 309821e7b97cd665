import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { addAbortSignal } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parseJson } from '../../protocol/parse-json.js'
import { servicesWithKey } from '../../server/providers/services.js'
import { keyLine } from './find-speech.js'

/** The default model of `serve`. `OPENAI_API_KEY` alone selects nothing: it may be set for another purpose. */
export function defaultModel(env: NodeJS.ProcessEnv): string {
  return env.LLM_API_KEY || env.LLM_BASE_URL ? 'openai/gpt-6-luna' : 'builtin/router'
}

/**
 * Finds the language models that the user could choose in place of `builtin/router`: services with an API key, then a
 * local server that already runs. Returns one line for each, with the flag that selects it.
 */
export async function findModels(env: NodeJS.ProcessEnv, look: Look = USUAL_LOOK): Promise<string[]> {
  const server = await findLocalServer(look)
  const local = server ? [`a local model server is running: --llm ${server.model}`] : []
  return [...servicesWithKey('llm', env).map(keyLine), ...local]
}

/** An OpenAI-compatible server that runs on this machine. */
export interface LocalServer {
  /** The value for `--llm`, such as `ollama/llama3.2`. */
  model: string
}

/** The default addresses of the known local servers. */
const USUAL = [
  { provider: 'ollama', url: 'http://127.0.0.1:11434' },
  { provider: 'lmstudio', url: 'http://127.0.0.1:1234' },
]

/** Where to look for a server, and for how long. */
interface Look {
  places: typeof USUAL
  patienceMs: number
}

const USUAL_LOOK: Look = { places: USUAL, patienceMs: 300 }

/** Finds a local server that has a model; undefined if no server answers within `patienceMs`. */
export async function findLocalServer({ places, patienceMs } = USUAL_LOOK): Promise<LocalServer | undefined> {
  const found = await Promise.all(places.map((place) => askForModel(place, patienceMs)))
  return found.find((server) => server !== undefined)
}

async function askForModel(
  { provider, url }: (typeof USUAL)[number],
  patienceMs: number,
): Promise<LocalServer | undefined> {
  try {
    const { data } = (await readJson(`${url}/v1/models`, patienceMs)) as { data: { id: string }[] }
    const id = data[0]?.id
    return typeof id === 'string' ? { model: `${provider}/${id}` } : undefined
  } catch {
    return undefined
  }
}

/** Requests JSON. Uses `get`, because loading `fetch` would delay the first requests of a server that just started. */
async function readJson(url: string, patienceMs: number): Promise<unknown> {
  const signal = AbortSignal.timeout(patienceMs)
  const [response] = (await once(get(url, { signal }), 'response')) as [IncomingMessage]
  return parseJson(await text(addAbortSignal(signal, response)))
}
