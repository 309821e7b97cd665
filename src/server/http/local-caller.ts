import type { IncomingMessage } from 'node:http'
import { isForwarded } from './client-address.js'

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/**
 * Whether a request comes from this machine, where a key would protect nothing. A request through a proxy never does, and neither does one of a page
 * whose host name was pointed at this machine (DNS rebinding), which the Host header gives away.
 */
export function isLocalCaller(request: IncomingMessage): boolean {
  const isLoopback = LOOPBACK.includes(request.socket.remoteAddress ?? '')
  return isLoopback && !isForwarded(request) && LOCAL_HOST.test(request.headers.host ?? '')
}
