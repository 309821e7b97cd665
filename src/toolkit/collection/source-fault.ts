import type { LineColumn } from './line-index.js'

/** Why a file cannot be read: a sentence without its last stop, and the offset of the first mistake. */
export class SourceFault extends SyntaxError {
  /** `place` is added to the message, for a reader who sees nothing else of the file. */
  constructor(
    readonly reason: string,
    readonly offset = 0,
    place?: LineColumn,
  ) {
    super(place ? `${reason} at line ${place.line}, column ${place.column}` : reason)
  }
}
