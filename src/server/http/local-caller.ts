import type { IncomingMessage } from 'node:http'
import { isForwarded } from './client-address.js'

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
/** A host, with or without a port, that only programs of this machine use. */
const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/**
 * Whether a request comes directly from this machine. Such a caller may read tools and metrics without a key. False in
 * these cases:
 * - The request came through a proxy.
 * - Its `Host` is not a local name. The host name of a web page can resolve to this machine (DNS rebinding).
 * - A page of another machine sent it.
 */
export function isLocalCaller(request: IncomingMessage): boolean {
  const isLoopback = LOOPBACK.includes(request.socket.remoteAddress ?? '')
  const { host = '', origin } = request.headers
  const isLocal = isLocalHost(host) && (origin === undefined || isLocalPage(origin))
  return isLoopback && !isForwarded(request) && isLocal
}

/** Whether a `Host` header names this machine. */
export const isLocalHost = (host: string): boolean => LOCAL_HOST.test(host)

/** Whether a page comes from this machine. `origin` is its `Origin` header. */
export const isLocalPage = (origin: string): boolean => isWebPage(origin) && isLocalHost(new URL(origin).host)

/** Whether an origin is that of a page, and not of an extension or a file. */
export const isWebPage = (origin: string): boolean =>
  URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol)
