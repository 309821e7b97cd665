import type { TextToSpeech } from '../../model/text-to-speech.js'
import { postJson, type SpeechService } from './http.js'

export interface ElevenLabsTtsOptions extends SpeechService {
  voice: string
}

/** The default voice. Every account has it. */
export const ELEVENLABS_VOICE = 'JBFqnCBsd6RMkjVDRZzb'

/** Samples per second. A higher rate needs a paid account. */
const RATE = 24_000

/** The form of a voice id. A client may send the voice name of another provider; the default voice is then used. */
const VOICE_ID = /^[A-Za-z0-9]{20}$/

/** Creates a synthesizer `elevenlabs/*`. The audio arrives as raw samples in a streamed HTTP response. */
export function createElevenLabsTts(options: ElevenLabsTtsOptions): TextToSpeech {
  const { name, model, baseUrl, apiKey } = options
  return {
    name,
    async *speak({ text, voice = '' }, { signal }) {
      const id = VOICE_ID.test(voice) ? voice : options.voice
      const url = `${baseUrl}/text-to-speech/${encodeURIComponent(id)}/stream?output_format=pcm_${RATE}`
      const chunks = postJson(url, {
        provider: name,
        headers: apiKey === undefined ? {} : { 'xi-api-key': apiKey },
        body: { text, model_id: model },
        signal,
      })
      for await (const pcm of chunks) yield { pcm, rate: RATE }
    },
  }
}
