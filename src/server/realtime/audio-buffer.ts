import { INVALID_VALUE, ProtocolError } from './protocol-error.js'

/** Sound a client may hold in the buffer before it commits: ten minutes of PCM16 at 24 kHz. */
const MAX_BUFFER_BYTES = 10 * 60 * 48_000

/** How much sound waits for `input_audio_buffer.commit`. Without speech recognition the sound itself is not kept. */
export class AudioBuffer {
  #bytes = 0

  /** Takes base64 sound; returns it decoded. */
  append(base64: string): Uint8Array {
    const sound = Buffer.from(base64, 'base64')
    if (sound.length === 0 && base64.length > 0)
      throw new ProtocolError(INVALID_VALUE, '"audio" must be base64.', 'audio')
    this.count(sound.length)
    return sound
  }

  /** Counts sound that came as a binary frame. */
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

  /** Empties the buffer; throws when there is nothing in it. */
  commit(): void {
    if (this.#bytes === 0) {
      const message = 'The audio buffer is empty: append audio before you commit it.'
      throw new ProtocolError('input_audio_buffer_commit_empty', message)
    }
    this.clear()
  }
}
