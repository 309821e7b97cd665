import type { Logger } from '../../ports.js'

/** Sound as the listening side knows it: mono, 16 kHz. */
export const LISTENING_RATE = 16_000

/** Samples of one frame: 32 ms, what Silero was trained on. */
export const FRAME_SAMPLES = 512

/** Length of one frame in milliseconds. */
export const FRAME_MS = (FRAME_SAMPLES * 1000) / LISTENING_RATE

/** Tells speech from everything else. The engine is shared, the state belongs to a session. */
export interface Vad {
  /** The provider string, such as `silero/v5`. */
  readonly name: string
  /** Starts watching one session's sound. Throws a `SpeechError` when the engine cannot be loaded. */
  watch(options: { logger: Logger }): Promise<VadWatch>
}

/** The state of one session's voice detection. */
export interface VadWatch {
  /**
   * Whether a frame of `FRAME_SAMPLES` holds speech. `threshold`, 0 to 1, is how sure it has to be; 0.5, its usual value, where none is named.
   */
  isSpeech(frame: Int16Array, options?: { threshold?: number | undefined }): boolean
  /** Forgets what was heard before. */
  reset(): void
  /** Gives the engine back. */
  close(): void
}
