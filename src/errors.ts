/** The code of every {@link VoiceError}; docs/errors.md explains each of them. */
export type VoiceErrorCode =
  // Errors about files
  | 'collection-not-found'
  | 'environment-not-found'
  | 'file-unreadable'
  | 'file-unwritable'
  | 'file-exists'
  | 'folder-not-empty'
  | 'not-json'
  | 'nesting-too-deep'
  | 'not-a-collection'
  | 'not-an-environment'
  | 'env-unreadable'
  | 'lock-unreadable'
  | 'lock-unwritable'
  | 'recording-impossible'
  | 'recording-unreadable'
  | 'cases-invalid'
  | 'import-failed'
  | 'disk-full'
  | 'disk-refused'
  | 'docs-too-large'
  | 'docs-unjoinable'
  // Errors in flags, settings and names
  | 'wrong-usage'
  | 'unknown-tool'
  | 'unknown-folder'
  | 'tools-invalid'
  | 'tool-name-invalid'
  | 'unknown-provider'
  | 'unknown-model'
  | 'missing-key'
  | 'missing-base-url'
  | 'key-refused'
  | 'not-installed'
  // Errors about servers, connections and models
  | 'port-in-use'
  | 'cannot-listen'
  | 'unknown-app'
  | 'demo-key-in-production'
  | 'unknown-store'
  | 'secret-missing'
  | 'redis-missing'
  | 'tls-invalid'
  | 'bad-server-url'
  | 'connection-failed'
  | 'not-connected'
  | 'disconnected'
  | 'connection-lost'
  | 'replaced'
  | 'refused'
  | 'ended'
  | 'bad-config'
  | 'not-initialized'
  | 'mixed-content'
  | 'no-api-key'
  | 'queue-full'
  | 'message-too-long'
  | 'no-audio'
  | 'worklet-failed'
  | 'unauthorized'
  | 'forbidden'
  | 'origin-refused'
  | 'tools-not-shown'
  | 'model-unreachable'
  | 'model-refused'
  | 'model-damaged'
  | 'model-untrusted'
  | 'model-missing'
  | 'model-incomplete'
  // Errors about the HTTP request of a tool
  | 'no-address'
  | 'unknown-protocol'
  | 'invalid-header'
  | 'private-address'
  | 'too-many-redirects'
  | 'too-large'
  | 'auth-failed'
  | 'not-approved'
  | 'login-unknown'
  | 'bad-answer'
  | 'unreachable'
  | 'timeout'
  | 'aborted'
  | 'untrusted'
  | 'invalid-request'
  // Errors about sessions and responses
  | 'item-not-found'
  | 'item-exists'
  | 'reply-active'

/**
 * Every failure that the calling program must act on. `code` is stable kebab-case and documented in `docs/errors.md`;
 * `message` says what happened, what was found and what to do.
 */
export class VoiceError extends Error {
  override readonly name = 'VoiceError' as const
  readonly code: VoiceErrorCode

  constructor(code: VoiceErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}

/** Where anything that was thrown comes from, for the log: its stack if it has one, else its message. */
export function stackOf(thrown: unknown): string {
  return (thrown instanceof Error && thrown.stack) || messageOf(thrown)
}

/** Where an error was thrown, without its message: what a provider said may repeat a key. */
export function placeOf(thrown: unknown): string | undefined {
  const places = thrown instanceof Error ? (thrown.stack?.split('\n') ?? []) : []
  return places.filter((line) => line.startsWith('    at ')).join('\n') || undefined
}

/** The message of anything that was thrown, for a sentence that quotes it. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
