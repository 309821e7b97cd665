import type { IncomingMessage } from 'node:http'
import { type StandardSchemaV1Sync, specTypeSchemas } from '@modelcontextprotocol/server'
import { isObject } from '../../protocol/is-object.js'
import { MAX_NESTING } from '../../protocol/nesting.js'
import { exactText } from '../../protocol/parse-exact.js'
import { parseShallow } from '../../protocol/parse-json.js'
import { readTextBody } from '../http/http-answer.js'
import { MAX_MESSAGE_BYTES } from './mcp-options.js'

/** Deep enough that arguments with too many levels still have too many, so that their call is refused. */
const MAX_MESSAGE_NESTING = MAX_NESTING + 4

/**
 * The message in the body of a POST; `undefined` if the body is too large. Large integers are strings of their digits,
 * because the SDK would round them, and an id could become the id of another record. A body that is not JSON is
 * returned as text, which the SDK refuses. A body parser such as that of Express may have read the body already.
 */
export async function readMessage(request: IncomingMessage): Promise<unknown> {
  const { body, headers } = request as IncomingMessage & { body?: unknown }
  if (body !== undefined) return body
  if (Number(headers['content-length'] ?? 0) > MAX_MESSAGE_BYTES) return undefined
  // Reading fails if the client disconnects.
  const text = await readTextBody(request, MAX_MESSAGE_BYTES).catch(() => '')
  if (text === undefined) return undefined
  try {
    return parseMessage(text)
  } catch {
    return text
  }
}

/** Parses a message; large integers become strings of their digits. Throws if the text is not JSON or nested too deeply. */
export function parseMessage(text: string): unknown {
  const message = parseShallow(text, MAX_MESSAGE_NESTING)
  const exact = exactText(text)
  return exact === text ? message : parseShallow(exact, MAX_MESSAGE_NESTING)
}

const MAX_PROBLEMS = 3

/**
 * The first problems of a value, each as a sentence that names the member: `"params.name": expected string, received
 * number.` `undefined` if the value has none.
 */
export function sentencesFor(schema: StandardSchemaV1Sync, value: unknown): string | undefined {
  const { issues } = schema['~standard'].validate(value)
  const sentences = issues?.slice(0, MAX_PROBLEMS).map(({ path = [], message }) => {
    const [, why = 'it has none of the forms that MCP allows'] = /^Invalid input: (.*)/s.exec(message) ?? []
    return `"${path.join('.')}": ${why.replace('expected record', 'expected object')}.`
  })
  return sentences?.join(' ')
}

/** What is wrong with a value that should be a request or a notification. */
export function problemsOf(value: unknown): string {
  if (!isObject(value)) return 'It must be one JSON object; lists of messages are not supported.'
  const { JSONRPCRequest, JSONRPCNotification } = specTypeSchemas
  return sentencesFor('id' in value ? JSONRPCRequest : JSONRPCNotification, value) ?? ''
}
