/** The model `serve` uses unless it is told. `OPENAI_API_KEY` alone selects nothing: it may be there for something else. */
export function defaultModel(env: NodeJS.ProcessEnv): string {
  return env.LLM_API_KEY || env.LLM_BASE_URL ? 'openai/gpt-4.1-mini' : 'builtin/router'
}

/** What a user without a language model is told: a server that runs here already, else a model file that is here. `undefined` when there is neither. */
export async function offerOf(env: NodeJS.ProcessEnv, look: Look = USUAL_LOOK): Promise<string | undefined> {
  const server = await findLocalServer(look)
  if (server) return `A local model server is running; --llm ${server.model} uses it.`
  const { installedLanguageModels } = await import('../../server/providers/local/model-file.js')
  const { defaultModelsDirectory } = await import('../../server/providers/speech/models/store.js')
  const [model] = installedLanguageModels(env.VOICE_MODELS_DIR || defaultModelsDirectory())
  return model && `The language model ${model} is on this machine; --llm ${model} uses it.`
}

/** An OpenAI-compatible server that runs on this machine. */
export interface LocalServer {
  /** For `--llm`, such as `ollama/llama3.2`. */
  model: string
}

/** Where such servers listen unless told otherwise. */
const USUAL = [
  { provider: 'ollama', url: 'http://127.0.0.1:11434' },
  { provider: 'lmstudio', url: 'http://127.0.0.1:1234' },
]

/** Where is looked for a server, and how long. */
interface Look {
  places: typeof USUAL
  patienceMs: number
}

const USUAL_LOOK: Look = { places: USUAL, patienceMs: 300 }

/** Looks for one on its usual port; none is found when nothing answers at once. */
export async function findLocalServer({ places, patienceMs } = USUAL_LOOK): Promise<LocalServer | undefined> {
  const found = await Promise.all(places.map((place) => askForModel(place, patienceMs)))
  return found.find((server) => server !== undefined)
}

async function askForModel(
  { provider, url }: (typeof USUAL)[number],
  patienceMs: number,
): Promise<LocalServer | undefined> {
  try {
    const response = await fetch(`${url}/v1/models`, { signal: AbortSignal.timeout(patienceMs) })
    const { data } = (await response.json()) as { data: { id: string }[] }
    const id = data[0]?.id
    return typeof id === 'string' ? { model: `${provider}/${id}` } : undefined
  } catch {
    return undefined
  }
}
