import { initialState, type ViewState } from './state.js'

/**
 * How the line stands. `offline`: never connected, or disconnected on purpose. `connecting`: the first try. `reconnecting`: it was lost and is
 * tried again at `retryAt`. `closed`: given up; `retryNow` tries again.
 */
export type LineState = 'offline' | 'connecting' | 'open' | 'reconnecting' | 'closed'

/** How the microphone stands. All but `off`, `asking`, `on` and `muted` are reasons why nothing is heard; text goes on. */
export type MicrophoneState =
  | 'off'
  | 'asking'
  | 'on'
  | 'muted'
  /** The user or a policy said no. */
  | 'denied'
  /** The user closed the question without an answer. */
  | 'dismissed'
  /** There is none. */
  | 'missing'
  /** Another program has it. */
  | 'busy'
  /** The page is neither https nor local. */
  | 'insecure'
  /** A phone call or the system took it for a while; it comes back by itself. */
  | 'interrupted'
  /** This browser cannot, or the worklet could not be loaded. */
  | 'unsupported'

/** Whether the user talks or types. */
export type Mode = 'voice' | 'text'

/** Who hears, or speaks. `browser`: the browser's own engine; in Chrome, recognition is a cloud service. */
export type SpeechEngine = 'server' | 'browser' | 'none'

/** Everything there is to draw. */
export interface ClientState extends ViewState {
  connection: LineState
  /** When the next try is due, milliseconds since the epoch. */
  retryAt: number | null
  /** The number of the try; 0 while the line is open. */
  attempt: number
  mode: Mode
  microphone: MicrophoneState
  speech: { in: SpeechEngine; out: SpeechEngine }
  /** What the user is saying right now, as far as it was understood. */
  heard: string
}

/** The state before anything happened. */
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
