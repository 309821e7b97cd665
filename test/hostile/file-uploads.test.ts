import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { type ReplayOptions, replay } from '../../src/toolkit/replay.js'
import { startApi, type TestApi } from '../support/tool.js'

// A collection of somebody else names files of this machine. A replay must not send them.

const SECRET = 'SECRET-OF-THIS-MACHINE'
let root: string
let folder: string
let api: TestApi

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'uploads-'))
  folder = join(root, 'collection')
  mkdirSync(join(folder, '.git'), { recursive: true })
  writeFileSync(join(root, 'outside.txt'), SECRET)
  writeFileSync(join(folder, '.env'), SECRET)
  writeFileSync(join(folder, '.git', 'config'), SECRET)
  writeFileSync(join(folder, 'photo.txt'), 'a photo')
  symlinkSync(join(root, 'outside.txt'), join(folder, 'link.txt'))
  symlinkSync(join(folder, '.env'), join(folder, 'env.txt'))
  api = await startApi((_request, response) => response.end('{}'))
})
afterEach(async () => {
  await api.close()
  rmSync(root, { recursive: true })
})

async function replayed(src: string, options: ReplayOptions) {
  const bodies = [
    { mode: 'file', file: { src } },
    { mode: 'formdata', formdata: [{ key: 'f', type: 'file', src: [src] }] },
  ]
  const item = bodies.map((body) => ({ name: body.mode, request: { method: 'POST', url: api.url, body } }))
  const done = []
  for await (const one of replay(parseCollection({ info: { name: 'x' }, item }), options)) done.push(one)
  return done
}
const sent = () => api.seen.map(({ body }) => body.toString()).join('\n')

describe('a file that a collection names', () => {
  it.each<[what: string, src: () => string]>([
    ['by an absolute path', () => join(root, 'outside.txt')],
    ['by a path out of the folder', () => '../outside.txt'],
    ['by a link out of the folder', () => 'link.txt'],
    ['that is hidden', () => '.env'],
    ['that a link shows', () => 'env.txt'],
    ['in a hidden folder', () => '.git/config'],
    ['that is no regular file', () => '/proc/self/environ'],
  ])('%s is not sent', async (_what, src) => {
    const done = await replayed(src(), { directory: folder })
    expect(sent()).not.toContain(SECRET)
    expect(done.map(({ notices }) => notices.join())).toEqual([
      expect.stringContaining(`The file ${src()} was not sent`),
      expect.stringContaining(`The file ${src()} was not sent`),
    ])
  })

  it('is not sent if no folder is named', async () => {
    await replayed(join(folder, 'photo.txt'), {})
    expect(sent()).not.toContain('a photo')
  })

  it('is sent from the named folder, and named', async () => {
    const [first] = await replayed('photo.txt', { directory: folder })
    expect(first!.notices).toEqual(['Sends the file photo.txt of this machine.'])
    expect(api.seen.map(({ body }) => body.toString().includes('a photo'))).toEqual([true, true])
  })

  it('is not shown in a dry run', async () => {
    const done = await replayed('photo.txt', { directory: folder, dryRun: true })
    for (const { request } of done) {
      expect(request?.body).toContain('(the file photo.txt, 7 bytes)')
      expect(request?.body).not.toContain('a photo')
    }
    expect(api.seen).toEqual([])
  })
})
