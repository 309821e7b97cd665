import { type CheckResult, note, ok } from './check.js'

/** The latencies of a spoken response that do not depend on the language model, in milliseconds. */
export interface FirstSoundTimes {
  recognizer: string
  voice: string
  /** Milliseconds from the end of the input audio to its transcript. */
  wordsMs: number
  /** Milliseconds from the start of the synthesis of a sentence to its first audio. */
  soundMs: number
}

/** A language model and its time from a question to the first sentence of its response. */
export interface Thinking {
  name: string
  answerMs: number
}

/**
 * Maximum silence before a response, in milliseconds. After a longer silence, users speak again because they assume
 * that they were not heard.
 */
const PATIENT_MS = 4_000

/**
 * Reports the time from the last word of a question to the first audio of the response, once for each local language
 * model. Also reports this time for `builtin/router`, which chooses tools without a language model. The time that
 * `builtin/router` itself needs counts as 0.
 */
export function checkFirstSound(
  { recognizer, voice, wordsMs, soundMs }: FirstSoundTimes,
  models: readonly Thinking[],
): CheckResult[] {
  return [{ name: 'builtin/router', answerMs: 0 }, ...models].map((model) => {
    const total = wordsMs + model.answerMs + soundMs
    const parts = [
      `${recognizer} ${seconds(wordsMs)}`,
      ...(model.answerMs > 0 ? [`${model.name} ${seconds(model.answerMs)}`] : []),
      `${voice} ${seconds(soundMs)}`,
    ]
    const message = `with ${model.name} the first sound comes ${seconds(total)} s after the end of a question (${parts.join(', ')})`
    return total <= PATIENT_MS
      ? ok('spoken answer', message)
      : note('spoken answer', message, 'people wait about four seconds; smaller models answer sooner')
  })
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)
