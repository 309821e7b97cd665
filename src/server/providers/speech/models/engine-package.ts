import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messageOf, VoiceError } from '../../../../errors.js'
import { findPeer } from '../../find-peer.js'
import { runNpm } from './run-npm.js'

/** The package of the engine, and the version that the tests run. */
const ENGINE = 'sherpa-onnx-node'
const ENGINE_VERSION = '1.13.8'

/** How the engine is found and installed; tests replace these functions. */
interface EngineWays {
  find: (modelsDirectory: string) => string | undefined
  /** Installs a package into a folder. */
  install: (specifier: string, folder: string) => Promise<void>
}

/** The folder of the engine in the folder of models. */
export function engineFolder(modelsDirectory: string): string {
  return join(modelsDirectory, '.engine')
}

/** The address of the engine of local speech models; `undefined` where it is not installed. */
export function findEngine(modelsDirectory: string): string | undefined {
  return findPeer(ENGINE, [engineFolder(modelsDirectory), modelsDirectory])
}

/**
 * Installs the engine of local speech models by npm, unless it is there. npm checks it. Throws `model-unreachable`.
 * Concurrent readers see the whole engine or none.
 */
export async function installEngine(
  modelsDirectory: string,
  { find, install }: EngineWays = { find: findEngine, install: npmInstall },
): Promise<{ path: string; fetched: boolean }> {
  const found = find(modelsDirectory)
  if (found !== undefined) return { path: dirname(fileURLToPath(found)), fetched: false }
  const path = engineFolder(modelsDirectory)
  await mkdir(modelsDirectory, { recursive: true })
  const place = await mkdtemp(join(modelsDirectory, '.pull-'))
  try {
    await install(`${ENGINE}@${ENGINE_VERSION}`, place)
    await rm(path, { recursive: true, force: true })
    await rename(place, path)
  } catch (error) {
    throw new VoiceError(
      'model-unreachable',
      `npm did not install ${ENGINE} (${messageOf(error)}). Try again, or run: npm install ${ENGINE}`,
      { cause: error },
    )
  } finally {
    await rm(place, { recursive: true, force: true })
  }
  return { path, fetched: true }
}

function npmInstall(specifier: string, folder: string): Promise<void> {
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent', '--no-package-lock']
  return runNpm(['install', specifier, '--prefix', folder, ...flags])
}
