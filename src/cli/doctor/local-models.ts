import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { messageOf, VoiceError } from '../../errors.js'
import type { SpeechToText } from '../../server/model/speech-to-text.js'
import type { TextToSpeech } from '../../server/model/text-to-speech.js'
import { LISTENING_RATE } from '../../server/model/vad.js'
import { installedLanguageModels } from '../../server/providers/local/model-file.js'
import { SPEECH_MODELS } from '../../server/providers/speech/models/catalog.js'
import { openModelFolder } from '../../server/providers/speech/sherpa/model-folder.js'
import { planRecognizer } from '../../server/providers/speech/sherpa/plan-recognizer.js'
import { planVoice } from '../../server/providers/speech/sherpa/plan-voice.js'
import { createSherpaStt } from '../../server/providers/speech/sherpa/sherpa-stt.js'
import { createSherpaTts } from '../../server/providers/speech/sherpa/sherpa-tts.js'
import { type CheckResult, failed, note, ok } from './check.js'
import { tryEars, tryVoice } from './speech-trial.js'

const SENTENCE = 'This is how fast I speak.'
/** Above this a model falls behind while others work too. */
const FAST_ENOUGH = 0.7

/** What is in the folder of models, and whether this machine runs it fast enough, measured. */
export async function checkLocalModels(directory: string, program?: URL): Promise<CheckResult[]> {
  const names = await readdir(directory, { withFileTypes: true }).catch(() => [])
  // Language models have checks of their own.
  const others = new Set(installedLanguageModels(directory))
  const isOther = (entry: string) => others.has(`local/${entry}`)
  const folders = names.filter(
    (entry) => entry.isDirectory() && !/^\.|\.part$/.test(entry.name) && !isOther(entry.name),
  )
  const files = names.filter(({ name }) => SPEECH_MODELS.some(({ file }) => file === name) && !isOther(name))
  if (folders.length + files.length + others.size === 0)
    return [note('local models', `none in ${directory}`, '`voice models list` shows what there is')]
  const known = SPEECH_MODELS.filter(({ file }) => files.some(({ name }) => name === file))
  const checks = known.map(({ name, about }) => ok(name, `here: ${about}`))
  // One after the other: together they would measure each other.
  for (const { name } of folders) checks.push(await checkFolder(join(directory, name), program))
  return checks
}

async function checkFolder(directory: string, program: URL | undefined): Promise<CheckResult> {
  const name = `sherpa/${basename(directory)}`
  try {
    const voice = attempt(() => createSherpaTts({ name, directory, program }))
    if ('engine' in voice) return await measureVoice(voice.engine, kindOfVoice(directory, name))
    const ears = attempt(() => createSherpaStt({ name, directory, program }))
    if ('engine' in ears) return await measureEars(ears.engine, kindOfEars(directory, name))
    return unusable(name, ears.error)
  } catch (error) {
    return failed(name, messageOf(error), '`voice models pull` fetches it again')
  }
}

/** A folder may hold something else altogether; a damaged model is to be mended. */
function unusable(name: string, error: unknown): CheckResult {
  const isOther = error instanceof VoiceError && error.code === 'model-incomplete'
  return isOther
    ? note(name, messageOf(error))
    : failed(name, messageOf(error), '`voice models pull` fetches it again')
}

async function measureVoice(tts: TextToSpeech, kind: string): Promise<CheckResult> {
  const { firstMs: loadMs } = await tryVoice(tts, 'One.')
  const { firstMs, realTimeFactor } = await tryVoice(tts, SENTENCE)
  const found = `a voice (${kind}); loads in ${seconds(loadMs)}, first sound after ${Math.round(firstMs)} ms`
  return verdict(tts.name, { found, realTimeFactor })
}

async function measureEars(stt: SpeechToText, kind: string): Promise<CheckResult> {
  // Recognizers need as long for a hum as for words.
  const hum = Int16Array.from(
    { length: 3 * LISTENING_RATE },
    (_, at) => 3_000 * Math.sin(at / 9) * Math.sin(at / 900),
  )
  const { wordsMs: loadMs } = await tryEars(stt, hum.subarray(0, LISTENING_RATE))
  const { realTimeFactor } = await tryEars(stt, hum)
  return verdict(stt.name, { found: `a recognizer (${kind}); loads in ${seconds(loadMs)}`, realTimeFactor })
}

function verdict(
  name: string,
  { found, realTimeFactor }: { found: string; realTimeFactor: number },
): CheckResult {
  const message = `${found}, needs ${realTimeFactor.toFixed(2)} s for a second of sound`
  return realTimeFactor <= FAST_ENOUGH
    ? ok(name, message)
    : note(name, message, 'this machine is too slow for it; a smaller model may do')
}

const kindOfVoice = (directory: string, name: string) =>
  planVoice(openModelFolder(directory, name), { threads: 1 }).kind

function kindOfEars(directory: string, name: string): string {
  const { kind, streams } = planRecognizer(openModelFolder(directory, name), {
    language: undefined,
    threads: 1,
  })
  return streams ? `${kind}, words while you speak` : kind
}

function attempt<T>(create: () => T): { engine: T } | { error: unknown } {
  try {
    return { engine: create() }
  } catch (error) {
    return { error }
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
