import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { type CollectionFlags, loadCollection, loadDocument, loadSettings } from '../../src/cli/load.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-load-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())
const at = (name: string) => join(folder, name)
const flags = (more: Partial<CollectionFlags>): CollectionFlags => ({
  format: 'text',
  color: false,
  ...more,
})

describe('settings', () => {
  it.each<[baseUrl: string[], want: object]>([
    [['https://a.test/v1'], { baseUrl: 'https://a.test/v1', namedBaseUrls: {} }],
    [['https://a.test?x=1'], { baseUrl: 'https://a.test?x=1', namedBaseUrls: {} }],
    [['auth=https://b.test'], { namedBaseUrls: { auth: 'https://b.test' } }],
    [
      ['api.x.com:8443=http://b.test', 'http://a.test'],
      { baseUrl: 'http://a.test', namedBaseUrls: { 'api.x.com:8443': 'http://b.test' } },
    ],
  ])('--base-url %j', async (baseUrl, want) => {
    expect(await loadSettings(flags({ baseUrl }))).toMatchObject(want)
  })

  it('takes API_BASE_URL unless a flag says otherwise or the command leaves it aside', async () => {
    vi.stubEnv('API_BASE_URL', 'http://env.test')
    expect(await loadSettings(flags({}))).toMatchObject({ baseUrl: 'http://env.test' })
    expect(await loadSettings(flags({ baseUrl: ['http://flag.test'] }))).toMatchObject({
      baseUrl: 'http://flag.test',
    })
    expect(await loadSettings(flags({}), { environmentUrl: false })).toHaveProperty('baseUrl', undefined)
  })

  it('splits --env-var at the first equals sign', async () => {
    const { variables } = await loadSettings(flags({ envVar: ['token=a=b', 'empty='] }))
    expect(variables).toEqual({ token: 'a=b', empty: '' })
  })

  it('reads a Postman environment', async () => {
    writeFileSync(at('env.json'), '{"values": [{"key": "host", "value": "a.test"}]}')
    expect(await loadSettings(flags({ env: at('env.json') }))).toMatchObject({
      environment: [{ key: 'host', value: 'a.test' }],
    })
  })

  it.each<[Partial<CollectionFlags>, string]>([
    [{ baseUrl: ['a.test'] }, 'wrong-usage'],
    [{ baseUrl: ['auth='] }, 'wrong-usage'],
    [{ envVar: ['=x'] }, 'wrong-usage'],
    [{ env: at('none.json') }, 'file-unreadable'],
  ])('%j is refused', async (options, code) => {
    await expect(loadSettings(flags(options))).rejects.toMatchObject({ code })
  })
})

describe('a document', () => {
  it.each([
    ['\ufeff{"a": 1}', { a: 1 }],
    ['[1]', [1]],
  ])('%j is read', async (text, want) => {
    writeFileSync(at('x.json'), text)
    expect(await loadDocument(at('x.json'))).toEqual(want)
  })

  it('that is not JSON is shown where it breaks', async () => {
    writeFileSync(at('x.json'), `{\n\t"a": ${'"long",'.repeat(40)}\n}`)
    const error = await loadDocument(at('x.json')).catch((thrown: Error) => thrown)
    expect(error).toMatchObject({ code: 'not-json', message: expect.stringContaining('line 2, column') })
    const [, source, mark] = (error as Error).message.split('\n')
    expect(source!.length).toBeLessThan(110)
    expect(mark).toMatch(/^ +\^$/)
  })

  it('that is empty is named so', async () => {
    writeFileSync(at('x.json'), ' \n')
    await expect(loadDocument(at('x.json'))).rejects.toMatchObject({
      code: 'not-json',
      message: expect.stringContaining('is empty'),
    })
  })
})

describe('a collection', () => {
  it.each([
    [
      'openapi: 3.0.3\ninfo: { title: Pets }\npaths: {}\n',
      'an OpenAPI 3.0.3 document in YAML',
      'voice import FILE',
    ],
    ['curl https://api.example.com/pets\n', 'a curl command', 'voice import FILE'],
    ['<!DOCTYPE html><title>Sign in</title>', 'an HTML page', 'Export the collection from Postman'],
  ])('that is another document is named: %j', async (text, what, advice) => {
    writeFileSync(at('x.yaml'), text)
    const error: Error = await loadCollection(at('x.yaml')).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'not-a-collection' })
    expect(error.message).toContain(`This is ${what}, not a Postman collection.`)
    expect(error.message).toContain(advice)
  })
})
