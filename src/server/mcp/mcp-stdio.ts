import { type Readable, Transform, type TransformCallback, type Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ErrorCode, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'
import { fieldsOf } from '../../protocol/is-object.js'
import { exactText } from '../../protocol/parse-exact.js'
import { parseShallow } from '../../protocol/parse-json.js'
import type { McpOptions } from './mcp-options.js'
import { createMcpServerFactory } from './mcp-server.js'
import { problemsOf } from './read-message.js'

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
  const server = createMcpServerFactory(options)()
  const lines = new MessageLines((error) => {
    options.logger.warn('MCP message not understood', { error: error.error.message })
    output.write(`${JSON.stringify(error)}\n`)
  })
  const transport = new StdioServerTransport(lines, output)
  await server.connect(transport)
  const answered = countRequests(transport)
  const closed = new Promise<void>((resolve) => {
    lines.once('end', resolve)
    // If the input closes without the event `end`, the lines that have arrived are still answered.
    input.once('close', () => lines.end())
    output.once('error', () => resolve())
    signal?.addEventListener('abort', () => resolve(), { once: true })
    if (signal?.aborted) resolve()
  })
  input.pipe(lines)
  await closed
  const lastAnswers = new AbortController()
  await Promise.race([answered(), setTimeout(LAST_ANSWERS_MS, undefined, { signal: lastAnswers.signal })])
  lastAnswers.abort()
  await server.close()
}

/** Tracks requests that have no response yet, except cancelled ones. The returned function waits until there are none. */
function countRequests(transport: Transport): () => Promise<void> {
  const open = new Set<unknown>()
  let whenNone = () => {}
  const { onmessage } = transport
  const send = transport.send.bind(transport)
  transport.onmessage = (message, extra) => {
    if ('method' in message && 'id' in message) open.add(message.id)
    if ('method' in message && message.method === 'notifications/cancelled') {
      open.delete(message.params?.requestId)
    }
    onmessage?.(message, extra)
  }
  transport.send = async (message, more) => {
    await send(message, more)
    if (!('method' in message) && open.delete(message.id) && open.size === 0) whenNone()
  }
  return () =>
    new Promise((resolve) => {
      whenNone = resolve
      if (open.size === 0) resolve()
    })
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
 * Passes on the input lines that are JSON-RPC messages. For any other line, it calls `refuse` with the error response.
 * The SDK would ignore the line, and the client would wait for a response.
 */
class MessageLines extends Transform {
  readonly #refuse: (error: LineError) => void
  /** The pieces of the current line. */
  #pieces: Buffer[] = []
  #isFirst = true

  constructor(refuse: (error: LineError) => void) {
    super()
    this.#refuse = refuse
  }

  override _transform(chunk: Buffer | string, _encoding: BufferEncoding, done: TransformCallback): void {
    let rest = Buffer.from(chunk)
    for (let end = rest.indexOf(LINE_END); end >= 0; end = rest.indexOf(LINE_END)) {
      this.#pieces.push(rest.subarray(0, end))
      this.#endLine()
      rest = rest.subarray(end + 1)
    }
    if (rest.length > 0) this.#pieces.push(rest)
    done()
  }

  override _flush(done: TransformCallback): void {
    this.#endLine()
    done()
  }

  #endLine(): void {
    const text = Buffer.concat(this.#pieces).toString()
    this.#pieces = []
    // Removes a byte order mark before the first message. Some Windows programs write one.
    const line = this.#isFirst ? text.replace(/^\ufeff/, '') : text
    this.#isFirst = false
    if (line.trim() === '') return
    const error = errorOf(line)
    if (error) this.#refuse(error)
    else this.push(`${exactText(line)}\n`)
  }
}

/**
 * Whether a value is meant as a JSON-RPC notification or response. The server answers neither of them, even if they are
 * malformed.
 */
function getsNoAnswer(value: unknown): boolean {
  const { id, method, result, error } = fieldsOf(value)
  return method === undefined ? (result ?? error) !== undefined : id === undefined
}

function errorOf(line: string): LineError | undefined {
  let value: unknown
  try {
    value = parseShallow(line)
  } catch {
    const message = 'This line is not JSON. Send one JSON-RPC message in each line.'
    return { jsonrpc: '2.0', id: null, error: { code: ErrorCode.ParseError, message } }
  }
  if (JSONRPCMessageSchema.safeParse(value).success || getsNoAnswer(value)) return undefined
  const { id } = fieldsOf(value)
  const isUsable = typeof id === 'string' || Number.isSafeInteger(id)
  const message = `This is not a JSON-RPC message of MCP. ${problemsOf(value)}`
  return {
    jsonrpc: '2.0',
    id: isUsable ? (id as string | number) : null,
    error: { code: ErrorCode.InvalidRequest, message },
  }
}
