import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Credentials } from '../../environment.js'
import { messageOf, VoiceError } from '../../errors.js'
import { AgentSession } from '../../server/agent/agent-session.js'
import type { SpeechToText } from '../../server/model/speech-to-text.js'
import type { TextToSpeech } from '../../server/model/text-to-speech.js'
import { LISTENING_RATE } from '../../server/model/vad.js'
import { SPEECH_MODELS } from '../../server/providers/speech/models/catalog.js'
import { createSherpaStt, createSherpaTts } from '../../server/providers/speech/sherpa/sherpa-engines.js'
import { resolveSpeech } from '../../server/resolve-speech.js'
import { AudioDecoder } from '../../server/speech/audio/audio-format.js'
import { WORDS_WITHIN_MS } from '../../server/speech/input/endpoint-timer.js'
import { type CheckResult, type FirstSoundTimes, failed, note, ok } from './check.js'

export interface SpeechSettings {
  stt: string[] | null
  tts: string[] | null
  credentials: Credentials
}

const SENTENCE = 'List the pets.'

/** Speaks and recognizes a sentence, after one run to load the models, and reports the latency. */
export async function checkSpeech({
  stt,
  tts,
  credentials,
}: SpeechSettings): Promise<{ checks: CheckResult[]; times?: FirstSoundTimes }> {
  let engines: ReturnType<typeof resolveSpeech>
  try {
    engines = resolveSpeech(new AgentSession({ stt, tts, credentials }).description)
  } catch (error) {
    const advice = 'docs/voice.md lists the engines and what each needs'
    return { checks: [failed('speech', messageOf(error), advice)] }
  }
  const voice = engines.tts ? await synthesizerResult(engines.tts) : undefined
  const recognizer = engines.stt ? await recognizerResult(engines.stt, voice?.samples) : undefined
  const checks = [voice, recognizer].flatMap((one) => (one ? [one.check] : []))
  if (voice?.soundMs === undefined || recognizer?.wordsMs === undefined) return { checks }
  const names = { recognizer: engines.stt!.name, voice: engines.tts!.name }
  return { checks, times: { ...names, wordsMs: recognizer.wordsMs, soundMs: voice.soundMs } }
}

async function synthesizerResult(
  tts: TextToSpeech,
): Promise<{ check: CheckResult; samples?: Int16Array; soundMs?: number }> {
  const name = 'voice'
  try {
    // The first run loads the models.
    await checkSynthesizer(tts, SENTENCE)
    const { firstMs, samples } = await checkSynthesizer(tts, SENTENCE)
    const check = ok(name, `${tts.name}: first sound after ${Math.round(firstMs)} ms`)
    return { check, samples, soundMs: firstMs }
  } catch (error) {
    return { check: failed(name, `${tts.name}: ${messageOf(error)}`, adviceFor('TTS')) }
  }
}

async function recognizerResult(
  stt: SpeechToText,
  samples: Int16Array | undefined,
): Promise<{ check: CheckResult; wordsMs?: number }> {
  const name = 'recognizer'
  const advice = 'they need a voice to hear: add --tts exec/flite'
  if (!samples) return { check: note(name, `${stt.name}: not tried`, advice) }
  try {
    await checkRecognizer(stt, samples)
    const { wordsMs, words } = await checkRecognizer(stt, samples)
    if (words === '')
      return { check: failed(name, `${stt.name}: heard nothing of "${SENTENCE}"`, HEARD_NOTHING) }
    const heard = `${stt.name}: heard "${words}" for "${SENTENCE}" in ${Math.round(wordsMs)} ms`
    const isSlow = wordsMs > WORDS_WITHIN_MS
    return { check: isSlow ? note(name, `${heard}, which is slow`, SLOW) : ok(name, heard), wordsMs }
  } catch (error) {
    return { check: failed(name, `${stt.name}: ${messageOf(error)}`, adviceFor('STT')) }
  }
}

const SLOW = `turns end late: they wait for words that take more than ${WORDS_WITHIN_MS} ms. Try a smaller model or another recognizer`
const HEARD_NOTHING = 'try another voice with --tts, another language or another recognizer'

const adviceFor = (kind: string) => `check ${kind}_API_KEY and ${kind}_BASE_URL, or name another engine`

const SPEED_SENTENCE = 'This is how fast I speak.'
/** Maximum seconds of processing per second of audio. A slower model cannot keep up if the machine has other work. */
const FAST_ENOUGH = 0.7

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
    if (tts) return await measureSynthesizer(tts)
    const stt = createSherpaStt({ name, directory, program })
    return await measureRecognizer(stt)
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

async function measureSynthesizer(tts: TextToSpeech): Promise<CheckResult> {
  const { firstMs: loadMs } = await checkSynthesizer(tts, 'One.')
  const { firstMs, realTimeFactor } = await checkSynthesizer(tts, SPEED_SENTENCE)
  const found = `a voice; loads in ${seconds(loadMs)}, first sound after ${Math.round(firstMs)} ms`
  return verdict(tts.name, { found, realTimeFactor })
}

async function measureRecognizer(stt: SpeechToText): Promise<CheckResult> {
  // A hum is enough to measure the speed, because a recognizer needs the same time for a hum as for speech.
  const hum = Int16Array.from(
    { length: 3 * LISTENING_RATE },
    (_, at) => 3_000 * Math.sin(at / 9) * Math.sin(at / 900),
  )
  const { wordsMs: loadMs } = await checkRecognizer(stt, hum.subarray(0, LISTENING_RATE))
  const { realTimeFactor } = await checkRecognizer(stt, hum)
  return verdict(stt.name, { found: `a recognizer; loads in ${seconds(loadMs)}`, realTimeFactor })
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

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

const PATIENCE_MS = 120_000

interface SynthesizerCheck {
  /** Milliseconds from the start of the synthesis to the first audio. The first run also loads the model. */
  firstMs: number
  /** Seconds of processing per second of audio: below 1 is faster than real time. */
  realTimeFactor: number
  samples: Int16Array
}

export async function checkSynthesizer(tts: TextToSpeech, text: string): Promise<SynthesizerCheck> {
  const started = performance.now()
  let firstMs = 0
  let decoder: AudioDecoder | undefined
  const parts: Int16Array[] = []
  for await (const { pcm, rate } of tts.speak({ text }, { signal: AbortSignal.timeout(PATIENCE_MS) })) {
    firstMs ||= performance.now() - started
    decoder ??= new AudioDecoder({ format: rate, to: LISTENING_RATE })
    parts.push(decoder.push(pcm))
  }
  if (decoder) parts.push(decoder.flush())
  const samples = Int16Array.from(parts.flatMap((part) => [...part]))
  return { firstMs, realTimeFactor: factorOf(performance.now() - started, samples), samples }
}

interface RecognizerCheck {
  wordsMs: number
  realTimeFactor: number
  words: string
}

export async function checkRecognizer(stt: SpeechToText, samples: Int16Array): Promise<RecognizerCheck> {
  const recognizer = stt.createRecognizer()
  try {
    const recognition = recognizer.begin({ onPartial() {} })
    const started = performance.now()
    recognition.push(samples)
    const words = await recognition.transcribe(AbortSignal.timeout(PATIENCE_MS))
    const wordsMs = performance.now() - started
    recognition.end()
    return { wordsMs, realTimeFactor: factorOf(wordsMs, samples), words }
  } finally {
    recognizer.close()
  }
}

function factorOf(ms: number, samples: Int16Array): number {
  return samples.length === 0 ? 0 : ms / ((samples.length * 1000) / LISTENING_RATE)
}
