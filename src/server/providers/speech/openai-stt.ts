import { parseJson } from '../../../protocol/parse-json.js'
import type { SpeechToText } from '../../model/speech-to-text.js'
import { LISTENING_RATE } from '../../model/vad.js'
import { collect } from './exec-stt.js'
import { postForm, type SpeechService } from './http.js'
import { encodeWav } from './wav.js'

export interface OpenAISttOptions extends SpeechService {
  /** ISO 639-1 code. If it is empty, the recognizer detects the language. */
  language: string
}

/**
 * Creates a recognizer `openai/*`, or one for any server with the path `/audio/transcriptions`. Sends one request per
 * utterance.
 */
export function createOpenAIStt(options: OpenAISttOptions): SpeechToText {
  const recognize = (samples: readonly Int16Array[], signal: AbortSignal) =>
    transcribe(samples, { ...options, signal })
  return {
    name: options.name,
    streams: false,
    createRecognizer: () => ({ begin: () => collect(recognize), close() {} }),
  }
}

async function transcribe(
  samples: readonly Int16Array[],
  { name, model, language, baseUrl, apiKey, signal }: OpenAISttOptions & { signal: AbortSignal },
): Promise<string> {
  const form = new FormData()
  form.set(
    'file',
    new Blob([new Uint8Array(encodeWav(samples, LISTENING_RATE))], { type: 'audio/wav' }),
    'speech.wav',
  )
  form.set('model', model)
  if (language) form.set('language', language)
  form.set('response_format', 'json')
  return postForm(`${baseUrl}/audio/transcriptions`, {
    provider: name,
    headers: apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` },
    body: form,
    signal,
    parse: textOfAnswer,
  })
}

/** The transcript in a response body, which is JSON with `text`. Some compatible servers send only the transcript. */
function textOfAnswer(body: string): string {
  if (!body.trimStart().startsWith('{')) return body.trim()
  const { text } = parseJson(body) as { text?: unknown }
  if (typeof text !== 'string') throw new Error('the answer has no "text"')
  return text.trim()
}
