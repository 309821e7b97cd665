import type { FailoverListener } from './speech-failover.js'

/** A speech recognition engine (STT). */
export interface SpeechToText {
  /** The provider string, such as `deepgram/nova-3:en`. */
  readonly name: string
  /** Whether partial transcripts arrive while the user still speaks. */
  readonly streams: boolean
  /** Creates the recognizer of one session; it loads and connects nothing before its first use. */
  createRecognizer(): Recognizer
  /**
   * Calls the listener on each failover; only lists of engines have failovers. Returns a function that removes the
   * listener.
   */
  onFailover?(listener: FailoverListener): () => void
}

/** The recognizer of one session. */
export interface Recognizer {
  /** Starts the recognition of one utterance. */
  begin(listener: RecognitionListener): Recognition
  /** Releases connections and engines. */
  close(): void
}

/** Receives transcripts before they are final. */
export interface RecognitionListener {
  /** The transcript of the utterance so far; later calls may change earlier words. */
  onPartial(transcript: string): void
}

/** The recognition of one utterance. */
export interface Recognition {
  /** Adds audio at `LISTENING_RATE`. The caller may reuse the samples afterwards. */
  push(samples: Int16Array): void
  /**
   * The transcript of all audio so far. May be called at every pause; more audio may follow. Rejects with a
   * `SpeechError`.
   */
  transcribe(signal: AbortSignal): Promise<string>
  /** Ends the recognition; its result is no longer needed. */
  end(): void
}
