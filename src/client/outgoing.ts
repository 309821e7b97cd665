import { VoiceError } from '../errors.js'
import type { ClientEvent } from '../protocol/events.js'
import { newUuid } from './ids.js'
import { type MessageView, type ToolView, userView, type ViewItem } from './state.js'

/** Maximum characters of a message. A message of this length stays below the servers' limit of 4 MB per event. */
export const MAX_TEXT_CHARS = 500_000

type NewItem = Extract<ClientEvent, { type: 'conversation.item.create' }>['item']

const create = (item: NewItem): ClientEvent => ({ type: 'conversation.item.create', item })
const newItemId = () => `item_${newUuid().replaceAll('-', '')}`
const inputText = (text: string) => [{ type: 'input_text' as const, text: checkedLength(text) }]

/** A message of the user: `view` is shown until the server confirms `event`. Throws `message-too-long`. */
export function userMessage(text: string): { view: MessageView; event: ClientEvent } {
  const id = newItemId()
  return {
    view: { ...userView(id, text), waits: true },
    event: create({ id, type: 'message', role: 'user', content: inputText(text) }),
  }
}

export function functionOutput(callId: string, output: string): ClientEvent {
  return create({ id: newItemId(), type: 'function_call_output', call_id: callId, output })
}

/** Something that the agent should know, such as the page that the user sees. It asks for no answer. */
export function contextMessage(facts: string | Record<string, unknown>): ClientEvent {
  const text =
    typeof facts === 'string' ? facts : `What the app of the user shows now: ${JSON.stringify(facts)}`
  return create({ id: newItemId(), type: 'message', role: 'system', content: inputText(text) })
}

export function approvalAnswer(requestId: string, approve: boolean): ClientEvent {
  const type = 'mcp_approval_response'
  return create({ id: newItemId(), type, approval_request_id: requestId, approve })
}

function checkedLength(text: string): string {
  if (text.length <= MAX_TEXT_CHARS) return text
  throw new VoiceError(
    'message-too-long',
    `The message has ${text.length} characters; at most ${MAX_TEXT_CHARS} can be sent at once.`,
  )
}

const MAX_MESSAGES = 40
const MAX_CHARS = 60_000
const MAX_CALLS = 20
const MAX_CALL_CHARS = 300

/**
 * The events that give a conversation to a server that lost it, without those of `pending`: its messages, and a note of
 * the calls that ran. They are no calls for the server, because they cannot be proved; the note keeps the agent from
 * doing again what is done.
 */
export function eventsToRestore(items: readonly ViewItem[], pending: ReadonlySet<string>): ClientEvent[] {
  let chars = 0
  const said = items
    .filter((item) => item.kind === 'message')
    .filter(({ id, text }) => text !== '' && !pending.has(id))
    .slice(-MAX_MESSAGES)
    .reverse()
    .filter(({ text }) => {
      chars += text.length
      return chars <= MAX_CHARS
    })
    .reverse()
    .map(({ id, role, text }) => {
      const content = [{ type: role === 'user' ? 'input_text' : 'output_text', text }]
      return create({ id, type: 'message', role, content } as NewItem)
    })
  const calls = items.filter((item) => item.kind === 'tool').slice(-MAX_CALLS)
  return calls.length > 0 ? [...said, contextMessage(noteOf(calls))] : said
}

const OUTCOMES = { running: 'its outcome is not known', done: 'it is done', failed: 'it failed' }

function noteOf(calls: readonly ToolView[]): string {
  const cut = (text: string) => text.slice(0, MAX_CALL_CHARS)
  const lines = calls.map(
    ({ name, input, output, status }) =>
      `\n- ${name} ${cut(input)}: ${OUTCOMES[status]}${output === null ? '' : `: ${cut(output)}`}`,
  )
  return `The server was started anew during this conversation. The app of the user saw these calls before.
Repeat none of them, unless the user asks for it once more.${lines.join('')}`
}

/** The language of the browser or the program, in which the user is spoken to unless the page sets another one. */
export const userLanguage = (): string =>
  globalThis.navigator?.language ?? new Intl.DateTimeFormat().resolvedOptions().locale

/** What is known of the user. Models are told, so that "tomorrow at three" is right. */
export function userFacts(language = userLanguage()): { timezone?: string; language?: string } {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return { ...(timeZone && { timezone: timeZone }), ...(language && { language }) }
}
