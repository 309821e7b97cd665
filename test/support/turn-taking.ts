import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findTurnWords } from '../../src/languages/turn-words.js'
import type { RecognitionListener, SpeechToText } from '../../src/server/model/speech-to-text.js'
import type { TextToSpeech } from '../../src/server/model/text-to-speech.js'
import type { Vad } from '../../src/server/model/vad.js'
import { decodeWav } from '../../src/server/providers/speech/wav.js'
import { bytesOf, samplesOf } from '../../src/server/speech/audio/audio-format.js'
import { createSemanticDetector } from '../../src/server/speech/turns/detectors.js'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { VirtualClock } from '../../src/testing/virtual-clock.js'
import { SpeechHarness } from './speech.js'
import { resampled } from './speech-files.js'

/** A recording of a manifest; times are milliseconds from the start of the file. */
export interface Recording {
  file: string
  kind: 'paused' | 'plain' | 'backchannel' | 'noise' | 'echo' | 'interruption'
  text: string
  language: string
  segments: { start_ms: number; end_ms: number; loud_end_ms: number; text: string }[]
  words: { word: string; end_ms: number }[]
  duration_ms: number
  ref_file?: string
  delay_ms?: number
}

/** How the recordings are listened to. */
export interface ListeningMode {
  dialect: 'server_vad' | 'semantic_vad'
  /** Whether words arrive while they are spoken. */
  streams: boolean
  /** Whether the client speaks `voice.v1`. */
  voice: boolean
  /** Time from a word to its partial transcript, and from a request to its transcript. */
  wordsMs: number
}

/** What became of an utterance. */
export interface UtteranceResult {
  /** Ends of the turn before the last word. */
  cuts: number
  /** A write ran, or more than a word of a reply was heard, before the last word. */
  isHarmful: boolean
  /** The agent was told everything as one message. */
  isWhole: boolean
  /** Audio of replies to a part of it. */
  heardMs: number
  /** From the last word to the end of the turn. */
  delayMs: number
}

const RATE = 24_000
const FRAME_MS = 20
const LEAD_MS = 600
const REPLY =
  'There are three open ones at this time and the oldest one of them is from the end of last week. '
/** Length of audio, about one word, that may be played before a turn continues. */
const WORD_MS = 600

const pcmAt24 = (path: string) =>
  bytesOf(resampled(samplesOf(decodeWav(readFileSync(path))!.pcm), { from: 16_000, to: RATE }))

/** A recognizer that makes no mistakes but ends every transcript with a full stop. */
class TimedStt implements SpeechToText {
  readonly name = 'test/timed:en'
  readonly streams: boolean
  /** Clock time at which the file starts. */
  startsAt = Number.POSITIVE_INFINITY
  readonly #words: { word: string; end_ms: number }[]
  readonly #clock: VirtualClock
  readonly #wordsMs: number

  constructor(
    words: { word: string; end_ms: number }[],
    { clock, streams, wordsMs }: { clock: VirtualClock; streams: boolean; wordsMs: number },
  ) {
    this.#words = words
    this.#clock = clock
    this.streams = streams
    this.#wordsMs = wordsMs
  }

