import { createHash } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import module, { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'

/** Bytes of the hash at the start of a file with compiled code. */
const HASH_BYTES = 32
/** The permission bits of a file that let its group or all users write to it. */
const OTHERS_WRITE = 0o022

/**
 * Runs a CommonJS file and returns its exports, like `require`. When the process ends, the compiled code of the file is
 * stored in `folder`. The next process that runs the file does not compile it. Each CommonJS file has its own file of
 * compiled code. V8 rejects compiled code of another V8 version. A hash shows that the compiled code belongs to the
 * current text of the file. If the folder cannot be read or written, the file is compiled each time.
 */
export function requireKept(path: string, folder: string): unknown {
  const text = readFileSync(path, 'utf8')
  const hash = createHash('sha256').update(text).digest()
  const name = createHash('sha256').update(path).digest('hex').slice(0, 16)
  const kept = join(folder, `${basename(dirname(path))}-${name}.bin`)
  const cachedData = readKept(kept, hash)
  const script = new Script(module.wrap(text), { filename: path, ...(cachedData && { cachedData }) })
  const isNew = !cachedData || script.cachedDataRejected === true
  if (isNew) process.once('exit', () => keep(kept, Buffer.concat([hash, script.createCachedData()])))
  const loaded = { exports: {} }
  script.runInThisContext()(loaded.exports, createRequire(path), loaded, path, dirname(path))
  return loaded.exports
}

/**
 * Reads the stored compiled code of a source text with this hash. `undefined` if there is none, or if another user
 * could have written it.
 */
function readKept(path: string, hash: Buffer): Buffer | undefined {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    if (isOfOthers(fstatSync(file))) return undefined
    const kept = readFileSync(file)
    return kept.subarray(0, HASH_BYTES).equals(hash) ? kept.subarray(HASH_BYTES) : undefined
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/**
 * Whether another user owns a file or can write to it. Always false on Windows: its files have no such permission bits,
 * and other users have no access to a home folder.
 */
function isOfOthers({ uid, mode }: Stats): boolean {
  return process.getuid !== undefined && (uid !== process.getuid() || (mode & OTHERS_WRITE) !== 0)
}

/** Writes a file so that another process reads all of it or nothing. */
function keep(path: string, content: Buffer): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const unfinished = `${path}.${process.pid}`
    // A process that crashed may have left a file with this name.
    rmSync(unfinished, { force: true })
    writeFileSync(unfinished, content, { mode: 0o600, flag: 'wx' })
    renameSync(unfinished, path)
  } catch {
    // The compiled code is not stored, for example because the home folder cannot be written.
  }
}
