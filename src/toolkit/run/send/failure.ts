import data from '../../../../templates/send-failures.json'
import { messageOf, VoiceError, type VoiceErrorCode } from '../../../errors.js'
import type { WireRequest } from '../wire-request.js'

/** What happened and what to do, by the codes of Node, undici and the parser of HTTP. */
const SENTENCES = data as unknown as Record<string, [code: VoiceErrorCode, text: string]>

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

export function tooLarge(maxBytes: number): VoiceError {
  return new VoiceError(
    'too-large',
    `The answer is larger than ${Math.round(maxBytes / 1e6)} MB and was not read to its end. Ask for less: a filter, a page, or fewer fields.`,
  )
}
