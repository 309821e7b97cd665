import type {
  RealtimeMcpApprovalResponse,
  RealtimeMcpToolCall,
  RealtimeResponse,
  ServerEvent,
} from '../protocol/events.js'
import type { AgentState, ProviderNames, VoiceApprovalEvent } from '../protocol/voice-events.js'

/** The conversation as a user sees it. */
export interface ViewState {
  sessionId: string | null
  providers: ProviderNames | null
  /** What the agent is doing. */
  agent: AgentState
  items: ViewItem[]
  /** What approval requests ask whose items have not arrived yet. */
  early?: VoiceApprovalEvent['requests']
  /** The last error's message; `null` for none, or one that the agent has reported in a response. */
  error: string | null
  /** The code of the last failure, for texts in other languages; `null` without one. */
  errorCode: string | null
  /** The id of the running response of the conversation. */
  responseId: string | null
  /** Durations of the stages of the last turn. */
  metrics: { turnId: string; stagesMs: Record<string, number> } | null
}

/** One entry of the history on screen. */
export type ViewItem = MessageView | ToolView | ApprovalView

/** A message. */
export interface MessageView {
  kind: 'message'
  id: string
  role: 'user' | 'assistant'
  text: string
  /** Whether more text may come. */
  partial: boolean
  /** Set if the message was sent by this client and the server has not confirmed it yet. */
  waits?: true
  /** Whether a response was interrupted. */
  interrupted: boolean
}

/** A call of a tool of the server, or of a function of the client. */
export interface ToolView {
  kind: 'tool'
  id: string
  /** Set if the call is for a function of a client; the id that its result names. */
  callId?: string
  name: string
  /** JSON text. */
  input: string
  output: string | null
  status: 'running' | 'done' | 'failed'
  /** Start time in milliseconds since the epoch; `null` if the start was not received. */
  startedAt: number | null
  /** Duration in milliseconds, as measured by the client. */
  ms: number | null
}

/** An approval request. */
export interface ApprovalView {
  kind: 'approval'
  id: string
  name: string
  /** JSON text. */
  input: string
  approved: boolean | null
  /** Set if another question took the place of this one before it was answered. `approved` is then `false`. */
  lapsed?: true | undefined
  /** What is asked, in the words of the agent. Absent until the agent has said it. */
  question?: ApprovalWords
}

/** What an approval request asks, in the words and the language of the agent. */
export interface ApprovalWords {
  /** The id of the message that asks the same. */
  messageId: string
  /** What the call does, as a sentence. */
  text: string
  /** The other values of the call. A summary of several values has the name `''`. */
  fields: readonly { name: string; value: string }[]
  /** Method and path of the HTTP request; `null` if the tool makes none. */
  request: string | null
  /** Whether the call destroys something. Absent if the server does not tell it. */
  destructive?: boolean
  /** A remark, such as numbers that the user said and no call has; `null` without one. */
  note: string | null
}

export const initialState: ViewState = {
  sessionId: null,
  providers: null,
  agent: 'idle',
  items: [],
  error: null,
  errorCode: null,
  responseId: null,
  metrics: null,
}

/** An event and its time of arrival, milliseconds since the epoch. Without a time nothing is measured. */
export type TimedEvent = ServerEvent & { at?: number }

/** The state after an event: pure, and unknown events change nothing. */
export function reduce(state: ViewState, event: TimedEvent): ViewState {
  switch (event.type) {
    case 'session.created':
      return { ...state, sessionId: ('id' in event.session && String(event.session.id)) || state.sessionId }
    case 'voice.session':
      return afterGap(
        { ...state, sessionId: event.session_id, providers: event.providers },
        { gap: event.gap },
      )
    case 'voice.state':
      return { ...state, agent: event.state }
    case 'voice.metrics':
      return { ...state, metrics: { turnId: event.turn_id, stagesMs: event.stages_ms } }
    case 'response.created':
      return { ...state, responseId: event.response.id ?? null }
    case 'response.done':
      return withResponse(state, event.response)
    case 'error':
      return { ...state, ...viewErrorOfEvent(event.error) }
    default:
      return reduceItems(state, event)
  }
}

function reduceItems(state: ViewState, event: TimedEvent): ViewState {
  switch (event.type) {
    case 'conversation.item.added':
    case 'conversation.item.done':
      return withItem(state, event)
    case 'conversation.item.deleted':
      return without(state, event.item_id)
    case 'conversation.item.truncated':
      return withMessage(state, event.item_id, (message) => ({ ...message, interrupted: true }))
    case 'response.output_text.delta':
    case 'response.output_audio_transcript.delta':
      return withText(state, event.item_id, (text) => text + event.delta)
    case 'conversation.item.input_audio_transcription.delta':
      return withText(withSpeech(state, event.item_id), event.item_id, (text) => text + (event.delta ?? ''))
    case 'conversation.item.input_audio_transcription.completed':
      return withTranscript(state, event.item_id, event.transcript)
    case 'conversation.item.input_audio_transcription.failed':
      return { ...without(state, event.item_id), ...viewErrorOfSpeech(event.error) }
    case 'voice.approval':
      return withQuestions(state, event.requests)
    case 'response.mcp_call_arguments.done':
      return withTool(state, event.item_id, (tool) => ({ ...tool, input: event.arguments }))
    default:
      return state
  }
}

