import { createHash } from 'node:crypto'
import type { Message, RunAgentInput } from '@ag-ui/core'
import { isObject } from '../../protocol/is-object.js'
import type { Principal } from '../http/authenticator.js'

export const AG_UI_PATH = '/ag-ui'

/** Maximum size of a request in bytes. Each request has the whole conversation. */
export const MAX_INPUT_BYTES = 4 * 1024 * 1024

/** The input of a run, as far as the members have the types of AG-UI. Throws an `Error` with a sentence for the client. */
export function readRunInput(value: unknown): RunAgentInput {
  if (!isObject(value)) throw new Error('The body must be the RunAgentInput of AG-UI, as JSON.')
  for (const name of ['threadId', 'runId'])
    if (typeof value[name] !== 'string' || value[name] === '') throw new Error(`"${name}" must be a text.`)
  const lists = { tools: [], context: [], resume: [], ...value } as Record<string, unknown>
  for (const name of ['messages', 'tools', 'context', 'resume'])
    if (!Array.isArray(lists[name]) || !lists[name].every(isObject))
      throw new Error(`"${name}" must be a list of objects.`)
  return lists as unknown as RunAgentInput
}

/**
 * The session of a thread of one account, and the token that resumes it. Both follow from the id of the thread, so that
 * a client needs no more than this id, and the thread of another account with this id is another one.
 */
export function sessionOfThread(
  threadId: string,
  { accountId }: Pick<Principal, 'accountId'>,
): { sessionId: string; resumeToken: string } {
  const owned = JSON.stringify([accountId, threadId])
  const hashOf = (use: string) => createHash('sha256').update(`${use} ${owned}`).digest('base64url')
  return { sessionId: `agui_${hashOf('session')}`, resumeToken: hashOf('token') }
}

/** The text of a message. Other parts, such as images, are left out. */
export function textOfMessage({ content }: Message): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const parts = content as { type: string; text?: unknown }[]
  return parts.flatMap((part) => (typeof part.text === 'string' ? [part.text] : [])).join('\n')
}
