import { messageOf } from '../../errors.js'
import type { Clock } from '../../ports.js'
import type { Identity } from '../model/identity.js'

/**
 * Says whether a key may connect, as a yes or no or as the identity behind it. Called once per connection, with the key and the app id of the
 * address.
 */
export type ApiKeyValidator = (
  key: string,
  appId: string | undefined,
) => boolean | Identity | Promise<boolean | Identity>

/** Why a request is turned away, as an HTTP status and a sentence. */
export interface Refusal {
  status: number
  message: string
}

/** A validator that takes longer is treated as broken. */
const VALIDATOR_TIMEOUT_MS = 10_000

/** The identity behind a key, or why there is none. A validator that throws or hangs lets nobody in. */
export async function authorize(
  request: { apiKey: string | undefined; appId: string | undefined },
  options: { validator: ApiKeyValidator; clock: Clock },
): Promise<{ identity: Identity } | { refusal: Refusal; cause?: string }> {
  const { apiKey, appId } = request
  if (apiKey === undefined) return { refusal: refuse(401, MISSING_KEY) }
  try {
    const verdict = await inTime(options.clock, async () => options.validator(apiKey, appId))
    if (verdict === true) return { identity: {} }
    if (verdict && typeof verdict === 'object') return { identity: verdict }
    return { refusal: refuse(401, 'The key is not valid.') }
  } catch (error) {
    return { refusal: refuse(503, 'The key could not be checked. Try again later.'), cause: messageOf(error) }
  }
}

const MISSING_KEY =
  'A key is needed: send "Authorization: Bearer KEY", or the subprotocols "realtime" and "openai-insecure-api-key.KEY".'

const refuse = (status: number, message: string): Refusal => ({ status, message })

function inTime<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.schedule(
      () => reject(new Error('the key validator gave no answer')),
      VALIDATOR_TIMEOUT_MS,
    )
    work().then(resolve, reject).finally(cancel)
  })
}

/** Whether a browser's origin is on the list; without a list every origin is, and so is a client that has none. */
export function isAllowedOrigin(origin: string | undefined, allowed: readonly string[] | undefined): boolean {
  if (!allowed || origin === undefined) return true
  return allowed.includes('*') || allowed.includes(origin)
}
