import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../../src/ports.js'
import type { TurnDetector } from '../../../src/server/model/turn-detector.js'
import { FRAME_SAMPLES, type Vad } from '../../../src/server/model/vad.js'
import { resolveVad } from '../../../src/server/providers/speech/speech-registry.js'
import { Listener, type ListenerEvent } from '../../../src/server/speech/listening/listener.js'
import { createSemanticDetector } from '../../../src/server/speech/turns/semantic.js'
import { createSilenceDetector } from '../../../src/server/speech/turns/silence.js'
import { englishWords } from '../../../src/server/speech/turns/words/en.js'
import { settle, VirtualClock } from '../../../src/testing/virtual-clock.js'
import { ScriptedStt } from '../../support/speech.js'
import { joinSamples, modelsWith, recorded } from '../../support/speech-files.js'

const models = await modelsWith('silero/v5')

/** Recordings with the words a recognizer has at each pause; gaps are pauses inside the turn. */
interface Spoken {
  parts: { file: string; words: string }[]
  gapMs: number
}

const WHOLE: Spoken[] = [
  ['list-pets-slt', 'list the pets'],
  ['list-pets-rms', 'list the pets'],
  ['list-pets-espeak', 'list the pets'],
  ['list-orders-slt', 'list the orders'],
  ['cancel-order-slt', 'cancel order seventeen'],
  ['yes-slt', 'yes'],
].map(([file = '', words = '']) => ({ parts: [{ file, words }], gapMs: 0 }))

const PAUSING: Spoken[] = [500, 700, 900, 1_200].flatMap((gapMs) =>
  ['show me the pets and', 'I would like to', 'four two', 'let me see um', 'my e-mail is anna at'].map(
    (words) => ({
      parts: [
        { file: 'pause-slt', words },
        { file: 'pause2-slt', words: `${words} and then the orders` },
      ],
      gapMs,
    }),
  ),
)

function noise(length: number, amplitude: number): Int16Array {
  let state = 12_345
  return Int16Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.round(((state / 2 ** 32) * 2 - 1) * amplitude)
  })
}

const ms = (count: number) => new Int16Array((count * 16_000) / 1_000)

/** The sound of a turn in noise, with a second before and three after, and where the voice ends. */
function soundOf({ parts, gapMs }: Spoken, decibels: number) {
  const speech = joinSamples(
    parts.flatMap(({ file }, at) => (at > 0 ? [ms(gapMs), recorded(file)] : [recorded(file)])),
  )
  const end = speech.findLastIndex((sample) => Math.abs(sample) > 400)
  const power = Math.sqrt(speech.reduce((sum, sample) => sum + sample ** 2, 0) / speech.length)
  const all = joinSamples([ms(1_000), speech, ms(3_000)])
  const added = noise(all.length, power * 10 ** (-decibels / 20) * Math.sqrt(3))
  const samples = all.map((sample, at) => Math.max(-32_768, Math.min(32_767, sample + added[at]!)))
  return { samples, endMs: 1_000 + end / 16 }
}

async function listen(
  samples: Int16Array,
  options: { vad: Vad; detector: TurnDetector; words: string[]; agentSpeaks?: boolean },
) {
  const events: (ListenerEvent & { atMs: number })[] = []
  const clock = new VirtualClock(0)
  const watch = await options.vad.watch({ logger: silentLogger })
  const stt = new ScriptedStt([])
  let asked = 0
  const recognizer = {
    begin: () => ({
      push() {},
      transcribe: async () => options.words[Math.min(asked++, options.words.length - 1)] ?? '',
      end() {},
    }),
    close() {},
  }
  const listener = new Listener(
    {
      watch,
      recognizer,
      clock,
      words: englishWords,
      streams: stt.streams,
      agentSpeaks: () => options.agentSpeaks ?? false,
      expects: () => undefined,
      emit: (event) => void events.push({ ...event, atMs: listener.heardMs }),
    },
    { detector: options.detector, prefixPaddingMs: 300 },
  )
  for (let at = 0; at + FRAME_SAMPLES <= samples.length; at += FRAME_SAMPLES) {
    listener.push(samples.subarray(at, at + FRAME_SAMPLES))
    if (at % (FRAME_SAMPLES * 3) === 0) await settle()
  }
  listener.close()
  watch.close()
  return events
}

