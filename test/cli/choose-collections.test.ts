import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { appOf, chooseCollection, chooseCollections } from '../../src/cli/choose-collections.js'
import { type CollectionFlags, loadSettings } from '../../src/cli/load.js'
import type { ConfigFile, LoadedConfig } from '../../src/cli/settings/settings.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-choose-'))
const home = process.cwd()
for (const name of ['a.json', 'b.json', 'c.json', 'env.json', 'other-env.json'])
  writeFileSync(join(folder, name), '{}')

beforeEach(() => process.chdir(folder))
afterEach(() => {
  process.chdir(home)
  rmSync(join(folder, 'postman.json'), { force: true })
  vi.unstubAllEnvs()
})
afterAll(() => rmSync(folder, { recursive: true }))

const configOf = (values: ConfigFile): LoadedConfig => ({
  path: 'voice.config.json',
  values,
  at: (pointer) => `voice.config.json at ${pointer}`,
})
const flagsOf = (more: Partial<CollectionFlags & { approve: 'none' }> = {}) => ({
  format: 'text',
  color: false,
  ...more,
})

describe('the collections of a command', () => {
  const cases: [
    title: string,
    given: { named?: string[]; config?: ConfigFile; appId?: string },
    want: string[],
  ][] = [
    ['are the named ones', { named: ['a.json'], config: { collections: [{ file: 'b.json' }] } }, ['a.json']],
    ['are those of the configuration', { config: { collections: [{ file: 'b.json' }] } }, ['b.json']],
    ['may be a glob there', { config: { collections: [{ file: '[ab].json' }] } }, ['a.json', 'b.json']],
    ['are each there once', { named: ['a.json', './a.json', 'b.json'] }, ['./a.json', 'b.json']],
    ['are postman.json without either', {}, ['postman.json']],
    ['are none where the configuration says none', { config: { collections: [] } }, []],
    ['are no postman.json where there are apps only', { config: { apps: { x: {} } } }, []],
    [
      'are those of the app',
      {
        appId: 'x',
        config: { collections: [{ file: 'a.json' }], apps: { x: { collections: [{ file: 'b.json' }] } } },
      },
      ['b.json'],
    ],
    [
      'are those outside for an app without any',
      { appId: 'x', config: { collections: [{ file: 'a.json' }], apps: { x: { llm: 'm' } } } },
      ['a.json'],
    ],
  ]
  it.each(cases)('%s', async (_, { named = [], config = {}, appId }, want) => {
    writeFileSync('postman.json', '{}')
    const chooser = { flags: flagsOf(), config: configOf(config), ...(appId !== undefined && { appId }) }
    expect((await chooseCollections(named, chooser)).map(({ path }) => path)).toEqual(want)
  })

  it('are named where they are missing, with the place', async () => {
    const config = configOf({ apps: { 'a/b': { collections: [{ file: 'a.json' }, { file: 'none.json' }] } } })
    await expect(chooseCollections([], { flags: flagsOf(), config, appId: 'a/b' })).rejects.toMatchObject({
      code: 'file-unreadable',
      message:
        'voice.config.json at /apps/a~1b/collections/1/file: none.json does not exist; paths are relative to the working directory.',
    })
  })
})

