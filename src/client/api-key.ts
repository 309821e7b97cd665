import { messageOf, VoiceError } from '../errors.js'
import type { ApiKey } from './config.js'

/** The key for one connection attempt. Throws the `VoiceError` `no-api-key` when the function returns none. */
export async function freshKey(apiKey: ApiKey): Promise<string> {
  if (typeof apiKey === 'string') return apiKey
  const key = await apiKeyOf(apiKey)
  if (typeof key === 'string' && key !== '') return key
  throw new VoiceError('no-api-key', 'The function apiKey returned no key.')
}

async function apiKeyOf(apiKey: () => string | Promise<string>): Promise<string> {
  try {
    return await apiKey()
  } catch (error) {
    throw new VoiceError('no-api-key', `The function apiKey failed: ${messageOf(error)}`, { cause: error })
  }
}
