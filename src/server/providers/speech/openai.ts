import { parseJson } from '../../../protocol/parse-json.js'
import { SpeechError } from '../../model/speech-error.js'
import type { RecognitionHints, SpeechToText } from '../../model/speech-to-text.js'
import type { SpeechChunk, TextToSpeech } from '../../model/text-to-speech.js'
import { LISTENING_RATE } from '../../model/vad.js'
import { collect } from './exec.js'
import { postForm, postJson, type SpeechService } from './http.js'
import { decodeWav, encodeWav } from './wav.js'

interface OpenAISttOptions extends SpeechService {
  /** ISO 639-1 code. If it is empty, the recognizer detects the language. */
  language: string
}

interface Utterance extends OpenAISttOptions {
  hints: RecognitionHints | undefined
  signal: AbortSignal
}

/** The models that take `languages` and `keywords`. */
const TAKES_HINTS = /^gpt-(?:live-)?transcribe/

/**
 * Creates a recognizer `openai/*`, or one for any server with the path `/audio/transcriptions`. Sends one request per
 * utterance.
 */
export function createOpenAIStt(options: OpenAISttOptions): SpeechToText {
  const recognizeWith = (hints?: RecognitionHints) => (samples: readonly Int16Array[], signal: AbortSignal) =>
    transcribe(samples, { ...options, hints, signal })
  return {
    name: options.name,
    streams: false,
    createRecognizer: () => ({ begin: ({ hints }) => collect(recognizeWith(hints)), close() {} }),
  }
}

async function transcribe(
  samples: readonly Int16Array[],
  { name, model, language, baseUrl, apiKey, hints, signal }: Utterance,
): Promise<string> {
  const form = new FormData()
  form.set(
    'file',
    new Blob([new Uint8Array(encodeWav(samples, LISTENING_RATE))], { type: 'audio/wav' }),
    'speech.wav',
  )
  form.set('model', model)
  const takesHints = TAKES_HINTS.test(model)
  const { languages = [], keywords = [] } = hints ?? {}
  const [only = language] = languages.length === 1 ? languages : []
  if (takesHints && languages.length > 1) for (const one of languages) form.append('languages[]', one)
  else if (only) form.set('language', only)
  if (takesHints) for (const word of keywords) form.append('keywords[]', word)
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

interface OpenAITtsOptions extends SpeechService {
  voice: string
  /** The requested audio format: `wav` is for servers that cannot send raw samples. @default 'pcm' */
  format?: 'pcm' | 'wav'
  /** Maximum characters of one request. Longer sentences are sent in parts. @default no limit */
  maxChars?: number
  /** Whether the service has the voices of OpenAI. @default true */
  hasOpenAIVoices?: boolean
}

/** The voices of OpenAI. Clients that are made for OpenAI choose one of them, and services with other voices refuse it. */
const OPENAI_VOICES = new Set(
  'alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse'.split(' '),
)

/** The sample rate of audio in the format `pcm`. */
const PCM_RATE = 24_000

/**
 * Creates a synthesizer `openai/*`, or one for any server with the path `/audio/speech`. The audio arrives while it is
 * generated.
 */
export function createOpenAITts(options: OpenAITtsOptions): TextToSpeech {
  const { name, model, baseUrl, apiKey, format = 'pcm', maxChars, hasOpenAIVoices = true } = options
  return {
    name,
    async *speak({ text, voice: wanted = options.voice }, { signal }) {
      const voice = hasOpenAIVoices || !OPENAI_VOICES.has(wanted) ? wanted : options.voice
      for (const input of maxChars === undefined ? [text] : partsOf(text, maxChars)) {
        const chunks = postJson(`${baseUrl}/audio/speech`, {
          provider: name,
          headers: apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` },
          body: { model, voice, input, response_format: format },
          signal,
        })
        yield* soundOf(chunks, name)
      }
    },
  }
}

/** Splits a text into parts of whole words. A word longer than `maxChars` is cut. */
function partsOf(text: string, maxChars: number): string[] {
  const parts: string[] = []
  for (let rest = text; rest !== ''; ) {
    const space = rest.length > maxChars ? rest.lastIndexOf(' ', maxChars) : -1
    const end = space > 0 ? space : Math.min(maxChars, rest.length)
    parts.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return parts
}

/** Yields the audio of a response: raw samples, or a WAV file (it begins with RIFF) from some compatible servers. */
async function* soundOf(chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<SpeechChunk> {
  let head: Uint8Array = new Uint8Array(0)
  let wav: Uint8Array[] | undefined
  let isRaw = false
  for await (const chunk of chunks) {
    if (isRaw) yield { pcm: chunk, rate: PCM_RATE }
    else if (wav) wav.push(chunk)
    else {
      head = Buffer.concat([head, chunk])
      if (head.length < 4) continue
      if (Buffer.from(head.subarray(0, 4)).toString('latin1') === 'RIFF') wav = [head]
      else {
        isRaw = true
        yield { pcm: head, rate: PCM_RATE }
      }
    }
  }
  if (!wav) return
  const sound = decodeWav(Buffer.concat(wav))
  if (!sound)
    throw new SpeechError('bad-answer', { provider: name, message: 'the sound is in an unknown format' })
  yield sound
}
