/** The source of time, which tests replace. All values are milliseconds. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs `callback` once after `delayMs`; returns the function that cancels it. */
  schedule(callback: () => void, delayMs: number): () => void
}

/** The longest delay of a timer, almost 25 days. After a longer one, `setTimeout` would run its callback at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(callback, delayMs) {
    let timer: NodeJS.Timeout
    const wait = (leftMs: number) => {
      const ms = Math.min(leftMs, MAX_TIMER_MS)
      timer = setTimeout(() => (leftMs > ms ? wait(leftMs - ms) : callback()), ms)
      timer.unref()
    }
    wait(delayMs)
    return () => clearTimeout(timer)
  },
}

/** How long to wait, in milliseconds. */
export interface WaitLimits {
  clock: Clock
  ms: number
  /** The error of a wait that takes too long. */
  late: () => Error
}

/** Waits for a promise and returns its result. Rejects with `late()` after `ms` milliseconds. */
export function within<T>(promise: Promise<T>, { clock, ms, late }: WaitLimits): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancelTimer = clock.schedule(() => reject(late()), ms)
    promise.finally(cancelTimer).then(resolve, reject)
  })
}

/**
 * The values of a stream. Throws `late()` if one takes longer than `ms`, or the reason of the signal. One timer serves all
 * of them. A stream that is left early can release its resources, which no caller waits for.
 */
export async function* eachWithin<T>(
  stream: AsyncIterable<T>,
  { clock, ms, late, signal }: WaitLimits & { signal: AbortSignal },
): AsyncGenerator<T> {
  const values = stream[Symbol.asyncIterator]()
  let fail: (error: unknown) => void = () => {}
  let waitsSince: number | undefined
  let isWhole = false
  let stopTimer = () => {}
  const watch = (delayMs: number) => {
    stopTimer = clock.schedule(() => {
      const leftMs = waitsSince === undefined ? ms : waitsSince + ms - clock.now()
      if (leftMs > 0) watch(leftMs)
      else fail(late())
    }, delayMs)
  }
  const onAbort = () => fail(signal.reason)
  signal.addEventListener('abort', onAbort)
  watch(ms)
  try {
    while (true) {
      const next = await new Promise<IteratorResult<T>>((resolve, reject) => {
        fail = reject
        waitsSince = clock.now()
        if (signal.aborted) onAbort()
        values.next().then(resolve, reject)
      })
      waitsSince = undefined
      isWhole = next.done === true
      if (next.done) return
      yield next.value
    }
  } finally {
    stopTimer()
    signal.removeEventListener('abort', onAbort)
    if (!isWhole) values.return?.().catch(() => undefined)
  }
}

/** Fields of a log line. At the default level, they never contain a transcript, tool input, token or header. */
export type LogFields = Record<string, unknown>

/** Receives log lines: a static text with fields. */
export interface Logger {
  debug(text: string, fields?: LogFields): void
  info(text: string, fields?: LogFields): void
  warn(text: string, fields?: LogFields): void
  error(text: string, fields?: LogFields): void
}

/** Discards all log lines. The default of functions to which the caller passes no logger. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} }

/** A logger that adds these fields to each of its lines, such as the session or the turn. */
export function withFields(logger: Logger, own: LogFields): Logger {
  return {
    debug: (text, fields) => logger.debug(text, { ...own, ...fields }),
    info: (text, fields) => logger.info(text, { ...own, ...fields }),
    warn: (text, fields) => logger.warn(text, { ...own, ...fields }),
    error: (text, fields) => logger.error(text, { ...own, ...fields }),
  }
}
