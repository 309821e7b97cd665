import type { VoiceEvents } from './client-events.js'
import { type ClientState, initialClientState, type Mode } from './client-state.js'
import type { VoiceConfig } from './config.js'
import { Emitter, type Listener } from './emitter.js'

/** Which conversation to open, and how. */
export interface ConnectOptions {
  /** Starts the conversation with this id, or goes on with it. */
  sessionId: string
  /** @default 'text' */
  mode?: Mode
}

/** One conversation with an agent: connection, microphone, voice and what there is to draw. */
export class VoiceClient {
  readonly #events = new Emitter<VoiceEvents>()
  #state: ClientState = initialClientState

  constructor(readonly config: VoiceConfig) {}

  get state(): ClientState {
    return this.#state
  }

  /** Loudness of the microphone, 0 to 1. */
  get level(): number {
    return 0
  }

  /** Listens; returns the function that stops listening. */
  on<K extends keyof VoiceEvents>(name: K, listener: Listener<VoiceEvents[K]>): () => void {
    return this.#events.on(name, listener)
  }

  /** Resolves when the line is open. Rejects with the `VoiceError` that says why it cannot be. */
  async connect(_options: ConnectOptions): Promise<void> {}

  /** Ends the line on purpose; the conversation is kept for a while. */
  disconnect(): void {}

  /** Says something in text. Kept while the line is down. */
  sendText(_text: string): void {}

  /** Answers a question of the agent. */
  answerApproval(_id: string, _approve: boolean): void {}

  /** Switches between talking and typing. Asks for the microphone when needed; resolves also when there is none, see `state.microphone`. */
  async setMode(_mode: Mode): Promise<void> {}

  setMuted(_muted: boolean): void {}

  /** Stops what is being said, and the reply under way. */
  stopSpeaking(): void {}

  /** Tries to connect at once. */
  retryNow(): void {}

  /** Ends everything; the client cannot be used again. */
  dispose(): void {
    this.#events.clear()
  }
}