type ItemEvent = Extract<TimedEvent, { type: 'conversation.item.added' | 'conversation.item.done' }>

/** The state after a gap: events were lost, so the shown items may be wrong. The server sends all items again. */
function afterGap(state: ViewState, { gap }: { gap: boolean }): ViewState {
  return gap ? { ...state, items: [], responseId: null } : state
}

function withItem(state: ViewState, event: ItemEvent): ViewState {
  const { item } = event
  if (item.type === 'mcp_approval_response') return withAnswer(state, item)
  if (item.type === 'function_call_output') return withOutput(state, event)
  const index = state.items.findLastIndex(({ id }) => id === item.id)
  const before = state.items[index]
  const view = viewOf(event, before, state.early)
  if (!view) return state
  if (index < 0) return { ...state, items: [...state.items, view] }
  const wasAhead = before?.kind === 'message' && before.role === 'user' && before.partial
  const { previous_item_id: previousId } = event
  if (previousId !== undefined && wasAhead) return inItsPlace(state, { view, previousId })
  return { ...state, items: state.items.with(index, view) }
}

/** Moves an item behind `previousId`, `null` for the start: the server decides where a shown message stands. */
function inItsPlace(
  state: ViewState,
  { view, previousId }: { view: ViewItem; previousId: string | null },
): ViewState {
  const others = state.items.filter(({ id }) => id !== view.id)
  const after = others.findLastIndex(({ id }) => id === previousId) + 1
  // If there is no item `previousId`, the moved item comes last.
  const place = previousId !== null && after === 0 ? others.length : after
  return { ...state, items: others.toSpliced(place, 0, view) }
}

function viewOf(
  { type, item, at: began }: ItemEvent,
  before: ViewItem | undefined,
  early: ViewState['early'],
): ViewItem | undefined {
  const isDone = type === 'conversation.item.done'
  const at = began ?? null
  const id = item.id ?? ''
  const shown = before?.kind === 'message' ? before : undefined
  const call = before?.kind === 'tool' ? before : undefined
  switch (item.type) {
    case 'message':
      return item.role === 'system' ? undefined : { id, ...messageOf(item, { shown, isDone }) }
    case 'mcp_call':
      return { id, ...toolOf(item, { call, isDone, at }) }
    case 'function_call': {
      const { name, arguments: input, call_id: callId = '' } = item
      const begun = { output: null, status: 'running' as const, startedAt: at, ms: null }
      return { ...begun, ...call, kind: 'tool', id, callId, name, input: input || (call?.input ?? '') }
    }
    case 'mcp_approval_request': {
      const asked = early?.find((request) => request.approval_request_id === id)
      const known = before?.kind === 'approval' ? before : { approved: null, ...(asked && wordsOf(asked)) }
      return { ...known, kind: 'approval', id, name: item.name, input: item.arguments }
    }
    default:
      return undefined
  }
}

type Item = ItemEvent['item']
type ShownMessage = Exclude<Extract<Item, { type: 'message' }>, { role: 'system' }>

function messageOf(
  { role, content, status }: ShownMessage,
  { shown, isDone }: { shown: MessageView | undefined; isDone: boolean },
): Omit<MessageView, 'id'> {
  const text = content.map((part) => part.text ?? (('transcript' in part && part.transcript) || '')).join('')
  // The transcript of speech arrives after its item, so the item can have no text yet.
  const isUnheard = role === 'user' && text === '' && content.some(({ type }) => type === 'input_audio')
  // An unfinished item, and speech without a transcript, can have less text than was streamed before. So the streamed
  // text is kept.
  const keepsText = !isDone || isUnheard
  return {
    kind: 'message',
    role,
    text: (keepsText && shown?.text) || text,
    partial: isUnheard ? (shown?.partial ?? true) : !isDone,
    interrupted: status === 'incomplete' || (shown?.interrupted ?? false),
  }
}

function toolOf(
  { name, arguments: input, output = null, error }: RealtimeMcpToolCall,
  { call, isDone, at }: { call: ToolView | undefined; isDone: boolean; at: number | null },
): Omit<ToolView, 'id'> {
  const startedAt = call?.startedAt ?? (isDone ? null : at)
  return {
    kind: 'tool',
    name,
    input: input || (call?.input ?? ''),
    output: output ?? ((error && 'message' in error && error.message) || null),
    // A call that goes on in the background is complete without a result, and again when its result is there.
    status: error ? 'failed' : isDone && output !== null ? 'done' : 'running',
    startedAt,
    ms: isDone && startedAt !== null && at !== null ? at - startedAt : (call?.ms ?? null),
  }
}

