import type { HistoryItem } from '../agent/events.js'
import type { OutboxEntry } from '../realtime/outbox.js'
import type { SessionFacts, SessionSnapshot } from '../realtime/session-snapshot.js'
import type { Encryption } from './encryption.js'
import { sessionKeys } from './redis-keys.js'
import { type RedisLink, redisScript } from './redis-link.js'
import { isSame, type Opener } from './session-store.js'

export interface RecordChange {
  /** Changed fields by name: the parts of the session's facts, `answers`, `tools`, `order`, and one for each item. */
  fields: Map<string, string>
  /** Names of the fields to remove, one for each deleted item. */
  gone: string[]
  marks: RecordMarks
  entries: readonly OutboxEntry[]
  /** Whether `entries` replace all stored events. Otherwise, they follow them. */
  replaces: boolean
  /** Number of the newest stored event. */
  last: number
  /** Number of the oldest stored event. */
  oldest: number
  /**
   * How the record is written:
   * - `new`: creates it, also in place of an erased record.
   * - `whole`: replaces all of it.
   * - `part`: changes some fields.
   */
  mode: 'new' | 'whole' | 'part'
}

/** `lost`: another server owns the session, or it was erased. `gone`: the store no longer has the session. */
export type WriteOutcome = 'ok' | 'lost' | 'gone'

/** The owner of a session (empty if it has none), and the hashes that identify its client. */
export interface RecordHead extends RecordMarks {
  owner: string
}

export interface StoredSession extends SessionSnapshot {
  entries: OutboxEntry[]
  last: number
}

/** The value of `owner` in the record of an erased session. */
const ERASED = 'erased'
/** How long the store keeps the record of an erased session. In this time, its owner notices that it was erased. */
const TOMBSTONE_MS = 60_000

/**
 * The records of sessions in Redis: a hash with the state and a stream with the events. Every write contains the name
 * of the owner. A write of a former owner changes nothing.
 */
export class SessionRecords {
  readonly #link: RedisLink
  readonly #seal: Encryption
  readonly #ttlMs: string

  constructor(options: { link: RedisLink; seal: Encryption; ttlMs: number }) {
    this.#link = options.link
    this.#seal = options.seal
    this.#ttlMs = String(options.ttlMs)
  }

