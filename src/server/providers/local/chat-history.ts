import { jsonOrText } from '../../../protocol/parse-exact.js'
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

/** Maximum characters of a tool result. The rest of the context is for the conversation. */
const MAX_RESULT_CHARS = 2_000

/** Hints for the model that are added only for one turn. */
export interface ModelRemarks {
  /**
   * Text after the last user message. It comes late because all text before it then stays the same, and the engine can
   * reuse what it has already read of that text.
   */
  note?: string | undefined
  /** Text at the end, after the results of calls. */
  hint?: string | undefined
}

/** A request as a chat. The model continues the last item, which is its own message. */
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

/** The last item if it is a message of the model; otherwise a new item. */
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
    ? `${output.slice(0, MAX_RESULT_CHARS)}... (cut)`
    : jsonOrText(output)
}

/** The chat without its oldest turn; `undefined` if only one turn is left. System messages stay. */
export function withoutOldestTurn(items: readonly ChatItem[]): ChatItem[] | undefined {
  const turns = items.flatMap(({ type }, at) => (type === 'user' ? [at] : []))
  if (turns.length < 2) return undefined
  const next = turns[1]!
  return items.filter(({ type }, at) => at >= next || type === 'system')
}

/** The calls since the last user message, as `callKey` writes them. */
export function callsOfTurn(history: readonly ModelMessage[]): string[] {
  const start = history.findLastIndex(({ role }) => role === 'user')
  return history
    .slice(start + 1)
    .flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []))
    .map(({ name, arguments: text }) => callKey(name, text))
}

/** A call as text. Equal calls have equal texts. */
export function callKey(name: string, input: string): string {
  return `${name} ${JSON.stringify(jsonOrText(input))}`
}
