import type { RealtimeResponse, ServerEvent } from '../protocol/events.js'
import type { AgentState, ProviderNames, VoiceApprovalEvent } from '../protocol/voice-events.js'

/** The conversation as a user sees it. */
export interface ViewState {
  sessionId: string | null
  providers: ProviderNames | null
  /** What the agent is doing. */
  agent: AgentState
  items: ViewItem[]
  /** What the approval requests ask that were put into words last; their items may come later. */
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
  /** Set if the message asks what an approval request shows, so that one of both is enough. */
  asks?: true
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
    case 'voice.session': {
      // In a gap, events were lost, so the shown items may be wrong. The server sends all items again.
      const lost = event.gap && { items: [], responseId: null }
      return { ...state, sessionId: event.session_id, providers: event.providers, ...lost }
    }
    case 'voice.state':
      return { ...state, agent: event.state }
    case 'voice.metrics':
      return { ...state, metrics: { turnId: event.turn_id, stagesMs: event.stages_ms } }
    case 'voice.approval':
      return withQuestions(state, event.requests)
    case 'response.created':
      return { ...state, responseId: event.response.id ?? null }
    case 'response.done':
      return withResponse(state, event.response)
    case 'error':
      return { ...state, error: event.error.message ?? null, errorCode: codeOf(event.error) }
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
      return withChanged(state, 'message', event.item_id, () => ({ interrupted: true }))
    case 'response.output_text.delta':
    case 'response.output_audio_transcript.delta':
      return withChanged(state, 'message', event.item_id, ({ text }) => ({ text: text + event.delta }))
    case 'response.mcp_call_arguments.done':
      return withChanged(state, 'tool', event.item_id, () => ({ input: event.arguments }))
    case 'conversation.item.input_audio_transcription.delta':
      return withSpeech(state, event.item_id, (text) => ({ text: text + (event.delta ?? '') }))
    case 'conversation.item.input_audio_transcription.completed': {
      const { item_id: id, transcript: text } = event
      // An empty transcript means noise.
      if (text === '') return without(state, id)
      return withSpeech({ ...state, error: null, errorCode: null }, id, () => ({ text, partial: false }))
    }
    case 'conversation.item.input_audio_transcription.failed':
      return { ...without(state, event.item_id), ...errorOfSpeech(event.error) }
    default:
      return state
  }
}

/** Changes the newest item with this id, if it is of this kind. */
function withChanged<K extends ViewItem['kind']>(
  state: ViewState,
  kind: K,
  id: string | undefined,
  change: (item: Extract<ViewItem, { kind: K }>) => Partial<ViewItem>,
): ViewState {
  const index = state.items.findLastIndex((item) => item.id === id)
  const item = state.items[index]
  if (item?.kind !== kind) return state
  const changed = { ...item, ...change(item as Extract<ViewItem, { kind: K }>) } as ViewItem
  return { ...state, items: state.items.with(index, changed) }
}

function without(state: ViewState, removed: string): ViewState {
  return { ...state, items: state.items.filter(({ id }) => id !== removed) }
}

/** A message of the user that is not final. */
export function userView(id: string, text: string): MessageView {
  return { kind: 'message', id, role: 'user', text, partial: true, interrupted: false }
}

/** Changes a user message of speech; adds it while the user speaks, before the server adds the item. */
function withSpeech(state: ViewState, id: string, change: (text: string) => Partial<MessageView>): ViewState {
  const isKnown = state.items.some((item) => item.id === id)
  const heard = isKnown ? state : { ...state, items: [...state.items, userView(id, '')] }
  return withChanged(heard, 'message', id, ({ text }) => change(text))
}

type ItemEvent = Extract<TimedEvent, { type: 'conversation.item.added' | 'conversation.item.done' }>

function withItem(state: ViewState, event: ItemEvent): ViewState {
  const { item, at } = event
  if (item.type === 'mcp_approval_response') {
    const answer = { approved: item.approve, lapsed: item.reason === 'replaced' || undefined }
    return withChanged(state, 'approval', item.approval_request_id, () => answer)
  }
  if (item.type === 'function_call_output') {
    const call = state.items.findLast((one) => one.kind === 'tool' && one.callId === item.call_id)
    return withChanged(state, 'tool', call?.id, ({ startedAt }) => ({
      ...{ output: item.output, status: 'done' },
      ms: startedAt !== null && at !== undefined ? at - startedAt : null,
    }))
  }
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
  { type, item, at }: ItemEvent,
  before: ViewItem | undefined,
  early: ViewState['early'],
): ViewItem | undefined {
  const isDone = type === 'conversation.item.done'
  const id = item.id ?? ''
  switch (item.type) {
    case 'message':
      return item.role === 'system' ? undefined : asked({ id, ...messageOf(item, { before, isDone }) }, early)
    case 'mcp_call':
    case 'function_call':
      return { id, ...toolOf(item, { before, isDone, at: at ?? null }) }
    case 'mcp_approval_request': {
      const known = before?.kind === 'approval' ? before : { approved: null }
      return asked({ ...known, kind: 'approval', id, name: item.name, input: item.arguments }, early)
    }
    default:
      return undefined
  }
}

