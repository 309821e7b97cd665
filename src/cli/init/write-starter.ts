import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { version } from '../../../package.json'
import { VoiceError } from '../../errors.js'
import { trimOf } from '../../text/trim.js'
import { writeOutput } from '../write.js'
import { starterFiles, tarballOf } from './starter.js'

/** The result of writing a starter project. */
export interface WrittenStarter {
  /** Paths inside the folder. */
  files: string[]
  /** Whether this copy of the package could be packed into the project. */
  packed: boolean
  version: string
}

/** Files and folders that may exist before a starter is written; it does not change them. */
const HARMLESS: ReadonlySet<string> = new Set(['.git', '.DS_Store', '.idea', '.vscode'])

/** Writes a starter project. Throws `folder-not-empty` unless `force` says to overwrite. */
export async function writeStarter(folder: string, { force }: { force: boolean }): Promise<WrittenStarter> {
  const present = await contentsOf(folder)
  if (present.length > 0 && !force) {
    const shown = present.slice(0, 3).join(', ')
    throw new VoiceError(
      'folder-not-empty',
      `${folder} is not empty (${shown}${present.length > 3 ? ', ...' : ''}). Choose another folder, or add --force to write into it.`,
    )
  }
  const files = starterFiles({ name: nameOf(folder), version })
  for (const { path, text } of files) await writeOutput(join(folder, path), text, { within: folder })
  const packed = await packInto(join(folder, dirname(tarballOf(version))))
  return {
    files: [...files.map(({ path }) => path), ...(packed ? [tarballOf(version)] : [])],
    packed,
    version,
  }
}

async function contentsOf(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => !HARMLESS.has(name))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    const reason = code === 'ENOTDIR' ? 'it is a file' : (error as Error).message
    throw new VoiceError('file-unwritable', `${folder} cannot become a project: ${reason}.`, { cause: error })
  }
}

/** A package name for the folder that npm accepts. */
function nameOf(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
  return trimOf(name, '._-') || 'my-agent'
}

/** Packs the running copy of the package; returns false if npm fails. */
async function packInto(folder: string): Promise<boolean> {
  const root = packageRoot(fileURLToPath(import.meta.url))
  const args = ['pack', root, '--silent', '--ignore-scripts', '--pack-destination', resolve(folder)]
  try {
    await mkdir(folder, { recursive: true })
    await promisify(execFile)(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
      shell: process.platform === 'win32',
    })
    return existsSync(join(folder, `voice-${version}.tgz`))
  } catch {
    return false
  }
}

/** The folder above this file that has the package's manifest. */
function packageRoot(from: string): string {
  const folder = dirname(from)
  if (folder === from) throw new Error('the package has no package.json')
  return existsSync(join(folder, 'package.json')) ? folder : packageRoot(folder)
}
