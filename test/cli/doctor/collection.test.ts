import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { checkSetup } from '../../../src/cli/doctor/run.js'

const home = process.cwd()
const petshop = resolve('examples/petshop/postman.json')
const folder = mkdtempSync(join(tmpdir(), 'voice-doctor-collection-'))
beforeEach(() => process.chdir(folder))
afterEach(() => process.chdir(home))
afterAll(() => rmSync(folder, { recursive: true }))

const checkCollections = async () => (await checkSetup({ format: 'text', quiet: true, color: false })).checks
const configure = (config: object) => writeFileSync('voice.config.json', JSON.stringify(config, null, 2))

it('says that there is no collection', async () => {
  expect(await checkCollections()).toMatchObject([{ name: 'postman.json', status: 'note' }])
})

it('checks the collections of the configuration, with their environments', async () => {
  copyFileSync(petshop, 'shop.json')
  const url = 'https://api.example.com/pets'
  const request = { method: 'GET', url, header: [{ key: 'X-Shop', value: '{{shop_token}}' }] }
  writeFileSync('stock.json', JSON.stringify({ info: { name: 'x' }, item: [{ name: 'List pets', request }] }))
  writeFileSync('env.json', JSON.stringify({ name: 'e', values: [{ key: 'shop_token', value: 'abc' }] }))
  const stock = { file: 'stock.json', env: 'env.json' }
  configure({ collections: [{ file: 'shop.json' }], apps: { stock: { collections: [stock] } } })
  expect(await checkCollections()).toMatchObject([
    { name: 'shop.json', status: 'ok', message: 'valid, 9 tools' },
    { name: 'stock.json', status: 'ok', message: 'valid, 1 tool' },
  ])
  configure({ collections: [{ file: 'stock.json' }] })
  expect(await checkCollections()).toMatchObject([
    { name: 'stock.json', status: 'ok' },
    { name: 'settings', status: 'failed', message: 'no value for shop_token' },
  ])
})

it('reports a configuration with which `serve` does not start', async () => {
  configure({ collections: [{ file: 'missing.json' }] })
  expect(await checkCollections()).toMatchObject([
    {
      name: 'voice.config.json',
      status: 'failed',
      message: expect.stringMatching(/^voice\.config\.json, line 4: missing\.json does not exist/),
    },
  ])
  configure({ collections: [] })
  expect(await checkCollections()).toEqual([])
})

it('reports what `serve` refuses besides collections', async () => {
  configure({ collections: [], phone: 'twilio' })
  expect(await checkCollections()).toMatchObject([
    { status: 'failed', message: expect.stringMatching(/^Telephone calls of twilio need/) },
  ])
})
