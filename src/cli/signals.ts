/** Resolves at the first Ctrl-C or SIGTERM. A second one ends the process at once. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.once('SIGINT', leave)
      process.once('SIGTERM', leave)
      resolve()
    }
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  })
}

function leave(): never {
  process.exit(130)
}

/** Runs some work with a signal that Ctrl-C aborts. */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const interrupt = () => stop.abort()
  process.once('SIGINT', interrupt)
  try {
    return await work(stop.signal)
  } finally {
    process.removeListener('SIGINT', interrupt)
  }
}
