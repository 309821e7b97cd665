import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runHere } from '../../support/in-process.js'

const home = process.cwd()
const folder = mkdtempSync(join(tmpdir(), 'voice-with-config-'))
const SHOP = readFileSync('examples/petshop/postman.json', 'utf8')

beforeEach(() => {
  process.chdir(folder)
  vi.stubEnv('API_BASE_URL', '')
  writeFileSync('shop.json', SHOP)
  writeFileSync('second.json', SHOP)
})
afterEach(() => {
  process.chdir(home)
  vi.unstubAllEnvs()
})
afterAll(() => rmSync(folder, { recursive: true }))

const configure = (config: object, name = 'voice.config.json') =>
  writeFileSync(name, JSON.stringify(config, null, 2))
const SHOP_AT = { collections: [{ file: 'shop.json', baseUrl: 'https://file.test', deny: ['DELETE'] }] }
const toolNames = (stdout: string) => (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name)
const dryRun = (stdout: string) => JSON.parse(stdout) as { url: string }

describe('voice.config.json', () => {
  it('says to tools which collection and which tools', async () => {
    configure(SHOP_AT)
    const { stdout, code } = await runHere('tools', '--format', 'json')
    expect(code).toBe(0)
    expect(toolNames(stdout)).toHaveLength(7)
    expect(toolNames(stdout)).not.toContain('delete_pet')
  })

  it('is named by tools when it leaves none', async () => {
    configure({ collections: [{ file: 'shop.json', allow: ['Nothing'] }] })
    expect((await runHere('tools')).stdout).toMatch(
      /^What is allowed and denied leaves no tool of .*shop\.json\.\n$/,
    )
  })

  it('holds for the older collection of a comparison, too', async () => {
    configure(SHOP_AT)
    const { stdout, code } = await runHere('tools', 'shop.json', '--diff', 'second.json')
    expect([code, stdout]).toEqual([0, 'Nothing changed for a model.\n'])
  })

  it('holds for a collection that is named, too', async () => {
    configure(SHOP_AT)
    expect(toolNames((await runHere('tools', './shop.json', '--format', 'json')).stdout)).toHaveLength(7)
    expect(toolNames((await runHere('tools', 'second.json', '--format', 'json')).stdout)).toHaveLength(9)
  })

  it('says to call where requests go, after a flag and the environment', async () => {
    configure(SHOP_AT)
    const call = (...flags: string[]) =>
      runHere('call', 'list_pets', '--dry-run', '--format', 'json', ...flags)
    expect(dryRun((await call()).stdout).url).toMatch(/^https:\/\/file\.test\/pets/)
    vi.stubEnv('API_BASE_URL', 'https://env.test')
    expect(dryRun((await call()).stdout).url).toMatch(/^https:\/\/env\.test\/pets/)
    expect(dryRun((await call('--base-url', 'https://flag.test')).stdout).url).toMatch(
      /^https:\/\/flag\.test\/pets/,
    )
  })

  it('says to compile where requests go, and to replay not', async () => {
    configure(SHOP_AT)
    expect((await runHere('compile')).stdout).toContain('https://file.test')
    const { stdout } = await runHere('replay', '--dry-run', '--format', 'json', '--folder', 'Pets')
    expect(stdout).not.toContain('file.test')
    expect(stdout).toContain('/pets')
  })

  it('says what is fixed and what is an input, and names what has no effect', async () => {
    configure({
      collections: [{ file: 'shop.json', inputs: { 'list_pets.status': 'fixed', tenent: 'fixed' } }],
    })
    const { stdout, stderr } = await runHere('tools', '--format', 'json')
    const [listPets] = JSON.parse(stdout) as { name: string; parameters: { properties: object } }[]
    expect(listPets).toMatchObject({ name: 'list_pets' })
    expect(listPets!.parameters.properties).not.toHaveProperty('status')
    expect(stderr).toContain('"inputs" names "tenent" without effect')
    expect(stderr).not.toContain('list_pets.status')
  })

  it('may be another file, and may be absent', async () => {
    configure({ collections: [{ file: 'second.json', allow: ['GET'] }] }, 'other.json')
    const { stdout } = await runHere('tools', '--config', 'other.json', '--format', 'json')
    expect(toolNames(stdout)).toEqual(['list_pets', 'get_pet', 'list_orders', 'get_order'])
    await expect(runHere('tools', '--config', 'none.json')).resolves.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('none.json does not exist'),
    })
  })

  it('with several collections asks for the name of one', async () => {
    configure({ collections: [{ file: 'shop.json' }, { file: 'second.json' }] })
    const { code, stderr } = await runHere('tools')
    expect(code).toBe(2)
    expect(stderr).toBe(
      'This works on one collection, and voice.config.json has several: shop.json, second.json. Name one.\n',
    )
  })

  it('says to validate what to check, the collections of apps, too', async () => {
    configure({
      collections: [{ file: 'shop.json' }],
      apps: { a: { collections: [{ file: 'second.json' }] } },
    })
    const { stdout } = await runHere('validate', '--format', 'json')
    const { files } = JSON.parse(stdout) as { files: { path: string }[] }
    expect(files.map(({ path }) => path)).toEqual(['shop.json', 'second.json'])
  })

  it.each([
    ['tools'],
    ['compile'],
    ['call', 'list_pets', '--dry-run'],
    ['replay', '--dry-run'],
    ['mock', '--port', '0'],
    ['mcp', '--http', '0'],
    ['serve', '--port', '0'],
    ['validate'],
  ])('that is wrong ends %s with its line', async (...command) => {
    writeFileSync('voice.config.json', '{\n  "collections": [{ "file": 1 }]\n}')
    const { code, stderr } = await runHere(...command)
    expect(code).toBe(2)
    expect(stderr).toMatch(/^voice\.config\.json, line 2: /)
  })
})
