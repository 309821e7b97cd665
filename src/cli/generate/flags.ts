import type { OutputOptions } from '../output.js'

/** The flags of `voice generate`. */
export interface GenerateFlags extends OutputOptions {
  docs: string[]
  output: string
  llm?: string
  maxRounds: number
  force?: boolean
}
