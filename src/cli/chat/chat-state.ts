import type { ConnectionOptions } from '../../client/connection.js'
import { ReconnectingConnection } from '../../client/reconnecting-connection.js'
import { SessionMemory } from '../../client/resume-token-store.js'
import {
  type ApprovalView,
  initialState,
  type MessageView,
  reduce,
  type ToolView,
  type ViewItem,
  type ViewState,
} from '../../client/state.js'
import { type Clock, systemClock } from '../../ports.js'
import { singleLine } from '../../printable.js'
import type { ServerEvent } from '../../protocol/events.js'
import type { VoiceExplainEvent } from '../../protocol/voice-events.js'

export interface ChatState {
  readonly view: ViewState
  readonly transcript: Transcript
  readonly line: ChatConnectionState
  /** The number of tool calls shown in full since the last message. The next to show is `callsOf(state)[opened]`. */
  readonly opened: number
}

export type ChatAction =
  | { type: 'event'; event: ServerEvent }
  | { type: 'line'; line: ChatConnectionState }
  | { type: 'forgotten' }
  | { type: 'note'; text: string; tone?: 'plain' | 'dim' | 'warn' }
  | { type: 'open-call' }

export const emptyTranscript: Transcript = { settled: [], live: [], done: new Map() }

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

export function openApprovals({ transcript }: ChatState): ApprovalView[] {
  return transcript.live.flatMap((entry) =>
    entry.kind === 'approval' && entry.approval.approved === null ? [entry.approval] : [],
  )
}

export function isReplying({ view, line }: ChatState): boolean {
  return line.state === 'open' && (view.agent === 'thinking' || view.agent === 'speaking')
}

/** The tool calls of the conversation, from the newest to the oldest. */
export function callsOf({ view }: ChatState): ToolView[] {
  return view.items.filter((item) => item.kind === 'tool').reverse()
}

