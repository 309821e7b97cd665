import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SpeechToText } from '../../src/server/model/speech-to-text.js'
import type { TextToSpeech } from '../../src/server/model/text-to-speech.js'
import { installedModels } from '../../src/server/providers/speech/sherpa/plan-models.js'
import { createSherpaStt, createSherpaTts } from '../../src/server/providers/speech/sherpa/sherpa-engines.js'
import { speechEngine } from '../support/built-programs.js'

/** The recognizers and voices of the folder of models, ready to run. */
export function localSpeech(): { recognizers: SpeechToText[]; voices: TextToSpeech[] } {
  const models = process.env.VOICE_MODELS_DIR ?? ''
  const program = speechEngine()
  const { recognizers, voices } = installedModels(models)
  const optionsOf = (name: string) => ({
    name,
    directory: join(models, name.slice('sherpa/'.length)),
    program,
  })
  return {
    recognizers: recognizers.map((name) => createSherpaStt(optionsOf(name))),
    voices: voices.map((name) => createSherpaTts(optionsOf(name))),
  }
}

/** Memory of the engine processes of this program, in megabytes. */
export function engineMegabytes(): number {
  return Math.round(sumOf(engines('rss')) / 1024)
}

/** What the engine processes have computed so far, in milliseconds of one core: a busy machine changes it little. Linux only, else 0. */
export function engineCoreMs(): number {
  return sumOf(engines('pid').map(coreMs))
}

/** One number of each engine process, as `ps` names it. */
function engines(column: 'rss' | 'pid'): number[] {
  const { stdout } = spawnSync('ps', ['-o', `${column}=,args=`, '--ppid', String(process.pid)], {
    encoding: 'utf8',
  })
  const lines = stdout.split('\n').filter((line) => line.includes('speech-engine'))
  return lines.map((line) => Number.parseInt(line, 10))
}

/** Source: proc(5), fields 14 and 15, which count hundredths of a second. */
function coreMs(pid: number): number {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return 0
  // The name of the program, in brackets, may hold spaces; behind it comes field 3.
  const fields = readFileSync(path, 'utf8').split(') ').at(-1)!.split(' ')
  return 10 * (Number(fields[11]) + Number(fields[12]))
}

const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0)
