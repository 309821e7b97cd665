import { type Clock, eachWithin } from '../../../ports.js'
import { SpeechError, toSpeechError } from '../../model/speech-error.js'
import type { SpeechChunk, TextToSpeech } from '../../model/text-to-speech.js'
import { AudioDecoder, type AudioFormat, bytesPerMs, encodeAudio, rateOf } from '../audio/audio-format.js'
import { toSpokenText } from './spoken-text.js'

export interface SentenceOptions {
  tts: TextToSpeech
  format: AudioFormat
  voice: string | undefined
  language?: string | undefined
  clock: Clock
  signal: AbortSignal
}

export interface AudioPiece {
  audio: Uint8Array
  ms: number
}

/** Maximum length of a piece of audio. Short pieces make the playback position precise. */
const MAX_PIECE_MS = 200
/** A synthesizer that returns no audio for this time counts as failed. */
const SILENCE_MS = 15_000
/** Maximum audio of one sentence: five minutes. The longest sentences take half a minute. */
const MAX_SENTENCE_MS = 300_000
/** Maximum number of chunks of one sentence, including empty chunks. */
const MAX_CHUNKS = 30_000
/** Limits of the sample rate that an engine may report. With a lower rate, a few bytes would be minutes of audio. */
const RATES = { min: 4_000, max: 192_000 }

/** Synthesizes one sentence. Yields nothing for text without words. Throws a `SpeechError`. */
export async function* speakSentence(sentence: string, options: SentenceOptions): AsyncGenerator<AudioPiece> {
  const text = toSpokenText(sentence, options.language)
  if (!text) return
  const { tts, format, voice, signal, clock } = options
  let decoder: AudioDecoder | undefined
  let heardRate = 0
  const stop = new AbortController()
  const message = `no sound for ${SILENCE_MS / 1000} seconds`
  const late = () => new SpeechError('timeout', { provider: tts.name, message })
  try {
    const chunks = tts.speak({ text, voice }, { signal: AbortSignal.any([signal, stop.signal]) })
    const heard = eachWithin(chunks, { clock, ms: SILENCE_MS, signal, late })
    for await (const { pcm, rate } of withinLength(heard, tts)) {
      if (decoder && rate !== heardRate) yield* piecesOf(decoder.flush(), format)
      if (!decoder || rate !== heardRate) decoder = new AudioDecoder({ format: rate, to: rateOf(format) })
      heardRate = rate
      yield* piecesOf(decoder.push(pcm), format)
    }
    if (decoder) yield* piecesOf(decoder.flush(), format)
  } catch (error) {
    if (signal.aborted) throw error
    const failure = toSpeechError(error, tts.name)
    // Observers of the synthesizer learn the failure from the abort reason.
    stop.abort(failure)
    throw failure
  } finally {
    stop.abort()
  }
}

async function* withinLength(
  chunks: AsyncIterable<SpeechChunk>,
  { name: provider }: TextToSpeech,
): AsyncGenerator<SpeechChunk> {
  const refuse = (message: string) => new SpeechError('bad-answer', { provider, message })
  let [count, ms] = [0, 0]
  for await (const chunk of chunks) {
    const { pcm, rate } = chunk
    if (!(rate >= RATES.min && rate <= RATES.max)) throw refuse(`audio of ${rate} samples per second`)
    count += 1
    ms += (pcm.byteLength * 1000) / (2 * rate)
    if (ms > MAX_SENTENCE_MS || count > MAX_CHUNKS)
      throw refuse(`more than ${MAX_SENTENCE_MS / 1000} seconds or ${MAX_CHUNKS} chunks for one sentence`)
    yield chunk
  }
}

function* piecesOf(samples: Int16Array, format: AudioFormat): Generator<AudioPiece> {
  const size = (MAX_PIECE_MS * rateOf(format)) / 1000
  for (let at = 0; at < samples.length; at += size) {
    const audio = encodeAudio(samples.subarray(at, at + size), format)
    yield { audio, ms: audio.length / bytesPerMs(format) }
  }
}
