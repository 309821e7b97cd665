import type { RunAgentInput } from '@ag-ui/core'
import type { ClientEvent, ServerEvent } from '../../protocol/events.js'
import { isObject } from '../../protocol/is-object.js'
import type { JsonObject } from '../../toolkit/model/json.js'
import type { OutboxEntry } from '../realtime/outbox.js'
import type { RealtimeSession } from '../realtime/realtime-session.js'
import { type RunEvent, RunEvents } from './run-events.js'
import { textOfMessage } from './run-input.js'

export interface RunOptions {
  session: RealtimeSession
  input: RunAgentInput
  send: (event: RunEvent) => void
  /** Called once, when the last event was sent. */
  onEnd: () => void
}

/**
 * One run of AG-UI: one turn of a session. Gives the session what is new in the input, and sends the events of the turn.
 * States: running → ended.
 */
export class Run {
  readonly #options: RunOptions
  readonly #events: RunEvents
  #detach: () => void = () => {}
  #answered = false
  #working = false
  #ended = false

  constructor(options: RunOptions) {
    this.#options = options
    this.#events = new RunEvents(options.send)
  }

  start(): void {
    const { session, input, send } = this.#options
    const { threadId, runId } = input
    send({ type: 'RUN_STARTED', threadId, runId })
    session.view = { voice: true, toolEvents: true, explain: false, reasoning: false }
    session.tap?.took({ from: 'connection', view: session.view, greeting: {} })
    session.speech.textOnly = true
    const { last } = session.outbox
    this.#detach = session.outbox.attach((entry) => {
      if (entry.number > last) this.#read(entry)
    })
    if (last === 0) session.sendCreated()
    for (const event of clientEvents(session, input)) if (!this.#ended) session.receive(JSON.stringify(event))
  }

  /** Ends the run because the client has gone: the session stops to answer. */
  abandon(): void {
    if (this.#ended) return
    this.#finish()
    if (this.#options.session.conversation.working)
      this.#options.session.receive('{"type":"response.cancel"}')
  }

  /** Ends the run with an error, such as that the server stops. */
  fail(message: string, code: string): void {
    if (this.#ended) return
    this.#events.close()
    this.#options.send({ type: 'RUN_ERROR', message, code })
    this.#finish()
  }

  #read({ data }: OutboxEntry): void {
    if (this.#ended || typeof data !== 'string') return
    const event = JSON.parse(data) as ServerEvent
    this.#events.take(event)
    if (event.type === 'error') this.fail(event.error.message, event.error.code ?? 'error')
    if (event.type === 'response.created') this.#answered = true
    if (event.type === 'response.done' && event.response.status === 'failed')
      this.fail('The agent could not answer.', event.response.status_details?.error?.code ?? 'failed')
    if (event.type === 'voice.state') this.#working = event.state !== 'idle'
    // A fixed response, such as that a budget is used up, leaves the agent idle: then the response ends the turn.
    const mayBeOver = event.type === 'voice.state' || event.type === 'response.done'
    if (mayBeOver && this.#answered && !this.#working && !this.#ended) this.#succeed()
  }

  #succeed(): void {
    const { session, input, send } = this.#options
    const { threadId, runId } = input
    const interrupts = session.conversation.openRequests.map(({ id }) => this.#events.interruptOf(id))
    const pendingToolCallIds = [...this.#events.clientCalls]
    this.#events.close()
    const outcome =
      interrupts.length > 0
        ? ({ type: 'interrupt', interrupts } as const)
        : ({ type: 'success', ...(pendingToolCallIds.length > 0 && { pendingToolCallIds }) } as const)
    send({ type: 'RUN_FINISHED', threadId, runId, outcome })
    this.#finish()
  }

  #finish(): void {
    this.#ended = true
    this.#detach()
    this.#options.onEnd()
  }
}

/** The events of a client of the Realtime protocol that says the same as the input. */
function clientEvents(session: RealtimeSession, input: RunAgentInput): ClientEvent[] {
  const { resume = [] } = input
  const said = newItems(session, input)
  const isUserHeard = said.some(({ role }) => role === 'user')
  const items = said.map((item) => ({ type: 'conversation.item.create', item }))
  const answers = resume.flatMap(({ interruptId, status, payload }) => {
    const approve = status === 'resolved' && isObject(payload) && payload.approved === true
    const item = { type: 'mcp_approval_response', approval_request_id: interruptId, approve }
    // Words of the user beside a yes may take it back, so they answer in its place.
    return approve && isUserHeard ? [] : [{ type: 'conversation.item.create', item }]
  })
  // The session goes on by itself when its approval requests are answered.
  const asked = answers.length > 0 ? answers : [{ type: 'response.create', response: {} }]
  return [...settingsOf(session, input), ...items, ...asked] as ClientEvent[]
}

/** The tools and the context of the input. A locked session takes neither. */
function settingsOf({ locked }: RealtimeSession, { tools, context }: RunAgentInput): object[] {
  if (locked) return []
  const functions = tools.map(({ name, description, parameters }) => ({
    ...{ type: 'function', name, description, parameters: parameters ?? { type: 'object', properties: {} } },
  }))
  const instructions = context.map(({ description, value }) => `${description}: ${value}`).join('\n')
  return [{ type: 'session.update', session: { type: 'realtime', tools: functions, instructions } }]
}

/** The messages and results after the last one that the session has. A new session gets the conversation so far. */
function newItems({ conversation, locked }: RealtimeSession, { messages }: RunAgentInput): JsonObject[] {
  const { history } = conversation
  const isKnown = (id: string) => history.get(id) !== undefined || history.wasDeleted(id)
  const fresh = messages.slice(messages.findLastIndex(({ id }) => isKnown(id)) + 1)
  return fresh.flatMap((message): JsonObject[] => {
    const text = textOfMessage(message)
    if (message.role === 'tool') {
      const { toolCallId } = message
      const isAwaited = history.waitsForOutput(toolCallId)
      return isAwaited ? [{ type: 'function_call_output', call_id: toolCallId, output: text }] : []
    }
    const role = message.role === 'developer' ? 'system' : message.role
    const isTaken = role === 'user' || (!locked && (role === 'assistant' || role === 'system'))
    if (!isTaken || text === '') return []
    const type = role === 'assistant' ? 'output_text' : 'input_text'
    return [{ id: message.id, type: 'message', role, content: [{ type, text }] }]
  })
}