const only = <T extends ListenerEvent['type']>(events: (ListenerEvent & { atMs: number })[], type: T) =>
  events.filter((event) => event.type === type)

async function judge(turns: Spoken[], options: { vad: Vad; detector: TurnDetector; decibels: number }) {
  let missed = 0
  let early = 0
  const delays: number[] = []
  for (const turn of turns) {
    const { samples, endMs } = soundOf(turn, options.decibels)
    const events = await listen(samples, { ...options, words: turn.parts.map(({ words }) => words) })
    const stops = only(events, 'speech-stopped')
    if (only(events, 'speech-started').length === 0) missed += 1
    if (stops[0] && stops[0].atMs < endMs) early += 1
    const last = stops.at(-1)
    if (last) delays.push(last.atMs - endMs)
  }
  const delay = delays.reduce((sum, value) => sum + value, 0) / Math.max(1, delays.length)
  return { missed, early, delay: Math.round(delay), of: turns.length }
}

describe.skipIf(models === undefined)('silero/v5 on recordings', () => {
  const vad = () => resolveVad('silero/v5', { ...(models && { modelsDirectory: models }) })

  it('hears every sentence and cuts none, in noise at 20, 10 and 5 dB', async () => {
    for (const decibels of [60, 20, 10, 5]) {
      const result = await judge(WHOLE, { vad: vad(), detector: createSilenceDetector(500), decibels })
      console.log(`silero/v5, silence/v1, ${decibels} dB: ${JSON.stringify(result)}`)
      expect(result.missed).toBe(0)
      expect(result.early).toBe(0)
    }
  }, 60_000)

  it('starts nothing for noise alone', async () => {
    for (const amplitude of [100, 1_000, 8_000]) {
      const events = await listen(noise(16_000 * 10, amplitude), {
        vad: vad(),
        detector: createSilenceDetector(),
        words: [''],
      })
      expect(only(events, 'speech-started')).toEqual([])
    }
  }, 60_000)

  it('semantic/v1 cuts fewer turns off than silence of the same delay', async () => {
    const turns = [...WHOLE, ...PAUSING]
    const options = { vad: vad(), decibels: 20 }
    const semantic = await judge(turns, { ...options, detector: createSemanticDetector() })
    const sameDelay = await judge(turns, {
      ...options,
      detector: createSilenceDetector(Math.max(350, semantic.delay)),
    })
    const short = await judge(turns, { ...options, detector: createSilenceDetector(500) })
    console.log(`turns: semantic/v1 ${JSON.stringify(semantic)}`)
    console.log(`turns: silence of the same delay ${JSON.stringify(sameDelay)}`)
    console.log(`turns: silence of 500 ms ${JSON.stringify(short)}`)
    expect(semantic.early).toBeLessThan(short.early)
    expect(semantic.early / semantic.of).toBeLessThan(0.1)
    const whole = await judge(WHOLE, { ...options, detector: createSemanticDetector() })
    console.log(`whole sentences: semantic/v1 ${JSON.stringify(whole)}`)
    expect(whole.delay).toBeLessThan(600)
  }, 120_000)

  it('is not interrupted by a cough or "uh-huh", and is by a sentence', async () => {
    const cough = noise(16 * 160, 9_000)
    const during = async (samples: Int16Array, words: string) =>
      only(
        await listen(joinSamples([ms(500), samples, ms(1_000)]), {
          vad: vad(),
          detector: createSilenceDetector(),
          words: [words],
          agentSpeaks: true,
        }),
        'speech-started',
      ).length
    const rows = {
      cough: await during(cough, ''),
      'uh-huh': await during(recorded('uh-huh-slt'), 'uh huh'),
      yeah: await during(recorded('yeah-rms'), 'yeah'),
      stop: await during(recorded('stop-rms'), 'stop please'),
    }
    console.log(`interruptions: ${JSON.stringify(rows)}`)
    expect(rows.cough).toBe(0)
    expect(rows.stop).toBe(1)
  }, 60_000)
})
