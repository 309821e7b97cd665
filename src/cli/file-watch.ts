import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Milliseconds between two looks. A change counts when two looks find the same: editors write a file in several steps. */
const LOOK_MS = 150
/** A look at many files takes long, and a server may run beside it: it may use a tenth of the time at most. */
const REST = 9

/**
 * Runs a callback when a watched file changes, appears or disappears. The callback never runs twice at the same time. Of a
 * watched folder, all files and folders inside are watched. It looks at the files again and again, because events of the file
 * system are lost where a folder is mounted, or replaced as a whole.
 */
export class FileWatch {
  readonly #onChange: () => Promise<void>
  #timer: NodeJS.Timeout | undefined
  /** The signature of each watched path when the last change was reported. */
  #reported = new Map<string, string>()
  /** What the last look found. */
  #found = ''
  #isClosed = false

  /** `onChange` must not throw. */
  constructor(paths: readonly string[], onChange: () => Promise<void>) {
    this.#onChange = onChange
    this.watch(paths)
    this.#schedule(LOOK_MS)
  }

  /** Watches these files from now on, and no others. */
  watch(paths: readonly string[]): void {
    const all = paths.map((path) => resolve(path))
    this.#reported = new Map(all.map((path) => [path, this.#reported.get(path) ?? signatureOf(path)]))
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #schedule(ms: number): void {
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#look(), ms)
  }

  async #look(): Promise<void> {
    const start = performance.now()
    const now = new Map([...this.#reported.keys()].map((path) => [path, signatureOf(path)]))
    const found = [...now.values()].join('\n')
    const isSettled = found === this.#found
    this.#found = found
    const restMs = REST * (performance.now() - start)
    if (isSettled && found !== [...this.#reported.values()].join('\n')) {
      this.#reported = now
      await this.#onChange()
    }
    this.#schedule(Math.max(LOOK_MS, restMs))
  }
}

/** No further folder is opened once so many files and folders are watched. */
const MAX_WATCHED = 20_000

/** A text that changes when a file, or a file or folder inside of a folder, is written, replaced or removed. */
function signatureOf(path: string): string {
  const signatures: string[] = []
  const open = [path]
  for (const one of open) {
    try {
      const found = statSync(one)
      signatures.push(`${one} ${found.mtimeMs} ${found.size} ${found.ino}`)
      if (!found.isDirectory() || open.length > MAX_WATCHED) continue
      const entries = readdirSync(one, { withFileTypes: true }).filter(isWatched)
      open.push(...entries.map(({ name }) => join(one, name)))
    } catch {
      // It does not exist, or may not be read.
    }
  }
  return signatures.join('\n')
}

/** Whether an entry of a folder is watched: no hidden folder, no packages, and nothing behind a link. */
const isWatched = (entry: Dirent) =>
  !entry.isSymbolicLink() &&
  !(entry.isDirectory() && /^(?:\.(?!resources$).*|node_modules)$/.test(entry.name))
