import type { Encryption } from '../encryption.js'
import type { Counters, Reservation, SumChange, Sums } from '../store.js'
import { countKey } from './keys.js'
import { type RedisLink, redisScript } from './link.js'

/** Sums expire 24 hours after the last addition. */
const SUMS_MS = 24 * 3_600_000
/** Written only when a connection opens or closes. After 30 days without, open connections do not count. */
const RESERVED_MS = 30 * 24 * 3_600_000

export interface RedisCountersOptions {
  link: RedisLink
  /** Hashes the names of counts, because they contain user ids, key ids and IP addresses. */
  seal: Encryption
  server: string
  isAlive: (server: string) => Promise<boolean>
  onUp: (listener: () => void) => void
}

/** Each change of a count is one script with one key, so that no limit is exceeded, also in a cluster. */
export class RedisCounters implements Counters {
  readonly #options: RedisCountersOptions

  constructor(options: RedisCountersOptions) {
    this.#options = options
  }

  onUp(listener: () => void): void {
    this.#options.onUp(listener)
  }

  async add(name: string, { id, add, atLeast }: SumChange): Promise<Sums> {
    const fields = Object.keys(add)
    const changes = fields.flatMap((field) => [field, String(add[field]), String(atLeast[field] ?? 0)])
    const reply = await this.#options.link.run(
      ADD,
      [this.#key('sums', name)],
      [...[String(SUMS_MS), `last ${this.#options.server}`, id], ...changes],
    )
    const numbers = (reply as Buffer[]).map(Number)
    return Object.fromEntries(fields.map((field, at) => [field, numbers[at] ?? 0]))
  }

  async tick(name: string, spanMs: number): Promise<{ count: number; leftMs: number }> {
    const reply = await this.#options.link.run(TICK, [this.#key('ticks', name)], [String(spanMs)])
    const [count = 0, leftMs = 0] = reply as number[]
    return { count, leftMs }
  }

  async reserve(reservations: readonly Reservation[]): Promise<string | undefined> {
    const reserved = await Promise.all(reservations.map((one) => this.#reserve(one)))
    return reservations.find((_, at) => !reserved[at])?.name
  }

  /** Makes one reservation. If the limit seems to be reached, first frees what dead servers have reserved. */
  async #reserve({ name, own, limit }: Reservation): Promise<boolean> {
    const key = this.#key('places', name)
    const take = async () => {
      const numbers = [String(own), String(limit), String(RESERVED_MS)]
      return (
        (await this.#options.link.run(RESERVE, [key], [this.#options.server, ...numbers])) as Buffer[] | null
      )?.map(String)
    }
    const others = await take()
    if (!others) return true
    const alive = await Promise.all(others.map(this.#options.isAlive))
    const dead = others.filter((_, at) => !alive[at])
    if (dead.length === 0) return false
    await this.#options.link.send('HDEL', key, ...dead)
    return (await take()) === undefined
  }

  async setReserved(name: string, own: number): Promise<void> {
    const key = this.#key('places', name)
    if (own === 0) await this.#options.link.send('HDEL', key, this.#options.server)
    else
      await this.#options.link.run(
        SET_RESERVED,
        [key],
        [this.#options.server, String(own), String(RESERVED_MS)],
      )
  }

  #key(kind: 'sums' | 'ticks' | 'places', name: string): string {
    return countKey(kind, this.#options.seal.mark(name))
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

const RESERVE = redisScript(`
local me, own, limit, ttl = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local held = redis.call('HGETALL', KEYS[1])
local all, others = tonumber(own), {}
for at = 1, #held, 2 do
  if held[at] ~= me then
    all = all + tonumber(held[at + 1])
    others[#others + 1] = held[at]
  end
end
if all > limit then return others end
redis.call('HSET', KEYS[1], me, own)
redis.call('PEXPIRE', KEYS[1], ttl)
return false
`)

const SET_RESERVED = redisScript(`
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
`)
