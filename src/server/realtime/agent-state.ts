import type { Clock } from '../../ports.js'
import type { AgentState } from '../../protocol/voice-events.js'

/** What the state of an agent is read from. */
export interface AgentStateOptions {
  clock: Clock
  /** Whether the user speaks, or seems to. */
  userSpeaks: () => boolean
  /** Milliseconds until the listener has heard all that was sent. */
  leadMs: () => number
  /** Whether a reply is being worked out. */
  replying: () => boolean
  onChange: (state: AgentState) => void
}

/** Says what the agent is doing, whenever that changes: listening goes before speaking, speaking before thinking. */
export class AgentStateTracker {
  readonly #options: AgentStateOptions
  #state: AgentState = 'idle'
  #stopTimer: () => void = () => {}

  constructor(options: AgentStateOptions) {
    this.#options = options
  }

  /** Looks again; while something is being heard also when that ends. */
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
