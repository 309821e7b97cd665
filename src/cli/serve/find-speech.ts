import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findService, servicesWithKey } from '../../server/providers/services.js'
import { RECOGNIZER_PROGRAMS } from '../../server/providers/speech/exec-stt.js'
import { TTS_PRESETS } from '../../server/providers/speech/exec-tts.js'
import { defaultModelsDirectory } from '../../server/providers/speech/models/store.js'
import { installedModels } from '../../server/providers/speech/sherpa/installed-models.js'

/** Engines as provider strings, such as `exec/flite`, best first. */
interface FoundEngines {
  recognizers: string[]
  voices: string[]
}

/** Whether an agent has a recognizer and a voice already. */
interface PresentSpeech {
  stt: boolean
  tts: boolean
}

/** The advice of the startup banner if no speech engine was found. */
export const PULL_SPEECH = '`voice models pull speech` brings a recognizer and a voice to this machine'

/**
 * Finds engines for an agent without recognizer or voice: services with a key, local models, programs. Returns a line
 * for each source, with the flags that select its engines.
 */
export function findSpeech(present: PresentSpeech, env: NodeJS.ProcessEnv): string[] {
  if (present.stt && present.tts) return []
  const services = servicesWithKey(present.stt ? 'tts' : 'stt', env)
  const found = [
    ...services.map(keyLine),
    ...linesFor(installedModels(env.VOICE_MODELS_DIR || defaultModelsDirectory()), present),
    ...linesFor(findSpeechPrograms(env), present),
  ]
  return found.length > 0 || present.stt ? found : [PULL_SPEECH]
}

export function keyLine(service: string): string {
  return `${findService(service).keyVariable} is set: --provider ${service}`
}

/**
 * Returns a line about the speech engines that were found, with the flags that select the best of them. The line lists
 * recognizers only if the agent has no recognizer, and voices only if the agent has no voice. Returns no line if there
 * is nothing to list.
 */
function linesFor({ recognizers, voices }: FoundEngines, present: PresentSpeech): string[] {
  const wanted = [...(present.stt ? [] : recognizers), ...(present.tts ? [] : voices)]
  if (wanted.length === 0) return []
  const flags = [
    ...(present.stt ? [] : recognizers.slice(0, 1).map((name) => `--stt ${name}`)),
    ...(present.tts ? [] : voices.slice(0, 1).map((name) => `--tts ${name}${voiceOf(name)}`)),
  ]
  const names = wanted.map((name) => name.slice(name.indexOf('/') + 1)).join(', ')
  return [`on this machine: ${names}; ${flags.join(' ')}`]
}

/** The text to append to a `--tts` value: `:VOICE.onnx` for piper, which has no voice of its own; otherwise `''`. */
const voiceOf = (name: string) => (name === 'exec/piper' ? ':VOICE.onnx' : '')

/** Programs on this machine that recognize or synthesize speech, as provider strings such as `exec/flite`. */
interface SpeechPrograms {
  recognizers: string[]
  voices: string[]
}

/** Finds the known speech programs in the folders of `PATH`. */
function findSpeechPrograms(env: NodeJS.ProcessEnv): SpeechPrograms {
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
