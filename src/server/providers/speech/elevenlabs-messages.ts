import { parseJson } from '../../../protocol/parse-json.js'
import type { SpeechFailure } from '../../model/speech-error.js'

/** A message of ElevenLabs' realtime transcription, reduced to what is used here. */
export type ElevenLabsMessage =
  | { type: 'partial'; text: string }
  | { type: 'committed'; text: string }
  /** The commit had too little audio to transcribe. */
  | { type: 'commit-refused' }
  | { type: 'failed'; failure: SpeechFailure; message: string }
  /** The service ends the connection. A new connection will work. */
  | { type: 'ending' }
  | { type: 'other' }

/** Errors of the service that a new connection does not solve, and the failure that each one means. */
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

/** Parses a message; never throws. Returns `other` for a message that is not understood. */
export function readElevenLabsMessage(text: string): ElevenLabsMessage {
  const { message_type: type, text: words, error } = parse(text)
  if (typeof type !== 'string') return { type: 'other' }
  if (type === 'partial_transcript') return { type: 'partial', text: wordsIn(words) }
  if (type === 'committed_transcript') return { type: 'committed', text: wordsIn(words) }
  if (type === 'commit_throttled') return { type: 'commit-refused' }
  if (ENDINGS.includes(type)) return { type: 'ending' }
  if (!Object.hasOwn(FAILURES, type)) return { type: 'other' }
  return { type: 'failed', failure: FAILURES[type]!, message: typeof error === 'string' ? error : type }
}

const wordsIn = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

function parse(text: string): Record<string, unknown> {
  try {
    const message = parseJson(text)
    return message !== null && typeof message === 'object' ? (message as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
