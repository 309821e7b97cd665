/** How busy an engine of this machine is. It serves all sessions of a program, some at a time, the others in line. */
export interface EngineLoad {
  stage: 'llm' | 'stt' | 'tts'
  /** The provider string up to the model; engines of one model may have the same. */
  engine: string
  /** How much it does at the same time, at most. */
  slots: number
  busy: number
  waiting: number
}
