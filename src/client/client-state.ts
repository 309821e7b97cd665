import { initialState, type ViewState } from './state.js'

/**
 * State of the connection. `offline`: never connected, or disconnected on purpose. `connecting`: the first attempt.
 * `reconnecting`: the connection was lost; the next attempt is at `retryAt`. `closed`: given up; `retryNow` tries
 * again.
 */
export type ConnectionState = 'offline' | 'connecting' | 'open' | 'reconnecting' | 'closed'

/** @deprecated Use `ConnectionState`. */
export type LineState = ConnectionState

/**
 * State of the microphone. All but `off`, `asking`, `on` and `muted` are reasons why there is no input; text still
 * works.
 */
export type MicrophoneState =
  | 'off'
  | 'asking'
  | 'on'
  | 'muted'
  /** The user or a policy denied access. */
  | 'denied'
  /** The user closed the permission prompt without an answer. */
  | 'dismissed'
  /** There is no microphone. */
  | 'missing'
  /** Another program uses the microphone. */
  | 'busy'
  /** The page is neither https nor local. */
  | 'insecure'
  /** A phone call or the system interrupts the microphone, which resumes by itself. */
  | 'interrupted'
  /** The browser cannot use a microphone, or the worklet failed to load. */
  | 'unsupported'
  /** Neither the server nor the browser recognizes speech. */
  | 'no-recognizer'

/** Whether the user talks or types. */
export type Mode = 'voice' | 'text'

/**
 * Where recognition or synthesis runs. `browser`: in the browser; Chrome sends the audio to a cloud service for
 * recognition. `missing`: the page allows the engine of the browser, but the browser has none. `none`: the server has
 * no engine, and the page does not allow the engine of the browser.
 */
export type SpeechEngine = 'server' | 'browser' | 'missing' | 'none'

/** Everything that the overlay draws. */
export interface ClientState extends ViewState {
  connection: ConnectionState
  /** Time of the next attempt, milliseconds since the epoch. */
  retryAt: number | null
  /** Number of the current or next attempt to reconnect; 0 while the connection is open. */
  attempt: number
  mode: Mode
  microphone: MicrophoneState
  speech: { in: SpeechEngine; out: SpeechEngine }
  /** Partial transcript of the current utterance. */
  heard: string
}

export const initialClientState: ClientState = {
  ...initialState,
  connection: 'offline',
  retryAt: null,
  attempt: 0,
  mode: 'text',
  microphone: 'off',
  speech: { in: 'none', out: 'none' },
  heard: '',
}
