import { silentLogger } from '../../src/ports.js'
import type { TurnDetector } from '../../src/server/model/turn-detector.js'
import { FRAME_MS, FRAME_SAMPLES, type Vad, type VadWatch } from '../../src/server/model/vad.js'
import { isBackchannel } from '../../src/server/speech/input/backchannel.js'
import { TurnSegmenter, type TurnSegmenterEvent } from '../../src/server/speech/input/turn-segmenter.js'
import { VirtualClock } from '../../src/testing/virtual-clock.js'
import { joinSamples, recorded } from './speech-files.js'

/** A spoken turn: its audio, and the time of each word. */
export interface SpokenTurn {
  samples: Int16Array
  /** What a recognizer that makes no mistakes knows from `fromMs` on. */
  words: { text: string; fromMs: number }[]
}

/** Sound with a place where the voice ends in it. */
export interface Scene extends SpokenTurn {
  endMs: number
}

/** Recordings that stop in mid-sentence, with the words before and after. */
export const HALTING: Record<string, readonly [string, string]> = {
  'halting-pets-and': ['show me the pets and', 'then the orders'],
  'halting-would-like': ['I would like to', 'see the orders'],
  'halting-cancel-the': ['please cancel the', 'order number seventeen'],
  'halting-number-is': ['my number is four two', 'seven one'],
  'halting-named': ['find the customer named', 'Anna Miller'],
  'halting-um': ['list the orders from', 'um last week'],
}

/** Quieter is a pause. */
const QUIET = 300
const STEP = 160
const BEFORE_MS = 1_000
const AFTER_MS = 3_000

/** Silence at 16 kHz. */
export const quiet = (ms: number) => new Int16Array(Math.round(ms * 16))

/** A sentence without a pause. */
export function whole(file: string, text: string): SpokenTurn {
  return { samples: recorded(file), words: [{ text, fromMs: 0 }] }
}

/** One of `HALTING`, its pause made as long as wanted. */
export function halting(name: string, { voice, gapMs }: { voice: string; gapMs: number }): SpokenTurn {
  const samples = recorded(`${name}-${voice}`)
  const [before, after] = HALTING[name] ?? ['', '']
  const { from, length } = longestPause(samples)
  const cut = from + (length >> 1)
  const added = quiet(gapMs - length / 16)
  return {
    samples: joinSamples([samples.subarray(0, cut), added, samples.subarray(cut)]),
    words: [
      { text: before, fromMs: 0 },
      { text: `${before} ${after}`, fromMs: from / 16 + gapMs },
    ],
  }
}

function longestPause(samples: Int16Array): { from: number; length: number } {
  let best = { from: 0, length: 0 }
  let from = 0
  for (let at = 0; at + STEP <= samples.length; at += STEP) {
    if (samples.subarray(at, at + STEP).every((sample) => Math.abs(sample) < QUIET)) continue
    if (from > 0 && at - from > best.length) best = { from, length: at - from }
    from = at + STEP
  }
  return best
}

/** Even noise, the same every time. */
export function noise(length: number, amplitude: number): Int16Array {
  let state = 12_345
  return Int16Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.round(((state / 2 ** 32) * 2 - 1) * amplitude)
  })
}

/** A cough: a burst that dies away. */
export function cough(ms: number): Int16Array {
  const burst = noise(16 * ms, 12_000)
  return burst.map((sample, at) => Math.round(sample * Math.exp((-4 * at) / burst.length)))
}

/** Chords of a piano that cannot be told from one another, at any rate. */
export function music(seconds: number, rate: number): Int16Array {
  const chords = [
    [262, 330, 392],
    [220, 277, 330],
    [294, 370, 440],
    [196, 247, 294],
  ]
  return Int16Array.from({ length: seconds * rate }, (_, at) => {
    const second = at / rate
    const notes = chords[Math.floor(second / 0.6) % chords.length]!
    const tone = (hertz: number, part: number) => Math.sin(2 * Math.PI * hertz * part * second) / part
    const sum = notes.reduce(
      (total, hertz) => total + tone(hertz, 1) + tone(hertz, 2) / 2 + tone(hertz, 3) / 3,
      0,
    )
    return Math.round(2_500 * sum * Math.exp(-2 * (second % 0.6)))
  })
}

