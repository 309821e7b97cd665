import { messageOf, VoiceError, type VoiceErrorCode } from '../../../errors.js'
import type { WireRequest } from '../wire-request.js'

const SENTENCES: Record<string, [code: VoiceErrorCode, text: string]> = {
  ECONNREFUSED: ['unreachable', 'nothing listens there. Is the API running, and is the base URL right?'],
  ENOTFOUND: ['unreachable', 'no such host is known. Is the base URL right?'],
  EAI_AGAIN: ['unreachable', 'the name could not be looked up just now. Try again later.'],
  ECONNRESET: ['unreachable', 'the connection was cut before an answer came.'],
  EPIPE: ['unreachable', 'the connection was cut before an answer came.'],
  EHOSTUNREACH: ['unreachable', 'the host cannot be reached from here.'],
  ENETUNREACH: ['unreachable', 'the network cannot be reached from here.'],
  ETIMEDOUT: ['timeout', 'no connection came about in time.'],
  UND_ERR_CONNECT_TIMEOUT: ['timeout', 'no connection came about in time.'],
  UND_ERR_HEADERS_TIMEOUT: ['timeout', 'the connection stands, but no answer came in time.'],
  UND_ERR_BODY_TIMEOUT: ['timeout', 'the answer began and then stopped.'],
  UND_ERR_HEADERS_OVERFLOW: ['bad-answer', 'the answer has more headers than can be read.'],
  HPE_HEADER_OVERFLOW: ['bad-answer', 'the answer has more headers than can be read.'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: [
    'bad-answer',
    'the answer is shorter or longer than it said (Content-Length).',
  ],
  UND_ERR_SOCKET: ['unreachable', 'the connection was cut before the answer was complete.'],
  UND_ERR_INVALID_ARG: ['invalid-request', 'the request cannot be written as HTTP'],
  ERR_UNESCAPED_CHARACTERS: ['invalid-request', 'the address has characters that HTTP cannot carry.'],
  ERR_INVALID_CHAR: ['invalid-request', 'a header has characters that HTTP cannot carry.'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['untrusted', 'its certificate signed itself and is not trusted.'],
  SELF_SIGNED_CERT_IN_CHAIN: ['untrusted', 'its certificate comes from an authority that is not trusted.'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    'untrusted',
    'its certificate comes from an authority that is not trusted.',
  ],
  CERT_HAS_EXPIRED: ['untrusted', 'its certificate has expired.'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['untrusted', 'its certificate is for another host.'],
}

/** Describes any failure of sending in one sentence: the host, what happened, what to do. */
export function failureOf(error: unknown, wire: Pick<WireRequest, 'origin'>): VoiceError {
  if (error instanceof VoiceError) return error
  const cause = error instanceof AggregateError ? error.errors[0] : error
  const code = codeOf(cause) ?? codeOf((cause as { cause?: unknown } | undefined)?.cause) ?? ''
  const isGarbled = /^HPE_/.test(code) || (cause as Error | undefined)?.name === 'HTTPParserError'
  const unknown: [code: VoiceErrorCode, text: string] = isGarbled
    ? ['bad-answer', 'what came back is not HTTP.']
    : ['unreachable', messageOf(error)]
  const [reason, text] = SENTENCES[code] ?? unknown
  const detail = code === 'UND_ERR_INVALID_ARG' ? `${text}: ${messageOf(error)}.` : text
  return new VoiceError(reason, `${wire.origin}: ${detail}`, { cause: error })
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : undefined
}

/** The error for a response that exceeds the size limit. */
export function tooLarge(maxBytes: number): VoiceError {
  return new VoiceError(
    'too-large',
    `The answer is larger than ${Math.round(maxBytes / 1e6)} MB and was not read to its end. Ask for less: a filter, a page, or fewer fields.`,
  )
}
