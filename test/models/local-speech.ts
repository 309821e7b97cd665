import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { SpeechToText } from '../../src/server/model/speech-to-text.js'
import type { TextToSpeech } from '../../src/server/model/text-to-speech.js'
import { installedModels } from '../../src/server/providers/speech/sherpa/installed-models.js'
import { createSherpaStt } from '../../src/server/providers/speech/sherpa/sherpa-stt.js'
import { createSherpaTts } from '../../src/server/providers/speech/sherpa/sherpa-tts.js'
import { speechEngine } from '../support/speech-engine.js'

/** The recognizers and voices of the folder of models, ready to run. */
export function localSpeech(): { ears: SpeechToText[]; voices: TextToSpeech[] } {
  const models = process.env.VOICE_MODELS_DIR ?? ''
  const program = speechEngine()
  const { ears, voices } = installedModels(models)
  const optionsOf = (name: string) => ({
    name,
    directory: join(models, name.slice('sherpa/'.length)),
    program,
  })
  return {
    ears: ears.map((name) => createSherpaStt(optionsOf(name))),
    voices: voices.map((name) => createSherpaTts(optionsOf(name))),
  }
}

/** Memory of the engine processes of this program, in megabytes. */
export function engineMegabytes(): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=,args=', '--ppid', String(process.pid)], {
    encoding: 'utf8',
  })
  const lines = stdout.split('\n').filter((line) => line.includes('speech-engine'))
  return Math.round(lines.reduce((sum, line) => sum + Number.parseInt(line, 10), 0) / 1024)
}
