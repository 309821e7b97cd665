import type { FailoverListener } from './speech-failover.js'

/** Turns speech into words. */
export interface SpeechToText {
  /** The provider string, such as `deepgram/nova-3:en`. */
  readonly name: string
  /** Whether words come while the user still speaks. */
  readonly streams: boolean
  /** A recognizer for one session; nothing is loaded or connected before it is used. */
  createRecognizer(): Recognizer
  /** Tells when another engine takes over; only lists of engines do. Returns its off. */
  onFailover?(listener: FailoverListener): () => void
}

/** The recognizer of one session. */
export interface Recognizer {
  /** Starts on one stretch of speech. */
  begin(listener: RecognitionListener): Recognition
  /** Lets go of connections and engines. */
  close(): void
}

/** Who hears of words before they are final. */
export interface RecognitionListener {
  /** Everything recognized of this stretch so far; later words may change earlier ones. */
  onPartial(transcript: string): void
}

/** One stretch of speech being recognized. */
export interface Recognition {
  /** Takes sound at `LISTENING_RATE`. The samples may be reused by the caller afterwards. */
  push(samples: Int16Array): void
  /**
   * The words of all sound pushed so far. May be called at every pause; more sound may follow. Rejects with a `SpeechError`.
   */
  transcribe(signal: AbortSignal): Promise<string>
  /** Nothing more of this stretch is wanted. */
  end(): void
}
