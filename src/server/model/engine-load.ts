/**
 * Load of a local engine. All sessions of the process share it; some run at the same time, the others wait in a
 * queue.
 */
export interface EngineLoad {
  stage: 'llm' | 'stt' | 'tts'
  /** The provider string up to the model; engines of one model may have the same. */
  engine: string
  /** Maximum number of jobs at the same time. */
  slots: number
  busy: number
  waiting: number
}
