import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { messageOf, VoiceError } from '../../errors.js'
import type { SpeechToText } from '../../server/model/speech-to-text.js'
import type { TextToSpeech } from '../../server/model/text-to-speech.js'
import { LISTENING_RATE } from '../../server/model/vad.js'
import { SPEECH_MODELS } from '../../server/providers/speech/models/catalog.js'
import { openModelFolder } from '../../server/providers/speech/sherpa/model-folder.js'
import { planRecognizer } from '../../server/providers/speech/sherpa/plan-recognizer.js'
import { planVoice } from '../../server/providers/speech/sherpa/plan-voice.js'
import { createSherpaStt } from '../../server/providers/speech/sherpa/sherpa-stt.js'
import { createSherpaTts } from '../../server/providers/speech/sherpa/sherpa-tts.js'
import { type CheckResult, failed, note, ok } from './check.js'
import { checkRecognizer, checkSynthesizer } from './check-speech-engines.js'

const SENTENCE = 'This is how fast I speak.'
/** Maximum seconds of processing per second of audio. A slower model cannot keep up if the machine has other work. */
const FAST_ENOUGH = 0.7

/** Checks the speech models in the models folder and measures their speed on this machine. */
export async function checkLocalModels(directory: string, program?: URL): Promise<CheckResult[]> {
  const names = await readdir(directory, { withFileTypes: true }).catch(() => [])
  const folders = names.filter((entry) => entry.isDirectory() && !/^\.|\.part$/.test(entry.name))
  const files = names.filter(({ name }) => SPEECH_MODELS.some(({ file }) => file === name))
  if (folders.length + files.length === 0)
    return [note('local models', `none in ${directory}`, '`voice models list` shows what there is')]
  const known = SPEECH_MODELS.filter(({ file }) => files.some(({ name }) => name === file))
  const checks = known.map(({ name, about }) => ok(name, `here: ${about}`))
  // Sequential, so that the measurements do not affect each other.
  for (const { name } of folders) checks.push(await checkFolder(join(directory, name), program))
  return checks
}

async function checkFolder(directory: string, program: URL | undefined): Promise<CheckResult> {
  const name = `sherpa/${basename(directory)}`
  try {
    const tts = unlessUnusable(() => createSherpaTts({ name, directory, program }))
    if (tts) return await measureSynthesizer(tts, kindOfVoice(directory, name))
    const stt = createSherpaStt({ name, directory, program })
    return await measureRecognizer(stt, recognizerKindOf(directory, name))
  } catch (error) {
    // A folder without a complete model is no failure: it may contain other files.
    const isOther = error instanceof VoiceError && error.code === 'model-incomplete'
    if (isOther) return note(name, messageOf(error))
    return failed(name, messageOf(error), '`voice models pull` fetches it again')
  }
}

function unlessUnusable<T>(create: () => T): T | undefined {
  try {
    return create()
  } catch {
    return undefined
  }
}

async function measureSynthesizer(tts: TextToSpeech, kind: string): Promise<CheckResult> {
  const { firstMs: loadMs } = await checkSynthesizer(tts, 'One.')
  const { firstMs, realTimeFactor } = await checkSynthesizer(tts, SENTENCE)
  const found = `a voice (${kind}); loads in ${seconds(loadMs)}, first sound after ${Math.round(firstMs)} ms`
  return verdict(tts.name, { found, realTimeFactor })
}

async function measureRecognizer(stt: SpeechToText, kind: string): Promise<CheckResult> {
  // A hum is enough to measure the speed, because a recognizer needs the same time for a hum as for speech.
  const hum = Int16Array.from(
    { length: 3 * LISTENING_RATE },
    (_, at) => 3_000 * Math.sin(at / 9) * Math.sin(at / 900),
  )
  const { wordsMs: loadMs } = await checkRecognizer(stt, hum.subarray(0, LISTENING_RATE))
  const { realTimeFactor } = await checkRecognizer(stt, hum)
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

function recognizerKindOf(directory: string, name: string): string {
  const { kind, streams } = planRecognizer(openModelFolder(directory, name), {
    language: undefined,
    threads: 1,
  })
  return streams ? `${kind}, words while you speak` : kind
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
