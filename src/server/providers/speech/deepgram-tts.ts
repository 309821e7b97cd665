import type { TextToSpeech } from '../../model/text-to-speech.js'
import { postForSpeech, type SpeechService } from './http.js'

const RATE = 24_000

/** The synthesizers `deepgram/*` (Aura); `model` is the full name of a voice, such as `aura-2-thalia-en`. Audio is streamed over HTTP as raw samples. */
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
      const answer = await postForSpeech(`${baseUrl}/speak?${query}`, {
        provider: name,
        headers: {
          'Content-Type': 'application/json',
          ...(apiKey !== undefined && { Authorization: `Token ${apiKey}` }),
        },
        body: JSON.stringify({ text }),
        signal,
      })
      for await (const pcm of answer.chunks()) yield { pcm, rate: RATE }
    },
  }
}
