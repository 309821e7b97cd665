import { randomBytes } from 'node:crypto'
import type { Clock, Logger } from '../../../ports.js'
import type { Encryption } from '../encryption.js'
import type { Store } from '../store.js'
import { RedisCounters } from './counters.js'
import { leaseKey } from './keys.js'
import { RedisLeases } from './leases.js'
import { RedisLink } from './link.js'
import { RedisRecords } from './records.js'

export interface RedisStoreOptions {
  /** The address of a Redis server or of one node of a cluster, with `redis://` or `rediss://`. */
  url: string
  ttlMs: number
  seal: Encryption
  clock: Clock
  logger: Logger
}

export function createRedisStore({ url, ttlMs, seal, clock, logger }: RedisStoreOptions): Store {
  const server = randomBytes(9).toString('base64url')
  const listeners = new Set<() => void>()
  const tellAll = () => {
    for (const listener of listeners) listener()
  }
  const onUp = (listener: () => void) => void listeners.add(listener)
  const onMessage = (message: string) => leases.receive(message)
  const link = new RedisLink({ url, channel: leaseKey(server), onMessage, clock, logger })
  const leases = new RedisLeases({ server, link, clock, onLapse: tellAll })
  const isAlive = (other: string) => leases.isAlive(other)
  return {
    records: new RedisRecords(link, { ttlMs }),
    leases,
    counters: new RedisCounters({ link, seal, server, isAlive, onUp }),
    onUp,
    get isUp() {
      return link.up
    },
    get problem() {
      return link.problem
    },
    async start() {
      link.onUp(tellAll)
      await link.start()
      leases.start()
    },
    async close() {
      await leases.close()
      link.close()
    },
  }
}
