/** A client event that cannot be followed. It becomes an `error` event; the session stays open. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError' as const
  readonly code: string
  /** The field at fault, such as `session.audio.input.format`. */
  readonly param: string | null

  constructor(code: string, message: string, param: string | null = null) {
    super(message)
    this.code = code
    this.param = param
  }
}

/** The code for a field that is not what it has to be. */
export const INVALID_VALUE = 'invalid_value'
