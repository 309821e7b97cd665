import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { RECOGNIZER_PROGRAMS } from './exec-stt.js'
import { TTS_PRESETS } from './exec-tts.js'

/** Programs on this machine that recognize or synthesize speech, as provider strings such as `exec/flite`. */
export interface SpeechPrograms {
  recognizers: string[]
  voices: string[]
}

/** Finds the known speech programs in the folders of `PATH`. */
export function findSpeechPrograms(env: NodeJS.ProcessEnv): SpeechPrograms {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  const installed = (names: string[], programOf: (name: string) => string) =>
    names
      .filter((name) => folders.some((folder) => isProgram(join(folder, programOf(name)))))
      .map((name) => `exec/${name}`)
  return {
    recognizers: installed(Object.keys(RECOGNIZER_PROGRAMS), (name) => RECOGNIZER_PROGRAMS[name]!),
    voices: installed(TTS_PRESETS, (name) => name),
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
