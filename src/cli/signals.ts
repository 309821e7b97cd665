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
