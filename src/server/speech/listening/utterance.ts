import { messageOf } from '../../../errors.js'
import { SpeechError } from '../../model/speech-error.js'
import type { Recognition, Recognizer } from '../../model/speech-to-text.js'
import { LISTENING_RATE } from '../../model/vad.js'

/** Sound after which a stretch is closed although the user still speaks: recognizers and memory have bounds. */
const MAX_STRETCH_SAMPLES = 30 * LISTENING_RATE
/** Stretches of one utterance: an hour of speech without a pause that ends a turn. */
const MAX_STRETCHES = 120

/** What an utterance is given. */
export interface UtteranceOptions {
  recognizer: Recognizer
  /** Hears of words while the user still speaks. */
  onPartial: (transcript: string) => void
}

/** What came of recognizing: the words, or why there are none. */
export type Heard = { transcript: string } | { error: SpeechError }

/**
 * What the user says in one turn: sound goes in, words come out. Long speech is cut into stretches of 30 s, each recognized by itself, so
 * that neither memory nor the recognizer is asked for more.
 *
 * States: open → closed.
 */
export class Utterance {
  readonly #options: UtteranceOptions
  readonly #done: Promise<Heard>[] = []
  #stretch: Recognition
  #samples = 0
  #closed = false
  #pending: { heard: Promise<Heard>; abort: AbortController } | undefined
  #partials: string[] = []

  constructor(options: UtteranceOptions) {
    this.#options = options
    this.#stretch = this.#begin()
  }

  push(samples: Int16Array): void {
    if (this.#closed) return
    if (this.#samples >= MAX_STRETCH_SAMPLES) this.#nextStretch()
    this.#stretch.push(samples)
    this.#samples += samples.length
  }

  /** The words so far. Asked twice without `forget` between, it recognizes once. Never rejects. */
  transcribe(): Promise<Heard> {
    this.#pending ??= this.#transcribe(this.#stretch)
    const parts = [...this.#done, this.#pending.heard]
    return Promise.all(parts).then(joined)
  }

  /** The user goes on speaking: words that are being worked out are those of an unfinished sentence. */
  forget(): void {
    this.#pending?.abort.abort()
    this.#pending = undefined
  }

  /** No more sound comes; the words can still be asked for. */
  close(): void {
    this.#closed = true
  }

  /** Nothing is wanted any more. */
  drop(): void {
    this.close()
    this.forget()
    this.#stretch.end()
  }

  #begin(): Recognition {
    const at = this.#done.length
    return this.#options.recognizer.begin({
      onPartial: (transcript) => {
        if (this.#closed) return
        this.#partials[at] = transcript
        this.#options.onPartial(this.#partials.filter(Boolean).join(' '))
      },
    })
  }

  #nextStretch(): void {
    this.forget()
    const finished = this.#stretch
    this.#done.push(this.#transcribe(finished).heard.finally(() => finished.end()))
    if (this.#done.length > MAX_STRETCHES) this.#done.shift()
    this.#stretch = this.#begin()
    this.#samples = 0
  }

  #transcribe(stretch: Recognition): { heard: Promise<Heard>; abort: AbortController } {
    const abort = new AbortController()
    const heard = stretch.transcribe(abort.signal).then(
      (transcript): Heard => ({ transcript: transcript.trim() }),
      (error: unknown): Heard => ({ error: toSpeechError(error) }),
    )
    return { heard, abort }
  }
}

/** Words win over failures: half of what was said is better than a sentence about the other half. */
function joined(parts: Heard[]): Heard {
  const words = parts.flatMap((part) => ('transcript' in part && part.transcript ? [part.transcript] : []))
  const failed = parts.find((part) => 'error' in part)
  return words.length === 0 && failed ? failed : { transcript: words.join(' ') }
}

function toSpeechError(error: unknown): SpeechError {
  if (error instanceof SpeechError) return error
  return new SpeechError('bad-answer', { provider: 'stt', message: messageOf(error), cause: error })
}
