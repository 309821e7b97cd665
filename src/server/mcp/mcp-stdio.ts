import type { Readable, Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import {
  type JSONRPCMessage,
  ProtocolErrorCode,
  specTypeSchemas,
  type Transport,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { fieldsOf } from '../../protocol/is-object.js'
import { Confirmations } from './call-result.js'
import type { McpOptions } from './mcp-options.js'
import { createMcpServer } from './mcp-server.js'
import { parseMessage, problemsOf, sentencesFor } from './read-message.js'

/** Maximum time to send the last responses after the input has ended or the signal has aborted. */
const LAST_ANSWERS_MS = 2_000

/**
 * Serves MCP over a pair of streams until the input ends or the signal aborts. Calls that still run 2 seconds later are
 * stopped.
 */
export async function serveMcpStdio(
  options: McpOptions,
  { input, output, signal }: { input: Readable; output: Writable; signal?: AbortSignal },
): Promise<void> {
  const refuse = (error: LineError) => {
    options.logger.warn('MCP message not understood', { error: error.error.message })
    output.write(`${JSON.stringify(error)}\n`)
  }
  const transport = new LineTransport(output, refuse)
  const source = { read: () => options }
  const confirmations = new Confirmations(options.clock)
  const served = serveStdio(() => createMcpServer(source, confirmations), { transport })
  await new Promise<void>((resolve) => {
    const end = () => {
      transport.end()
      resolve()
    }
    input.on('data', (chunk: Buffer | string) => transport.read(Buffer.from(chunk)))
    input.once('end', end).once('close', end)
    output.once('error', resolve)
    signal?.addEventListener('abort', () => resolve(), { once: true })
    if (signal?.aborted) resolve()
  })
  const lastAnswers = new AbortController()
  await Promise.race([
    transport.answered(),
    setTimeout(LAST_ANSWERS_MS, undefined, { signal: lastAnswers.signal }),
  ])
  lastAnswers.abort()
  await served.close()
}

/**
 * The error response to an input line that is not a JSON-RPC message. `id` is the id in the line if it is valid, else
 * `null`.
 */
interface LineError {
  jsonrpc: '2.0'
  id: string | number | null
  error: { code: number; message: string }
}

const LINE_END = 0x0a

/**
 * Reads and writes JSON-RPC messages, one a line. To any other line, it answers with an error, where the transport of
 * the SDK would ignore the line and let the client wait. It also stays open when the input ends, for the last answers.
 */
class LineTransport implements Transport {
  onmessage?: Transport['onmessage']
  onclose?: () => void
  readonly #output: Writable
  readonly #refuse: (error: LineError) => void
  /** The pieces of the current line. */
  #pieces: Buffer[] = []
  #isFirst = true
  /** The ids of requests that have no response yet, except cancelled ones. */
  readonly #open = new Set<unknown>()
  #whenNone = () => {}

  constructor(output: Writable, refuse: (error: LineError) => void) {
    this.#output = output
    this.#refuse = refuse
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    this.#output.write(`${JSON.stringify(message)}\n`)
    if (!('method' in message) && this.#open.delete(message.id) && this.#open.size === 0) this.#whenNone()
  }

  async close(): Promise<void> {
    this.onclose?.()
  }

  /** Waits until each request has its response. */
  answered(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenNone = resolve
      if (this.#open.size === 0) resolve()
    })
  }

  read(chunk: Buffer): void {
    let rest = chunk
    for (let end = rest.indexOf(LINE_END); end >= 0; end = rest.indexOf(LINE_END)) {
      this.#pieces.push(rest.subarray(0, end))
      this.end()
      rest = rest.subarray(end + 1)
    }
    if (rest.length > 0) this.#pieces.push(rest)
  }

  /** Ends the current line. */
  end(): void {
    const text = Buffer.concat(this.#pieces).toString()
    this.#pieces = []
    // Removes a byte order mark before the first message. Some Windows programs write one.
    const line = this.#isFirst ? text.replace(/^\ufeff/, '') : text
    this.#isFirst = false
    if (line.trim() === '') return
    const { message, error } = readLine(line)
    if (error) this.#refuse(error)
    if (!message) return
    if ('method' in message && 'id' in message) this.#open.add(message.id)
    if ('method' in message && message.method === 'notifications/cancelled')
      this.#open.delete(message.params?.requestId)
    this.onmessage?.(message)
  }
}

/**
 * The message of a line, or the error to answer. Nothing of both for a malformed notification or response, which gets no
 * answer.
 */
function readLine(line: string): { message?: JSONRPCMessage; error?: LineError } {
  let value: unknown
  try {
    value = parseMessage(line)
  } catch {
    const message = 'This line is not JSON. Send one JSON-RPC message in each line.'
    return { error: { jsonrpc: '2.0', id: null, error: { code: ProtocolErrorCode.ParseError, message } } }
  }
  if (sentencesFor(specTypeSchemas.JSONRPCMessage, value) === undefined)
    return { message: value as JSONRPCMessage }
  const { id, method, result, error } = fieldsOf(value)
  const getsNoAnswer = method === undefined ? (result ?? error) !== undefined : id === undefined
  if (getsNoAnswer) return {}
  const isUsable = typeof id === 'string' || Number.isSafeInteger(id)
  const message = `This is not a JSON-RPC message of MCP. ${problemsOf(value)}`
  return {
    error: {
      jsonrpc: '2.0',
      id: isUsable ? (id as string | number) : null,
      error: { code: ProtocolErrorCode.InvalidRequest, message },
    },
  }
}
