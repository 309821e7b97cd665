import type { TextToSpeech } from '../../model/text-to-speech.js'
import { postJson, type SpeechService } from './http.js'

const RATE = 24_000

/**
 * Creates a synthesizer `deepgram/*` (Aura). `model` is the full name of a voice, such as `aura-2-thalia-en`. The audio
 * arrives as raw samples in a streamed HTTP response.
 */
export function createDeepgramTts({ name, model, baseUrl, apiKey }: SpeechService): TextToSpeech {
  const query = new URLSearchParams({
    model,
    encoding: 'linear16',
    sample_rate: String(RATE),
    container: 'none',
  })
  return {
    name,
    async *speak({ text }, { signal }) {
      const chunks = postJson(`${baseUrl}/speak?${query}`, {
        provider: name,
        headers: apiKey === undefined ? {} : { Authorization: `Token ${apiKey}` },
        body: { text },
        signal,
      })
      for await (const pcm of chunks) yield { pcm, rate: RATE }
    },
  }
}
