import { findBinding } from '../../src/server/providers/local/load-binding.js'

/** The folder of models; empty where none is named. */
export const modelsDirectory = process.env.VOICE_MODELS_DIR ?? ''

/** Whether the engine of language models is there, beside the sources or in the folder this runs in; says how to install it where not. */
export function hasLanguageEngine(): boolean {
  try {
    findBinding('local models')
    return true
  } catch (error) {
    console.warn(`skipped: ${error instanceof Error ? error.message : error}`)
    return false
  }
}
