import { type Dispatcher, Pool } from 'undici'
import type { WireRequest } from '../wire-request.js'
import { failureOf, tooLarge } from './failure.js'
import { guardedLookup, isLocalHost, refuseLocalHost } from './guard.js'
import type { RawResponse, SendLimits } from './response.js'

/** Sends one request and collects the answer; follows nothing, decodes nothing. Rejects with a `VoiceError`. */
export type Transport = (wire: WireRequest, options: TransportOptions) => Promise<RawResponse>

/** What belongs to one request. */
export interface TransportOptions {
  limits: SendLimits
  signal: AbortSignal
  /** Whether private networks are closed, because the API itself is public. */
  isGuarded: boolean
}

/** Connections of one origin; more requests wait for one of them. */
const CONNECTIONS = 64

/** Pools by origin and kind of connection. */
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
  const pool = new Pool(wire.origin, {
    connections,
    connect: {
      timeout: limits.connectTimeoutMs,
      rejectUnauthorized: secure,
      ...(isGuarded ? { lookup: guardedLookup } : {}),
    },
  })
  pools.set(key, pool)
  return pool
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
  if (options.isGuarded) refuseLocalHost(wire.hostname)
  return new Promise((resolve, reject) => {
    const collector = new Collector({ wire, options, resolve, reject })
    try {
      poolOf(wire, options).dispatch(
        {
          method: wire.method as Dispatcher.HttpMethod,
          path: wire.path,
          headers: wire.headers.flatMap(([name, value]) => {
            const lower = name.toLowerCase()
            return CLIENTS_OWN.has(lower) || (lower === 'connection' && !/^(close|keep-alive)$/i.test(value))
              ? []
              : [name, value]
          }),
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

/** Gathers one answer: stops at the size limit and when the signal aborts. */
class Collector implements Dispatcher.DispatchHandler {
  readonly #call: Collecting
  readonly #chunks: Buffer[] = []
  #size = 0
  #status = 0
  #headers: RawResponse['headers'] = []
  #stopListening: () => void = () => {}

  constructor(call: Collecting) {
    this.#call = call
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { signal } = this.#call.options
    const abort = () =>
      controller.abort(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    this.#stopListening = () => signal.removeEventListener('abort', abort)
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status
    this.#headers = Object.entries(headers).flatMap(([key, value = []]) =>
      (Array.isArray(value) ? value : [value]).map((one) => ({ key, value: one })),
    )
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.byteLength
    const { maxBytes } = this.#call.options.limits
    if (this.#size > maxBytes) controller.abort(tooLarge(maxBytes))
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.#stopListening()
    const body = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
    this.#call.resolve({ status: this.#status, headers: this.#headers, body })
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#stopListening()
    this.#call.reject(failureOf(error, this.#call.wire))
  }
}

/** Whether the private networks are closed for a request that starts at this host. */
export function isGuardedHost(hostname: string): boolean {
  return !isLocalHost(hostname)
}
