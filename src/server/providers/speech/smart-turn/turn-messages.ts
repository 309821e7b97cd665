export interface TurnEngineData {
  model: string
  /** URL of onnxruntime-web, as the main thread finds it. */
  runtime: string
}

/** The question whether a turn is over, with its audio at 16 kHz. */
export interface TurnQuestion {
  id: number
  samples: Int16Array
}

/** The probability that the turn is over (0 to 1), or the reason why there is none. */
export type TurnAnswer = { id: number; ended: number } | { id: number; problem: string }
