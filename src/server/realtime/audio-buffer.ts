import { INVALID_VALUE, ProtocolError } from './protocol-error.js'

/** How much audio waits for `input_audio_buffer.commit`, or for its words; the audio itself is with the recognizer. */
export class AudioBuffer {
  readonly #maxSeconds: number
  #seconds = 0
  #recognizing = 0

  constructor(maxSeconds: number) {
    this.#maxSeconds = maxSeconds
  }

  /** Decodes base64 audio. */
  decode(base64: string): Uint8Array {
    const audio = Buffer.from(base64, 'base64')
    if (audio.length === 0 && base64.length > 0)
      throw new ProtocolError(INVALID_VALUE, '"audio" must be base64.', 'audio')
    return audio
  }

  /** Counts audio that waits for a commit; where turns are found, none does. Throws when more would wait than may. */
  count(seconds: number, { waits }: { waits: boolean }): void {
    if (this.#seconds + this.#recognizing + (waits ? seconds : 0) > this.#maxSeconds)
      throw tooMuch(this.#maxSeconds)
    if (waits) this.#seconds += seconds
  }

  /** Counts audio that was committed until its words are known. */
  recognize(seconds: number, words: Promise<unknown>): void {
    this.#recognizing += seconds
    void words.finally(() => {
      this.#recognizing -= seconds
    })
  }

  clear(): void {
    this.#seconds = 0
  }

  /** Empties the buffer and says how many seconds were in it; throws when there is nothing. */
  commit(): number {
    const seconds = this.#seconds
    if (seconds === 0) throw nothingToCommit()
    this.clear()
    return seconds
  }
}

/** A commit without any audio before it. */
export function nothingToCommit(): ProtocolError {
  const message = 'The audio buffer is empty: append audio before you commit it.'
  return new ProtocolError('input_audio_buffer_commit_empty', message)
}

function tooMuch(maxSeconds: number): ProtocolError {
  const message = `At most ${maxSeconds} seconds of audio wait to be committed and recognized. Commit or clear the buffer, or wait for the words of what was committed.`
  return new ProtocolError('input_audio_buffer_full', message, 'audio')
}
