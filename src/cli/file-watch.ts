import { type Dirent, type FSWatcher, readdirSync, type Stats, statSync, watch } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isFolder } from '../regular-file.js'

/** Milliseconds to wait after a change, because editors write a file in several steps. */
const SETTLE_MS = 80

/**
 * Runs a callback when a watched file changes, appears or disappears. The callback never runs twice at the same time.
 * Watches the folders of the files, because many editors replace a file instead of writing it. After any event in a
 * folder, checks each watched file for changes. It does not use the file name in the event: if a mounted folder is
 * replaced as a whole, the event does not name the files. If a folder does not exist, the nearest folder above it that
 * exists is watched. Of a watched folder, all files and folders inside are watched.
 *
 * States: idle → waiting (`SETTLE_MS`) → running → idle. If an event comes in the state running, the state becomes
 * `again`, and waiting follows.
 */
export class FileWatch {
  readonly #onChange: () => Promise<void>
  /** The watched folders by path, and the identity that a folder had when its watch began. */
  readonly #folders = new Map<string, { watcher: FSWatcher; identity: string }>()
  #paths: string[] = []
  /** The signature of each watched file and folder. */
  #seen = new Map<string, string>()
  #state: 'idle' | 'waiting' | 'running' | 'again' | 'closed' = 'idle'

  /** `onChange` must not throw. */
  constructor(paths: readonly string[], onChange: () => Promise<void>) {
    this.#onChange = onChange
    this.watch(paths)
  }

  /** Watches these files from now on, and no others. */
  watch(paths: readonly string[]): void {
    this.#paths = [...new Set(paths.map((path) => resolve(path)))]
    const files = this.#paths.flatMap(withContent)
    this.#seen = new Map(files.map((file) => [file, this.#seen.get(file) ?? signatureOf(file)]))
    this.#watchFolders(files)
  }

  close(): void {
    this.#state = 'closed'
    for (const { watcher } of this.#folders.values()) watcher.close()
    this.#folders.clear()
  }

  /** Watches the folders of these files, and no others. A folder that was replaced is watched anew. */
  #watchFolders(files: Iterable<string>): void {
    const wanted = new Map([...files].map((file) => nearestFolder(isFolder(file) ? file : dirname(file))))
    for (const [folder, { watcher, identity }] of this.#folders) {
      if (wanted.get(folder) === identity) continue
      watcher.close()
      this.#folders.delete(folder)
    }
    for (const [folder, identity] of wanted) if (!this.#folders.has(folder)) this.#open(folder, identity)
  }

  #open(folder: string, identity: string): void {
    try {
      const watcher = watch(folder, () => this.#trigger())
      watcher.on('error', () => this.#folders.delete(folder))
      this.#folders.set(folder, { watcher, identity })
    } catch {
      // The folder was removed just now, or may not be read: no event reports a change in it.
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
    this.#watchFolders(this.#seen.keys())
    this.#state = 'idle'
    if (again) this.#trigger()
  }

  #hasChanged(): boolean {
    const now = new Map(this.#paths.flatMap(withContent).map((file) => [file, signatureOf(file)]))
    const gone = [...this.#seen.keys()].some((file) => !now.has(file))
    const changed = gone || [...now].some(([file, signature]) => this.#seen.get(file) !== signature)
    this.#seen = now
    return changed
  }
}

const MAX_WATCHED = 20_000

/** A file itself; a folder with all files and folders inside, except hidden ones, packages and those behind links. */
function withContent(path: string): string[] {
  if (!isFolder(path)) return [path]
  const found = [path]
  for (const folder of found) {
    for (const entry of readEntries(folder)) {
      const isSkipped = entry.isDirectory() && /^(?:\.(?!resources$).*|node_modules)$/.test(entry.name)
      if (isSkipped || entry.isSymbolicLink() || found.length >= MAX_WATCHED) continue
      found.push(join(folder, entry.name))
    }
  }
  return found
}

function readEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // It is a file, or was removed just now.
    return []
  }
}

/** A folder or the nearest above that exists, with an identity that another folder of the path would not have. */
function nearestFolder(path: string): [folder: string, identity: string] {
  for (let folder = path; ; folder = dirname(folder)) {
    const identity = describeFile(folder, ({ ino, birthtimeMs }) => `${ino} ${birthtimeMs}`)
    if (identity !== '' || folder === dirname(folder)) return [folder, identity]
  }
}

/** A text that changes when a file is written or replaced; empty if the file does not exist. */
function signatureOf(file: string): string {
  return describeFile(file, ({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`)
}

function describeFile(path: string, describe: (stats: Stats) => string): string {
  try {
    return describe(statSync(path))
  } catch {
    return ''
  }
}
