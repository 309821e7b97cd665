import type { Encryption } from './encryption.js'
import { countKey, LEASE_PREFIX } from './redis-keys.js'
import { type RedisLink, redisScript } from './redis-link.js'
import type { Reservation, SharedCounts, SumChange, Sums } from './shared-counts.js'

/** Sums expire 24 hours after the last addition. */
const SUMS_MS = 24 * 3_600_000
/**
 * Reservations, which count open connections, expire 30 days after the last write. A server writes them only when a
 * connection opens or closes. If that does not happen for 30 days, the open connections of the server are no longer
 * counted.
 */
const PLACES_MS = 30 * 24 * 3_600_000

export interface RedisCountsOptions {
  link: RedisLink
  /** Hashes the names of counts, because they contain user ids, key ids and IP addresses. */
  seal: Encryption
  server: string
}

/**
 * Shared counts that are stored in Redis. Each change is atomic, so that two servers cannot both take the last
 * reservation.
 */
export class RedisCounts implements SharedCounts {
  readonly #link: RedisLink
  readonly #seal: Encryption
  readonly #server: string
  readonly #onUp = new Set<() => void>()

  constructor({ link, seal, server }: RedisCountsOptions) {
    this.#link = link
    this.#seal = seal
    this.#server = server
  }

  /**
   * Calls the listeners of `onUp`. Call it when the store can be reached again, or after the lease of this server has
   * expired.
   */
  catchUp(): void {
    for (const listener of this.#onUp) listener()
  }

  async add(name: string, { id, add, atLeast }: SumChange): Promise<Sums> {
    const fields = Object.keys(add)
    const changes = fields.flatMap((field) => [field, String(add[field]), String(atLeast[field] ?? 0)])
    const reply = await this.#link.run(
      ADD,
      [this.#key('sums', name)],
      [...[String(SUMS_MS), `last ${this.#server}`, id], ...changes],
    )
    const numbers = (reply as Buffer[]).map(Number)
    return Object.fromEntries(fields.map((field, at) => [field, numbers[at] ?? 0]))
  }

  onUp(listener: () => void): void {
    this.#onUp.add(listener)
  }

  async tick(name: string, spanMs: number): Promise<{ count: number; leftMs: number }> {
    const reply = await this.#link.run(TICK, [this.#key('ticks', name)], [String(spanMs)])
    const [count = 0, leftMs = 0] = reply as number[]
    return { count, leftMs }
  }

  async hold(places: readonly Reservation[]): Promise<string | undefined> {
    const keys = places.map(({ name }) => this.#key('places', name))
    const numbers = places.flatMap(({ own, limit }) => [String(own), String(limit)])
    const full = await this.#link.run(HOLD, keys, [this.#server, LEASE_PREFIX, String(PLACES_MS), ...numbers])
    return places[Number(full) - 1]?.name
  }

  async keep(name: string, own: number): Promise<void> {
    const key = this.#key('places', name)
    if (own === 0) await this.#link.send('HDEL', key, this.#server)
    else await this.#link.run(KEEP, [key], [this.#server, String(own), String(PLACES_MS)])
  }

  #key(kind: 'sums' | 'ticks' | 'places', name: string): string {
    return countKey(kind, this.#seal.mark(name))
  }
}

const ADD = redisScript(`
local last, id = ARGV[2], ARGV[3]
local sums, isChanged, isNew = {}, false, redis.call('HGET', KEYS[1], last) ~= id
for at = 4, #ARGV, 3 do
  local known = tonumber(redis.call('HGET', KEYS[1], ARGV[at]) or '0')
  local sum = math.max(known, tonumber(ARGV[at + 2])) + (isNew and tonumber(ARGV[at + 1]) or 0)
  if sum ~= known then
    redis.call('HSET', KEYS[1], ARGV[at], tostring(sum))
    isChanged = true
  end
  sums[#sums + 1] = tostring(sum)
end
if isChanged then
  redis.call('HSET', KEYS[1], last, id)
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
return sums
`)

const TICK = redisScript(`
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }
`)

const HOLD = redisScript(`
local me, lease, ttl = ARGV[1], ARGV[2], ARGV[3]
for place = 1, #KEYS do
  local own, limit = tonumber(ARGV[2 + 2 * place]), tonumber(ARGV[3 + 2 * place])
  local held = redis.call('HGETALL', KEYS[place])
  local all = own
  for at = 1, #held, 2 do
    if held[at] ~= me then
      if redis.call('EXISTS', lease .. held[at]) == 1 then all = all + tonumber(held[at + 1])
      else redis.call('HDEL', KEYS[place], held[at]) end
    end
  end
  if all > limit then return place end
end
for place = 1, #KEYS do
  redis.call('HSET', KEYS[place], me, ARGV[2 + 2 * place])
  redis.call('PEXPIRE', KEYS[place], ttl)
end
return 0
`)

const KEEP = redisScript(`
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
`)
