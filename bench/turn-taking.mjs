// @ts-check
/**
 * How a whole session takes turns on recordings of a folder with a `manifest.json`: utterances with pauses, plain ones, and what is heard
 * while the agent speaks. The recognizer makes no mistakes, gives words late, and ends every transcript with a full stop; model and voice
 * answer at once, so that every wrong end of a turn would be heard. Time is the time of the sound. `node bench/turn-taking.mjs FOLDER`
 */
import './load-ts.mjs'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const source = (/** @type {string} */ path) => import(new URL(`../${path}.ts`, import.meta.url).href)
const { listenToUtterance, listenWhileSpeaking } = await source('test/support/turn-taking')
const { modelsWith } = await source('test/support/speech-files')
const { resolveVad } = await source('src/server/providers/speech/speech-registry')

/** @typedef {import('../test/support/turn-taking.js').Recording} Recording */
/** @typedef {import('../test/support/turn-taking.js').UtteranceResult} UtteranceResult */

const folder = process.argv[2]
const models = await modelsWith('silero/v5')
if (!folder || !models) {
  console.log('skipped: node bench/turn-taking.mjs FOLDER needs a folder with recordings and manifest.json')
  process.exit(0)
}
const vad = resolveVad('silero/v5', { modelsDirectory: models })
/** @type {{ items: Recording[] }} */
const { items } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))

const of = (/** @type {string} */ kind) => items.filter((item) => item.kind === kind)
const median = (/** @type {number[]} */ values) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

// Models load with the first sound, which is not what is measured.
await listenToUtterance(folder, items[0], {
  dialect: 'semantic_vad',
  streams: true,
  voice: true,
  wordsMs: 100,
  writes: false,
  vad,
})

for (const dialect of ['semantic_vad', 'server_vad'])
  for (const streams of [true, false]) {
    const mode = { dialect, streams, voice: dialect === 'semantic_vad', wordsMs: streams ? 100 : 250, vad }
    console.log(
      `\n${dialect}, words ${streams ? 'early' : 'late'}, ${mode.voice ? 'voice.v1' : 'stock client'}`,
    )
    for (const kind of ['paused', 'plain'])
      for (const writes of [false, true]) {
        /** @type {UtteranceResult[]} */
        const results = []
        for (const item of of(kind)) {
          const result = await listenToUtterance(folder, item, { ...mode, writes })
          results.push(result)
          if (
            process.env.VERBOSE &&
            (result.isHarmful || !result.isWhole || Number.isNaN(result.delayMs) || result.delayMs > 1500)
          )
            console.log(
              '   ',
              item.file,
              JSON.stringify(result),
              item.segments.map((s) => s.text).join(' | '),
            )
        }
        const delays = results.map(({ delayMs }) => delayMs).filter((ms) => !Number.isNaN(ms))
        console.log(
          `  ${kind}, ${writes ? 'a write' : 'an answer'}: ${results.length}, ended early ${results.filter(({ cuts }) => cuts > 0).length}, harmful ${results.filter(({ isHarmful }) => isHarmful).length}, heard at most ${Math.max(0, ...results.map(({ heardMs }) => heardMs))} ms, one whole turn ${results.filter(({ isWhole }) => isWhole).length}, end of turn after ${Math.round(median(delays))} ms (90 % within ${Math.round(delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.9)] ?? 0)})`,
        )
      }
    for (const kind of ['backchannel', 'noise', 'echo', 'interruption']) {
      const times = []
      for (const item of of(kind)) {
        const ms = await listenWhileSpeaking(folder, item, mode)
        times.push(ms)
        if (process.env.VERBOSE && (ms === undefined) === (kind === 'interruption'))
          console.log('   ', item.file, ms, item.text)
      }
      const found = times.filter((ms) => ms !== undefined)
      console.log(
        `  ${kind}: ${found.length} of ${times.length} interrupt${found.length > 0 ? `, after ${Math.round(median(found))} ms` : ''}`,
      )
    }
  }
process.exit(0)
