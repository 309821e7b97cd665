import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { isForwardedSecurely } from './client-address.js'
import type { HttpRefusal } from './http-answer.js'

export interface OriginPolicyOptions {
  /** Allowed origins; `*` allows all. `undefined` if the operator sets none. */
  allowed: readonly string[] | undefined
  /** Whether the server accepts the demo key. This key is public, so every web page can send it. */
  acceptsDemoKey: boolean
  /** See `AppOptions.trustProxy`. @default 0 */
  trustProxy?: number
}

/**
 * Decides which web pages may use a server. Allowed are:
 * - the server's own pages: they come from the host of the request, and this host is localhost, an IP address, a name
 *   without dots or a name from `addHost`. The owner of any other name could point it at this machine (DNS rebinding).
 * - pages on the list of the operator. Without a list, a server with a secret key allows all pages, because a page has
 *   this key only if the operator gave it to the page.
 * - requests without `Origin`, most of which come from programs. With the demo key, they are checked too.
 */
export class OriginPolicy {
  readonly #allowed: ReadonlySet<string> | undefined
  readonly #acceptsDemoKey: boolean
  readonly #trustProxy: number
  readonly #hosts = new Set<string>()

  constructor({ allowed, acceptsDemoKey, trustProxy = 0 }: OriginPolicyOptions) {
    this.#allowed = allowed && new Set(allowed.map(normalizeOrigin))
    this.#acceptsDemoKey = acceptsDemoKey
    this.#trustProxy = trustProxy
    for (const origin of this.#allowed ?? []) if (URL.canParse(origin)) this.addHost(new URL(origin).hostname)
  }

  /** Adds a host name of this server. Pages with this host count as the server's own. */
  addHost(name: string): void {
    this.#hosts.add(name.toLowerCase())
  }

  /** The refusal if a page that may not use the server sent the request. */
  refusal(request: IncomingMessage): HttpRefusal | undefined {
    return this.#refusal(request, this.#acceptsDemoKey)
  }

  refusalWithDemoKey(request: IncomingMessage): HttpRefusal | undefined {
    return this.#refusal(request, true)
  }

  namedOrigin({ headers: { origin } }: IncomingMessage): string | undefined {
    return origin !== undefined && this.#isNamed(origin) ? origin : undefined
  }

  /** The origin of the page that sent a request, if that page may open a WebSocket. */
  allowedOrigin(request: IncomingMessage): string | undefined {
    return this.refusal(request) ? undefined : request.headers.origin
  }

  #refusal(request: IncomingMessage, isDemo: boolean): HttpRefusal | undefined {
    const { origin } = request.headers
    if (this.#allowed?.has('*')) return undefined
    if (origin === undefined) return isDemo ? this.#refusalWithoutOrigin(request) : undefined
    if (this.#isNamed(origin) || this.#isOwn(origin, request)) return undefined
    if (isDemo) return refuse(`${pagesOf(origin)} while its key is the demo key. ${remedyFor(origin)}`)
    return this.#allowed && refuse(`${pagesOf(origin)}. ${remedyFor(origin)}`)
  }

  /** Without `Origin` (GET, HEAD: Fetch Standard, 3.2), `Sec-Fetch-Site` or an unknown host reveals a foreign page. */
  #refusalWithoutOrigin(request: IncomingMessage): HttpRefusal | undefined {
    const { host, upgrade, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers
    if ((site === 'cross-site' || site === 'same-site') && mode !== 'navigate')
      return refuse(`Pages of other origins may not use this server while its key is the demo key.`)
    const mayHideOrigin = (request.method === 'GET' || request.method === 'HEAD') && upgrade === undefined
    if (!mayHideOrigin || host === undefined || this.#isKnownHost(host)) return undefined
    return refuse(
      `This server does not answer under the name "${shorten(host)}" while its key is the demo key. Set SERVICE_API_KEY, or name it with --allowed-origins http://${shorten(host)}.`,
    )
  }

  #isNamed(origin: string): boolean {
    return (
      this.#allowed !== undefined && (this.#allowed.has('*') || this.#allowed.has(normalizeOrigin(origin)))
    )
  }

  #isOwn(origin: string, request: IncomingMessage): boolean {
    const { host } = request.headers
    if (host === undefined || !this.#isKnownHost(host)) return false
    return normalizeOrigin(origin) === normalizeOrigin(`${this.schemeOf(request)}://${host}`)
  }

  /** The scheme that the client used. A trusted proxy may report it. */
  schemeOf(request: IncomingMessage): 'http' | 'https' {
    const isSecure =
      (request.socket as TLSSocket).encrypted === true || isForwardedSecurely(request, this.#trustProxy)
    return isSecure ? 'https' : 'http'
  }

  #isKnownHost(host: string): boolean {
    if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return false
    const { hostname } = new URL(`http://${host}`)
    const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[')
    return (
      isAddress || !hostname.includes('.') || hostname.endsWith('.localhost') || this.#hosts.has(hostname)
    )
  }
}

function normalizeOrigin(origin: string): string {
  const isWeb = /^https?:\/\//i.test(origin) && URL.canParse(origin)
  return isWeb ? new URL(origin).origin : origin.toLowerCase()
}

const refuse = (message: string): HttpRefusal => ({ status: 403, message })

const pagesOf = (origin: string) => `Pages of "${shorten(origin)}" may not use this server`

/** Advice about a refused origin. `null` cannot be listed: files and sandboxed frames share it. */
function remedyFor(origin: string): string {
  if (origin === 'null')
    return 'Serve the page over http or https, so that it has an origin to name with --allowed-origins.'
  return `Start it with --allowed-origins ${shorten(origin)}, or add that to allowedOrigins.`
}

const shorten = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}...` : text)

export function corsHeaders(
  origin: string | undefined,
  { methods, headers }: { methods: string; headers: string },
): Record<string, string> {
  if (origin === undefined) return {}
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': headers,
    Vary: 'Origin',
  }
}
