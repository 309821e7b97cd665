import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import module, { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { Script } from 'node:vm'
import { makeFolder } from '../make-folder.js'

const OTHERS_WRITE = 0o022

/**
 * Runs the CommonJS file at `path` and returns its exports, like `require`. When the process ends, the compiled code of
 * the file is stored at `kept`. The next process that runs the file does not compile it. V8 rejects compiled code of
 * another V8 version. The stored file begins with the text of the program, which shows to which text the compiled code
 * belongs. The compiled code follows twice, because V8 does not check it: the process would crash if a part of it were
 * damaged. If `kept` cannot be read or written, the program is compiled each time.
 */
export function requireKept(path: string, kept: string): unknown {
  const text = readFileSync(path)
  const cachedData = readKept(kept, text)
  const source = module.wrap(text.toString())
  const script = new Script(source, { filename: path, ...(cachedData && { cachedData }) })
  const isNew = !cachedData || script.cachedDataRejected === true
  if (isNew)
    process.once('exit', () => {
      const code = script.createCachedData()
      keep(kept, Buffer.concat([text, code, code]))
    })
  const loaded = { exports: {} }
  script.runInThisContext()(loaded.exports, createRequire(path), loaded, path, dirname(path))
  return loaded.exports
}

// Without O_NONBLOCK, opening a pipe that has no writer would wait forever. Windows does not have the flag.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** The stored code of a text; `undefined` if it is damaged or another user could have written it. */
function readKept(path: string, text: Buffer): Buffer | undefined {
  let file: number | undefined
  try {
    file = openSync(path, FLAGS)
    const found = fstatSync(file)
    if (!found.isFile() || isOfOthers(found)) return undefined
    const kept = readFileSync(file)
    const middle = (text.length + kept.length) / 2
    const code = kept.subarray(text.length, middle)
    const isWhole = kept.subarray(0, text.length).equals(text) && code.equals(kept.subarray(middle))
    return isWhole ? code : undefined
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** Whether another user can write a file. On Windows, none reaches a home folder. */
function isOfOthers({ uid, mode }: Stats): boolean {
  return process.getuid !== undefined && (uid !== process.getuid() || (mode & OTHERS_WRITE) !== 0)
}

/** Writes a file so that another process reads all of it or nothing. */
function keep(path: string, content: Buffer): void {
  const unfinished = `${path}.${process.pid}`
  try {
    makeFolder(dirname(path), 0o700)
    // A process that crashed may have left a file with this name.
    rmSync(unfinished, { force: true })
    writeFileSync(unfinished, content, { mode: 0o600, flag: 'wx' })
    renameSync(unfinished, path)
  } catch {
    // The compiled code is not stored, for example because the home folder cannot be written or the disk is full.
    remove(unfinished)
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // There is no such file: its folder cannot be used.
  }
}
