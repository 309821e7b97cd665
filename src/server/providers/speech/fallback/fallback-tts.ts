import { messageOf } from '../../../../errors.js'
import { type Clock, systemClock } from '../../../../ports.js'
import { SpeechError } from '../../../model/speech-error.js'
import type { SpeechChunk, SpeechRequest, TextToSpeech } from '../../../model/text-to-speech.js'
import { EngineList } from './engine-list.js'
import { within } from './within.js'

/** A voice that gives no sound for this long is left for the next one. */
const MAX_SILENCE_MS = 8_000

/**
 * Voices tried in order. One that fails hands its sentence to the next, which says it from its beginning, and is passed over for a while. What
 * the last one throws is thrown.
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
      yield* next ? withPatience(voice, speaking) : voice.speak(speaking.request, { signal: speaking.signal })
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

/** A voice that somebody else could take over from. What it leaves behind is whole samples. */
async function* withPatience(
  voice: TextToSpeech,
  { request, signal, clock }: Speaking,
): AsyncGenerator<SpeechChunk> {
  const stop = new AbortController()
  const patience = { clock, ms: MAX_SILENCE_MS, provider: voice.name, stop }
  const chunks = voice.speak(request, { signal: AbortSignal.any([signal, stop.signal]) })
  const iterator = chunks[Symbol.asyncIterator]()
  let half: number | undefined
  try {
    for (let next = await within(iterator.next(), patience); !next.done; ) {
      if (next.value.pcm.length % 2 === 1) half = half === undefined ? next.value.rate : undefined
      yield next.value
      next = await within(iterator.next(), patience)
    }
  } catch (error) {
    if (half !== undefined) yield { pcm: new Uint8Array(1), rate: half }
    throw error
  } finally {
    stop.abort()
  }
}

/** What an engine threw, as a failure of it. */
export function toSpeechError(thrown: unknown, provider: string): SpeechError {
  if (thrown instanceof SpeechError) return thrown
  return new SpeechError('bad-answer', { provider, message: messageOf(thrown), cause: thrown })
}
