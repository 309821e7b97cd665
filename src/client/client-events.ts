import { messageOf, VoiceError, type VoiceErrorCode } from '../errors.js'
import type { ClientEvent, ServerEvent } from '../protocol/events.js'
import type { ClientState, ConnectionState } from './client-state.js'
import type { ApprovalView, MessageView, ToolView, ViewItem } from './state.js'

/** A sent or received event of the protocol, for a log. Audio is not included. */
export interface LoggedEvent {
  direction: 'in' | 'out'
  event: ServerEvent | ClientEvent
  /** Milliseconds since the epoch. */
  at: number
}

/** A {@link VoiceError}, or an error with a code of the server that this client does not know. */
export type ClientError = Omit<VoiceError, 'code'> & { readonly code: VoiceErrorCode | (string & {}) }

export function asVoiceError(error: unknown): VoiceError {
  if (error instanceof VoiceError) return error
  return new VoiceError('connection-failed', messageOf(error), { cause: error })
}

/** The events of a client. */
export interface VoiceEvents {
  /** The whole state, after every change. */
  state: ClientState
  /** The user's transcript, partial or final. */
  transcript: MessageView
  /** The agent's text, while it streams. */
  reply: MessageView
  /** A tool call starts or ends. */
  tool: ToolView
  /** An approval request, or its answer. */
  approval: ApprovalView
  /** A failure; its message can be shown to users. */
  error: ClientError
  connection: { state: ConnectionState; attempt: number; retryAt: number | null }
  /** Loudness of the microphone, 0 to 1, fifty times a second. */
  level: number
  /** Loudness of the agent's speech, 0 to 1, ten times a second while it is played by the WebSocket's audio. */
  outputLevel: number
  event: LoggedEvent
}

/** Receives the value of an event. */
export type Listener<T> = (value: T) => void

/** Typed events. A listener that throws does not prevent the other listeners from running. */
export class Emitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<Listener<never>>>()

  /** Adds a listener; returns the function that removes it. */
  on<K extends keyof Events>(name: K, listener: Listener<Events[K]>): () => void {
    const all = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, all.add(listener as Listener<never>))
    return () => all.delete(listener as Listener<never>)
  }

  emit<K extends keyof Events>(name: K, value: Events[K]): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      try {
        ;(listener as Listener<Events[K]>)(value)
      } catch (error) {
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }

  clear(): void {
    this.#listeners.clear()
  }
}

export function emitItemEvents(
  events: Emitter<VoiceEvents>,
  { before, after }: { before: readonly ViewItem[]; after: readonly ViewItem[] },
): void {
  if (before === after) return
  const known = new Set(before)
  for (const item of after) {
    if (known.has(item)) continue
    if (item.kind === 'tool') events.emit('tool', item)
    else if (item.kind === 'approval') events.emit('approval', item)
    else events.emit(item.role === 'user' ? 'transcript' : 'reply', item)
  }
}
