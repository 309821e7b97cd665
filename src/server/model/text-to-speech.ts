import type { FailoverListener } from './speech-failover.js'

/** Turns words into speech. */
export interface TextToSpeech {
  /** The provider string, such as `openai/gpt-4o-mini-tts:alloy`. */
  readonly name: string
  /** One sentence. Rejects with a `SpeechError`; stops at once when the signal aborts. */
  speak(request: SpeechRequest, options: { signal: AbortSignal }): AsyncIterable<SpeechChunk>
  /** A sentence is near: loads what the first one would wait for. May be called often. */
  prepare?(): void
  /** Tells when another engine takes over; only lists of engines do. Returns its off. */
  onFailover?(listener: FailoverListener): () => void
}

/** What is to be said. */
export interface SpeechRequest {
  /** Words as a person would read them aloud: no markup, no addresses. */
  text: string
  /** A voice the client has asked for; without it the one of the provider string. */
  voice?: string
}

/** A piece of one sentence. The rate changes in the middle only where another voice takes over. */
export interface SpeechChunk {
  /** PCM16 mono little-endian; may end in the middle of a sample. */
  pcm: Uint8Array
  /** Samples per second. */
  rate: number
}
