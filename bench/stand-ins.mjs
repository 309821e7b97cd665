// @ts-check
/** What several benches need: engines that answer at once, waits and quantiles. */

/** A model that answers at once. @type {import('../dist/server/index.js').LanguageModel} */
export const instantModel = {
  name: 'bench/instant',
  async *stream() {
    for (const text of ['There are ', 'two pets, ', 'Rex and Momo.']) yield { type: 'text-delta', text }
    yield { type: 'end', reason: 'stop' }
  },
}

/** A model that answers 100 words in one second. @type {import('../dist/server/index.js').LanguageModel} */
export const streamingModel = {
  name: 'bench/streaming',
  async *stream() {
    const began = performance.now()
    for (let word = 1; word <= 100; word += 1) {
      await sleep(began + 10 * word - performance.now())
      yield { type: 'text-delta', text: `word${word} ` }
    }
    yield { type: 'end', reason: 'stop' }
  },
}

/** A recognizer that hears the same question in every turn, at once. */
export const instantRecognizer = {
  name: 'bench/recognizer',
  streams: false,
  createRecognizer: () => ({
    begin: () => ({ push() {}, transcribe: async () => 'list the pets', end() {} }),
    close() {},
  }),
}

/** An agent that hears, answers and speaks at once: each sentence is the same sound. @param {Uint8Array} pcm 24 kHz */
export const spokenAgent = (pcm) => ({
  stt: instantRecognizer,
  llm: instantModel,
  tts: {
    name: 'bench/voice',
    async *speak() {
      yield { pcm, rate: 24_000 }
    },
  },
  tools: [],
  vad: 'silero/v5',
  turnDetection: 'silence/v1',
})

/** The first message of a child. Throws if the child ends before. @param {import('node:child_process').ChildProcess} child */
export const firstMessage = (child) =>
  new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code, signal) =>
      reject(new Error(`A child ended with ${code ?? signal}. See above why.`)),
    )
  })

/** @param {number} ms */
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** @param {number[]} values @param {number} share From 0 to 1. */
export const quantile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN
