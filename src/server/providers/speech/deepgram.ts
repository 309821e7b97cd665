import { fieldsOf } from '../../../protocol/is-object.js'
import { tryParseJson } from '../../../protocol/parse-json.js'
import type { SpeechToText } from '../../model/speech-to-text.js'
import type { TextToSpeech } from '../../model/text-to-speech.js'
import { LISTENING_RATE } from '../../model/vad.js'
import { postJson, type SpeechService } from './http.js'
import { createStreamedStt, type StreamedSttOptions, type StreamMessage, socketUrl } from './streamed-stt.js'

const headersOf = ({ apiKey }: SpeechService): Record<string, string> =>
  apiKey === undefined ? {} : { Authorization: `Token ${apiKey}` }

/** Creates a recognizer `deepgram/*`. `language` is a BCP 47 tag or `multi`. */
export function createDeepgramStt(options: StreamedSttOptions): SpeechToText {
  const { model, language } = options
  return createStreamedStt(options, {
    url: socketUrl(options, '/listen', {
      model,
      ...(language && { language }),
      encoding: 'linear16',
      sample_rate: String(LISTENING_RATE),
      channels: '1',
      interim_results: 'true',
      punctuate: 'true',
      smart_format: 'true',
      // This server detects the end of a turn itself, and then sends `Finalize`.
      endpointing: 'false',
    }),
    headers: headersOf(options),
    audio: (samples) => samples,
    commit: JSON.stringify({ type: 'Finalize' }),
    // Deepgram does not answer `Finalize` if it has recognized nothing.
    commitMs: 1_500,
    idleMs: 120_000,
    // Deepgram closes the connection after ten seconds without audio.
    keepAlive: { message: JSON.stringify({ type: 'KeepAlive' }), everyMs: 4_000 },
    farewell: JSON.stringify({ type: 'CloseStream' }),
    read: readDeepgramMessage,
  })
}

/** Parses a message of Deepgram; never throws. Returns `other` for a message of any other kind. */
export function readDeepgramMessage(text: string): StreamMessage {
  const message = fieldsOf(tryParseJson(text))
  if (message.type !== 'Results') return { type: 'other' }
  const alternatives = fieldsOf(message.channel).alternatives
  const best = fieldsOf(Array.isArray(alternatives) ? alternatives[0] : undefined)
  return {
    type: 'words',
    text: typeof best.transcript === 'string' ? best.transcript.trim() : '',
    isFinal: message.is_final === true,
    answersCommit: message.from_finalize === true,
    endSeconds: numberOf(message.start) + numberOf(message.duration),
  }
}

const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

const RATE = 24_000

/**
 * Creates a synthesizer `deepgram/*` (Aura). `model` is the full name of a voice, such as `aura-2-thalia-en`. The audio
 * arrives as raw samples in a streamed HTTP response.
 */
export function createDeepgramTts(options: SpeechService): TextToSpeech {
  const { name, model, baseUrl } = options
  const query = new URLSearchParams({
    model,
    encoding: 'linear16',
    sample_rate: String(RATE),
    container: 'none',
  })
  return {
    name,
    async *speak({ text }, { signal }) {
      const post = { provider: name, headers: headersOf(options), body: { text }, signal }
      for await (const pcm of postJson(`${baseUrl}/speak?${query}`, post)) yield { pcm, rate: RATE }
    },
  }
}
