import { buildConnector, type Dispatcher, Pool } from 'undici'
import type { Header, WireRequest } from '../wire-request.js'
import type { Deadline } from './deadline.js'
import { failureOf, tooLarge } from './failure.js'
import { guardedConnector, isLocalHost } from './guard.js'
import type { RawResponse, SendLimits } from './response.js'

/** Sends one request and collects the answer; follows nothing, decodes nothing. Rejects with a `VoiceError`. */
export type Transport = (wire: WireRequest, options: TransportOptions) => Promise<RawResponse>

/** What belongs to one request. */
export interface TransportOptions {
  limits: SendLimits
  deadline: Deadline
  /** Whether private networks are closed, because the API itself is public. */
  isGuarded: boolean
}

/** Connections of one origin; more requests wait for one of them. */
const CONNECTIONS = 64

/** Origins that connections are kept for; redirects may lead to any number of them. */
const MAX_POOLS = 256

/** Pools by origin and kind of connection, the oldest first. */
type Pools = Map<string, Pool>

/** Connections of the whole process; idle ones close by themselves. */
const shared: Pools = new Map()

function poolOf(
  wire: WireRequest,
  { limits, isGuarded, pools, connections }: TransportOptions & { pools: Pools; connections: number },
): Pool {
  const secure = wire.profile.strictSSL !== false
  const key = `${wire.origin} ${isGuarded} ${secure} ${limits.connectTimeoutMs}`
  const known = pools.get(key)
  if (known) return known
  const connector = isGuarded ? guardedConnector : buildConnector
  const connect = connector({ timeout: limits.connectTimeoutMs, rejectUnauthorized: secure })
  const pool = new Pool(wire.origin, { connections, connect })
  pools.set(key, pool)
  if (pools.size > MAX_POOLS) closeOldest(pools)
  return pool
}

/** What it still sends is answered first. */
function closeOldest(pools: Pools): void {
  for (const [key, pool] of pools) {
    pools.delete(key)
    pool.close().catch(() => {})
    return
  }
}

/** The undici client writes or forbids these itself. */
const CLIENTS_OWN = new Set([
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'expect',
  'te',
  'trailer',
])

/** Lists for headers that are the same from call to call. */
const lists = new WeakMap<WireRequest['headers'], string[]>()

/** Names and values by turns, without those that are the client's to write. */
function headersFor(wire: WireRequest): string[] {
  const known = lists.get(wire.headers)
  if (known) return known
  const made = listHeaders(wire)
  lists.set(wire.headers, made)
  return made
}

function listHeaders({ headers, origin }: WireRequest): string[] {
  const list: string[] = []
  for (const [name, value] of headers) {
    const lower = name.toLowerCase()
    const isUsual =
      lower === 'host' ? origin.endsWith(`//${value}`) : lower === 'connection' && !/^close$/i.test(value)
    if (!isUsual && !CLIENTS_OWN.has(lower)) list.push(name, value)
  }
  return list
}

/** Sends over undici: the path verbatim, one pool per origin, shared by all calls. */
export const poolTransport: Transport = (wire, options) =>
  send(wire, { ...options, pools: shared, connections: CONNECTIONS })

/** A connection of its own, for an auth (NTLM) that belongs to the connection and must not be another user's. */
export function createOwnTransport(): { send: Transport; close: () => void } {
  const pools: Pools = new Map()
  return {
    send: (wire, options) => send(wire, { ...options, pools, connections: 1 }),
    close() {
      for (const pool of pools.values()) pool.destroy().catch(() => {})
    },
  }
}

function send(
  wire: WireRequest,
  options: TransportOptions & { pools: Pools; connections: number },
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const collector = new Collector({ wire, options, resolve, reject })
    try {
      poolOf(wire, options).dispatch(
        {
          method: wire.method as Dispatcher.HttpMethod,
          path: wire.path,
          headers: headersFor(wire),
          body: wire.body,
          headersTimeout: options.limits.idleTimeoutMs,
          bodyTimeout: options.limits.idleTimeoutMs,
        },
        collector,
      )
    } catch (error) {
      reject(failureOf(error, wire))
    }
  })
}

interface Collecting {
  wire: WireRequest
  options: TransportOptions
  resolve: (response: RawResponse) => void
  reject: (error: Error) => void
}

/**
 * Gathers one answer: stops at the size limit and when its time is over. It has the older of undici's two handler shapes: the newer is
 * wrapped into it, which costs as much as sending.
 */
class Collector implements Dispatcher.DispatchHandler {
  readonly #call: Collecting
  readonly #chunks: Buffer[] = []
  #size = 0
  #status = 0
  #headers: Header[] = []
  #abort: (reason: Error) => void = () => {}
  #forget: () => void = () => {}

  constructor(call: Collecting) {
    this.#call = call
  }

  onConnect(abort: (reason?: Error) => void): void {
    this.#abort = abort
    const { deadline } = this.#call.options
    if (deadline.reason) abort(deadline.reason)
    else this.#forget = deadline.onStop(() => abort(deadline.reason))
  }

  onHeaders(status: number, raw: Buffer[]): boolean {
    this.#status = status
    this.#headers = headersOf(raw)
    return true
  }

  onData(chunk: Buffer): boolean {
    this.#size += chunk.byteLength
    const { maxBytes } = this.#call.options.limits
    if (this.#size > maxBytes) this.#abort(tooLarge(maxBytes))
    else this.#chunks.push(chunk)
    return true
  }

  onComplete(): void {
    this.#forget()
    const body = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
    this.#call.resolve({ status: this.#status, headers: this.#headers, body })
  }

  onError(error: Error): void {
    this.#forget()
    this.#call.reject(failureOf(error, this.#call.wire))
  }
}

/** Names and values by turns, as they came. */
function headersOf(raw: Buffer[]): Header[] {
  const headers: Header[] = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    headers.push({
      key: raw[index]!.toString('latin1').toLowerCase(),
      value: raw[index + 1]!.toString('latin1'),
    })
  }
  return headers
}

/** Whether the private networks are closed for a request that starts at this host. */
export function isGuardedHost(hostname: string): boolean {
  return !isLocalHost(hostname)
}
