import { VoiceError } from '../../errors.js'
import { Encryption } from './encryption.js'
import { createRedisStore } from './redis/redis-store.js'
import { Sessions, type SessionsOptions } from './sessions.js'
import { SharedSessions } from './shared-sessions.js'

/** How much longer than the grace period a record is kept: other servers detect that its owner is dead. */
const MARGIN_MS = 15_000

function isRedisAddress(text: string): boolean {
  return /^rediss?:\/\/./.test(text) && URL.canParse(text) && /^(?:\/\d*)?$/.test(new URL(text).pathname)
}

/** Sessions in `memory` or in a Redis (`redis://`, `rediss://`). Throws `unknown-store` or `secret-missing`. */
export function openSessions(
  store: string,
  { secret, ...options }: Omit<SessionsOptions, 'share'> & { secret: string | undefined },
): Sessions {
  if (store === 'memory') return new Sessions(options)
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
  const seal = new Encryption(secret)
  const ttlMs = options.graceMs + MARGIN_MS
  const redis = createRedisStore({ ...options, url: store, ttlMs, seal })
  return new Sessions({
    ...options,
    share: (sessions) => new SharedSessions({ ...options, store: redis, seal, ttlMs, sessions }),
  })
}
