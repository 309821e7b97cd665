import type { IncomingMessage } from 'node:http'

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const LOCAL_HOST = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i

/**
 * Whether whoever asks is on this machine already, so that a key would protect nothing. Not so behind a proxy, and not for a page whose host
 * name was pointed at this machine (DNS rebinding), which the Host header gives away.
 */
export function isLocalCaller(request: IncomingMessage): boolean {
  const { headers, socket } = request
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false
  return LOOPBACK.includes(socket.remoteAddress ?? '') && LOCAL_HOST.test(headers.host ?? '')
}
