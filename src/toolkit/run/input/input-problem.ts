/** A problem with the input of a call. The message tells the model what to do. */
export class InputProblem extends Error {
  override readonly name = 'InputProblem' as const
  /** The `reason` of the tool result. */
  readonly reason: string

  constructor(message: string, reason = 'invalid-input') {
    super(message)
    this.reason = reason
  }
}
