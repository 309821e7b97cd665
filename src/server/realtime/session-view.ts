/** What the connected client wants to receive. */
export interface SessionView {
  /** Whether `voice.*` events are understood. */
  voice: boolean
  /** Whether items of the server's own tools are shown. */
  toolEvents: boolean
  /** Whether `voice.explain` is asked for. */
  explain: boolean
  /** Whether `voice.reasoning` is asked for. */
  reasoning: boolean
}
