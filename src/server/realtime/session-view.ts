/** What the connected client wants to receive. */
export interface SessionView {
  /** Whether the client understands `voice.*` events. */
  voice: boolean
  toolEvents: boolean
  explain: boolean
  reasoning: boolean
}
