import { createRequire } from 'node:module'

interface NewmanOptions {
  collection: unknown
  environment?: unknown
  workingDir: string
}

interface NewmanExecution {
  requestError?: { message: string }
  item: { name: string }
}

interface Newman {
  run(
    options: Record<string, unknown>,
    done: (error: Error | null, summary: { run: { executions: NewmanExecution[] } }) => void,
  ): { on(event: string, listener: (error: Error | null, args: { item: { name: string } }) => void): void }
}

/** Runs newman itself over a collection without its scripts; `onItem` is called when a request is done. */
export function runNewman(
  options: NewmanOptions,
  onItem: (error: string | undefined) => void,
): Promise<void> {
  const newman = createRequire(import.meta.url)('newman') as Newman
  return new Promise((resolve, reject) => {
    const run = newman.run(
      {
        ...options,
        collection: withoutScripts(options.collection),
        timeoutRequest: 10_000,
        insecureFileRead: true,
      },
      (error) => (error ? reject(error) : resolve()),
    )
    let failure: string | undefined
    run.on('request', (error) => {
      failure = error?.message
    })
    run.on('item', () => onItem(failure))
  })
}

/** A copy without `event`s, which newman would run. */
export function withoutScripts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutScripts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => !(key === 'event' && Array.isArray(member)))
      .map(([key, member]) => [key, withoutScripts(member)]),
  )
}
