import { existsSync } from 'node:fs'
import { SPEECH_BUNDLE } from './catalog.js'
import { findEngine } from './engine-package.js'
import { modelNamed, modelPath } from './store.js'

/**
 * The provider strings of the recognizer and the synthesizer that `voice models pull speech` installs. `stt` or `tts`
 * is absent if its model or the engine is not installed.
 */
export function pulledSpeech(modelsDirectory: string): { stt?: string; tts?: string } {
  if (findEngine(modelsDirectory) === undefined) return {}
  const found = (name: string) => existsSync(modelPath(modelNamed(name), modelsDirectory))
  const { stt, tts } = SPEECH_BUNDLE
  return { ...(found(stt) && { stt }), ...(found(tts) && { tts }) }
}
