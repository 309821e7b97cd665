/** Load of a local engine, which all sessions of the process share. Jobs above `slots` wait. */
export interface EngineLoad {
  stage: 'llm' | 'stt' | 'tts'
  /** The provider string without voice or language. Several engines of one model may have the same string. */
  engine: string
  slots: number
  busy: number
  waiting: number
}
