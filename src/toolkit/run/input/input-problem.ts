/** A problem with the input of a call. The message tells the model what to do. */
export class InputProblem extends Error {
  override readonly name = 'InputProblem' as const
  readonly reason: string
  readonly missingSettings: readonly string[]

  constructor(message: string, reason = 'invalid-input', missingSettings: readonly string[] = []) {
    super(message)
    this.reason = reason
    this.missingSettings = missingSettings
  }
}
