import { createHash } from 'node:crypto'
import { messageOf } from '../../../errors.js'
import type { Clock, Logger } from '../../../ports.js'
import { connectRedis, type RedisArgument, type RedisNodes, type RedisReply } from './nodes.js'
import { StallDetector } from './stall-detector.js'

export interface RedisScript {
  text: string
  sha: string
}

/** A script with its SHA-1, by which Redis identifies it. */
export function redisScript(text: string): RedisScript {
  return { text, sha: createHash('sha1').update(text).digest('hex') }
}

/** Maximum time without any reply of a node while commands wait. After it, Redis counts as down. */
const SILENCE_MS = 1_000
/** Interval at which a Redis that is down is checked. */
const CHECK_MS = 500
/** A full Redis can be used again when at most this share of its memory is used. */
const ROOM = 0.95
/** While a slot moves to another node of a cluster, a script may have to wait until both of its keys have moved. */
const MOVING = { everyMs: 100, tries: 50 }

export interface RedisLinkOptions {
  url: string
  channel: string
  onMessage: (message: string) => void
  clock: Clock
  logger: Logger
}

/**
 * Reconnects by itself. States: down ⇄ up. A failure of any node, or a reply that nothing can be stored, means down;
 * only a check of all nodes means up, so that a Redis that works in part does not flap.
 */
export class RedisLink {
  readonly #options: RedisLinkOptions
  readonly #answers = new Map<string, StallDetector>()
  readonly #onUp = new Set<() => void>()
  readonly #end = new AbortController()
  #nodes: RedisNodes | undefined
  #up = false
  #full = false
  #checking = false
  #stopTimer: (() => void) | undefined

  constructor(options: RedisLinkOptions) {
    this.#options = options
  }

  get up(): boolean {
    return this.#up
  }

  /** A sentence that describes why Redis cannot be used; `undefined` if it can. */
  get problem(): string | undefined {
    if (this.#up) return undefined
    const why = this.#full ? 'is full' : 'cannot be reached'
    return `The session store at ${this.#place} ${why}: sessions go on here, and end with this server.`
  }

  /** Throws `redis-missing` or `unknown-store`. Returns also if Redis is not reached soon. */
  async start(): Promise<void> {
    const { url, clock, logger } = this.#options
    const connecting = connectRedis(url, {
      clock,
      onReady: () => void this.#check(),
      onFailure: (error) => this.#down(error),
      signal: this.#end.signal,
    }).then((nodes) => {
      this.#nodes = nodes
      return this.#check()
    })
    let stopTimer = () => {}
    const late = new Promise<void>((resolve) => {
      stopTimer = clock.schedule(resolve, SILENCE_MS)
    })
    await Promise.race([connecting, late]).finally(stopTimer)
    if (this.#up) return
    logger.error('session store not reached yet', { store: this.#place })
    connecting.catch((error: unknown) =>
      logger.error('session store refused', { store: this.#place, error: messageOf(error) }),
    )
  }

  onUp(listener: () => void): void {
    this.#onUp.add(listener)
  }

  send(...args: RedisArgument[]): Promise<RedisReply> {
    return this.#send(String(args[1]), args)
  }

  /** Runs a script. In a cluster, all keys must have the same tag in braces. */
  async run(script: RedisScript, keys: string[], args: RedisArgument[]): Promise<RedisReply> {
    const rest = [String(keys.length), ...keys, ...args]
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#send(keys[0]!, ['EVALSHA', script.sha, ...rest])
      } catch (error) {
        const message = messageOf(error)
        if (message.startsWith('NOSCRIPT')) return this.#send(keys[0]!, ['EVAL', script.text, ...rest])
        if (!message.startsWith('TRYAGAIN') || tries >= MOVING.tries) throw error
        await new Promise<void>((resolve) => this.#options.clock.schedule(resolve, MOVING.everyMs))
      }
    }
  }

  close(): void {
    this.#up = false
    this.#end.abort()
    this.#stopTimer?.()
    this.#nodes?.destroy()
  }

  get #place(): string {
    return new URL(this.#options.url).host
  }

  async #send(key: string, args: RedisArgument[]): Promise<RedisReply> {
    const nodes = this.#nodes
    if (!nodes) throw new Error('Redis cannot be reached.')
    try {
      return (await this.#inTime(nodes.nodeOf(key), nodes.send(key, args))) as RedisReply
    } catch (error) {
      if (!isReply(error)) this.#down(error)
      throw error
    }
  }

  #inTime<T>(node: string, work: Promise<T>): Promise<T> {
    const known = this.#answers.get(node)
    const answers = known ?? new StallDetector({ clock: this.#options.clock, silenceMs: SILENCE_MS })
    if (!known) this.#answers.set(node, answers)
    return answers.wait(work)
  }

  #down(error?: unknown): void {
    if (this.#end.signal.aborted) return
    if (isOutOfMemory(error)) this.#full = true
    if (this.#up) {
      this.#up = false
      const why = error === undefined ? undefined : messageOf(error)
      this.#options.logger.error('session store lost', { store: this.#place, error: why })
    }
    this.#checkLater()
  }

  #checkLater(): void {
    this.#stopTimer ??= this.#options.clock.schedule(() => {
      this.#stopTimer = undefined
      void this.#check()
    }, CHECK_MS)
  }

  async #check(): Promise<void> {
    const nodes = this.#nodes
    if (this.#up || this.#checking || !nodes) return
    this.#checking = true
    const { channel, onMessage } = this.#options
    try {
      const infos = await Promise.all(nodes.infos().map(({ node, info }) => this.#inTime(node, info)))
      const isUsable = infos.every((info) => takesWrites(info) && (!this.#full || hasRoom(info)))
      if (isUsable) await this.#inTime('', nodes.subscribe(channel, onMessage))
      if (isUsable) this.#turnUp()
    } catch {
      // The next check follows.
    } finally {
      this.#checking = false
    }
    if (!this.#up && !this.#end.signal.aborted) this.#checkLater()
  }

  #turnUp(): void {
    if (this.#end.signal.aborted) return
    this.#up = true
    this.#full = false
    this.#options.logger.info('session store reached', { store: this.#place })
    for (const listener of this.#onUp) listener()
  }
}

/** Whether a node stores what it is sent. A replica does not, nor a cluster without some of its slots. */
const takesWrites = (info: string) => !/\b(?:role:slave|loading:1|cluster_state:fail)\b/.test(info)

/** Whether a node has some room. At its limit, it would take some writes and refuse others. */
function hasRoom(info: string): boolean {
  const used = Number(/\bused_memory:(\d+)/.exec(info)?.[1])
  const max = Number(/\bmaxmemory:(\d+)/.exec(info)?.[1])
  return !(max > 0 && used > max * ROOM)
}

/**
 * Whether an error is a reply of a Redis that works, such as `NOSCRIPT`. One that is full or read-only stores nothing,
 * so it counts as down.
 */
const isReply = (error: unknown) =>
  /^(NOSCRIPT|ERR|WRONGTYPE|TRYAGAIN) /.test(messageOf(error)) && !isOutOfMemory(error)

/** Whether Redis is full. Redis 6.2 wraps this error in one of the script: `ERR Error running script … -OOM command…`. */
export const isOutOfMemory = (error: unknown) => /(?:^|-)OOM /.test(messageOf(error))