/** A turn in noise that is `decibels` quieter than it, with a second before and three after. */
export function inNoise(turn: SpokenTurn, decibels: number): Scene {
  const { samples } = turn
  const power = Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length)
  const all = joinSamples([quiet(BEFORE_MS), samples, quiet(AFTER_MS)])
  const added = noise(all.length, power * 10 ** (-decibels / 20) * Math.sqrt(3))
  return {
    samples: all.map((sample, at) => Math.max(-32_768, Math.min(32_767, sample + added[at]!))),
    endMs: BEFORE_MS + samples.findLastIndex((sample) => Math.abs(sample) > QUIET) / 16,
    words: turn.words.map(({ text, fromMs }) => ({ text, fromMs: fromMs && fromMs + BEFORE_MS })),
  }
}

/** The verdict on each frame, so that several detectors can be tried on one watch. */
export async function verdictsOn(samples: Int16Array, vad: Vad): Promise<boolean[]> {
  const watch = await vad.watch({ logger: silentLogger })
  const verdicts: boolean[] = []
  for (let at = 0; at + FRAME_SAMPLES <= samples.length; at += FRAME_SAMPLES)
    verdicts.push(watch.isSpeech(samples.subarray(at, at + FRAME_SAMPLES)))
  watch.close()
  return verdicts
}

const replayed = (verdicts: boolean[]): VadWatch => {
  let at = 0
  return { isSpeech: () => verdicts[at++] ?? false, reset() {}, close() {} }
}

/** How a scene is listened to. */
export interface TrialOptions {
  verdicts: boolean[]
  detector: TurnDetector
  /** How long the recognizer works on words. @default 0 */
  wordsMs?: number
  /** Whether it gives partial transcripts. */
  streams?: boolean
  agentSpeaks?: boolean
}

/** The events of a turn segmenter for a scene, with their times in the audio. */
export async function listenTo(
  { samples, words }: SpokenTurn,
  { verdicts, detector, wordsMs = 0, streams = false, agentSpeaks = false }: TrialOptions,
): Promise<(TurnSegmenterEvent & { atMs: number })[]> {
  const events: (TurnSegmenterEvent & { atMs: number })[] = []
  const clock = new VirtualClock(0)
  const said = () => words.findLast(({ fromMs }) => fromMs <= clock.now())?.text ?? ''
  const begin = ({ onPartial }: { onPartial: (text: string) => void }) => {
    let frames = 0
    return {
      push: () => {
        frames += 1
        if (streams && frames * FRAME_MS >= 400) onPartial(said())
      },
      transcribe: () => new Promise<string>((resolve) => clock.schedule(() => resolve(said()), wordsMs)),
      end() {},
    }
  }
  const listener = new TurnSegmenter(
    {
      ...{ clock, streams, isIgnored: isBackchannel },
      guard: (work) => void work(),
      watch: replayed(verdicts),
      recognizer: { begin, close() {} },
      agentSpeaks: () => agentSpeaks,
      expects: () => undefined,
      emit: (event) => void events.push({ ...event, atMs: listener.processedMs }),
    },
    { detector, prefixPaddingMs: 300 },
  )
  for (let at = 0; at + FRAME_SAMPLES <= samples.length; at += FRAME_SAMPLES) {
    listener.push(samples.subarray(at, at + FRAME_SAMPLES))
    await clock.advance(FRAME_MS)
  }
  listener.close()
  return events
}

/** What came of many turns. */
export interface TrialResult {
  of: number
  /** Turns that were not detected. */
  missed: number
  /** Turns that were cut off before their end. */
  early: number
  /** Mean milliseconds from the end of the voice to the end of the turn, of those that were not cut off. */
  delayMs: number
}

/** Judges a turn detection on many scenes. */
export async function tryDetector(
  scenes: readonly { scene: Scene; verdicts: boolean[] }[],
  options: Omit<TrialOptions, 'verdicts'>,
): Promise<TrialResult> {
  const result = { of: scenes.length, missed: 0, early: 0, delayMs: 0 }
  const delays: number[] = []
  for (const { scene, verdicts } of scenes) {
    const events = await listenTo(scene, { ...options, verdicts })
    const stops = events.filter(({ type }) => type === 'speech-stopped')
    const isEarly = stops[0] !== undefined && stops[0].atMs < scene.endMs
    if (stops.length === 0) result.missed += 1
    else if (isEarly) result.early += 1
    else delays.push(stops[0]!.atMs - scene.endMs)
  }
  result.delayMs = Math.round(delays.reduce((sum, delay) => sum + delay, 0) / Math.max(1, delays.length))
  return result
}
