/** What the thread that judges turns is started with. */
export interface TurnEngineData {
  /** Path of the model. */
  model: string
  /** Address of onnxruntime-web, as the asking side finds it. */
  runtime: string
}

/** Sound at 16 kHz: is the turn over? */
export interface TurnQuestion {
  id: number
  samples: Int16Array
}

/** The probability, 0 to 1, or why there is none. */
export type TurnAnswer = { id: number; ended: number } | { id: number; problem: string }
