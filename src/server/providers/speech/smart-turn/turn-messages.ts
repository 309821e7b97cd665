export interface TurnEngineData {
  model: string
  /** URL of the onnxruntime-web module, which the main thread has resolved. */
  runtime: string
}

/** A message to the worker thread that asks whether a turn is over. `samples` is the audio of the turn at 16 kHz. */
export interface TurnQuestion {
  id: number
  samples: Int16Array
}

/**
 * The reply of the worker thread: the probability that the turn is over (0 to 1), or the problem that prevented a
 * prediction.
 */
export type TurnAnswer = { id: number; ended: number } | { id: number; problem: string }
