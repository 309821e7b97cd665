import { INVALID_VALUE, ProtocolError } from './protocol-error.js'

/** Sound a client may hold in the buffer before it commits: ten minutes of PCM16 at 24 kHz. */
const MAX_BUFFER_BYTES = 10 * 60 * 48_000

/** How much sound waits for `input_audio_buffer.commit`; the sound itself is with whoever hears. */
export class AudioBuffer {
  #bytes = 0

  /** Decodes base64 sound. */
  decode(base64: string): Uint8Array {
    const sound = Buffer.from(base64, 'base64')
    if (sound.length === 0 && base64.length > 0)
      throw new ProtocolError(INVALID_VALUE, '"audio" must be base64.', 'audio')
    return sound
  }

  /** Counts sound that waits. */
  count(bytes: number): void {
    if (this.#bytes + bytes > MAX_BUFFER_BYTES) {
      throw new ProtocolError(
        'input_audio_buffer_full',
        'The audio buffer is full. Commit or clear it.',
        'audio',
      )
    }
    this.#bytes += bytes
  }

  clear(): void {
    this.#bytes = 0
  }

  /** Empties the buffer and says how much was in it; throws when there is nothing. */
  commit(): number {
    const bytes = this.#bytes
    if (bytes === 0) throw nothingToCommit()
    this.clear()
    return bytes
  }
}

/** A commit without any sound before it. */
export function nothingToCommit(): ProtocolError {
  const message = 'The audio buffer is empty: append audio before you commit it.'
  return new ProtocolError('input_audio_buffer_commit_empty', message)
}
