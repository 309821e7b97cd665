import { jsonOrText } from '../../../protocol/parse-exact.js'
import { cutText } from '../../../text/cut.js'
import type { JsonValue } from '../../../toolkit/model/json.js'
import type { ModelMessage, ModelRequest } from '../../model/language-model.js'

/** An item of a conversation in the form that chat templates take. */
export type ChatItem =
  | { type: 'system'; text: string }
  | { type: 'user'; text: string }
  | { type: 'model'; response: (string | ChatCall)[] }

export interface ChatCall {
  type: 'functionCall'
  name: string
  description: string
  params: JsonValue
  result: JsonValue
  startsNewChunk: boolean
}

/** Maximum characters of a tool result in the prompt, so that the context window has room for the conversation. */
const MAX_RESULT_CHARS = 2_000

/** Texts for the model that are added to the prompt of one request only. */
export interface ModelRemarks {
  /**
   * Text after the last user message. All text before it stays the same from step to step, so the engine need not
   * process that text again.
   */
  note?: string | undefined
  /** Text at the end of the prompt, after the results of tool calls. */
  hint?: string | undefined
}

/** Converts a request to the items of a chat. The last item is a message of the model, which the model continues. */
export function chatOf(
  { instructions, history }: Pick<ModelRequest, 'instructions' | 'history'>,
  { note, hint }: ModelRemarks = {},
): ChatItem[] {
  const items: ChatItem[] = instructions ? [{ type: 'system', text: instructions }] : []
  const last = history.findLastIndex(({ role }) => role === 'user')
  for (const [at, message] of history.entries()) {
    addMessage(items, { message, history })
    if (at === last && note) items.push({ type: 'system', text: note })
  }
  if (last < 0 && note) items.push({ type: 'system', text: note })
  if (hint) items.push({ type: 'system', text: hint })
  ownPart(items)
  return items
}

function addMessage(
  items: ChatItem[],
  { message, history }: { message: ModelMessage; history: readonly ModelMessage[] },
): void {
  if (message.role === 'system') items.push({ type: 'system', text: message.text })
  else if (message.role === 'user') items.push({ type: 'user', text: message.text })
  else if (message.role === 'assistant') {
    const part = ownPart(items)
    if (message.text) part.response.push(message.text)
    part.response.push(
      ...message.toolCalls.map(({ callId, name, arguments: text }, at) => ({
        type: 'functionCall' as const,
        name,
        description: '',
        params: jsonOrText(text),
        result: resultOf(callId, history),
        startsNewChunk: at === 0,
      })),
    )
  }
}

/** Returns the last item if it is a message of the model. Otherwise adds such an item and returns it. */
function ownPart(items: ChatItem[]): ChatItem & { type: 'model' } {
  const last = items.at(-1)
  if (last?.type === 'model') return last
  const part = { type: 'model' as const, response: [] }
  items.push(part)
  return part
}

function resultOf(callId: string, history: readonly ModelMessage[]): JsonValue {
  const answer = history.find((one) => one.role === 'tool' && one.callId === callId)
  const output = answer?.role === 'tool' ? answer.output : ''
  return output.length > MAX_RESULT_CHARS
    ? `${cutText(output, MAX_RESULT_CHARS)}... (cut)`
    : jsonOrText(output)
}

/** The chat without its oldest turn; `undefined` if only one turn is left. System messages stay. */
export function withoutOldestTurn(items: readonly ChatItem[]): ChatItem[] | undefined {
  const turns = items.flatMap(({ type }, at) => (type === 'user' ? [at] : []))
  if (turns.length < 2) return undefined
  const next = turns[1]!
  return items.filter(({ type }, at) => at >= next || type === 'system')
}

/** The tool calls since the last user message, each as the text that `callKey` makes. */
export function callsOfTurn(history: readonly ModelMessage[]): string[] {
  const start = history.findLastIndex(({ role }) => role === 'user')
  return history
    .slice(start + 1)
    .flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []))
    .map(({ name, arguments: text }) => callKey(name, text))
}

/** A tool call as text. Equal calls have equal texts. */
export function callKey(name: string, input: string): string {
  return `${name} ${JSON.stringify(jsonOrText(input))}`
}
