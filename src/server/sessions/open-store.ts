import { VoiceError } from '../../errors.js'
import type { Clock, Logger } from '../../ports.js'
import { MemorySessions } from './memory.js'
import { RedisSessions } from './redis.js'
import type { KeptLimits, SessionStore } from './session-store.js'

export interface OpenStoreOptions {
  /** The store: `memory`, or the URL of a Redis server with `redis://` or `rediss://`. */
  store: string
  secret: string | undefined
  graceMs: number
  limits: KeptLimits
  clock: Clock
  logger: Logger
}

/** Whether a text is the address of a Redis server. The address may end with the number of a database. */
function isRedisAddress(text: string): boolean {
  return /^rediss?:\/\/./.test(text) && URL.canParse(text) && /^(?:\/\d*)?$/.test(new URL(text).pathname)
}

/** Opens the store with this name. Throws `unknown-store`, or `secret-missing` for a shared store without a secret. */
export function openStore({ store, secret, ...common }: OpenStoreOptions): SessionStore {
  if (store === 'memory') return new MemorySessions(common)
  if (!isRedisAddress(store)) {
    throw new VoiceError(
      'unknown-store',
      `There is no session store "${store.split('@').at(-1)}". It is memory, or an address such as redis://localhost:6379 or redis://localhost:6379/2.`,
    )
  }
  if (secret === undefined) {
    throw new VoiceError(
      'secret-missing',
      'A shared session store needs the option "secret", the same on all servers: what is stored is encrypted with it.',
    )
  }
  return new RedisSessions({ ...common, url: store, secret })
}
