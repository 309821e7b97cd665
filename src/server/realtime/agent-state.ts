import type { Clock } from '../../ports.js'
import type { AgentState } from '../../protocol/voice-events.js'

export interface AgentStateOptions {
  clock: Clock
  /** Whether the user speaks, or agent audio is paused because the user may be interrupting. */
  userSpeaks: () => boolean
  /** Milliseconds until the user has heard all audio sent so far. */
  leadMs: () => number
  replying: () => boolean
  onChange: (state: AgentState) => void
}

/**
 * Reports each change of the agent's state. If several states apply, `listening` takes precedence over `speaking`, and
 * `speaking` over `thinking`.
 */
export class AgentStateTracker {
  readonly #options: AgentStateOptions
  #state: AgentState = 'idle'
  #stopTimer: () => void = () => {}

  constructor(options: AgentStateOptions) {
    this.#options = options
  }

  /** Reports the state if it changed. If audio is playing, repeats this when the audio has ended. */
  update(): void {
    const { clock, leadMs, onChange } = this.#options
    this.#stopTimer()
    const lead = leadMs()
    if (lead > 0) this.#stopTimer = clock.schedule(() => this.update(), lead + 1)
    const state = this.#read(lead)
    if (state === this.#state) return
    this.#state = state
    onChange(state)
  }

  close(): void {
    this.#stopTimer()
  }

  #read(leadMs: number): AgentState {
    const { userSpeaks, replying } = this.#options
    if (userSpeaks()) return 'listening'
    if (leadMs > 0) return 'speaking'
    return replying() ? 'thinking' : 'idle'
  }
}
