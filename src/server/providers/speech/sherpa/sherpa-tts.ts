import { SpeechError } from '../../../model/speech-error.js'
import type { TextToSpeech } from '../../../model/text-to-speech.js'
import { engineFor, engineThreads, findSherpa } from './engine-pool.js'
import { openModelFolder, upToModel } from './model-folder.js'
import { planVoice } from './plan-voice.js'

export interface SherpaTtsOptions {
  name: string
  directory: string
  /** The speaker of the model: a number, or one of the names in the model's metadata. @default 0 */
  voice?: string | undefined
  /** The program that runs as the engine process. @default the program in this package */
  program?: URL | undefined
}

/**
 * The synthesizer `sherpa/NAME`: any voice model of sherpa-onnx, in an engine process that all sessions share. Throws a
 * `VoiceError` if the folder has no voice model or the package is missing.
 */
export function createSherpaTts({ name, directory, voice, program }: SherpaTtsOptions): TextToSpeech {
  const plan = planVoice(openModelFolder(directory, name), { threads: engineThreads() })
  const sherpa = findSherpa(name, directory)
  const own = speakerOf(voice, plan.speakers) ?? 0
  const provider = upToModel(name, voice)
  const engineOfVoice = () =>
    engineFor({ provider, program, job: { kind: 'voice', sherpa, config: plan.config } })
  return {
    name,
    // Starts the engine now, so that it loads the model while the user still speaks.
    prepare: () => void engineOfVoice(),
    async *speak({ text, voice: wanted }, { signal }) {
      const engine = engineOfVoice()
      // An unknown speaker name, such as the voice of another provider, selects the default speaker.
      const speaker = speakerOf(wanted, plan.speakers) ?? own
      const answer = await engine.run({ type: 'speak', id: engine.nextId(), text, speaker }, signal)
      if (answer.type !== 'speech' || answer.pcm.length === 0)
        throw new SpeechError('bad-answer', { provider: name, message: 'the voice gave no sound' })
      yield { pcm: answer.pcm, rate: answer.rate }
    },
  }
}

function speakerOf(voice: string | undefined, names: readonly string[]): number | undefined {
  if (voice === undefined) return undefined
  if (/^\d{1,4}$/.test(voice)) return Number(voice)
  const at = names.indexOf(voice)
  return at < 0 ? undefined : at
}
