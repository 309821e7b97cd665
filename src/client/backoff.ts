/** No wait is longer, however many tries there were. */
const MAX_DELAY_MS = 30_000

/**
 * How long to wait before try number `attempt`, counted from 1: anything between nothing and twice the time of the try before, so that clients
 * of a server that comes back do not all come at once ("full jitter", AWS Architecture Blog 2015).
 */
export function backoffMs(attempt: number, { firstMs, random }: { firstMs: number; random: number }): number {
  return Math.round(random * Math.min(MAX_DELAY_MS, firstMs * 2 ** (attempt - 1)))
}

/** What the end of a line means. */
export type AfterClose =
  /** Come back; `from` is the number of the first try, higher where the server asks for room. */
  | { retry: true; from: number }
  /** Do not come back. */
  | { retry: false; code: string; message: string }

/** Reads the code of a close: RFC 6455 and the list in `docs/protocol.md`. */
export function afterClose({ code, reason }: { code: number; reason: string }): AfterClose {
  if (code === 1008) {
    return reason === 'replaced'
      ? {
          ...{ retry: false, code: 'replaced' },
          message: 'This conversation goes on in another window or on another device.',
        }
      : {
          ...{ retry: false, code: 'refused' },
          message: `The server ended the conversation${reason && ` (${reason})`}.`,
        }
  }
  if (code === 1000)
    return {
      ...{ retry: false, code: 'ended' },
      message:
        reason === 'idle'
          ? 'The conversation ended because nothing was said for a long time.'
          : 'The server ended the conversation.',
    }
  return { retry: true, from: code === 1013 ? 4 : 1 }
}
