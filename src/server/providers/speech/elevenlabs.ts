import { fieldsOf } from '../../../protocol/is-object.js'
import { tryParseJson } from '../../../protocol/parse-json.js'
import type { SpeechFailure } from '../../model/speech-error.js'
import type { SpeechToText } from '../../model/speech-to-text.js'
import type { TextToSpeech } from '../../model/text-to-speech.js'
import { LISTENING_RATE } from '../../model/vad.js'
import { postJson, type SpeechService } from './http.js'
import { createStreamedStt, type StreamedSttOptions, type StreamMessage, socketUrl } from './streamed-stt.js'

const headersOf = ({ apiKey }: SpeechService): Record<string, string> =>
  apiKey === undefined ? {} : { 'xi-api-key': apiKey }

/** Creates a recognizer `elevenlabs/*`. `language` is an ISO 639-1 code. */
export function createElevenLabsStt(options: StreamedSttOptions): SpeechToText {
  const { model, language } = options
  const chunk = (audio: string, commit: boolean) =>
    JSON.stringify({
      message_type: 'input_audio_chunk',
      audio_base_64: audio,
      commit,
      sample_rate: LISTENING_RATE,
    })
  return createStreamedStt(options, {
    url: socketUrl(options, '/speech-to-text/realtime', {
      model_id: model,
      ...(language && { language_code: language }),
      audio_format: `pcm_${LISTENING_RATE}`,
      // This server detects the end of a turn itself, and then sends a commit.
      commit_strategy: 'manual',
    }),
    headers: headersOf(options),
    audio: (samples) => chunk(samples.toString('base64'), false),
    commit: chunk('', true),
    commitMs: 2_000,
    idleMs: 60_000,
    read: readElevenLabsMessage,
  })
}

/** Errors of the service that would happen again on a new connection, with the failure that each one means. */
const FAILURES: Record<string, SpeechFailure> = {
  auth_error: 'unauthorized',
  unaccepted_terms: 'unauthorized',
  quota_exceeded: 'rate-limited',
  rate_limited: 'rate-limited',
  queue_overflow: 'unavailable',
  resource_exhausted: 'unavailable',
  transcriber_error: 'unavailable',
  error: 'unavailable',
  input_error: 'rejected',
  invalid_request: 'rejected',
  chunk_size_exceeded: 'rejected',
}
const ENDINGS = ['session_time_limit_exceeded', 'insufficient_audio_activity']

/** Parses a message of ElevenLabs; never throws. Returns `other` for a message of any other kind. */
export function readElevenLabsMessage(text: string): StreamMessage {
  const { message_type: type, text: said, error } = fieldsOf(tryParseJson(text))
  const words = (text: unknown, isFinal: boolean): StreamMessage => ({
    type: 'words',
    text: typeof text === 'string' ? text.trim() : '',
    isFinal,
    answersCommit: isFinal,
  })
  if (typeof type !== 'string') return { type: 'other' }
  if (type === 'partial_transcript') return words(said, false)
  if (type === 'committed_transcript') return words(said, true)
  // The commit had too little audio to transcribe.
  if (type === 'commit_throttled') return words('', true)
  if (ENDINGS.includes(type)) return { type: 'ending' }
  if (!Object.hasOwn(FAILURES, type)) return { type: 'other' }
  return { type: 'failed', failure: FAILURES[type]!, message: typeof error === 'string' ? error : type }
}

interface ElevenLabsTtsOptions extends SpeechService {
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
  const { name, model, baseUrl } = options
  return {
    name,
    async *speak({ text, voice = '' }, { signal }) {
      const id = VOICE_ID.test(voice) ? voice : options.voice
      const url = `${baseUrl}/text-to-speech/${encodeURIComponent(id)}/stream?output_format=pcm_${RATE}`
      const post = { provider: name, headers: headersOf(options), body: { text, model_id: model }, signal }
      for await (const pcm of postJson(url, post)) yield { pcm, rate: RATE }
    },
  }
}
