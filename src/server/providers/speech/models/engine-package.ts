import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messageOf, VoiceError } from '../../../../errors.js'
import { findPeer } from '../../find-peer.js'
import { runNpm } from './npm-file.js'

/** The npm package of the engine for local speech models. The version is the one that the tests use. */
const ENGINE = 'sherpa-onnx-node'
const ENGINE_VERSION = '1.13.8'

/** Functions that find and install the engine. Tests replace them. */
interface EngineWays {
  find: (modelsDirectory: string) => string | undefined
  install: (specifier: string, folder: string) => Promise<void>
}

export function engineFolder(modelsDirectory: string): string {
  return join(modelsDirectory, '.engine')
}

/** The URL of the package of the engine for local speech models; `undefined` if it is not installed. */
export function findEngine(modelsDirectory: string): string | undefined {
  return findPeer(ENGINE, [engineFolder(modelsDirectory), modelsDirectory])
}

/**
 * Installs the engine for local speech models with npm, which verifies the package. Other processes see either the
 * complete engine or none. Throws `model-unreachable`.
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
  return runNpm(['install', specifier, '--prefix', '.', ...flags], folder)
}
