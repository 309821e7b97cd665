import type { Credentials } from '../../environment.js'
import { isObject } from '../../protocol/is-object.js'
import { accessTo } from './credential.js'
import { CHAT_PROVIDERS } from './registry.js'

/** How a local server says how many tokens a request may have, and how its operator sets this. */
interface LocalServer {
  /** Asked one after the other, until one answer has the number. */
  questions: {
    path: string
    body?: (model: string) => object
    read: (answer: object, model: string) => unknown
  }[]
  /** The number if no answer has it. */
  usual?: number
  advice: (tokens: number) => string
}

/** The entry of a model in a list of models. */
const entryOf = (list: unknown, model: string): Record<string, unknown> =>
  (Array.isArray(list) ? list : [])
    .filter(isObject)
    .find((one) =>
      [one.id, one.name, one.model].some((name) => name === model || name === `${model}:latest`),
    ) ?? {}

const LOCAL_SERVERS: Readonly<Record<string, LocalServer>> = {
  ollama: {
    questions: [
      {
        path: '/api/show',
        body: (model) => ({ model }),
        read: ({ parameters }: { parameters?: unknown }) =>
          Number(/^num_ctx\s+(\d+)/m.exec(String(parameters))?.[1]),
      },
      {
        path: '/api/ps',
        read: ({ models }: { models?: unknown }, model) => entryOf(models, model).context_length,
      },
    ],
    usual: 4_096,
    advice: (tokens) => `start Ollama with OLLAMA_CONTEXT_LENGTH=${tokens}, or set num_ctx in a Modelfile`,
  },
  llamacpp: {
    questions: [
      {
        path: '/props',
        read: ({ default_generation_settings: settings }: { default_generation_settings?: unknown }) =>
          isObject(settings) ? settings.n_ctx : undefined,
      },
    ],
    advice: (tokens) => `start llama-server with -c ${tokens}`,
  },
  lmstudio: {
    questions: [
      {
        path: '/api/v0/models',
        read: ({ data }: { data?: unknown }, model) => entryOf(data, model).loaded_context_length,
      },
    ],
    advice: (tokens) => `load the model with lms load --context-length ${tokens}`,
  },
  vllm: {
    questions: [
      {
        path: '/v1/models',
        read: ({ data }: { data?: unknown }, model) => entryOf(data, model).max_model_len,
      },
    ],
    advice: (tokens) => `start vLLM with --max-model-len ${tokens}`,
  },
}

/** Tokens for the instructions, the facts of the turn and a short conversation, besides the tools. */
const TALK_TOKENS = 2_000
const PATIENCE_MS = 1_000

/**
 * A sentence if the local server of a model takes fewer tokens than a request has: such servers cut it without an error,
 * the tools first. `undefined` if all fits, if the server does not answer within a second, or for other providers.
 * `toolTokens` are the tokens of the tools in one request.
 */
export async function contextProblem(
  name: string,
  { toolTokens, credentials }: { toolTokens: number; credentials: Credentials },
): Promise<{ problem: string; advice: string } | undefined> {
  const provider = name.slice(0, Math.max(name.indexOf('/'), 0))
  const server = Object.hasOwn(LOCAL_SERVERS, provider) ? LOCAL_SERVERS[provider] : undefined
  if (!server) return undefined
  const needed = TALK_TOKENS + toolTokens
  const { baseUrl = CHAT_PROVIDERS[provider]!.baseUrl! } = accessTo(
    CHAT_PROVIDERS[provider]!,
    'LLM',
    credentials,
  )
  const window = await readWindow(server, { baseUrl, model: name.slice(provider.length + 1) })
  if (window === undefined || window >= needed) return undefined
  const enough = 2 ** Math.ceil(Math.log2(needed * 1.5))
  return {
    problem: `${name} takes ${window} tokens in one request; tools and conversation need about ${needed}. The server cuts the rest without an error, first the tools.`,
    advice: server.advice(enough),
  }
}

async function readWindow(
  { questions, usual }: LocalServer,
  { baseUrl, model }: { baseUrl: string; model: string },
): Promise<number | undefined> {
  let isThere = false
  for (const { path, body, read } of questions) {
    const answer = await askServer(new URL(path, baseUrl), body?.(model))
    isThere ||= answer !== undefined
    const tokens = answer && read(answer, model)
    if (typeof tokens === 'number' && tokens > 0) return tokens
  }
  return isThere ? usual : undefined
}

async function askServer(url: URL, body: object | undefined): Promise<object | undefined> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    return response.ok && isObject(answer) ? answer : undefined
  } catch {
    return undefined
  }
}
