import { type Clock, systemClock } from '../../../../ports.js'
import { toSpeechError } from '../../../model/speech-error.js'
import type { SpeechChunk, SpeechRequest, TextToSpeech } from '../../../model/text-to-speech.js'
import { EngineList, withDeadline } from './engine-list.js'

/** If a synthesizer sends no audio for this time, the next synthesizer takes over. */
const MAX_SILENCE_MS = 8_000

/**
 * Creates a synthesizer that tries several synthesizers in sequence. After a failure, the next one speaks the sentence
 * from its beginning. If all fail, the error of the last one is thrown.
 */
export function createFallbackTts(
  voices: readonly [TextToSpeech, ...TextToSpeech[]],
  { clock = systemClock }: { clock?: Clock } = {},
): TextToSpeech {
  const list = new EngineList(voices, { clock, stage: 'tts' })
  return {
    name: voices[0].name,
    speak: (request, { signal }) => speak(list, { request, signal, clock }),
    prepare: () => list.inOrder()[0]?.prepare?.(),
    onFailover: (listener) => list.onFailover(listener),
  }
}

interface Speaking {
  request: SpeechRequest
  signal: AbortSignal
  clock: Clock
}

async function* speak(list: EngineList<TextToSpeech>, speaking: Speaking): AsyncGenerator<SpeechChunk> {
  const order = list.inOrder()
  for (const [at, voice] of order.entries()) {
    const next = order[at + 1]
    try {
      yield* next
        ? withAudioDeadline(voice, speaking)
        : voice.speak(speaking.request, { signal: speaking.signal })
      list.worked(voice)
      return
    } catch (thrown) {
      if (speaking.signal.aborted) throw thrown
      const error = toSpeechError(thrown, voice.name)
      list.failed(voice, { error, next })
      if (!next) throw error
    }
  }
}

/**
 * The audio of a synthesizer that another one can replace. Throws a `SpeechError` if audio does not arrive in time. If
 * the audio ends in the middle of a sample, a zero byte completes the sample before the next synthesizer begins.
 */
async function* withAudioDeadline(
  voice: TextToSpeech,
  { request, signal, clock }: Speaking,
): AsyncGenerator<SpeechChunk> {
  const stop = new AbortController()
  const deadline = { clock, ms: MAX_SILENCE_MS, provider: voice.name, stop }
  const chunks = voice.speak(request, { signal: AbortSignal.any([signal, stop.signal]) })
  const iterator = chunks[Symbol.asyncIterator]()
  let half: number | undefined
  try {
    for (let next = await withDeadline(iterator.next(), deadline); !next.done; ) {
      if (next.value.pcm.length % 2 === 1) half = half === undefined ? next.value.rate : undefined
      yield next.value
      next = await withDeadline(iterator.next(), deadline)
    }
  } catch (error) {
    if (half !== undefined) yield { pcm: new Uint8Array(1), rate: half }
    throw error
  } finally {
    stop.abort()
  }
}
