import type { ServerEvent } from '../protocol/events.js'
import type { AgentState, ProviderNames } from '../protocol/voice-events.js'

/** What a person sees of a conversation. */
export interface ViewState {
  sessionId: string | null
  providers: ProviderNames | null
  /** What the agent is doing. */
  agent: AgentState
  items: ViewItem[]
  /** The sentence of the last failed reply or error event. */
  error: string | null
  /** The response of the conversation that is under way. */
  responseId: string | null
  /** How long the stages of the last turn took. */
  metrics: { turnId: string; stagesMs: Record<string, number> } | null
}

/** One entry of the history on screen. */
export type ViewItem = MessageView | ToolView | ApprovalView

/** Something said or typed. */
export interface MessageView {
  kind: 'message'
  id: string
  role: 'user' | 'assistant'
  text: string
  /** Whether more text may come. */
  partial: boolean
  /** Whether a reply was cut off before its end. */
  interrupted: boolean
}

/** A tool the server ran or is running. */
export interface ToolView {
  kind: 'tool'
  id: string
  name: string
  /** JSON text. */
  input: string
  output: string | null
  status: 'running' | 'done' | 'failed'
  /** When it began; `null` when that was not seen. */
  startedAt: number | null
  /** How long it took, as seen from here. */
  ms: number | null
}

/** A question that waits for yes or no. */
export interface ApprovalView {
  kind: 'approval'
  id: string
  name: string
  /** JSON text. */
  input: string
  approved: boolean | null
}

/** The state before the first event. */
export const initialState: ViewState = {
  sessionId: null,
  providers: null,
  agent: 'idle',
  items: [],
  error: null,
  responseId: null,
  metrics: null,
}

/** The state after an event. Pure: the same event on the same state always gives the same; an unknown event changes nothing. */
export function reduce(state: ViewState, event: ServerEvent): ViewState {
  switch (event.type) {
    case 'session.created':
      return { ...state, sessionId: ('id' in event.session && String(event.session.id)) || state.sessionId }
    case 'voice.session':
      return { ...state, sessionId: event.session_id, providers: event.providers }
    case 'voice.state':
      return { ...state, agent: event.state }
    case 'conversation.item.added':
    case 'conversation.item.done':
      return withItem(state, event.item, event.type === 'conversation.item.done')
    case 'conversation.item.deleted':
      return { ...state, items: state.items.filter(({ id }) => id !== event.item_id) }
    case 'response.output_text.delta':
    case 'response.output_audio_transcript.delta':
      return withText(state, event.item_id, (text) => text + event.delta)
    case 'conversation.item.input_audio_transcription.delta':
      return withText(state, event.item_id, (text) => text + (event.delta ?? ''))
    case 'conversation.item.input_audio_transcription.completed':
      return withText(state, event.item_id, () => event.transcript)
    case 'response.done':
      return { ...state, error: failureOf(event.response.status_details?.error) ?? state.error }
    case 'error':
      return { ...state, error: event.error.message }
    default:
      return state
  }
}

type ItemEvent = Extract<ServerEvent, { type: 'conversation.item.added' }>

function withItem(state: ViewState, item: ItemEvent['item'], done: boolean): ViewState {
  if (item.type === 'mcp_approval_response') return withAnswer(state, item.approval_request_id, item.approve)
  const view = viewOf(item, done)
  if (!view) return state
  const index = state.items.findIndex(({ id }) => id === view.id)
  if (index < 0) return { ...state, items: [...state.items, view] }
  const before = state.items[index]
  // Streamed text is newer than the item that was announced before it.
  const keepsText = !done && before?.kind === 'message' && before.text !== ''
  return keepsText ? state : { ...state, items: state.items.with(index, view) }
}

function viewOf(item: ItemEvent['item'], done: boolean): ViewItem | undefined {
  const id = item.id ?? ''
  if (item.type === 'message' && item.role !== 'system')
    return {
      kind: 'message',
      id,
      role: item.role,
      text: textOf(item.content),
      partial: !done,
      interrupted: false,
    }
  if (item.type === 'mcp_call') {
    const status = item.error ? 'failed' : done ? 'done' : 'running'
    return {
      kind: 'tool',
      id,
      name: item.name,
      input: item.arguments,
      output: item.output ?? null,
      status,
      startedAt: null,
      ms: null,
    }
  }
  if (item.type === 'mcp_approval_request')
    return { kind: 'approval', id, name: item.name, input: item.arguments, approved: null }
  return undefined
}

function textOf(content: { text?: string; transcript?: string | null }[]): string {
  return content.map((part) => part.text ?? part.transcript ?? '').join('')
}

function withText(state: ViewState, id: string, change: (text: string) => string): ViewState {
  const items = state.items.map((item) =>
    item.kind === 'message' && item.id === id ? { ...item, text: change(item.text) } : item,
  )
  return { ...state, items }
}

function withAnswer(state: ViewState, id: string, approved: boolean): ViewState {
  const items = state.items.map((item) =>
    item.kind === 'approval' && item.id === id ? { ...item, approved } : item,
  )
  return { ...state, items }
}

/** The sentence of a failed response; the package's types know code and type only, the message comes along. */
function failureOf(error: { code?: string; type?: string; message?: string } | undefined): string | null {
  if (!error) return null
  return error.message ?? error.code ?? error.type ?? null
}