function withOutput(state: ViewState, { item, at }: ItemEvent): ViewState {
  if (item.type !== 'function_call_output') return state
  const call = state.items.findLast((one) => one.kind === 'tool' && one.callId === item.call_id)
  if (!call) return state
  return withTool(state, call.id, (tool) => {
    const ms = tool.startedAt !== null && at !== undefined ? at - tool.startedAt : null
    return { ...tool, output: item.output, status: 'done', ms }
  })
}

/** Adds an empty user message while the user speaks, before the server adds the item of the speech. */
function withSpeech(state: ViewState, id: string): ViewState {
  if (state.items.some((item) => item.id === id)) return state
  const spoken: MessageView = {
    kind: 'message',
    id,
    role: 'user',
    text: '',
    partial: true,
    interrupted: false,
  }
  return { ...state, items: [...state.items, spoken] }
}

/** Sets the final transcript of a user message. An empty transcript means noise: the message is removed. */
function withTranscript(state: ViewState, id: string, transcript: string): ViewState {
  if (transcript === '') return without(state, id)
  const heard = { ...withSpeech(state, id), error: null, errorCode: null }
  return withMessage(heard, id, (message) => ({
    ...message,
    text: transcript,
    partial: false,
  }))
}

function withResponse(state: ViewState, response: RealtimeResponse): ViewState {
  const responseId = state.responseId === response.id ? null : state.responseId
  const after = { ...state, ...viewErrorOfResponse(response), responseId }
  if (response.status !== 'cancelled' && response.status !== 'incomplete') return after
  const ids = new Set((response.output ?? []).map(({ id }) => id))
  const items = after.items.map((item) =>
    item.kind === 'message' && ids.has(item.id) ? { ...item, partial: false, interrupted: true } : item,
  )
  return { ...after, items }
}

function withText(state: ViewState, id: string, change: (text: string) => string): ViewState {
  return withMessage(state, id, (message) => ({ ...message, text: change(message.text) }))
}

function withMessage(state: ViewState, id: string, change: (message: MessageView) => MessageView): ViewState {
  return withChanged(state, id, (item) => (item.kind === 'message' ? change(item) : item))
}

function withTool(state: ViewState, id: string, change: (tool: ToolView) => ToolView): ViewState {
  return withChanged(state, id, (item) => (item.kind === 'tool' ? change(item) : item))
}

function withAnswer(
  state: ViewState,
  { approval_request_id: id, approve: approved, reason }: RealtimeMcpApprovalResponse,
): ViewState {
  const lapsed = reason === 'replaced' || undefined
  return withChanged(state, id, (item) => (item.kind === 'approval' ? { ...item, approved, lapsed } : item))
}

function withQuestions(state: ViewState, requests: VoiceApprovalEvent['requests']): ViewState {
  const asked = requests.reduce(
    (state, request) =>
      withChanged(state, request.approval_request_id, (item) =>
        item.kind === 'approval' ? { ...item, ...wordsOf(request) } : item,
      ),
    state,
  )
  const early = requests.filter(({ approval_request_id: id }) => !state.items.some((item) => item.id === id))
  return early.length > 0 ? { ...asked, early } : asked
}

function wordsOf({
  approval_request_id: _,
  message_id: messageId,
  ...words
}: VoiceApprovalEvent['requests'][number]): { question: ApprovalWords } {
  return { question: { ...words, messageId } }
}

function withChanged(state: ViewState, id: string, change: (item: ViewItem) => ViewItem): ViewState {
  const index = state.items.findLastIndex((item) => item.id === id)
  const before = state.items[index]
  return before ? { ...state, items: state.items.with(index, change(before)) } : state
}

function without(state: ViewState, removed: string): ViewState {
  return { ...state, items: state.items.filter(({ id }) => id !== removed) }
}

interface ViewError {
  error: string | null
  errorCode: string | null
}

interface Told {
  message?: string
  code?: string | null
  type?: string
}

export function viewErrorOfEvent(error: Told): ViewError {
  return { error: error.message ?? null, errorCode: codeOf(error) }
}

/** Error codes of speech recognition to which {@link viewErrorOfSpeech} adds no prefix. */
const ABOUT_SPEECH: readonly (string | null)[] = ['no-speech-to-text', 'server-stopped']

/** A failure of recognition. Its code gets a prefix, `speech-timeout`, apart from those of language models. */
export function viewErrorOfSpeech(error: Told): ViewError {
  const code = codeOf(error)
  return {
    ...viewErrorOfEvent(error),
    errorCode: ABOUT_SPEECH.includes(code) ? code : `speech-${code ?? 'failed'}`,
  }
}

/** The failure of a response; `undefined` without one. `error` is its sentence, null if a message says it, else its code. */
function viewErrorOfResponse({ status_details, output }: RealtimeResponse): ViewError | undefined {
  const failure: Told | undefined = status_details?.error
  if (!failure) return undefined
  const saysSo = output?.some(({ type }) => type === 'message') ?? false
  const errorCode = codeOf(failure)
  return { error: failure.message ?? (saysSo ? null : errorCode), errorCode }
}

/** The code or type of an error with hyphens; `null` without both. */
export function codeOf({ code, type }: Told): string | null {
  return (code ?? type)?.replaceAll('_', '-') ?? null
}
