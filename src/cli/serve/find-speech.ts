import { findService, servicesWithKey } from '../../server/providers/services.js'
import { findSpeechPrograms } from '../../server/providers/speech/find-programs.js'
import { defaultModelsDirectory } from '../../server/providers/speech/models/store.js'
import { installedModels } from '../../server/providers/speech/sherpa/installed-models.js'

/** Engines as provider strings, best first. */
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
 * Engines for an agent without recognizer or voice: services with a key, local models, programs. One line each, with
 * the flags that use it.
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

/** The line for a service whose key is set. */
export function keyLine(service: string): string {
  return `${findService(service).keyVariable} is set: --provider ${service}`
}

/** Lines with all engines that were found, and the flags for the first of each kind. */
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

/** Piper includes no voice. */
const voiceOf = (name: string) => (name === 'exec/piper' ? ':VOICE.onnx' : '')
