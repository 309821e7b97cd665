import type { Logger } from '../../ports.js'

/** Sample rate of speech input, which is mono: 16 kHz. */
export const LISTENING_RATE = 16_000

/** Samples in a frame of 32 ms, the frame size of the Silero model. */
export const FRAME_SAMPLES = 512

export const FRAME_MS = (FRAME_SAMPLES * 1000) / LISTENING_RATE

/** A voice activity detector. Sessions share the engine, but each has its own state. */
export interface Vad {
  /** The provider string, such as `silero/v5`. */
  readonly name: string
  /** Starts detection for one session. Throws a `SpeechError` if the engine cannot be loaded. */
  watch(options: { logger: Logger }): Promise<VadWatch>
}

/** Voice activity detection of one session. */
export interface VadWatch {
  /**
   * Whether a frame of `FRAME_SAMPLES` contains speech. `threshold` is the minimum probability, 0 to 1. @default 0.5
   */
  isSpeech(frame: Int16Array, options?: { threshold?: number | undefined }): boolean
  reset(): void
  close(): void
}
