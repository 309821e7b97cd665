import { createHash } from 'node:crypto'
import { messageOf, VoiceError } from '../../errors.js'
import type { Clock, Logger } from '../../ports.js'
import { StallDetector } from './stall-detector.js'

export type RedisArgument = string | Buffer

/** A reply of Redis. Strings are of the type `Buffer`, because they may contain binary data. */
export type RedisReply = Buffer | number | null | RedisReply[]

/** The part of the API of the `redis` package that this file uses. */
interface RedisClient {
  readonly isReady: boolean
  connect(): Promise<unknown>
  sendCommand(args: RedisArgument[], options?: object): Promise<unknown>
  subscribe(channel: string, listener: (message: string) => void): Promise<void>
  duplicate(): RedisClient
  on(event: 'error' | 'ready' | 'end', listener: (error?: unknown) => void): unknown
  destroy(): void
}

interface RedisPackage {
  createClient(options: object): RedisClient
}

export interface RedisScript {
  text: string
  sha: string
}

/** A script with its SHA-1, by which Redis identifies it. */
export function redisScript(text: string): RedisScript {
  return { text, sha: createHash('sha1').update(text).digest('hex') }
}

/** Maximum time for which Redis may give no reply at all while commands wait. After this time, Redis counts as down. */
const SILENCE_MS = 1_000
/** A full Redis can be used again when at most this share of its memory is used. */
const ROOM = 0.95
const RECONNECT_MS = { first: 50, max: 1_000 }
/** Maximum number of commands that wait for a reply. */
const MAX_WAITING = 50_000
/**
 * Makes the `redis` package return strings as `Buffer`. 36 is `$`, the type of a bulk string (RESP_TYPES.BLOB_STRING).
 */
const AS_BYTES = { typeMapping: { 36: Buffer } }

export interface RedisLinkOptions {
  url: string
  clock: Clock
  logger: Logger
}

/**
 * The connection to Redis, which reconnects automatically. While Redis is down, commands fail at once. States: down ⇄
 * up. If commands get no reply for `SILENCE_MS`, the state becomes down. Any reply changes it to up.
 */
export class RedisLink {
  readonly #options: RedisLinkOptions
  readonly #answers: StallDetector
  readonly #onUp = new Set<() => void>()
  readonly #channels = new Map<string, (message: string) => void>()
  #client: RedisClient | undefined
  #subscriber: RedisClient | undefined
  #up = false
  #full = false
  #closed = false

  constructor(options: RedisLinkOptions) {
    this.#options = options
    this.#answers = new StallDetector({ clock: options.clock, silenceMs: SILENCE_MS })
  }

  /** Whether Redis can be reached and answers. */
  get up(): boolean {
    return this.#up
  }

  /** Whether Redis refuses writes, because it is full. It then counts as down until it has room again. */
  get full(): boolean {
    return this.#full
  }