  createRecognizer() {
    return { begin: (listener: RecognitionListener) => this.#begin(listener), close() {} }
  }

  #begin({ onPartial }: RecognitionListener) {
    const from = this.#clock.now() - this.startsAt - 400
    let shown = ''
    const said = (at: number) =>
      this.#words
        .filter(({ end_ms }) => end_ms > from && end_ms <= at)
        .map(({ word }) => word)
        .join(' ')
    return {
      push: () => {
        const now = said(this.#clock.now() - this.startsAt - this.#wordsMs)
        if (!this.streams || now === shown) return
        shown = now
        onPartial(now)
      },
      transcribe: () => {
        const words = said(this.#clock.now() - this.startsAt)
        const text = words && `${words[0]!.toUpperCase()}${words.slice(1)}.`
        return new Promise<string>((resolve) => this.#clock.schedule(() => resolve(text), this.#wordsMs))
      },
      end() {},
    }
  }
}

/** A voice that is silent for 60 ms a letter, or as long as a recording is, each sentence for its part. */
const voiceOf = (ms: number | undefined, text: string): TextToSpeech => ({
  name: 'test/voice:silent',
  async *speak({ text: sentence }) {
    const length = Math.round(ms === undefined ? sentence.length * 60 : (ms * sentence.length) / text.length)
    yield { pcm: new Uint8Array(length * 48), rate: RATE }
  },
})

/** Words of a recording that has none, spread over its speech. */
function wordsOf({ words, text, segments }: Recording, delayMs = 0): Recording['words'] {
  const [first] = segments
  if (words.length > 0 || !text || !first) return words
  const all = text.split(' ')
  const each = (first.end_ms - first.start_ms) / all.length
  return all.map((word, at) => ({ word, end_ms: first.start_ms + delayMs + (at + 1) * each }))
}

interface Scene {
  test: SpeechHarness
  stt: TimedStt
  tool: FakeTool
  clock: VirtualClock
  play: (bytes: Uint8Array, ms: number) => Promise<void>
}

function sceneOf(
  recording: Recording,
  mode: ListeningMode,
  options: { vad: Vad; answers: string[]; voiceMs?: number; writes?: boolean },
): Scene {
  const clock = new VirtualClock(1_000_000)
  const stt = new TimedStt(wordsOf(recording), { clock, ...mode })
  const tool = new FakeTool({ name: 'do_it', effect: 'write', answer: 'done' })
  const answers = [...options.answers]
  const llm = new ScriptedModel((request) => {
    const wantsWrite = options.writes && request.history.at(-1)?.role === 'user'
    return wantsWrite ? [{ call: 'do_it', input: {} }] : [{ say: answers.shift() ?? REPLY }]
  })
  const detector = createSemanticDetector('auto', findTurnWords(recording.language || 'en'))
  const tts = voiceOf(options.voiceMs, recording.text)
  const test = new SpeechHarness({
    llm,
    stt,
    tts,
    clock,
    detector,
    vad: options.vad,
    tools: [tool],
    approve: 'none',
    voice: mode.voice,
    language: recording.language || 'en',
  })
  if (mode.dialect === 'server_vad')
    test.send({
      type: 'session.update',
      session: { audio: { input: { turn_detection: { type: 'server_vad' } } } },
    })
  const play = async (bytes: Uint8Array, ms: number) => {
    for (let at = 0; at < ms; at += FRAME_MS) {
      const frame = bytes.subarray(at * 48, (at + FRAME_MS) * 48)
      test.session.receiveAudio(frame.length === FRAME_MS * 48 ? frame : new Uint8Array(FRAME_MS * 48))
      await clock.advance(FRAME_MS)
    }
  }
  return { test, stt, tool, clock, play }
}

/** Plays an utterance without interruptions. */
export async function listenToUtterance(
  folder: string,
  recording: Recording,
  mode: ListeningMode & { writes: boolean; vad: Vad },
): Promise<UtteranceResult> {
  const { test, stt, tool, clock, play } = sceneOf(recording, mode, {
    vad: mode.vad,
    answers: [],
    writes: mode.writes,
  })
  const sound = pcmAt24(join(folder, recording.file))
  await play(new Uint8Array(0), LEAD_MS)
  const began = clock.now()
  stt.startsAt = began
  const last = recording.segments.at(-1)!
  const now = () => clock.now() - began
  const playTo = (ms: number) => play(sound.subarray(now() * 48), ms - now())
  const heardSince = (at: number) => test.session.playback.playedSince(at, clock.now())
  let isHarmful = false
  let heardMs = 0
  for (const [at, { start_ms, end_ms }] of recording.segments.entries()) {
    const before = clock.now()
    await playTo(start_ms)
    if (at > 0 && (heardSince(before) > WORD_MS || tool.calls.length > 0)) isHarmful = true
    await playTo(end_ms)
    if (at > 0) heardMs = Math.max(heardMs, heardSince(before))
  }
  if (tool.calls.length > 0) isHarmful = true
  const ends = () => test.all('input_audio_buffer.speech_stopped').length
  const cuts = ends()
  let delayMs = Number.NaN
  while (now() < last.end_ms + 3_900) {
    await playTo(now() + FRAME_MS)
    if (Number.isNaN(delayMs) && ends() > cuts) delayMs = now() - last.loud_end_ms
  }
  const said = test.session.conversation.history.forModels.flatMap((item) =>
    item.type === 'message' && item.role === 'user' ? item.content.map((part) => part.transcript ?? '') : [],
  )
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  const isWhole = said.length === 1 && plain(said[0] ?? '') === plain(recording.text)
  return { cuts, isHarmful, isWhole, delayMs, heardMs }
}

/** Plays a recording while the agent speaks. Returns the time from its first sound to the interruption, if there is one. */
export async function listenWhileSpeaking(
  folder: string,
  recording: Recording,
  mode: ListeningMode & { vad: Vad },
): Promise<number | undefined> {
  const isEcho = recording.kind === 'echo'
  const { start_ms, end_ms } = recording.segments[0]!
  const { test, stt, clock, play } = sceneOf(recording, mode, {
    vad: mode.vad,
    answers: [isEcho ? recording.text : REPLY.repeat(4)],
    ...(isEcho && { voiceMs: end_ms - start_ms }),
  })
  test.send({
    type: 'conversation.item.create',
    item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] },
  })
  test.send({ type: 'response.create' })
  await play(new Uint8Array(0), isEcho ? FRAME_MS : 3_000)
  const began = clock.now()
  const sound = pcmAt24(join(folder, recording.file))
  // An echo follows the agent after its delay, and is silent while the player pauses.
  let at = isEcho ? Math.max(0, start_ms - (recording.delay_ms ?? 0)) : 0
  while (at < recording.duration_ms) {
    const isPaused = isEcho && mode.voice && test.all('voice.state').at(-1)?.state === 'listening'
    stt.startsAt = clock.now() - at
    await play(isPaused ? new Uint8Array(0) : sound.subarray(at * 48), FRAME_MS)
    if (!isPaused) at += FRAME_MS
    if (test.types().includes('input_audio_buffer.speech_started')) return clock.now() - began - start_ms
  }
  return undefined
}
