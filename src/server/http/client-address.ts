import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, isIPv6 } from 'node:net'

/** Headers by which a proxy says that it stands between. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip']

/**
 * The address of the client. With `trustProxy` proxies before the server, the last so many entries of `X-Forwarded-For` were written by them, and the
 * first of those is the client; entries before it are what the client says about itself.
 */
export function clientAddress(request: IncomingMessage, trustProxy: number): string {
  const own = plainAddress(request.socket.remoteAddress ?? '')
  if (trustProxy === 0) return own
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const entry = plainAddress((forwarded.at(-trustProxy) ?? forwarded[0] ?? '').trim())
  return isIP(entry) === 0 ? own : entry
}

/** Whether a trusted proxy took the request over TLS. */
export function isForwardedSecurely(request: IncomingMessage, trustProxy: number): boolean {
  const protocols = String(request.headers['x-forwarded-proto'] ?? '').split(',')
  return trustProxy > 0 && protocols.at(-1)?.trim() === 'https'
}

/**
 * Whether a request came through a proxy, as far as it says so. A proxy that adds none of these headers speaks HTTP/1.0, as nginx does without
 * settings, or cannot be told from a client.
 */
export function isForwarded({ headers, httpVersion }: IncomingMessage): boolean {
  const isNamed = Object.keys(headers).some(
    (name) => name.startsWith('x-forwarded-') || PROXY_HEADERS.includes(name),
  )
  return isNamed || httpVersion === '1.0'
}

/** What counts as one client: an IPv4 address, or the network of an IPv6 address (/64), of which one client has all addresses. */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = (part: string) => part.split(':').filter(Boolean)
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}

/** Without the port that some proxies add, the brackets of IPv6, and the prefix of an IPv4 address on an IPv6 socket. */
function plainAddress(text: string): string {
  const bracketed = text.startsWith('[') ? text.slice(1, text.indexOf(']')) : text
  const [host = ''] = bracketed.includes('.') ? bracketed.replace('::ffff:', '').split(':') : [bracketed]
  return isIPv4(host) ? host : bracketed
}
