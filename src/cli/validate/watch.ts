import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { expand } from '../read.js'

/** Editors write a file in several steps; one check is enough for all of them. */
const SETTLE_MS = 80

/**
 * Calls `onReady` once it watches, then `onChange` whenever one of the files changes, appears or goes; never twice at the same time. Watches folders, because many
 * editors replace a file instead of writing it. Ends with the signal.
 */
export async function watchFiles(
  patterns: string[],
  { onReady, onChange, signal }: { onReady: () => void; onChange: () => Promise<void>; signal: AbortSignal },
): Promise<void> {
  const paths = (await Promise.all(patterns.map(expand))).flat().filter((path) => path !== '-')
  const names = groupByFolder(paths)
  const trigger = settled(onChange)
  const watchers: FSWatcher[] = [...names].map(([folder, files]) =>
    watch(folder, (_event, name) => {
      if (name === null || files.has(name)) trigger()
    }),
  )
  onReady()
  await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }))
  for (const watcher of watchers) watcher.close()
}

function groupByFolder(paths: string[]): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>()
  for (const path of paths) {
    const folder = dirname(resolve(path))
    folders.set(folder, (folders.get(folder) ?? new Set()).add(basename(path)))
  }
  return folders
}

/** Runs `work` once after a burst of calls, and once more when calls came while it ran. */
function settled(work: () => Promise<void>): () => void {
  let state: 'idle' | 'waiting' | 'running' | 'again' = 'idle'
  const start = (): void => {
    state = 'waiting'
    setTimeout(async () => {
      state = 'running'
      await work()
      const again = (state as string) === 'again'
      state = 'idle'
      if (again) start()
    }, SETTLE_MS)
  }
  return () => {
    if (state === 'idle') start()
    else if (state === 'running') state = 'again'
  }
}
