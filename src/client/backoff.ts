import type { VoiceErrorCode } from '../errors.js'

const MAX_DELAY_MS = 30_000

/** The delay before attempt `attempt`, from 1: random up to a bound that doubles to 30 s ("full jitter", AWS 2015). */
export function backoffMs(attempt: number, { firstMs, random }: { firstMs: number; random: number }): number {
  return Math.round(random * Math.min(MAX_DELAY_MS, firstMs * 2 ** (attempt - 1)))
}

export type AfterClose =
  /**
   * Reconnect. The number of the next attempt is at least `from`. Higher numbers mean longer delays, so `from` is
   * higher if the server is busy.
   */
  | { retry: true; from: number }
  /** Do not reconnect. */
  | { retry: false; code: VoiceErrorCode; message: string }

/** Decides by the close code whether to reconnect. RFC 6455 and `docs/protocol.md` define the codes. */
export function afterClose({ code, reason }: { code: number; reason: string }): AfterClose {
  if (code === 1008) {
    return reason === 'replaced'
      ? {
          retry: false,
          code: 'replaced',
          message: 'This conversation goes on in another window or on another device.',
        }
      : {
          retry: false,
          code: 'refused',
          message: `The server ended the conversation${reason && ` (${reason})`}.`,
        }
  }
  if (code === 1000)
    return {
      retry: false,
      code: 'ended',
      message:
        reason === 'idle'
          ? 'The conversation ended because nothing was said for a long time.'
          : 'The server ended the conversation.',
    }
  return { retry: true, from: code === 1013 ? 4 : 1 }
}
