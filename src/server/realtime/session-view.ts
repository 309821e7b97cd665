/** What the connected client wants to receive. */
export interface SessionView {
  /** Whether the client understands `voice.*` events. */
  voice: boolean
  /** Whether items of the server's own tools are shown. */
  toolEvents: boolean
  explain: boolean
  reasoning: boolean
}
