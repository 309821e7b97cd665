import { credentialsFromEnv, isDemoKey } from '../../environment.js'
import { messageOf } from '../../errors.js'
import { accessTo } from '../../server/providers/credential.js'
import { CHAT_PROVIDERS } from '../../server/providers/registry.js'
import { trimEndOf } from '../../text/trim.js'
import { defaultModel, findLocalServer } from '../serve/choose-model.js'
import { ignoredLinesWarnings } from '../tool-notices.js'
import { type CheckResult, failed, note, ok } from './check.js'

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

/**
 * Checks whether the service of the default language model can be reached and accepts the key: LLM_API_KEY, or else the
 * key in the variable of the provider.
 */
export async function checkModel(
  env: NodeJS.ProcessEnv,
  credentials = credentialsFromEnv(env),
): Promise<CheckResult> {
  const model = defaultModel(env)
  const [provider = ''] = model.split('/')
  const known = CHAT_PROVIDERS[provider]
  if (known === undefined) return withoutKey()
  try {
    const { apiKey, baseUrl = known.baseUrl! } = accessTo(known, 'LLM', credentials)
    return await askForModels(baseUrl, apiKey)
  } catch (error) {
    return failed('model', messageOf(error), 'docs/security.md says which key may go to which address')
  }
}

async function askForModels(baseUrl: string, key: string | undefined): Promise<CheckResult> {
  try {
    const headers = key ? { authorization: `Bearer ${key}` } : undefined
    const response = await fetch(`${trimEndOf(baseUrl, '/')}/models`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers,
    })
    await response.body?.cancel()
    return judge(response.status, baseUrl)
  } catch (error) {
    const cause = messageOf((error instanceof Error && error.cause) || error)
    const advice = 'check the network, a proxy, and LLM_BASE_URL'
    return failed('model', `${baseUrl} cannot be reached (${cause})`, advice)
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

async function withoutKey(): Promise<CheckResult> {
  const local = await findLocalServer()
  const [found, advice] = local
    ? ['a local server is running', `--llm ${local.model} uses it`]
    : ['it is not a language model', 'set LLM_API_KEY, or name a local one with --llm']
  return note('model', `builtin/router answers; ${found}`, advice)
}
