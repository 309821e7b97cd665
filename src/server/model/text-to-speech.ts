import type { FailoverListener } from './speech-error.js'

/** A speech synthesis engine (TTS). */
export interface TextToSpeech {
  /** The provider string, such as `deepgram/aura-2:thalia-en`. */
  readonly name: string
  /** Synthesizes one sentence; stops at once when the signal aborts. Rejects with a `SpeechError`. */
  speak(request: SpeechRequest, options: { signal: AbortSignal }): AsyncIterable<SpeechChunk>
  /** Whether it gets whole messages in place of sentences, because it words them itself. @default false */
  readonly speaksMessages?: boolean
  /** Loads the engine, so that the first sentence starts sooner. May be called often. */
  prepare?(): void
  /**
   * Calls the listener each time that the next engine of a list replaces a failed one. Returns a function that removes
   * the listener.
   */
  onFailover?(listener: FailoverListener): () => void
}

/** A sentence to synthesize. */
export interface SpeechRequest {
  /** The text as a person would read it aloud, without markup and addresses. */
  text: string
  /** The voice that the client requested. @default the voice of the provider string */
  voice?: string
}

/**
 * A piece of the audio of a sentence. `rate` changes within a sentence only if another engine replaces a failed one.
 */
export interface SpeechChunk {
  /** PCM16 mono little-endian. The last sample may be incomplete: the next piece then has its second byte. */
  pcm: Uint8Array
  /** Samples per second. */
  rate: number
}
