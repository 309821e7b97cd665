/** A problem with the input of a tool call, in words that a model can act on. */
export class InputProblem extends Error {
  override readonly name = 'InputProblem' as const
  /** The reason of the `ToolResult`. */
  readonly reason: string

  constructor(message: string, reason = 'invalid-input') {
    super(message)
    this.reason = reason
  }
}
