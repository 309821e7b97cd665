import { type FSWatcher, statSync, watch } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Milliseconds to wait after a change, because editors write a file in several steps. */
const SETTLE_MS = 80

/**
 * Runs a callback when a watched file changes, appears or disappears. The callback never runs twice at the same time.
 * Watches the folders of the files, because many editors replace a file instead of writing it. After any event in a
 * folder, checks each watched file for changes. It does not use the file name in the event: if a mounted folder is
 * replaced as a whole, the event does not name the files.
 *
 * States: idle → waiting (`SETTLE_MS`) → running → idle. If an event comes in the state running, the state becomes
 * `again`, and waiting follows.
 */
export class FileWatch {
  readonly #onChange: () => Promise<void>
  readonly #folders = new Map<string, FSWatcher>()
  #seen = new Map<string, string>()
  #state: 'idle' | 'waiting' | 'running' | 'again' | 'closed' = 'idle'

  /** `onChange` must not throw. */
  constructor(paths: readonly string[], onChange: () => Promise<void>) {
    this.#onChange = onChange
    this.watch(paths)
  }

  /** Watches these files from now on, and no others. */
  watch(paths: readonly string[]): void {
    const files = [...new Set(paths.map((path) => resolve(path)))]
    this.#seen = new Map(files.map((file) => [file, this.#seen.get(file) ?? signatureOf(file)]))
    const wanted = new Set(files.map((file) => dirname(file)))
    for (const [folder, watcher] of this.#folders) {
      if (wanted.has(folder)) continue
      watcher.close()
      this.#folders.delete(folder)
    }
    for (const folder of wanted) if (!this.#folders.has(folder)) this.#open(folder)
  }

  close(): void {
    this.#state = 'closed'
    for (const watcher of this.#folders.values()) watcher.close()
    this.#folders.clear()
  }

  #open(folder: string): void {
    try {
      const watcher = watch(folder, () => this.#trigger())
      // When a folder is removed, its watcher ends with an error.
      watcher.on('error', () => this.#folders.delete(folder))
      this.#folders.set(folder, watcher)
    } catch {
      // The folder does not exist, so no file in it can change.
    }
  }

  #trigger(): void {
    if (this.#state === 'running') this.#state = 'again'
    if (this.#state !== 'idle') return
    this.#state = 'waiting'
    setTimeout(() => void this.#look(), SETTLE_MS)
  }

  async #look(): Promise<void> {
    if (this.#state === 'closed') return
    this.#state = 'running'
    if (this.#hasChanged()) await this.#onChange()
    const again = (this.#state as string) === 'again'
    if ((this.#state as string) === 'closed') return
    this.#state = 'idle'
    if (again) this.#trigger()
  }

  #hasChanged(): boolean {
    const now = new Map([...this.#seen.keys()].map((file) => [file, signatureOf(file)]))
    const changed = [...now].some(([file, signature]) => this.#seen.get(file) !== signature)
    this.#seen = now
    return changed
  }
}

/** A text that changes when a file is written or replaced; empty if the file does not exist. */
function signatureOf(file: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(file)
    return `${mtimeMs} ${size} ${ino}`
  } catch {
    return ''
  }
}
