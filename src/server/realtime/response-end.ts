import type { RealtimeResponse } from '../../protocol/events.js'
import type { ReplyEnd } from '../agent/events.js'

export function statusOf({
  status,
  reason,
  errorCode,
}: ReplyEnd): Pick<RealtimeResponse, 'status' | 'status_details'> {
  return {
    status,
    status_details: {
      type: status,
      ...(reason && { reason }),
      ...(errorCode && { error: { type: 'server_error', code: errorCode } }),
    },
  }
}

/** The usage of a response. Every number is set, because some clients fail when one is missing. */
export function usageOf({
  usage: { inputTokens, outputTokens },
}: ReplyEnd): NonNullable<RealtimeResponse['usage']> {
  return {
    total_tokens: inputTokens + outputTokens,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    input_token_details: {
      text_tokens: inputTokens,
      audio_tokens: 0,
      image_tokens: 0,
      cached_tokens: 0,
      cached_tokens_details: { text_tokens: 0, audio_tokens: 0, image_tokens: 0 },
    },
    output_token_details: { text_tokens: outputTokens, audio_tokens: 0 },
  }
}
