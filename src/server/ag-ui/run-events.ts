import type { AGUIEvent, EventType, Interrupt } from '@ag-ui/core'
import type { ServerEvent } from '../../protocol/events.js'
import type { ApprovalCard } from '../../protocol/voice-events.js'
import type { HistoryItem } from '../agent/events.js'

/** An event of AG-UI. Its `type` is a text here: the enum of `@ag-ui/core` is code of that package. */
export type RunEvent = {
  [K in AGUIEvent as K['type']]: Omit<K, 'type'> & { type: `${K['type']}` }
}[EventType]

/** What a client answers an approval with. */
const APPROVAL = {
  type: 'object',
  properties: { approved: { type: 'boolean', description: 'Whether the call may be made.' } },
  required: ['approved'],
}

/** Translates the events of a session into the events of one AG-UI run. */
export class RunEvents {
  readonly #send: (event: RunEvent) => void
  readonly #cards = new Map<string, ApprovalCard>()
  /** The calls whose arguments were sent: the ids of their items, or of their approval requests. */
  readonly #told = new Set<string>()
  readonly #clientCalls: string[] = []
  #message: string | undefined

  constructor(send: (event: RunEvent) => void) {
    this.#send = send
  }

  /** The functions of the client that the run has called. */
  get clientCalls(): readonly string[] {
    return this.#clientCalls
  }

  take(event: ServerEvent): void {
    switch (event.type) {
      case 'response.output_text.delta':
      case 'response.output_audio_transcript.delta':
        this.#addText(event.item_id, event.delta)
        break
      case 'conversation.item.added':
        this.#addCall(event.item as HistoryItem)
        break
      case 'conversation.item.done':
        this.#finish(event.item as HistoryItem)
        break
      case 'voice.approval':
        for (const { approval_request_id: id, ...card } of event.requests) this.#cards.set(id, card)
    }
  }

  /** Ends an open message. */
  close(): void {
    if (this.#message !== undefined) this.#send({ type: 'TEXT_MESSAGE_END', messageId: this.#message })
    this.#message = undefined
  }

  /** The interrupt for an approval request that waits for an answer. */
  interruptOf(id: string): Interrupt {
    const card = this.#cards.get(id)
    return {
      ...{ id, reason: 'tool_call', toolCallId: id, responseSchema: APPROVAL },
      ...(card && { message: questionOf(card), metadata: { ...card } }),
    }
  }

  #addText(messageId: string, delta: string): void {
    if (delta === '') return
    if (this.#message !== messageId) {
      this.close()
      this.#message = messageId
      this.#send({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' })
    }
    this.#send({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta })
  }

  #addCall(item: HistoryItem): void {
    if (item.type === 'mcp_approval_request') this.#tell(item.id, item.name, item.arguments)
  }

  #finish(item: HistoryItem): void {
    if (item.id === this.#message) this.close()
    if (item.type === 'function_call') {
      const id = item.call_id ?? item.id ?? ''
      this.#clientCalls.push(id)
      this.#tell(id, item.name, item.arguments)
    }
    if (item.type !== 'mcp_call') return
    // A call that was asked for was told of with the question.
    const toolCallId = item.approval_request_id ?? item.id
    if (!item.approval_request_id) this.#tell(toolCallId, item.name, item.arguments)
    const content = item.output ?? (item.error ? JSON.stringify(item.error) : '')
    this.#send({ type: 'TOOL_CALL_RESULT', messageId: item.id, toolCallId, content, role: 'tool' })
  }

  #tell(toolCallId: string, toolCallName: string, delta: string): void {
    if (this.#told.has(toolCallId)) return
    this.#told.add(toolCallId)
    this.close()
    this.#send({ type: 'TOOL_CALL_START', toolCallId, toolCallName })
    if (delta !== '') this.#send({ type: 'TOOL_CALL_ARGS', toolCallId, delta })
    this.#send({ type: 'TOOL_CALL_END', toolCallId })
  }
}

/** All that the user must know about a call, for a front end that shows nothing else. */
function questionOf({ text, fields, note }: ApprovalCard): string {
  const values = fields.map(({ name, value }) => (name === '' ? value : `${name}: ${value}`)).join('; ')
  return [text, values, note].filter(Boolean).join('\n')
}
