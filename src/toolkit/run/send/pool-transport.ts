import { buildConnector, type Dispatcher, Pool } from 'undici'
import type { Header, WireRequest } from '../wire-request.js'
import { failureOf, tooLarge } from './failure.js'
import { guardedConnector } from './guard.js'
import type { RawResponse, Transport, TransportOptions } from './transport.js'

/** Maximum number of connections of the process to one origin. Further requests wait. */
const CONNECTIONS = 64

/** Maximum number of origins with open connections, because redirects may lead to any number of origins. */
const MAX_POOLS = 256

/** Pools by origin and by settings of their connections, oldest first. Idle connections close by themselves. */
interface Connections {
  pools: Map<string, Pool>
  perOrigin: number
}

function poolOf({ pools, perOrigin }: Connections, { wire, options: { limits, guard } }: Collecting): Pool {
  const secure = wire.profile.strictSSL !== false
  const key = `${wire.origin} ${guard} ${secure} ${limits.connectTimeoutMs}`
  const known = pools.get(key)
  if (known) return known
  const options = { timeout: limits.connectTimeoutMs, rejectUnauthorized: secure }
  const connect = guard === 'none' ? buildConnector(options) : guardedConnector(options, guard)
  const pool = new Pool(wire.origin, { connections: perOrigin, connect })
  pools.set(key, pool)
  if (pools.size > MAX_POOLS) closeOldest(pools)
  return pool
}

function closeOldest(pools: Connections['pools']): void {
  for (const [key, pool] of pools) {
    pools.delete(key)
    pool.close().catch(() => {})
    return
  }
}

/** Headers that the undici client writes itself or forbids. */
const CLIENTS_OWN = new Set(
  'content-length transfer-encoding keep-alive upgrade expect te trailer'.split(' '),
)

const CLOSE = /^close$/i

/** The headers in undici's format, `[name, value, name, value]`, without those that undici adds itself. */
function headersFor({ headers, origin }: WireRequest): string[] {
  const list: string[] = []
  for (const [name, value] of headers) {
    const lower = name.toLowerCase()
    const isUsual =
      lower === 'host' ? origin.endsWith(`//${value}`) : lower === 'connection' && !CLOSE.test(value)
    if (!isUsual && !CLIENTS_OWN.has(lower)) list.push(name, value)
  }
  return list
}

/** Sends with undici, which leaves the path unchanged. All calls of the process to one origin share a pool. */
export const poolTransport: Transport = transportOver({ pools: new Map(), perOrigin: CONNECTIONS })

/** One connection to each origin: NTLM authenticates the connection, so users must not share one. */
export function createOwnTransport(): { send: Transport; close: () => void } {
  const own: Connections = { pools: new Map(), perOrigin: 1 }
  return {
    send: transportOver(own),
    close() {
      for (const pool of own.pools.values()) pool.destroy().catch(() => {})
    },
  }
}

function transportOver(connections: Connections): Transport {
  return (wire, options) =>
    new Promise((resolve, reject) => {
      const call: Collecting = { wire, options, resolve, reject }
      const { idleTimeoutMs } = options.limits
      try {
        poolOf(connections, call).dispatch(
          {
            method: wire.method as Dispatcher.HttpMethod,
            path: wire.path,
            headers: headersFor(wire),
            body: wire.body,
            headersTimeout: idleTimeoutMs,
            bodyTimeout: idleTimeoutMs,
          },
          new Collector(call),
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

/** Collects one response, up to size limit and deadline, by undici's older interface: wrapping the newer takes as long as sending. */
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
