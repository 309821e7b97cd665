import { type ApprovalView, initialState, reduce, type ToolView, type ViewState } from '../../client/state.js'
import { singleLine } from '../../printable.js'
import type { ServerEvent } from '../../protocol/events.js'
import type { VoiceExplainEvent } from '../../protocol/voice-events.js'
import type { ChatConnectionState } from './chat-connection.js'
import { emptyTranscript, follow, type Transcript, withNote } from './transcript.js'

/** The state that the chat screen shows; each change creates a new object. */
export interface ChatState {
  readonly view: ViewState
  readonly transcript: Transcript
  readonly line: ChatConnectionState
  /** The number of tool calls shown in full since the last message. The next to show is `callsOf(state)[opened]`. */
  readonly opened: number
}

/** Actions that change the state. */
export type ChatAction =
  | { type: 'event'; event: ServerEvent }
  | { type: 'line'; line: ChatConnectionState }
  | { type: 'forgotten' }
  | { type: 'note'; text: string; tone?: 'plain' | 'dim' | 'warn' }
  | { type: 'open-call' }

/** The chat before the first event. */
export const initialChat: ChatState = {
  view: initialState,
  transcript: emptyTranscript,
  line: { state: 'open' },
  opened: 0,
}

export function reduceChat(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case 'event':
      return afterEvent(state, action.event)
    case 'line':
      return afterLine(state, action.line)
    case 'forgotten':
      return noted(
        { ...state, view: { ...state.view, items: [], agent: 'idle' } },
        'The agent was started anew: it does not remember what was said before.',
      )
    case 'note':
      return noted(state, action.text, action.tone ?? 'plain')
    case 'open-call':
      return openCall(state)
  }
}

/** The approval requests that wait for an answer. */
export function openApprovals({ transcript }: ChatState): ApprovalView[] {
  return transcript.live.flatMap((entry) =>
    entry.kind === 'approval' && entry.approval.approved === null ? [entry.approval] : [],
  )
}

/** Whether a response is in progress, so that it can be stopped. */
export function isReplying({ view, line }: ChatState): boolean {
  return line.state === 'open' && (view.agent === 'thinking' || view.agent === 'speaking')
}

/** The tool calls of the conversation, from the newest to the oldest. */
export function callsOf({ view }: ChatState): ToolView[] {
  return view.items.filter((item) => item.kind === 'tool').reverse()
}

function afterEvent(state: ChatState, event: ServerEvent): ChatState {
  const view = reduce(state.view, event)
  const isNews = view.error !== null && view.error !== state.view.error
  const next = { ...state, view, transcript: follow(state.transcript, view.items) }
  if (event.type === 'voice.explain') return noted(next, explanationText(event), 'dim')
  if (event.type === 'conversation.item.added' && event.item.type === 'message') return { ...next, opened: 0 }
  const repeated = event.type === 'error' || (event.type === 'response.done' && isNews)
  return repeated ? noted(next, view.error ?? '', 'warn') : next
}

function afterLine(state: ChatState, line: ChatConnectionState): ChatState {
  const cameBack = line.state === 'open' && state.line.state === 'reconnecting'
  const next = { ...state, line }
  return cameBack ? noted(next, 'Connected again.', 'dim') : next
}

function openCall(state: ChatState): ChatState {
  const tool = callsOf(state)[state.opened]
  if (!tool)
    return noted(state, state.opened === 0 ? 'No tool was called yet.' : 'There is no earlier call.', 'dim')
  const transcript = withNote(state.transcript, { kind: 'tool', tool, open: true })
  return { ...state, opened: state.opened + 1, transcript }
}

function noted(state: ChatState, text: string, tone: 'plain' | 'dim' | 'warn' = 'warn'): ChatState {
  return { ...state, transcript: withNote(state.transcript, { kind: 'note', tone, text }) }
}

type Explanation = Pick<VoiceExplainEvent, 'candidates' | 'chosen' | 'missing' | 'requests'>

/**
 * The text that `--explain` prints for a turn: a line with the chosen tool, the candidates and the missing parameters,
 * then a line for each HTTP request.
 */
export function explanationText({ candidates, chosen, missing, requests }: Explanation): string {
  const list = candidates.map(({ name, score }) => `${name} ${score.toFixed(2)}`).join(', ')
  const wants = missing.length > 0 ? `; missing ${missing.join(', ')}` : ''
  const sent = requests.map(({ method, url }) => singleLine(`  ${method} ${url}`))
  return [`? ${chosen ?? 'nothing'} of ${list || 'no candidates'}${wants}`, ...sent].join('\n')
}
