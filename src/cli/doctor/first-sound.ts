import { type CheckResult, note, ok } from './check.js'

/** How long the parts of a spoken answer take that are the same for every language model, in milliseconds. */
export interface SpeechTimes {
  ears: string
  voice: string
  /** From the end of the sound to its words. */
  wordsMs: number
  /** From a sentence to its first sound. */
  soundMs: number
}

/** A language model and how long it takes from a question to the first sentence of its answer. */
export interface Thinking {
  name: string
  answerMs: number
}

/** Longer than this, people speak again because they think that they were not heard. */
const PATIENT_MS = 4_000

/** How long after the last word of a question the answer is heard, for each language model of this machine and for the router, which needs no time. */
export function checkFirstSound(
  { ears, voice, wordsMs, soundMs }: SpeechTimes,
  models: readonly Thinking[],
): CheckResult[] {
  return [{ name: 'builtin/router', answerMs: 0 }, ...models].map((model) => {
    const total = wordsMs + model.answerMs + soundMs
    const parts = [
      `${ears} ${seconds(wordsMs)}`,
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
