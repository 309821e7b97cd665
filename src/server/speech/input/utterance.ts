import type { Guard } from '../../model/guard.js'
import { type SpeechError, toSpeechError } from '../../model/speech-error.js'
import type { Recognition, Recognizer } from '../../model/speech-to-text.js'
import { LISTENING_RATE } from '../../model/vad.js'

/** Maximum length of a segment: 30 seconds. Recognizers and memory have limits. */
const MAX_SEGMENT_SAMPLES = 30 * LISTENING_RATE
/** Maximum number of finished segments of one utterance that are kept: an hour of speech. */
const MAX_SEGMENTS = 120

export interface UtteranceOptions {
  recognizer: Recognizer
  guard: Guard
  onPartial: (transcript: string) => void
}

export type RecognizedUtterance = { transcript: string } | { error: SpeechError }

/** The speech of one turn, recognized in segments of 30 s, so that memory and requests stay bounded. */
export class Utterance {
  readonly #options: UtteranceOptions
  readonly #done: Promise<RecognizedUtterance>[] = []
  #segment: Recognition
  #samples = 0
  #closed = false
  #pending: { heard: Promise<RecognizedUtterance>; abort: AbortController } | undefined
  #partials: string[] = []

  constructor(options: UtteranceOptions) {
    this.#options = options
    this.#segment = this.#begin()
  }

  push(samples: Int16Array): void {
    if (this.#closed) return
    if (this.#samples >= MAX_SEGMENT_SAMPLES) this.#nextSegment()
    this.#segment.push(samples)
    this.#samples += samples.length
  }

  /** The transcript so far. Later calls return the same one until `forget` is called. Never rejects. */
  transcribe(): Promise<RecognizedUtterance> {
    this.#pending ??= this.#transcribe(this.#segment)
    const parts = [...this.#done, this.#pending.heard]
    return Promise.all(parts).then(joined)
  }

  /** Cancels the transcript in progress. Call it when the user continues to speak. */
  forget(): void {
    this.#pending?.abort.abort()
    this.#pending = undefined
  }

  close(): void {
    this.#closed = true
  }

  drop(): void {
    this.close()
    this.forget()
    this.#end(this.#segment)
  }

  #end(segment: Recognition): void {
    this.#options.guard(() => segment.end())
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

  #nextSegment(): void {
    this.forget()
    const finished = this.#segment
    this.#done.push(this.#transcribe(finished).heard.finally(() => this.#end(finished)))
    if (this.#done.length > MAX_SEGMENTS) this.#done.shift()
    this.#segment = this.#begin()
    this.#samples = 0
  }

  #transcribe(segment: Recognition): { heard: Promise<RecognizedUtterance>; abort: AbortController } {
    const abort = new AbortController()
    return { heard: wordsOf(segment, abort.signal), abort }
  }
}

/** The transcript of a segment. Never rejects, whatever the recognizer does. */
async function wordsOf(segment: Recognition, signal: AbortSignal): Promise<RecognizedUtterance> {
  try {
    const transcript = await segment.transcribe(signal)
    return { transcript: transcript.trim() }
  } catch (error) {
    return { error: toSpeechError(error, 'stt') }
  }
}

/** Joins the transcripts of all segments. Returns an error only if no segment has words. */
function joined(parts: RecognizedUtterance[]): RecognizedUtterance {
  const words = parts.flatMap((part) => ('transcript' in part && part.transcript ? [part.transcript] : []))
  const failed = parts.find((part) => 'error' in part)
  return words.length === 0 && failed ? failed : { transcript: words.join(' ') }
}
