import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, isIPv6 } from 'node:net'

/** Matches the names of headers that proxies, load balancers and clouds add. */
const PROXY_HEADER =
  /^(?:forwarded|via|cdn-loop|(?:x-(?:forwarded|real|original|envoy|amzn|appengine|azure|proxy)|cf|fly|fastly)-.*)$|-client-ip$/

/**
 * The address of the client: entry number `trustProxy` of `X-Forwarded-For`, counted from the end. Each trusted proxy
 * adds an entry. The client itself may have written earlier ones.
 */
export function clientAddress(request: IncomingMessage, trustProxy: number): string {
  const own = plainAddress(request.socket.remoteAddress ?? '')
  if (trustProxy === 0) return own
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const entry = plainAddress((forwarded.at(-trustProxy) ?? forwarded[0] ?? '').trim())
  return isIP(entry) === 0 ? own : entry
}

/** Whether a trusted proxy received the request over TLS. */
export function isForwardedSecurely(request: IncomingMessage, trustProxy: number): boolean {
  const protocols = String(request.headers['x-forwarded-proto'] ?? '').split(',')
  return trustProxy > 0 && protocols.at(-1)?.trim() === 'https'
}

/** Whether a request shows signs of a proxy. HTTP/1.0 is one of them, because nginx uses it by default. */
export function isForwarded({ headers, httpVersion }: IncomingMessage): boolean {
  return Object.keys(headers).some((name) => PROXY_HEADER.test(name)) || httpVersion === '1.0'
}

/**
 * The network that counts as one client: an IPv4 address, or the /64 network of an IPv6 address. A client usually
 * owns the whole /64 network.
 */
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