describe('a command that takes one collection', () => {
  it.each<[ConfigFile, string | undefined, string]>([
    [{}, 'a.json', 'a.json'],
    [{ collections: [{ file: 'b.json' }] }, undefined, 'b.json'],
    [{ collections: [{ file: 'b.json' }] }, 'c.json', 'c.json'],
  ])('%j with %s', async (values, named, want) => {
    const chooser = { flags: flagsOf(), config: configOf(values) }
    expect(await chooseCollection(named, chooser)).toMatchObject({ path: want })
  })

  it.each<[ConfigFile, string, RegExp]>([
    [{}, 'file-unreadable', /no postman\.json in this folder/],
    [{ collections: [] }, 'file-unreadable', /^voice\.config\.json lists no collection outside of "apps"/],
    [
      { collections: [{ file: 'a.json' }, { file: 'b.json' }] },
      'wrong-usage',
      /several: a\.json, b\.json\. Name one\./,
    ],
  ])('%j without a name is refused', async (values, code, message) => {
    const chooser = { flags: flagsOf(), config: configOf(values) }
    await expect(chooseCollection(undefined, chooser)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
  })
})

describe('what holds for a collection: flag, environment, file, default', () => {
  const entry = {
    file: 'a.json',
    env: 'env.json',
    allow: ['Pets'],
    deny: ['delete_*'],
    approve: 'destructive' as const,
    baseUrl: 'http://file.test',
  }
  const values: ConfigFile = { collections: [entry], allow: ['All'], deny: ['Admin'], approve: 'none' }
  const optionsOf = async (values: ConfigFile, flags: Parameters<typeof flagsOf>[0] = {}) =>
    chooseCollection('a.json', { flags: flagsOf(flags), config: configOf(values) })

  it.each<[title: string, flags: Parameters<typeof flagsOf>[0], want: object]>([
    ['the file', {}, { env: 'env.json', allow: ['Pets'], deny: ['Admin', 'delete_*'] }],
    ['a flag for the environment', { env: 'other-env.json' }, { env: 'other-env.json', allow: ['Pets'] }],
    ['a flag that allows', { allow: ['x'] }, { allow: ['x'] }],
    ['a flag that denies, beside all that is denied', { deny: ['x'] }, { deny: ['Admin', 'delete_*', 'x'] }],
  ])('%s', async (_, flags, want) => {
    expect((await optionsOf(values, flags)).options).toMatchObject(want)
  })

  it('takes what stands outside where the collection says nothing', async () => {
    const { options, approve } = await optionsOf({ ...values, collections: [{ file: './a.json' }] })
    expect(options).toMatchObject({ allow: ['All'], deny: ['Admin'] })
    expect(approve).toBeUndefined()
  })

  it('keeps its own approval unless a flag says otherwise', async () => {
    expect(await optionsOf(values)).toMatchObject({ approve: 'destructive' })
    expect(await optionsOf(values, { approve: 'none' })).toHaveProperty('approve', undefined)
  })

  it.each<[flags: Parameters<typeof flagsOf>[0], env: string, want: string]>([
    [{}, '', 'http://file.test'],
    [{}, 'http://env.test', 'http://env.test'],
    [{ baseUrl: ['http://flag.test'] }, 'http://env.test', 'http://flag.test'],
  ])('base URL: %j, API_BASE_URL=%s', async (flags, env, want) => {
    vi.stubEnv('API_BASE_URL', env)
    const { options } = await optionsOf({ collections: [{ file: 'a.json', baseUrl: entry.baseUrl }] }, flags)
    expect(await loadSettings(options)).toMatchObject({ baseUrl: want, namedBaseUrls: {} })
  })

  it('maps other origins; a flag wins by name', async () => {
    const baseUrl = { auth: 'http://auth.test', cdn: 'http://cdn.test' }
    const { options } = await optionsOf(
      { collections: [{ file: 'a.json', baseUrl }] },
      { baseUrl: ['cdn=http://flag.test'] },
    )
    const { namedBaseUrls } = await loadSettings(options)
    expect(namedBaseUrls).toEqual({ auth: 'http://auth.test', cdn: 'http://flag.test' })
  })
})

describe('an app', () => {
  it('has its own settings before those outside; denials add up, budgets go by whose they are', () => {
    const config = configOf({
      llm: 'outside/x',
      instructions: 'Be kind.',
      deny: ['Admin'],
      budgets: { user: { turns: 1 }, session: { turns: 2 } },
      apps: { shop: { llm: 'own/x', deny: ['Users'], budgets: { session: { turns: 9 } } } },
    })
    expect(appOf(config, 'shop')).toMatchObject({
      llm: 'own/x',
      instructions: 'Be kind.',
      deny: ['Admin', 'Users'],
      budgets: { user: { turns: 1 }, session: { turns: 9 } },
    })
    expect(appOf(config, undefined)).toMatchObject({ llm: 'outside/x', deny: ['Admin'] })
  })
})
