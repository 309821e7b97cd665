/** What the connected client wants to receive. */
export interface SessionView {
  /** Whether the client understands `voice.*` events. */
  voice: boolean
  /** Whether items of the server's own tools are shown. */
  toolEvents: boolean
  /** Whether the client asked for `voice.explain` events. */
  explain: boolean
  /** Whether the client asked for `voice.reasoning` events. */
  reasoning: boolean
}
