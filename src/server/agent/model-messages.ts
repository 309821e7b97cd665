import { tryParseJson } from '../../protocol/parse-json.js'
import { inputFields } from '../../text/input-fields.js'
import type { ModelMessage, ModelToolCall } from '../model/language-model.js'
import type { ApprovalStatus } from './approvals.js'
import type { AnswerCall, HistoryItem, ModelAnswer } from './events.js'
import { textOf } from './history.js'

/** Results of calls whose request was not approved. None is an error. The router reads the first three words. */
const APPROVAL_NOTES: Record<Exclude<ApprovalStatus, 'approved'>, string> = {
  pending: 'Waiting for the user, who was asked whether this call may run. Its result comes later.',
  declined: 'Not run. The user did not agree to it.',
  replaced:
    'Not run. The user did not answer before you made another call that had to be asked about. Make it again if they still want it; several calls in one answer are asked about together.',
  expired: 'Not run. The user was asked and did not answer in time.',
}

/** Added to the result of a pending call when the user has said something since. */
const NOT_ANSWERED =
  "The user's words were neither yes nor no. Answer what the user said; the question is then asked again. Another call that needs approval replaces it: to change the call, make it again with the new values; if the user wants something else besides, make both calls in one answer."

const NO_OUTPUT = 'No result has come from the client.'
const NO_RESULT = 'No result has come yet.'
const HELD = 'Allowed by the user. It runs when they have answered the other calls of the same question.'
const IN_BACKGROUND =
  'The call is still running in the background. Tell the user so if they wait for it, and go on with the conversation. You get the result as soon as it is there. Do not call the tool again for it.'

export interface TalkSources {
  items: readonly HistoryItem[]
  answers: readonly ModelAnswer[]
  approvalStatus: (requestId: string) => ApprovalStatus
}

type Result = { output: string; isError: boolean }
type CallLike = HistoryItem & { name: string; arguments: string; call_id?: string }

/** An answer is one message with text and calls as the model made them, directly followed by their results. */
export function toModelMessages(sources: TalkSources): ModelMessage[] {
  return new Projection(sources).messages()
}

class Projection {
  readonly #sources: TalkSources
  readonly #items: Map<string, HistoryItem>
  readonly #outputs = new Map<string, string>()
  /** The runs of approved calls, by the id of the approval request. */
  readonly #runs = new Map<string, HistoryItem & { type: 'mcp_call' }>()
  readonly #decisions = new Map<string, HistoryItem & { type: 'mcp_approval_response' }>()
  readonly #answerOf = new Map<string, ModelAnswer>()
  readonly #messages: ModelMessage[] = []
  /** The number of messages after the message with a call that waits for approval, by the id of the request. */
  readonly #askedAt = new Map<string, number>()

  constructor(sources: TalkSources) {
    this.#sources = sources
    this.#items = new Map(sources.items.map((item) => [item.id, item]))
    for (const item of sources.items) {
      if (item.type === 'function_call_output') this.#outputs.set(item.call_id, item.output)
      else if (item.type === 'mcp_call' && item.approval_request_id)
        this.#runs.set(item.approval_request_id, item)
      else if (item.type === 'mcp_approval_response') this.#decisions.set(item.approval_request_id, item)
    }
    for (const answer of sources.answers) for (const id of itemsOf(answer)) this.#answerOf.set(id, answer)
  }

  messages(): ModelMessage[] {
    const shown = new Set<ModelAnswer>()
    for (const item of this.#sources.items) {
      const answer = this.#answerOf.get(item.id)
      if (!answer) this.#addItem(item)
      else if (!shown.has(answer)) {
        shown.add(answer)
        this.#addAnswer(answer)
      }
    }
    return this.#messages
  }

  #addAnswer(answer: ModelAnswer): void {
    const text = answer.texts.map((id) => textOf(this.#items.get(id))).join('')
    const calls = answer.calls.flatMap((call) => {
      const item = this.#items.get(call.itemId ?? '')
      return item ? [{ call, item }] : []
    })
    if (!text.trim() && calls.length === 0) return
    const { providerData } = answer
    const toolCalls = calls.map(({ call }) => modelCall(call))
    this.#messages.push({ role: 'assistant', text, toolCalls, ...(providerData && { providerData }) })
    for (const { call, item } of calls)
      this.#messages.push({ role: 'tool', callId: call.callId, name: call.name, ...this.#resultOf(item) })
    for (const { item } of calls) this.#askedAt.set(item.id, this.#messages.length)
  }

  #addItem(item: HistoryItem): void {
    if (item.type === 'message') this.#addMessage(item)
    else if (item.type === 'function_call') this.#addCall(item)
    else if (item.type === 'mcp_call') {
      if (!this.#answerOf.has(item.approval_request_id ?? '')) this.#addCall(item)
    } else if (item.type === 'mcp_approval_request') {
      if (this.#sources.approvalStatus(item.id) !== 'approved') this.#addCall(item)
    } else if (item.type === 'mcp_approval_response') this.#addDecision(item)
  }

  #addMessage(item: HistoryItem & { type: 'message' }): void {
    const text = textOf(item)
    // Some providers refuse a message without words, and then every later request.
    if (!text.trim()) return
    this.#messages.push(
      item.role === 'assistant' ? { role: 'assistant', text, toolCalls: [] } : { role: item.role, text },
    )
  }

