import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isLocalHost, isLocalPage, isWebPage } from '../http/local-caller.js'

/**
 * Why the mock does not answer a request; `undefined` if it does. Any web page can send requests to this machine, and
 * the owner of a host name can point it at this machine (DNS rebinding). So the mock answers only requests to a local
 * host name or to the host of `--host`, and only pages of such a host. If the mock listens for other machines, they may
 * also use its IP address.
 */
export function foreignCaller({ headers }: IncomingMessage, ownHost: string): string | undefined {
  const { host = '', origin } = headers
  if (!isKnownHost(host, ownHost))
    return `The mock does not answer under the name "${host.slice(0, 100)}", but under localhost and the name that --host gives.`
  if (origin === undefined || isLocalPage(origin) || isOwnPage(origin, ownHost)) return undefined
  return `Pages of ${origin.slice(0, 100)} must not use the mock. Open the page from localhost, or from the host that --host names.`
}

/** The CORS headers of an answer: a page of a known host may read it. */
export function crossOriginHeaders({ headers }: IncomingMessage): [string, string][] {
  const { origin } = headers
  if (origin === undefined) return []
  return [
    ['access-control-allow-origin', origin],
    ['access-control-allow-methods', headers['access-control-request-method'] ?? '*'],
    ['access-control-allow-headers', headers['access-control-request-headers'] ?? '*'],
    ['access-control-expose-headers', '*'],
    ['vary', 'origin'],
  ]
}

const isOwnPage = (origin: string, ownHost: string) =>
  isWebPage(origin) && isKnownHost(new URL(origin).host, ownHost)

function isKnownHost(host: string, ownHost: string): boolean {
  if (isLocalHost(host)) return true
  const name = hostName(host)
  if (name === undefined || isLocalHost(ownHost)) return false
  return name === hostName(isIP(ownHost) === 6 ? `[${ownHost}]` : ownHost) || isIP(name) !== 0
}

/** The name or IP address in a host, without its port. */
const hostName = (host: string) =>
  URL.canParse(`http://${host}`)
    ? new URL(`http://${host}`).hostname.toLowerCase().replace(/^\[|\]$/g, '')
    : undefined
