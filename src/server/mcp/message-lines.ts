import { Transform, type TransformCallback } from 'node:stream'
import { ErrorCode, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'
import { fieldsOf } from '../../protocol/is-object.js'
import { exactText } from '../../protocol/parse-exact.js'
import { parseShallow } from '../../protocol/parse-json.js'
import { problemsOf } from './request-problems.js'

/**
 * The error response to an input line that is not a JSON-RPC message. `id` is the id in the line if it is valid, else
 * `null`.
 */
export interface LineError {
  jsonrpc: '2.0'
  id: string | number | null
  error: { code: number; message: string }
}

const LINE_END = 0x0a

/**
 * Passes on the input lines that are JSON-RPC messages. For any other line, it calls `refuse` with the error response.
 * The SDK would ignore the line, and the client would wait for a response.
 */
export class MessageLines extends Transform {
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
