import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { VoiceError } from '../../../errors.js'
import type { LlamaBinding } from './llama-binding.js'

const PACKAGE = 'node-llama-cpp'

/**
 * Finds the engine, an optional peer dependency, beside this package or in the user's project. Throws `not-installed`
 * with the command that installs it.
 */
export function findBinding(name: string, directory = process.cwd()): URL {
  for (const from of [import.meta.url, pathToFileURL(join(directory, 'package.json'))]) {
    try {
      return pathToFileURL(createRequire(from).resolve(PACKAGE))
    } catch {
      // Try the next location.
    }
  }
  throw new VoiceError('not-installed', `${name} needs the package ${PACKAGE}: ${installCommand()}`)
}

export async function loadBinding(place: URL): Promise<LlamaBinding> {
  const address = place.href
  return (await import(address)) as LlamaBinding
}

/** The command that installs the engine. It leaves out the libraries for graphics cards, which take 700 MB on Linux and Windows. */
export function installCommand(platform = process.platform, arch = process.arch): string {
  const binary = `@node-llama-cpp/${BINARIES[platform] ?? platform}-${arch}${platform === 'darwin' && arch === 'arm64' ? '-metal' : ''}`
  return `npm install --omit=optional --ignore-scripts ${PACKAGE} ${binary}`
}

const BINARIES: Partial<Record<NodeJS.Platform, string>> = { darwin: 'mac', win32: 'win' }
