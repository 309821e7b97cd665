/** A client event that cannot be performed. It becomes an `error` event; the session stays open. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError' as const
  readonly code: string
  /** The invalid field, such as `session.audio.input.format`. */
  readonly param: string | null

  constructor(code: string, message: string, param: string | null = null) {
    super(message)
    this.code = code
    this.param = param
  }
}

/** The error code for a field with an invalid value. */
export const INVALID_VALUE = 'invalid_value'
