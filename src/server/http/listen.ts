import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { messageOf, VoiceError } from '../../errors.js'
import { refuseUpgrade } from './http-answer.js'

/** A certificate and its private key, in PEM. */
export interface TlsOptions {
  cert: string
  key: string
}

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
const CHECK_INTERVAL_MS = 2_000
/** Sockets beside WebSockets: for plain requests, and clients that have sent nothing yet. */
const OTHER_SOCKETS = 1_000
const MAX_HEADER_BYTES = 16 * 1024

/** A server with limits for headers and sockets. Throws `tls-invalid` for the certificate or its key. */
export function createHttpServer(
  handler: RequestListener,
  { tls, connections }: { tls: TlsOptions | undefined; connections: number },
): Server {
  const server = makeServer(handler, tls)
  server.maxConnections = connections + OTHER_SOCKETS
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuseBytes(error, socket as Socket))
  return server
}

function makeServer(handler: RequestListener, tls: TlsOptions | undefined): Server {
  const bounds = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  }
  if (!tls) return createServer(bounds, handler)
  try {
    return createSecureServer({ ...bounds, ...tls, minVersion: 'TLSv1.2' }, handler)
  } catch (error) {
    const message = `The certificate or its key cannot be used: ${messageOf(error)}. Both must be PEM files that belong together.`
    throw new VoiceError('tls-invalid', message, { cause: error })
  }
}

function refuseBytes({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy()
  if (code === 'HPE_HEADER_OVERFLOW') refuseUpgrade(socket, HEADERS_TOO_LARGE)
  else if (code === 'ERR_HTTP_REQUEST_TIMEOUT') refuseUpgrade(socket, TOO_SLOW)
  else refuseUpgrade(socket, { status: 400, message: 'This is no HTTP request.' })
}

const HEADERS_TOO_LARGE = {
  status: 431,
  message: `The headers of a request may take ${MAX_HEADER_BYTES} bytes. Send a shorter key, shorter address or fewer cookies.`,
}

const TOO_SLOW = {
  status: 408,
  message: `The headers of a request have to arrive within ${HEADERS_TIMEOUT_MS / 1000} seconds, all of it within ${REQUEST_TIMEOUT_MS / 1000}.`,
}

/** Where to listen. Errors name `flag`, the command-line option for the port. */
interface ListeningPlace {
  host: string
  port: number
  /** @default '--port' */
  flag?: string
}

/** Starts listening and returns the port. Throws `port-in-use` or `cannot-listen`. */
export function startListening(server: Server, at: ListeningPlace): Promise<number> {
  // With an empty host, Node would listen on all addresses of the machine, so it is refused.
  if (at.host.trim() === '') return Promise.reject(new VoiceError('cannot-listen', NO_HOST))
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, at)))
    server.listen(at.port, at.host, () => resolve((server.address() as AddressInfo).port))
  })
}

const NO_HOST =
  'The host to listen on is empty. Give 127.0.0.1 for programs of this machine, or 0.0.0.0 for other machines too.'

function cannotListen(
  error: NodeJS.ErrnoException,
  { host, port, flag = '--port' }: ListeningPlace,
): VoiceError {
  if (error.code === 'EADDRINUSE') {
    const message = `Port ${port} on ${host} is in use. Stop what uses it, or choose another with ${flag}.`
    return new VoiceError('port-in-use', message, { cause: error })
  }
  return new VoiceError('cannot-listen', `Cannot listen on ${host}:${port}: ${error.message}.`, {
    cause: error,
  })
}

/** A host name under which this machine itself can reach the server. */
export function localName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
