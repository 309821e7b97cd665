import { constants } from 'node:crypto'
import {
  type Agent,
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https'
import type { WireRequest } from '../wire-request.js'
import { failureOf, tooLarge } from './failure.js'
import type { RawResponse, Transport, TransportOptions } from './transport.js'

/** A transport with Node's own client, which keeps order and case of all headers. */
export interface HttpTransport {
  send: Transport
  close(): void
}

/** Headers that Node adds by itself, unless `writeHeaders` says that the request has none. */
const NODES_OWN = ['Host', 'Connection', 'Content-Length', 'Transfer-Encoding']

/** Creates the transport of a replay. It has one connection for each origin, which later requests use again. */
export function createHttpTransport(): HttpTransport {
  const options = { keepAlive: true, maxSockets: 1 }
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) }
  return {
    send: (wire, transportOptions) =>
      new Promise((resolve, reject) => {
        try {
          start(wire, { ...transportOptions, agent: agents[wire.protocol], resolve, reject })
        } catch (error) {
          reject(failureOf(error, wire))
        }
      }),
    close() {
      agents['http:'].destroy()
      agents['https:'].destroy()
    },
  }
}

interface Exchange extends TransportOptions {
  agent: Agent
  resolve: (response: RawResponse) => void
  reject: (error: Error) => void
}

function start(wire: WireRequest, exchange: Exchange): void {
  const { agent, deadline, resolve, reject } = exchange
  const send = wire.protocol === 'https:' ? httpsRequest : httpRequest
  const client = send({
    agent,
    method: wire.method,
    hostname: wire.hostname,
    ...(wire.port === undefined ? {} : { port: wire.port }),
    path: wire.path,
    setHost: false,
    ...securityOf(wire),
  })
  const forget = deadline.onStop(() => client.destroy(deadline.reason))
  client.on('close', forget)
  client.on('error', (error) => reject(failureOf(deadline.reason ?? error, wire)))
  client.on('response', (response) => {
    collectBody(response, exchange.limits.maxBytes).then(
      (body) => resolve({ status: response.statusCode ?? 0, headers: headersOf(response), body }),
      (error) => {
        client.destroy()
        reject(failureOf(deadline.reason ?? error, wire))
      },
    )
  })
  try {
    writeHeaders(client, wire)
    if (wire.body) client.end(wire.body)
    else client.end()
  } catch (error) {
    // Closes the connection that the client has already opened. The client then reports the error by its event `error`.
    client.destroy(error as Error)
  }
}

function writeHeaders(client: ClientRequest, wire: WireRequest): void {
  const values = new Map<string, string[]>()
  for (const [name, value] of wire.headers) values.set(name, [...(values.get(name) ?? []), value])
  for (const [name, list] of values) client.setHeader(name, list.length === 1 ? list[0]! : list)
  for (const name of NODES_OWN) if (!client.hasHeader(name)) client.removeHeader(name)
}

function securityOf({ profile }: WireRequest): RequestOptions {
  const { strictSSL, insecureHTTPParser, tlsPreferServerCiphers, tlsDisabledProtocols, tlsCipherSelection } =
    profile
  const disabled = Array.isArray(tlsDisabledProtocols) ? tlsDisabledProtocols : []
  const known = constants as unknown as Record<string, number>
  const secureOptions = disabled.reduce<number>(
    (bits, name) => bits | (known[`SSL_OP_NO_${String(name)}`] ?? 0),
    0,
  )
  return {
    ...(strictSSL === false ? { rejectUnauthorized: false } : {}),
    ...(insecureHTTPParser === true ? { insecureHTTPParser: true } : {}),
    ...(tlsPreferServerCiphers === true ? { honorCipherOrder: true } : {}),
    ...(secureOptions ? { secureOptions } : {}),
    ...(Array.isArray(tlsCipherSelection) ? { ciphers: tlsCipherSelection.join(':') } : {}),
  }
}

async function collectBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function headersOf({ rawHeaders }: IncomingMessage): RawResponse['headers'] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [{ key: name.toLowerCase(), value: rawHeaders[index + 1] ?? '' }] : [],
  )
}
