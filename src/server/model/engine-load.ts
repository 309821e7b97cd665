/**
 * How busy a local engine is. All sessions of the process share the engine. It runs at most `slots` jobs at the same
 * time; further jobs wait.
 */
export interface EngineLoad {
  stage: 'stt' | 'tts'
  /** The provider string without voice or language. Several engines have the same string if they run the same model. */
  engine: string
  slots: number
  busy: number
  waiting: number
}
