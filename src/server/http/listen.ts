import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { messageOf, VoiceError } from '../../errors.js'

/** A certificate and its private key, in PEM. */
export interface TlsOptions {
  cert: string
  key: string
}

/** A client that has not finished its headers by then is dropped. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000

/** A server that drops clients who dawdle with their headers. Throws `tls-invalid`. */
export function createHttpServer(handler: RequestListener, tls: TlsOptions | undefined): Server {
  const timeouts = { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS }
  if (!tls) return createServer(timeouts, handler)
  try {
    return createSecureServer({ ...timeouts, ...tls, minVersion: 'TLSv1.2' }, handler)
  } catch (error) {
    const message = `The certificate or its key cannot be used: ${messageOf(error)}. Both must be PEM files that belong together.`
    throw new VoiceError('tls-invalid', message, { cause: error })
  }
}

/** Starts listening and returns the port. Throws `port-in-use` or `cannot-listen`. */
export function startListening(server: Server, at: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, at)))
    server.listen(at.port, at.host, () => resolve((server.address() as AddressInfo).port))
  })
}

function cannotListen(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): VoiceError {
  if (error.code === 'EADDRINUSE') {
    const message = `Port ${port} on ${host} is in use. Stop what uses it, or choose another with --port.`
    return new VoiceError('port-in-use', message, { cause: error })
  }
  return new VoiceError('cannot-listen', `Cannot listen on ${host}:${port}: ${error.message}.`, {
    cause: error,
  })
}

/** A name that reaches a server from the same machine. */
export function localName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