  /** The owner of a session and the hashes that identify its client; `undefined` if the session does not exist. */
  async head(id: string): Promise<RecordHead | undefined> {
    const reply = (await this.#link.send(
      'HMGET',
      sessionKeys(id)[0],
      'owner',
      'key',
      'opener',
      'token',
    )) as (Buffer | null)[]
    const [owner, key, opener, token] = reply.map(String)
    if (!reply[0] || owner === ERASED) return undefined
    return { owner: owner === FREE ? '' : owner!, key: key!, opener: opener!, token: token! }
  }

  /**
   * Writes a change. `owner` is the name under which this server owns the session. The same write can be repeated
   * safely.
   */
  async write(id: string, { owner, change }: { owner: string; change: RecordChange }): Promise<WriteOutcome> {
    const { fields, gone, marks, entries, replaces, last, oldest, mode } = change
    const sealed = [
      ...Object.entries(mode === 'part' ? {} : marks).flat(),
      ...[...fields].flatMap(([name, text]) => [name, this.#seal.close(text, `${id} ${name}`)]),
    ]
    const stream = entries.flatMap((entry) => [
      String(entry.number),
      `${Number(entry.extension)}${typeof entry.data === 'string' ? 0 : 1}${Number(entry.isPiece ?? false)}`,
      this.#seal.close(entry.data, `${id} ${entry.number}`),
    ])
    const counts = [sealed.length, gone.length, stream.length].map(String)
    const reply = await this.#link.run(WRITE, sessionKeys(id), [
      ...[owner, this.#ttlMs, mode, String(last), String(replaces ? 0 : oldest)],
      ...counts,
      ...sealed,
      ...gone,
      ...stream,
    ])
    return String(reply) as WriteOutcome
  }

  /** Makes `to` the owner if the owner is still `from`. Returns whether it did. */
  async take(id: string, { from, to }: { from: string; to: string }): Promise<boolean> {
    return (await this.#link.run(TAKE, sessionKeys(id), [from || FREE, to, this.#ttlMs])) === 1
  }

  /** Gives up a session: any server may take it. */
  async leave(id: string, owner: string): Promise<void> {
    await this.#link.run(TAKE, sessionKeys(id), [owner, FREE, this.#ttlMs])
  }

  async remove(id: string, owner: string): Promise<void> {
    await this.#link.run(REMOVE, sessionKeys(id), [owner])
  }

  /** Erases a session, no matter which server owns it. The owner notices with its next write. */
  async erase(id: string): Promise<void> {
    await this.#link.run(ERASE, sessionKeys(id), [ERASED, String(TOMBSTONE_MS)])
  }

  async keep(id: string): Promise<void> {
    await Promise.all(sessionKeys(id).map((key) => this.#link.send('PEXPIRE', key, this.#ttlMs)))
  }

  /** Reads a complete session. Throws if it was encrypted with another secret. */
  async read(id: string): Promise<StoredSession> {
    const [hash, stream] = sessionKeys(id)
    const [flat, stored] = (await Promise.all([
      this.#link.send('HGETALL', hash),
      this.#link.send('XRANGE', stream, '-', '+'),
    ])) as [Buffer[], [Buffer, Buffer[]][]]
    const fields = new Map<string, Buffer>()
    for (let at = 0; at < flat.length; at += 2) fields.set(String(flat[at]), flat[at + 1]!)
    const open = (name: string): unknown => {
      const sealed = fields.get(name)
      return sealed && JSON.parse(this.#seal.open(sealed, `${id} ${name}`).toString())
    }
    const facts = { ...(open('facts') as object), config: open('config'), seen: open('seen') } as SessionFacts
    return {
      facts,
      items: (open('order') as string[]).map((itemId) => open(itemField(itemId)) as HistoryItem),
      answers: open('answers') as SessionSnapshot['answers'],
      tools: open('tools') as SessionSnapshot['tools'],
      entries: stored.map((entry) => this.#entry(id, entry)),
      last: Number(fields.get('last') ?? 0),
    }
  }

  #entry(id: string, [streamId, parts]: [Buffer, Buffer[]]): OutboxEntry {
    const number = Number(String(streamId).split('-')[0])
    const [, flags, , sealed] = parts
    const bytes = this.#seal.open(sealed!, `${id} ${number}`)
    const [extension, isBinary, isPiece] = String(flags)
    return {
      number,
      extension: extension === '1',
      ...(isPiece === '1' && { isPiece: true }),
      data: isBinary === '1' ? bytes : bytes.toString(),
    }
  }
}

export const itemField = (id: string) => `item:${id}`

/** The value of `owner` in the record of a session that no server owns. */
const FREE = '-'

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

/**
 * Hashes that identify a key and a resume token, but do not reveal them. All short-lived keys of one user have the same
 * `key`, but each of them has its own `opener`.
 */
export interface RecordMarks {
  key: string
  opener: string
  token: string
}

/**
 * Hashes the keys and the resume token of a client. The hash of the token includes the app id, because a token is valid
 * only for the app that opened the session.
 */
export function marksOf(
  seal: Encryption,
  { keyId, openerId, appId, resumeToken = '' }: Opener & { resumeToken: string | undefined },
): RecordMarks {
  const token = JSON.stringify([resumeToken, appId ?? null])
  return { key: seal.mark(keyId), opener: seal.mark(openerId), token: seal.mark(token) }
}

/**
 * Whether a client may resume a session. The client needs two things: a key of the user who opened the session, and the
 * resume token of the session.
 */
export function canResume(given: RecordMarks, known: RecordMarks): boolean {
  return hasSameKey(given, known) && isSame(given.token, known.token)
}

/** Whether a client has a key of the user who opened the session. */
export function hasSameKey(given: RecordMarks, known: RecordMarks): boolean {
  return isSame(given.key, known.key)
}

/** Whether a client may resume the session, or has the exact key that opened it. */
export function canErase(given: RecordMarks, known: RecordMarks): boolean {
  return isOpener(given, known) || canResume(given, known)
}

/** Whether a client has the exact key that opened the session. */
export function isOpener(given: RecordMarks, known: RecordMarks): boolean {
  return isSame(given.opener, known.opener)
}
