import type { Credentials } from '../../environment.js'
import { VoiceError } from '../../errors.js'
import { type LanguageModel, ROUTER } from '../model/language-model.js'
import { createPackageModel, PACKAGE_PROVIDERS } from './ai-sdk.js'
import { accessTo } from './credential.js'
import { createFileModel, FILE_MODEL } from './file-model.js'
import { createOpenAIModel } from './openai.js'
import { createResponsesModel } from './openai-responses.js'
import { createRouter } from './router/router.js'

/** A provider of language models that has OpenAI's chat completions API. */
export interface ChatProvider {
  /** Absent if every user has a different base URL. The user then sets LLM_BASE_URL. */
  baseUrl?: string
  /** The environment variable with the API key, used if LLM_API_KEY is not set. Absent for servers that need no key. */
  keyVariable?: string
  otherVariables?: string[]
  /**
   * Whether the provider has OpenAI's Responses API. If so, this API is used, except if the user has set a base URL.
   */
  responses?: boolean
}

/** All providers of language models, by the name before `/` in a provider string. To add a provider, add a line. */
export const CHAT_PROVIDERS: Record<string, ChatProvider> = {
  openai: { baseUrl: 'https://api.openai.com/v1', keyVariable: 'OPENAI_API_KEY', responses: true },
  azure: { keyVariable: 'AZURE_OPENAI_API_KEY', otherVariables: ['AZURE_API_KEY'] },
  openrouter: { baseUrl: 'https://openrouter.ai/api/v1', keyVariable: 'OPENROUTER_API_KEY' },
  groq: { baseUrl: 'https://api.groq.com/openai/v1', keyVariable: 'GROQ_API_KEY' },
  together: { baseUrl: 'https://api.together.xyz/v1', keyVariable: 'TOGETHER_API_KEY' },
  fireworks: { baseUrl: 'https://api.fireworks.ai/inference/v1', keyVariable: 'FIREWORKS_API_KEY' },
  deepseek: { baseUrl: 'https://api.deepseek.com/v1', keyVariable: 'DEEPSEEK_API_KEY' },
  mistral: { baseUrl: 'https://api.mistral.ai/v1', keyVariable: 'MISTRAL_API_KEY' },
  xai: { baseUrl: 'https://api.x.ai/v1', keyVariable: 'XAI_API_KEY' },
  cerebras: { baseUrl: 'https://api.cerebras.ai/v1', keyVariable: 'CEREBRAS_API_KEY' },
  ollama: { baseUrl: 'http://127.0.0.1:11434/v1' },
  lmstudio: { baseUrl: 'http://127.0.0.1:1234/v1' },
  vllm: { baseUrl: 'http://127.0.0.1:8000/v1' },
  llamacpp: { baseUrl: 'http://127.0.0.1:8080/v1' },
}

const PROVIDER_NAMES = [...Object.keys(CHAT_PROVIDERS), ...Object.keys(PACKAGE_PROVIDERS)]

/**
 * Creates the language model for a provider string. Throws `unknown-provider`, `missing-key` or `missing-base-url`; for
 * `file/FOLDER`, the errors of `createFileModel`.
 */
export function resolveLanguageModel(name: string, credentials: Credentials): LanguageModel {
  if (name === ROUTER) return createRouter()
  if (name.startsWith(FILE_MODEL)) return createFileModel(name)
  const { provider, model } = splitName(name)
  const entry = CHAT_PROVIDERS[provider] ?? PACKAGE_PROVIDERS[provider]!
  const { apiKey: key, baseUrl: givenUrl } = accessTo(entry, 'LLM', credentials)
  const baseUrl = givenUrl ?? ('baseUrl' in entry ? entry.baseUrl : undefined)
  if (baseUrl === undefined && !('package' in entry)) {
    throw new VoiceError(
      'missing-base-url',
      `The provider "${provider}" has no address of its own. Set LLM_BASE_URL to the one of your resource.`,
    )
  }
  if (key === undefined && entry.keyVariable && givenUrl === undefined) {
    throw new VoiceError(
      'missing-key',
      `The language model "${name}" needs a key. Set LLM_API_KEY or ${entry.keyVariable}.`,
    )
  }
  if ('package' in entry) return createPackageModel(entry, { name, model, apiKey: key, baseUrl: givenUrl })
  const create = hasResponses(provider, givenUrl) ? createResponsesModel : createOpenAIModel
  return create({ name, model, baseUrl: baseUrl!, apiKey: key, dialect: provider })
}

/**
 * Whether a model is called over the Responses API: at OpenAI, and at Azure except at the address of one deployment,
 * which has chat completions only. Another address with the name `openai` can be any compatible server.
 */
function hasResponses(provider: string, givenUrl: string | undefined): boolean {
  if (provider === 'azure') return !givenUrl?.includes('/deployments/')
  return Boolean(CHAT_PROVIDERS[provider]?.responses) && givenUrl === undefined
}

function splitName(name: string): { provider: string; model: string } {
  const slash = name.indexOf('/')
  const provider = name.slice(0, Math.max(slash, 0))
  const model = name.slice(slash + 1)
  if (PROVIDER_NAMES.includes(provider) && model) return { provider, model }
  if (/^local[:/]/.test(name)) throw new VoiceError('unknown-provider', inAnotherProgram(name))
  const known = [ROUTER, 'file/FOLDER', ...PROVIDER_NAMES.map((one) => `${one}/MODEL`)].join(', ')
  throw new VoiceError('unknown-provider', `There is no language model "${name}". Known are: ${known}.`)
}

/** What to use in place of a model file in this process, which `voice` could run until version 0.1. */
const inAnotherProgram = (name: string) =>
  `"${name}" names a model file, and "voice" runs none since version 0.2. Run the file in Ollama (--llm ollama/MODEL), LM Studio (--llm lmstudio/MODEL) or llama.cpp (llama-server -m FILE, then --llm llamacpp/MODEL); docs/local.md says how.`