type Item = ItemEvent['item']
type ShownMessage = Exclude<Extract<Item, { type: 'message' }>, { role: 'system' }>
type Call = Extract<Item, { type: 'mcp_call' | 'function_call' }>

function messageOf(
  { role, content, status }: ShownMessage,
  { before, isDone }: { before: ViewItem | undefined; isDone: boolean },
): Omit<MessageView, 'id'> {
  const shown = before?.kind === 'message' ? before : undefined
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
    ...(shown?.asks && { asks: true }),
  }
}

function toolOf(
  item: Call,
  { before, isDone, at }: { before: ViewItem | undefined; isDone: boolean; at: number | null },
): Omit<ToolView, 'id'> {
  const shown = before?.kind === 'tool' ? before : undefined
  const isOurs = item.type === 'function_call'
  const { output, error } = isOurs ? { output: shown?.output } : item
  const startedAt = shown?.startedAt ?? (isDone && !isOurs ? null : at)
  const isTimed = isDone && !isOurs && startedAt !== null && at !== null
  return {
    kind: 'tool',
    name: item.name,
    ...(isOurs && { callId: item.call_id ?? '' }),
    input: item.arguments || (shown?.input ?? ''),
    output: output ?? ((error && 'message' in error && error.message) || null),
    // A call that goes on in the background is complete without a result, and again when its result is there. The
    // result of a function of the client is an item of its own.
    status: error ? 'failed' : (isDone || isOurs) && (output ?? null) !== null ? 'done' : 'running',
    startedAt,
    ms: isTimed ? at - startedAt : (shown?.ms ?? null),
  }
}

function withResponse(state: ViewState, response: RealtimeResponse): ViewState {
  const output = response.output ?? []
  const failure: Told | undefined = response.status_details?.error
  const after = { ...state, responseId: state.responseId === response.id ? null : state.responseId }
  if (failure) {
    after.errorCode = codeOf(failure)
    // A message of the response can say it already.
    after.error = failure.message ?? (output.some(({ type }) => type === 'message') ? null : after.errorCode)
  }
  if (response.status !== 'cancelled' && response.status !== 'incomplete') return after
  const end = { partial: false, interrupted: true }
  return output.reduce<ViewState>((state, { id }) => withChanged(state, 'message', id, () => end), after)
}

/** Puts questions into words. One that is asked again stands where that is. */
function withQuestions(state: ViewState, requests: VoiceApprovalEvent['requests']): ViewState {
  const isOpen = ({ id }: ViewItem) => requests.some((request) => request.approval_request_id === id)
  const items = [...state.items.filter((item) => !isOpen(item)), ...state.items.filter(isOpen)]
  return { ...state, early: requests, items: items.map((item) => asked(item, requests)) }
}

/** An approval request with what it asks, or a message that asks it, if that is among `requests`. */
function asked(item: ViewItem, requests: ViewState['early'] = []): ViewItem {
  if (item.kind === 'message')
    return requests.some(({ message_id: id }) => id === item.id) ? { ...item, asks: true } : item
  const request = requests.find(({ approval_request_id: id }) => id === item.id)
  if (item.kind !== 'approval' || !request) return item
  const { approval_request_id: _, message_id: messageId, ...words } = request
  return { ...item, question: { ...words, messageId } }
}

interface Told {
  message?: string
  code?: string | null
  type?: string
}

/** Error codes of speech recognition that stay as they are. */
const ABOUT_SPEECH: readonly string[] = ['no-speech-to-text', 'server-stopped']

/** A failure of recognition. Its code gets a prefix, `speech-timeout`, apart from those of language models. */
function errorOfSpeech(failure: Told): Pick<ViewState, 'error' | 'errorCode'> {
  const code = codeOf(failure) ?? 'failed'
  return {
    error: failure.message ?? null,
    errorCode: ABOUT_SPEECH.includes(code) ? code : `speech-${code}`,
  }
}

/** The code or type of an error with hyphens; `null` without both. */
export function codeOf({ code, type }: Told): string | null {
  return (code ?? type)?.replaceAll('_', '-') ?? null
}
