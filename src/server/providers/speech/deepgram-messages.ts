import { parseJson } from '../../../protocol/parse-json.js'
/** A message of Deepgram's live transcription, reduced to what is used here. */
export type DeepgramMessage =
  | {
      type: 'results'
      transcript: string
      isFinal: boolean
      /** Whether this is the answer to `Finalize`. */
      fromFinalize: boolean
      /** End of the transcribed audio, in seconds since the stream began. */
      endSeconds: number
    }
  | { type: 'other' }

/** Parses a message; never throws. Returns `other` for a message that is not understood. */
export function readDeepgramMessage(text: string): DeepgramMessage {
  const message = parse(text)
  if (message.type !== 'Results') return { type: 'other' }
  const alternatives = fieldsOf(message.channel).alternatives
  const best = fieldsOf(Array.isArray(alternatives) ? alternatives[0] : undefined)
  return {
    type: 'results',
    transcript: typeof best.transcript === 'string' ? best.transcript.trim() : '',
    isFinal: message.is_final === true,
    fromFinalize: message.from_finalize === true,
    endSeconds: numberOf(message.start) + numberOf(message.duration),
  }
}

type DeepgramFields = Record<string, unknown>

function parse(text: string): DeepgramFields {
  try {
    return fieldsOf(parseJson(text))
  } catch {
    return {}
  }
}

const fieldsOf = (value: unknown): DeepgramFields =>
  value !== null && typeof value === 'object' ? (value as DeepgramFields) : {}

const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0)
