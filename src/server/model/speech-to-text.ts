import type { FailoverListener } from './speech-error.js'

/** A speech recognition engine (STT). */
export interface SpeechToText {
  /** The provider string, such as `deepgram/nova-3:en`. */
  readonly name: string
  /** Whether partial transcripts arrive while the user is still speaking. */
  readonly streams: boolean
  /** Creates the recognizer of one session. Nothing is loaded or connected before its first use. */
  createRecognizer(): Recognizer
  /**
   * Calls the listener each time that the next engine of a list replaces a failed one. Returns a function that removes
   * the listener.
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

/** What a client knows of the speech. Engines that cannot use a hint ignore it. */
export interface RecognitionHints {
  /** The language, or several possible ones: ISO 639-1 codes. */
  languages: readonly string[]
  /** Words that may be said, such as names. */
  keywords: readonly string[]
}

/** Receives transcripts before they are final. */
export interface RecognitionListener {
  /** What is known of the speech, if anything. */
  hints?: RecognitionHints | undefined
  /** Receives the transcript of the utterance so far. Later calls may change earlier words. */
  onPartial(transcript: string): void
}

/** The recognition of one utterance. */
export interface Recognition {
  /** Adds audio at `LISTENING_RATE`. The caller may overwrite `samples` after the call. */
  push(samples: Int16Array): void
  /** Returns the transcript of all audio so far; more audio may follow. Rejects with a `SpeechError`. */
  transcribe(signal: AbortSignal): Promise<string>
  /** Ends the recognition. The caller does not need its transcript any more. */
  end(): void
}
