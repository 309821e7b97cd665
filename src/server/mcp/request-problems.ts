import { JSONRPCNotificationSchema, JSONRPCRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { isObject } from '../../protocol/is-object.js'

/** A problem that the SDK finds in a message. */
export interface Issue {
  path: readonly PropertyKey[]
  message: string
}

const MAX_PROBLEMS = 3

/** The first problems, each as a sentence that names the member: `"params.name": expected string, received number.` */
export function sentencesOf(issues: readonly Issue[]): string {
  const sentences = issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => {
    const [, why = 'it has none of the forms that MCP allows'] = /^Invalid input: (.*)/s.exec(message) ?? []
    return `"${path.join('.')}": ${why.replace('expected record', 'expected object')}.`
  })
  return sentences.join(' ')
}

/** What is wrong with a value that should be a request or a notification. */
export function problemsOf(value: unknown): string {
  if (!isObject(value)) return 'It must be one JSON object; lists of messages are not supported.'
  const schema = 'id' in value ? JSONRPCRequestSchema : JSONRPCNotificationSchema
  return sentencesOf(schema.safeParse(value).error?.issues ?? [])
}
