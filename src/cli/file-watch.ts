import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Milliseconds between two looks. A change counts when two looks find the same: editors write a file in several steps. */
const LOOK_MS = 150

/**
 * Runs a callback when a watched file changes, appears or disappears. The callback never runs twice at the same time. Of a
 * watched folder, all files and folders inside are watched. It looks at the files again and again, because events of the file
 * system are lost where a folder is mounted, or replaced as a whole.
 */
export class FileWatch {
  readonly #timer: NodeJS.Timeout
  /** The signature of each watched path that was told last. */
  #told = new Map<string, string>()
  /** What the last look found. */
  #found = ''
  #isTelling = false

  /** `onChange` must not throw. */
  constructor(paths: readonly string[], onChange: () => Promise<void>) {
    this.watch(paths)
    this.#timer = setInterval(() => void this.#look(onChange), LOOK_MS)
  }

  /** Watches these files from now on, and no others. */
  watch(paths: readonly string[]): void {
    const all = paths.map((path) => resolve(path))
    this.#told = new Map(all.map((path) => [path, this.#told.get(path) ?? signatureOf(path)]))
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #look(onChange: () => Promise<void>): Promise<void> {
    if (this.#isTelling) return
    const now = new Map([...this.#told.keys()].map((path) => [path, signatureOf(path)]))
    const found = [...now.values()].join('\n')
    const isSettled = found === this.#found
    this.#found = found
    if (!isSettled || found === [...this.#told.values()].join('\n')) return
    this.#told = now
    this.#isTelling = true
    await onChange()
    this.#isTelling = false
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
