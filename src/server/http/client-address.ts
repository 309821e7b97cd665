import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, isIPv6 } from 'node:net'

const PROXY_HEADER =
  /^(?:forwarded|via|cdn-loop|(?:x-(?:forwarded|real|original|envoy|amzn|appengine|azure|proxy)|cf|fly|fastly)-.*)$|-client-ip$/

/** Entry `trustProxy` of `X-Forwarded-For` from the end: each trusted proxy adds one, the client may write earlier ones. */
export function clientAddress(request: IncomingMessage, trustProxy: number): string {
  const own = plainAddress(request.socket.remoteAddress ?? '')
  if (trustProxy === 0) return own
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const entry = plainAddress((forwarded.at(-trustProxy) ?? forwarded[0] ?? '').trim())
  return isIP(entry) === 0 ? own : entry
}

export function isForwardedSecurely(request: IncomingMessage, trustProxy: number): boolean {
  const protocols = String(request.headers['x-forwarded-proto'] ?? '').split(',')
  return trustProxy > 0 && protocols.at(-1)?.trim() === 'https'
}

/** Whether a request shows signs of a proxy. HTTP/1.0 is one of them, because nginx uses it by default. */
export function isForwarded({ headers, httpVersion }: IncomingMessage): boolean {
  return Object.keys(headers).some((name) => PROXY_HEADER.test(name)) || httpVersion === '1.0'
}

/** The network that counts as one client: an IPv4 address, or the /64 of an IPv6 address, which one client usually owns. */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = (part: string) => part.split(':').filter(Boolean)
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}

/** An address without port, without the brackets of IPv6, and without the prefix `::ffff:` of an IPv4 address. */
function plainAddress(text: string): string {
  const bracketed = text.startsWith('[') ? text.slice(1, text.indexOf(']')) : text
  const [host = ''] = bracketed.includes('.') ? bracketed.replace('::ffff:', '').split(':') : [bracketed]
  return isIPv4(host) ? host : bracketed
}

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
  const isLocal = isLoopbackHost(host) && (origin === undefined || isLocalPage(origin))
  return isLoopback && !isForwarded(request) && isLocal
}

export const isLoopbackHost = (host: string): boolean => LOCAL_HOST.test(host)

export const isLocalPage = (origin: string): boolean =>
  isWebPage(origin) && isLoopbackHost(new URL(origin).host)

/** Whether an origin is that of a page, and not of an extension or a file. */
export const isWebPage = (origin: string): boolean =>
  URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol)
