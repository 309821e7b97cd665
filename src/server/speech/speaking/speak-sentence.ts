import { messageOf } from '../../../errors.js'
import type { Clock } from '../../../ports.js'
import { SpeechError } from '../../model/speech-error.js'
import type { SpeechChunk, TextToSpeech } from '../../model/text-to-speech.js'
import { AudioDecoder, type AudioFormat, bytesPerMs, encodeAudio, rateOf } from '../audio/audio-format.js'
import { speakable } from './speakable.js'

/** What saying one sentence takes. */
export interface SentenceOptions {
  tts: TextToSpeech
  format: AudioFormat
  voice: string | undefined
  clock: Clock
  signal: AbortSignal
}

/** A piece of sound in the client's format. */
export interface SoundPiece {
  audio: Uint8Array
  ms: number
}

/** Pieces are at most this long, so that what was heard is known closely. */
const MAX_PIECE_MS = 200
/** A voice that gives no sound for this long is taken to be dead. */
const SILENCE_MS = 15_000

/** The sound of one sentence. Nothing comes for text without words. Throws a `SpeechError`. */
export async function* speakSentence(sentence: string, options: SentenceOptions): AsyncGenerator<SoundPiece> {
  const text = speakable(sentence)
  if (!text) return
  const { tts, format, voice, signal } = options
  let decoder: AudioDecoder | undefined
  let heardRate = 0
  const stop = new AbortController()
  const onAbort = () => stop.abort(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    const chunks = tts.speak({ text, ...(voice !== undefined && { voice }) }, { signal: stop.signal })
    for await (const { pcm, rate } of withinSilence(chunks, options)) {
      if (decoder && rate !== heardRate) yield* piecesOf(decoder.flush(), format)
      if (!decoder || rate !== heardRate) decoder = new AudioDecoder({ format: rate, to: rateOf(format) })
      heardRate = rate
      yield* piecesOf(decoder.push(pcm), format)
    }
    if (decoder) yield* piecesOf(decoder.flush(), format)
  } catch (error) {
    if (signal.aborted) throw error
    const failure = speechErrorOf(error, tts)
    // The voice may not have noticed that it is taken to be dead: whoever watches it learns why it is stopped.
    stop.abort(failure)
    throw failure
  } finally {
    signal.removeEventListener('abort', onAbort)
    stop.abort()
  }
}

function speechErrorOf(error: unknown, { name: provider }: TextToSpeech): SpeechError {
  if (error instanceof SpeechError) return error
  return new SpeechError('bad-answer', { provider, message: messageOf(error), cause: error })
}

function* piecesOf(samples: Int16Array, format: AudioFormat): Generator<SoundPiece> {
  const size = (MAX_PIECE_MS * rateOf(format)) / 1000
  for (let at = 0; at < samples.length; at += size) {
    const audio = encodeAudio(samples.subarray(at, at + size), format)
    yield { audio, ms: audio.length / bytesPerMs(format) }
  }
}

/** The chunks, until one takes too long or the signal aborts. */
async function* withinSilence(
  chunks: AsyncIterable<SpeechChunk>,
  { tts, clock, signal }: SentenceOptions,
): AsyncGenerator<SpeechChunk> {
  const iterator = chunks[Symbol.asyncIterator]()
  while (true) {
    const next = await new Promise<IteratorResult<SpeechChunk>>((resolve, reject) => {
      const message = `no sound for ${SILENCE_MS / 1000} seconds`
      const late = () => reject(new SpeechError('timeout', { provider: tts.name, message }))
      const stopTimer = clock.schedule(late, SILENCE_MS)
      const onAbort = () => reject(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) onAbort()
      iterator
        .next()
        .then(resolve, reject)
        .finally(() => {
          stopTimer()
          signal.removeEventListener('abort', onAbort)
        })
    })
    if (next.done) return
    yield next.value
  }
}
