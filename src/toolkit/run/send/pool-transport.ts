import { buildConnector, type Dispatcher, Pool } from 'undici'
import type { Header, WireRequest } from '../wire-request.js'
import type { Deadline } from './deadline.js'
import { failureOf, tooLarge } from './failure.js'
import { guardedConnector, isLocalHost } from './guard.js'
import type { RawResponse, SendLimits } from './response.js'

/** Sends one request and collects the response; does not follow redirects or decode. Rejects with a `VoiceError`. */
export type Transport = (wire: WireRequest, options: TransportOptions) => Promise<RawResponse>

/** Options of one request. */
export interface TransportOptions {
  limits: SendLimits
  deadline: Deadline
  /** Whether private networks are blocked, because the API itself is public. */
  isGuarded: boolean
}

/** Maximum connections per origin; further requests wait. */
const CONNECTIONS = 64

/** Maximum number of origins with open connections; redirects may lead to any number of origins. */
const MAX_POOLS = 256

/** Pools by origin and kind of connection, oldest first. */
type Pools = Map<string, Pool>

/** Connections of the whole process; idle connections close automatically. */
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

/** Pending requests finish first. */
function closeOldest(pools: Pools): void {
  for (const [key, pool] of pools) {
    pools.delete(key)
    pool.close().catch(() => {})
    return
  }
}

/** The undici client writes or forbids these headers itself. */
const CLIENTS_OWN = new Set([
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'expect',
  'te',
  'trailer',
])

/** Cached lists for headers that do not change between calls. */
const lists = new WeakMap<WireRequest['headers'], string[]>()

/** Alternating names and values, without the headers that the client writes. */
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

/** A separate connection, for an auth (NTLM) that is bound to the connection and must not be shared between users. */
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
 * Collects one response: stops at the size limit and at the deadline. It implements the older of undici's two handler
 * interfaces: undici wraps the newer one in it, which costs as much as sending.
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

/** Alternating names and values, in the order received. */
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

/** Whether private networks are blocked for a request that starts at this host. */
export function isGuardedHost(hostname: string): boolean {
  return !isLocalHost(hostname)
}
