import type { TextToSpeech } from '../../model/text-to-speech.js'
import { postForSpeech } from './http.js'

/** A voice of ElevenLabs. */
export interface ElevenLabsTtsOptions {
  /** The provider string. */
  name: string
  model: string
  /** The id of a voice. */
  voice: string
  baseUrl: string
  apiKey?: string | undefined
}

/** A voice that every account has. */
export const ELEVENLABS_VOICE = 'JBFqnCBsd6RMkjVDRZzb'

/** PCM at higher rates needs a paid account. */
const RATE = 24_000

/** Clients name voices of other providers too; those are not ids. */
const VOICE_ID = /^[A-Za-z0-9]{20}$/

/** `elevenlabs/*`: streamed over HTTP, raw samples. */
export function createElevenLabsTts(options: ElevenLabsTtsOptions): TextToSpeech {
  const { name, model, baseUrl, apiKey } = options
  return {
    name,
    async *speak({ text, voice = '' }, { signal }) {
      const id = VOICE_ID.test(voice) ? voice : options.voice
      const url = `${baseUrl}/text-to-speech/${encodeURIComponent(id)}/stream?output_format=pcm_${RATE}`
      const answer = await postForSpeech(url, {
        provider: name,
        headers: {
          'Content-Type': 'application/json',
          ...(apiKey !== undefined && { 'xi-api-key': apiKey }),
        },
        body: JSON.stringify({ text, model_id: model }),
        signal,
      })
      for await (const pcm of answer.chunks()) yield { pcm, rate: RATE }
    },
  }
}
