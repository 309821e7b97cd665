import { loadavg } from 'node:os'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { checkRecognizer, checkSynthesizer } from '../../src/cli/doctor/speech.js'
import type { SpeechToText } from '../../src/server/model/speech-to-text.js'
import { LISTENING_RATE } from '../../src/server/model/vad.js'
import { createExecStt } from '../../src/server/providers/speech/exec.js'
import { closeEngines } from '../../src/server/providers/speech/sherpa/engine-process.js'
import { missing } from '../support/needs.js'
import { joinSamples, recorded } from '../support/speech-files.js'
import { engineCoreMs, engineMegabytes, localSpeech } from './local-speech.js'
import { wordErrors } from './word-errors.js'

/** What the recordings say. */
const SAID: Record<string, string> = {
  'list-pets-slt': 'list the pets',
  'list-pets-rms': 'list the pets',
  'list-pets-espeak': 'list the pets',
  'list-orders-slt': 'list the orders',
  'cancel-order-slt': 'cancel order 17',
  'pause-slt': 'show me the pets',
  'pause2-slt': 'and then the orders',
  'stop-rms': 'stop please',
  'yes-slt': 'yes',
  'halting-pets-and-slt': 'show me the pets and then the orders',
  'halting-would-like-rms': 'I would like to see the orders',
  'halting-cancel-the-rms': 'please cancel the order number 17',
}
const SENTENCES = Object.entries(SAID)
/** Of the words of the recordings; synthetic voices are harder than people. */
const MAX_ERROR_RATE = 0.5
const AT_ONCE = 4
/** Of the recordings, for the recognizer beside them: without a grammar it takes long. */
const FEW = 4

const { recognizers, voices } = localSpeech()
const lacksSphinx = missing('pocketsphinx_continuous', 'apt-get install pocketsphinx pocketsphinx-en-us')
const sphinx = { name: 'exec/pocketsphinx', program: 'pocketsphinx', language: 'en' }
const others = lacksSphinx ? [] : [createExecStt(sphinx)]

const heard: Record<string, string | number>[] = []
const spoken: Record<string, string | number>[] = []
afterEach(closeEngines)
afterAll(() => {
  console.log(`Processes that want to run while this was measured: ${loadavg()[0]!.toFixed(1)}`)
  if (heard.length > 0) console.table(heard)
  if (spoken.length > 0) console.table(spoken)
})

const whole = (ms: number) => Math.round(ms)
const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
/** Numbers are written in either way. */
const alike = (words: string) => words.replace(/\bseventeen\b/gi, '17')

/** Milliseconds of silence that a listener hands over before a voice, and behind it at least. */
const [BEFORE_MS, BEHIND_MS] = [396, 350]

/** A recording as a listener hands it over. */
function heardOf(file: string): Int16Array {
  return joinSamples([silence(BEFORE_MS), recorded(file), silence(BEHIND_MS)])
}

const silence = (ms: number) => new Int16Array((ms * LISTENING_RATE) / 1000)

/** All recordings, one after the other: how many words are wrong, and how long the words take. */
async function hear(stt: SpeechToText, sentences = SENTENCES) {
  const total = { errors: 0, words: 0 }
  const times: number[] = []
  await checkRecognizer(stt, heardOf('yes-slt'))
  const coreMs = engineCoreMs()
  for (const [file, text] of sentences) {
    const { words, wordsMs } = await checkRecognizer(stt, heardOf(file))
    const { errors, words: count } = wordErrors(alike(words), text)
    total.errors += errors
    total.words += count
    times.push(wordsMs)
    console.log(`${stt.name}  ${file.padEnd(22)} ${String(whole(wordsMs)).padStart(6)} ms  ${words}`)
  }
  const perSentence = (engineCoreMs() - coreMs) / sentences.length
  return { rate: total.errors / total.words, times, coreMs: perSentence, mb: engineMegabytes() }
}

/** The same sentence by several at once. */
async function together<T>(work: () => Promise<T>): Promise<{ results: T[]; times: number[] }> {
  const times: number[] = []
  const started = performance.now()
  const results = await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const result = await work()
      times.push(performance.now() - started)
      return result
    }),
  )
  return { results, times }
}

describe.skipIf(recognizers.length === 0)('recognizers', () => {
  it.each(recognizers.map((stt) => [stt.name, stt] as const))(
    '%s hears the recordings',
    async (name, stt) => {
      const { rate, times, coreMs, mb } = await hear(stt)
      const alone = await checkRecognizer(stt, heardOf('list-orders-slt'))
      const four = await together(() => checkRecognizer(stt, heardOf('list-orders-slt')))
      heard.push({
        recognizer: name,
        'wrong words %': whole(rate * 100),
        'core ms': whole(coreMs),
        'mean ms': whole(meanOf(times)),
        'slowest ms': whole(Math.max(...times)),
        'one alone ms': whole(alone.wordsMs),
        'first of 4 ms': whole(Math.min(...four.times)),
        'last of 4 ms': whole(Math.max(...four.times)),
        MB: Math.max(mb, engineMegabytes()),
      })
      expect(rate).toBeLessThanOrEqual(MAX_ERROR_RATE)
      expect(new Set(four.results.map(({ words }) => words))).toEqual(new Set([alone.words]))
    },
  )

  it.each(others.map((stt) => [stt.name, stt] as const))('beside them: %s', async (name, stt) => {
    const { rate, times } = await hear(stt, SENTENCES.slice(0, FEW))
    heard.push({
      recognizer: name,
      'wrong words %': whole(rate * 100),
      'mean ms': whole(meanOf(times)),
      'slowest ms': whole(Math.max(...times)),
    })
    expect(times).toHaveLength(FEW)
  })
})

describe.skipIf(voices.length === 0)('voices', () => {
  const text = 'There are three pets.'

  it.each(voices.map((tts) => [tts.name, tts] as const))('%s is understood', async (name, tts) => {
    await checkSynthesizer(tts, 'One.')
    const before = engineCoreMs()
    const { firstMs, realTimeFactor, samples } = await checkSynthesizer(tts, text)
    const coreMs = engineCoreMs() - before
    const four = await together(() => checkSynthesizer(tts, text))
    const mb = engineMegabytes()
    expect(samples.length).toBeGreaterThan(8_000)
    for (const { samples: other } of four.results) expect(other.length).toBeGreaterThan(8_000)
    spoken.push({
      voice: name,
      'core ms': whole(coreMs),
      'core s for a second': ((coreMs * LISTENING_RATE) / samples.length / 1000).toFixed(2),
      'first sound ms': whole(firstMs),
      's for a second': realTimeFactor.toFixed(2),
      'first of 4 ms': whole(Math.min(...four.times)),
      'last of 4 ms': whole(Math.max(...four.times)),
      MB: mb,
    })
    for (const stt of recognizers) {
      const { words } = await checkRecognizer(stt, samples)
      console.log(`${name}  ${stt.name} hears: ${words}`)
      expect(wordErrors(words.replace('3', 'three'), text).errors).toBeLessThanOrEqual(2)
    }
  })
})