function afterEvent(state: ChatState, event: ServerEvent): ChatState {
  // The response ended by itself while its cancellation was on the way.
  if (event.type === 'error' && event.error.code === 'response_cancel_not_active') return state
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

/** What `--explain` prints: the chosen tool, candidates and missing parameters, then each HTTP request. */
export function explanationText({ candidates, chosen, missing, requests }: Explanation): string {
  const list = candidates.map(({ name, score }) => `${name} ${score.toFixed(2)}`).join(', ')
  const wants = missing.length > 0 ? `; missing ${missing.join(', ')}` : ''
  const sent = requests.map(({ method, url }) => singleLine(`  ${method} ${url}`))
  return [`? ${chosen ?? 'nothing'} of ${list || 'no candidates'}${wants}`, ...sent].join('\n')
}

/** One entry of the transcript view, with a unique `id`. */
export type TranscriptEntry = { id: string } & Content

type Content =
  /** A message, or a piece of a message; `opens` is true for the first piece. */
  | { kind: 'said'; role: 'user' | 'assistant'; text: string; opens: boolean }
  | { kind: 'tool'; tool: ToolView; open: boolean }
  | { kind: 'approval'; approval: ApprovalView }
  /** A note from the chat itself. */
  | { kind: 'note'; tone: 'plain' | 'dim' | 'warn'; text: string }

/** `settled` entries are written once, `live` ones are redrawn. Long messages settle line by line. */
interface Transcript {
  readonly settled: TranscriptEntry[]
  readonly live: readonly TranscriptEntry[]
  /** How much of each item is settled, by its id: a number of characters, or `true` for the whole item. */
  readonly done: ReadonlyMap<string, number | true>
}

/** Adds an entry that is not an item of the conversation: a note of the chat, or a tool call that is shown in full. */
export function withNote(transcript: Transcript, content: Content): Transcript {
  const id = `note-${transcript.settled.length}`
  return { ...transcript, settled: [...transcript.settled, { id, ...content }] }
}

/** Updates the transcript from the history of the conversation. Settled items do not change. */
export function follow(transcript: Transcript, items: readonly ViewItem[]): Transcript {
  const done = new Map(transcript.done)
  const settled: TranscriptEntry[] = []
  const live: TranscriptEntry[] = []
  for (const [index, item] of items.entries()) {
    const before = done.get(item.id) ?? 0
    if (before === true) continue
    const isOver = isSettled(item, items.slice(index + 1))
    if (item.kind !== 'message') {
      ;(isOver && live.length === 0 ? settled : live).push(entryOf(item))
    } else {
      const text = isOver ? item.text.trimEnd() : item.text
      const cut = isOver ? text.length : Math.max(text.lastIndexOf('\n') + 1, before)
      const [ready, rest] = [text.slice(before, cut), text.slice(cut)]
      if (live.length > 0) {
        live.push(...piece(item, { text: text.slice(before), from: before }))
        continue
      }
      settled.push(...piece(item, { text: ready, from: before }))
      live.push(...piece(item, { text: rest, from: cut }))
      if (!isOver) {
        done.set(item.id, cut)
        // All lines of this message are settled, but more may follow. An empty live entry keeps the later items live.
        if (live.length === 0) live.push(...piece(item, { text: '\n', from: cut }))
      }
    }
    if (isOver && live.length === 0) done.set(item.id, true)
  }
  return {
    settled: settled.length > 0 ? [...transcript.settled, ...settled] : transcript.settled,
    live,
    done,
  }
}

/** Whether an item can no longer change. An approval request stays as it is once it is answered, or the agent says more. */
function isSettled(item: ViewItem, later: readonly ViewItem[]): boolean {
  if (item.kind === 'message') return !item.partial
  if (item.kind === 'tool') return item.status !== 'running'
  return item.approved !== null || later.some((one) => one.kind === 'message' && one.role === 'assistant')
}

function entryOf(item: ToolView | ApprovalView): TranscriptEntry {
  const { id } = item
  return item.kind === 'tool'
    ? { id, kind: 'tool', tool: item, open: false }
    : { id, kind: 'approval', approval: item }
}

function piece({ id, role }: MessageView, { text, from }: { text: string; from: number }): TranscriptEntry[] {
  if (text === '') return []
  // Drops only the line break at the end of the piece; empty lines inside a message are kept.
  const shown = text.endsWith('\n') ? text.slice(0, -1) : text
  return [{ id: `${id}+${from}`, kind: 'said', role, text: shown, opens: from === 0 }]
}

export type ChatConnectionState =
  | { state: 'open' }
  /** The connection dropped. The next attempt starts at `retryAt` (ms since the epoch); null while an attempt runs. */
  | { state: 'reconnecting'; attempt: number; retryAt: number | null }
  /** Permanently closed: `reason` says why. */
  | { state: 'closed'; reason: string }

type ChatConnectionOptions = Pick<ConnectionOptions, 'url' | 'apiKey' | 'explain' | 'Socket'> & {
  clock?: Clock
  /** Returns a random number from 0 to 1, which spreads the attempts of many clients. @default Math.random */
  random?: () => number
}

/** About five minutes on average, longer than the two for which a server keeps a session. */
const MAX_ATTEMPTS = 24
const FIRST_WAIT_MS = 500
const HEARTBEAT_MS = 30_000

/** The connection of a chat, with resume tokens in memory. */
export function openChatConnection({
  clock = systemClock,
  random = Math.random,
  ...target
}: ChatConnectionOptions): ReconnectingConnection {
  return new ReconnectingConnection({
    ...target,
    clock,
    random,
    reconnectEnabled: true,
    maxReconnectAttempts: MAX_ATTEMPTS,
    reconnectDelayMs: FIRST_WAIT_MS,
    heartbeatIntervalMs: HEARTBEAT_MS,
    tokens: new SessionMemory(undefined),
    isOnline: () => true,
    onSent: () => {},
  })
}
