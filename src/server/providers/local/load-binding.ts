import { VoiceError } from '../../../errors.js'
import { findPeer } from '../find-peer.js'
import type { LlamaBinding } from './llama-binding.js'

const PACKAGE = 'node-llama-cpp'

/**
 * Finds the package node-llama-cpp, an optional peer dependency, beside this package or in the user's project. Throws
 * `not-installed` with the command that installs it.
 */
export function findBinding(name: string, directory = process.cwd()): string {
  const found = findPeer(PACKAGE, [directory])
  if (found !== undefined) return found
  throw new VoiceError('not-installed', `${name} needs the package ${PACKAGE}: ${installCommand()}`)
}

export async function loadBinding(url: string): Promise<LlamaBinding> {
  return (await import(url)) as LlamaBinding
}

/**
 * The command that installs node-llama-cpp. It leaves out the libraries for graphics cards, which take 700 MB on Linux
 * and Windows.
 */
export function installCommand(platform = process.platform, arch = process.arch): string {
  const binary = `@node-llama-cpp/${BINARIES[platform] ?? platform}-${arch}${platform === 'darwin' && arch === 'arm64' ? '-metal' : ''}`
  return `npm install --omit=optional --ignore-scripts ${PACKAGE} ${binary}`
}

const BINARIES: Partial<Record<NodeJS.Platform, string>> = { darwin: 'mac', win32: 'win' }