  #addCall(item: CallLike): void {
    const callId = item.call_id ?? item.id
    const toolCalls = [modelCall({ callId, name: item.name, arguments: item.arguments })]
    const last = this.#messages.at(-1)
    if (last?.role === 'assistant' && last.toolCalls.length === 0) last.toolCalls = toolCalls
    else this.#messages.push({ role: 'assistant', text: '', toolCalls })
    this.#messages.push({ role: 'tool', callId, name: item.name, ...this.#resultOf(item) })
  }

  /** If the conversation went on while a call waited for approval, the model learns when the user decided. */
  #addDecision({ approval_request_id: id }: HistoryItem & { type: 'mcp_approval_response' }): void {
    const call = this.#answerOf.get(id)?.calls.find(({ itemId }) => itemId === id)
    const askedAt = this.#askedAt.get(id)
    if (!call || askedAt === undefined) return
    const wentOn = this.#messages.slice(askedAt).some(({ role }) => role === 'assistant')
    const decision = this.#sources.approvalStatus(id)
    if (!wentOn || (decision !== 'approved' && decision !== 'declined')) return
    const text = `The user has now ${decision} the call of ${callText(call)}. Its result stands with the call.`
    this.#messages.push({ role: 'system', text })
  }

  #resultOf(item: HistoryItem): Result {
    if (item.type === 'mcp_call') return callResult(item)
    if (item.type === 'function_call')
      return { output: this.#outputs.get(item.call_id ?? item.id) ?? NO_OUTPUT, isError: false }
    const status = this.#sources.approvalStatus(item.id)
    if (status === 'pending' && this.#isSpokenSince(item))
      return { output: `${APPROVAL_NOTES.pending} ${NOT_ANSWERED}`, isError: false }
    if (status !== 'approved') return { output: APPROVAL_NOTES[status], isError: false }
    const run = this.#runs.get(item.id)
    if (!run) return { output: this.#isHeld(item) ? HELD : NO_RESULT, isError: false }
    return withDecision(callResult(run), this.#decisions.get(item.id)?.reason)
  }

  /** Whether a call that was allowed waits for the answer to another of the same question. */
  #isHeld({ id }: HistoryItem): boolean {
    const { approvalStatus } = this.#sources
    return (
      this.#answerOf.get(id)?.calls.some(({ itemId = '' }) => {
        const asked = this.#items.get(itemId)?.type === 'mcp_approval_request'
        return asked && approvalStatus(itemId) === 'pending'
      }) ?? false
    )
  }

  #isSpokenSince(item: HistoryItem): boolean {
    const { items } = this.#sources
    return items.findLastIndex((one) => one.type === 'message' && one.role === 'user') > items.indexOf(item)
  }
}

const itemsOf = ({ texts, calls }: ModelAnswer) => [...texts, ...calls.flatMap(({ itemId }) => itemId ?? [])]

const MAX_NAMED = 4
const MAX_NAMED_CHARS = 40

/** `create_return (order_id "o7", qty 2)`. Longer arguments may come from a result and are left out. */
function callText({ name, arguments: text }: AnswerCall): string {
  const named = inputFields(tryParseJson(text)).fields.map(
    ({ path, value }) => `${path.at(-1) ?? ''} ${JSON.stringify(value)}`,
  )
  const short = named.filter((one) => one.length <= MAX_NAMED_CHARS).slice(0, MAX_NAMED)
  return short.length > 0 ? `${name} (${short.join(', ')})` : name
}

/** Malformed arguments become `{}`, because providers reject them. */
const modelCall = ({ callId, name, arguments: text }: AnswerCall | ModelToolCall): ModelToolCall => ({
  callId,
  name,
  arguments: tryParseJson(text) === undefined ? '{}' : text,
})

function callResult(item: HistoryItem & { type: 'mcp_call' }): Result {
  return { output: item.output ?? item.error?.message ?? IN_BACKGROUND, isError: Boolean(item.error) }
}

/** A result with the words of the user's approval, so that nothing is lost that the user said with the yes. */
function withDecision(result: Result, words: string | null | undefined): Result {
  if (!words || !result.output.startsWith('{')) return result
  return { ...result, output: `{"approvedWith":${JSON.stringify(words)},${result.output.slice(1)}` }
}
