import { FileWatch } from '../file-watch.js'
import { expand } from '../read.js'

/**
 * Calls `onReady` once it watches, then `onChange` whenever one of the files changes, appears or goes; never twice at the same time.
 * Ends with the signal.
 */
export async function watchFiles(
  patterns: string[],
  { onReady, onChange, signal }: { onReady: () => void; onChange: () => Promise<void>; signal: AbortSignal },
): Promise<void> {
  const paths = (await Promise.all(patterns.map(expand))).flat().filter((path) => path !== '-')
  const watching = new FileWatch(paths, onChange)
  onReady()
  await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }))
  watching.close()
}