  /** The host and port of Redis, without user and password. */
  get place(): string {
    return new URL(this.#options.url).host
  }

  /**
   * Loads the `redis` package and connects. Throws `redis-missing` if the package is missing, and
   * `unknown-store` for a Redis in cluster mode.
   */
  async start(): Promise<void> {
    const { createClient } = await loadRedis()
    const { url } = this.#options
    const reconnectStrategy = (tries: number) =>
      Math.min(RECONNECT_MS.first * 2 ** Math.min(tries, 10), RECONNECT_MS.max)
    const client = createClient({
      url,
      RESP: 2,
      disableOfflineQueue: true,
      commandsQueueMaxLength: MAX_WAITING,
      // `StallDetector` handles timeouts instead. The timeout of the package would also cancel commands if only this
      // process is busy.
      commandOptions: { timeout: 0 },
      socket: { reconnectStrategy, connectTimeout: 5_000 },
    })
    this.#client = this.#watch(client)
    client.on('ready', () => this.#turn(true))
    const subscriber = client.duplicate()
    this.#subscriber = subscriber
    // Nothing to do: the other connection (`client`) reports errors.
    subscriber.on('error', () => {})
    subscriber.on('ready', () => this.#subscribeAll())
    await Promise.all([this.#firstTry(client), this.#firstTry(subscriber)])
    if (this.#up) await this.#refuseCluster()
    else this.#options.logger.error('session store not reached yet', { store: this.place })
  }

  /** A node of a cluster refuses the keys of other nodes: some sessions would be stored, and others not. */
  async #refuseCluster(): Promise<void> {
    const info = String(await this.send('INFO', 'cluster').catch(() => ''))
    if (!/\bcluster_enabled:1/.test(info)) return
    this.close()
    throw new VoiceError(
      'unknown-store',
      `The Redis at ${this.place} runs in cluster mode, which cannot be used. Use a Redis without cluster mode.`,
    )
  }

  /** Calls the listener after the first connect and each reconnect. */
  onUp(listener: () => void): void {
    this.#onUp.add(listener)
  }

  /** Sends one command. Rejects if Redis is down or silent. */
  async send(...args: RedisArgument[]): Promise<RedisReply> {
    const client = this.#client
    if (!client?.isReady) throw new Error('Redis cannot be reached.')
    const reply = (await this.#inTime(client.sendCommand(args, AS_BYTES))) as RedisReply
    if (this.#full && args[0] === 'SET') void this.#lookForRoom(client)
    return reply
  }

  async run(script: RedisScript, keys: string[], args: RedisArgument[]): Promise<RedisReply> {
    const rest = [String(keys.length), ...keys, ...args]
    try {
      return await this.send('EVALSHA', script.sha, ...rest)
    } catch (error) {
      if (!messageOf(error).startsWith('NOSCRIPT')) throw error
      return this.send('EVAL', script.text, ...rest)
    }
  }

  /** Subscribes to a channel. The subscription survives reconnects. */
  subscribe(channel: string, listener: (message: string) => void): void {
    this.#channels.set(channel, listener)
    if (this.#subscriber?.isReady) this.#subscribeAll()
  }

  close(): void {
    this.#closed = true
    this.#up = false
    this.#client?.destroy()
    this.#subscriber?.destroy()
  }

  /** Waits for the first attempt to connect. Never rejects, because a server must also start while Redis is down. */
  async #firstTry(client: RedisClient): Promise<void> {
    const connecting = client.connect()
    connecting.catch(() => {})
    await this.#inTime(connecting).catch(() => {})
  }

  #watch(client: RedisClient): RedisClient {
    client.on('error', (error) => this.#turn(false, error))
    client.on('end', () => this.#turn(false))
    return client
  }

  /** Waits for a reply for a limited time. A reply that arrives later is ignored, but shows that Redis is up again. */
  async #inTime<T>(work: Promise<T>): Promise<T> {
    work.then(() => this.#turn(true)).catch(() => {})
    try {
      return await this.#answers.wait(work)
    } catch (error) {
      if (isOutOfMemory(error)) this.#full = true
      if (isReply(error)) this.#turn(true)
      else this.#turn(false, error)
      throw error
    }
  }

  #turn(up: boolean, error?: unknown): void {
    const isUp = up && !this.#full && (this.#client?.isReady ?? false)
    if (isUp === this.#up || this.#closed) return
    this.#up = isUp
    const { logger } = this.#options
    if (isUp) {
      logger.info('session store reached', { store: this.place })
      for (const listener of this.#onUp) listener()
    } else
      logger.error('session store lost', {
        store: this.place,
        error: error === undefined ? undefined : messageOf(error),
      })
  }

  /** Ends the state `full` only when Redis has some room. At its limit, it would take some writes and refuse others. */
  async #lookForRoom(client: RedisClient): Promise<void> {
    const info = String(await client.sendCommand(['INFO', 'memory'], AS_BYTES).catch(() => ''))
    const used = Number(/\bused_memory:(\d+)/.exec(info)?.[1])
    const max = Number(/\bmaxmemory:(\d+)/.exec(info)?.[1])
    if (Number.isNaN(max)) return
    if (max > 0 && used > max * ROOM) return
    this.#full = false
    this.#turn(true)
  }

  #subscribeAll(): void {
    const subscriber = this.#subscriber
    // Each channel is subscribed only once, because the package itself subscribes again after a reconnect.
    for (const [channel, listener] of this.#channels) {
      this.#channels.delete(channel)
      subscriber?.subscribe(channel, listener).catch(() => this.#channels.set(channel, listener))
    }
  }
}

/**
 * Whether an error is a reply of Redis and shows that Redis works. For example, Redis replies `NOSCRIPT` if a script is
 * missing. A full or read-only Redis replies with other errors. It counts as down, because it stores nothing.
 */
const isReply = (error: unknown) =>
  /^(NOSCRIPT|ERR|WRONGTYPE) /.test(messageOf(error)) && !isOutOfMemory(error)

/** Whether Redis is full. Redis 6.2 wraps this error in one of the script: `ERR Error running script … -OOM command…`. */
export const isOutOfMemory = (error: unknown) => /(?:^|-)OOM /.test(messageOf(error))

async function loadRedis(): Promise<RedisPackage> {
  try {
    // The name is in a variable, so that bundlers and type checkers do not resolve an optional package.
    const name = 'redis'
    return (await import(name)) as RedisPackage
  } catch (error) {
    throw new VoiceError(
      'redis-missing',
      `Shared sessions need the package redis (npm install redis): ${messageOf(error).split('\n')[0]}`,
    )
  }
}
