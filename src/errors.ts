/**
 * Every failure that the calling program must act on. `code` is stable kebab-case and documented in `docs/errors.md`;
 * `message` says what happened, what was found and what to do.
 */
export class VoiceError extends Error {
  override readonly name = 'VoiceError' as const
  readonly code: string

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}

/** The message of anything that was thrown, for a sentence that quotes it. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
