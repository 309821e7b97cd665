import type { RecordChange, RecordHead, RecordStore, SealedEntry, SealedRecord } from '../store.js'
import { sessionKeys } from './keys.js'
import { type RedisLink, redisScript } from './link.js'

/** The value of `owner` in the record of an erased session. */
const ERASED = 'erased'
/** The value of `owner` in the record of a session that no server owns. */
const FREE = '-'
/** How long the store keeps the record of an erased session. In this time, its owner notices that it was erased. */
const TOMBSTONE_MS = 60_000

/** A hash with the fields, the owner and the hashes of the client, and a stream with the events. */
export class RedisRecords implements RecordStore {
  readonly #link: RedisLink
  readonly #ttlMs: string

  constructor(link: RedisLink, { ttlMs }: { ttlMs: number }) {
    this.#link = link
    this.#ttlMs = String(ttlMs)
  }

  async head(id: string): Promise<RecordHead | undefined> {
    const names = ['owner', 'key', 'opener', 'token']
    const reply = (await this.#link.send('HMGET', sessionKeys(id)[0], ...names)) as (Buffer | null)[]
    const [owner, key, opener, token] = reply.map(String)
    if (!reply[0] || owner === ERASED) return undefined
    return { owner: owner === FREE ? '' : owner!, key: key!, opener: opener!, token: token! }
  }

  async append(id: string, owner: string, change: RecordChange): Promise<'ok' | 'lost' | 'gone'> {
    const { fields, gone, marks, entries, replaces, last, oldest, mode } = change
    const values = [...Object.entries(mode === 'part' ? {} : marks), ...fields].flat()
    const stream = entries.flatMap((entry) => [String(entry.number), flagsOf(entry), entry.data])
    const counts = [values.length, gone.length, stream.length].map(String)
    const reply = await this.#link.run(WRITE, sessionKeys(id), [
      ...[owner, this.#ttlMs, mode, String(last), String(replaces ? 0 : oldest)],
      ...counts,
      ...values,
      ...gone,
      ...stream,
    ])
    return String(reply) as 'ok' | 'lost' | 'gone'
  }

  async claim(id: string, { from, to }: { from: string; to: string }): Promise<boolean> {
    return (await this.#link.run(TAKE, sessionKeys(id), [from || FREE, to, this.#ttlMs])) === 1
  }

  async release(id: string, owner: string): Promise<void> {
    await this.#link.run(TAKE, sessionKeys(id), [owner, FREE, this.#ttlMs])
  }

  async read(id: string): Promise<SealedRecord> {
    const [hash, stream] = sessionKeys(id)
    const [flat, stored] = (await Promise.all([
      this.#link.send('HGETALL', hash),
      this.#link.send('XRANGE', stream, '-', '+'),
    ])) as [Buffer[], [Buffer, Buffer[]][]]
    const fields = new Map<string, Buffer>()
    for (let at = 0; at < flat.length; at += 2) fields.set(String(flat[at]), flat[at + 1]!)
    return { fields, entries: stored.map(entryOf), last: Number(fields.get('last') ?? 0) }
  }

  async renew(id: string): Promise<void> {
    await Promise.all(sessionKeys(id).map((key) => this.#link.send('PEXPIRE', key, this.#ttlMs)))
  }

  async remove(id: string, owner: string): Promise<void> {
    await this.#link.run(REMOVE, sessionKeys(id), [owner])
  }

  async erase(id: string): Promise<void> {
    await this.#link.run(ERASE, sessionKeys(id), [ERASED, String(TOMBSTONE_MS)])
  }
}

/** Three digits: whether the event belongs to the extension, is binary, and is a piece. */
const flagsOf = ({ extension, isBinary, isPiece }: SealedEntry) =>
  [extension, isBinary, isPiece === true].map(Number).join('')

function entryOf([streamId, [, flags, , data]]: [Buffer, Buffer[]]): SealedEntry {
  const [extension, isBinary, isPiece] = [...String(flags)].map((digit) => digit === '1')
  return {
    number: Number(String(streamId).split('-')[0]),
    extension: extension!,
    isBinary: isBinary!,
    ...(isPiece && { isPiece: true }),
    data: data!,
  }
}

const WRITE = redisScript(`
local state, events = KEYS[1], KEYS[2]
local me, ttl, mode = ARGV[1], ARGV[2], ARGV[3]
local owner = redis.call('HGET', state, 'owner')
local isFree = not owner or (mode == 'new' and owner == '${ERASED}')
if isFree and mode == 'part' then return 'gone' end
if not isFree and owner ~= me then return 'lost' end
local last = tonumber(redis.call('HGET', state, 'last') or '0')
if mode ~= 'part' then redis.call('DEL', state) end
if isFree or ARGV[5] == '0' then redis.call('DEL', events) last = 0 end
local at = 9
local function take(count)
  local part = {}
  for i = 1, count do part[i] = ARGV[at] at = at + 1 end
  return part
end
local fields, gone, entries = take(tonumber(ARGV[6])), take(tonumber(ARGV[7])), take(tonumber(ARGV[8]))
redis.call('HSET', state, 'owner', me, 'last', ARGV[4])
for i = 1, #fields, 2 do redis.call('HSET', state, fields[i], fields[i + 1]) end
for i = 1, #gone do redis.call('HDEL', state, gone[i]) end
for i = 1, #entries, 3 do
  if tonumber(entries[i]) > last then
    redis.call('XADD', events, entries[i] .. '-0', 'f', entries[i + 1], 'd', entries[i + 2])
  end
end
redis.call('XTRIM', events, 'MINID', ARGV[5] .. '-0')
redis.call('PEXPIRE', state, ttl)
redis.call('PEXPIRE', events, ttl)
return 'ok'
`)

const TAKE = redisScript(`
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'owner', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
return 1
`)

const REMOVE = redisScript(`
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1], KEYS[2])
return 1
`)

const ERASE = redisScript(`
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('HSET', KEYS[1], 'owner', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
`)
