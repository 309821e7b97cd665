import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { upgradeCollection } from '../../../src/toolkit/collection/upgrade.js'
import { walkItems } from '../../../src/toolkit/collection/walk.js'
import type { JsonValue } from '../../../src/toolkit/model/json.js'
import { validateText } from '../../../src/toolkit/validate/validate.js'
import { corpusFiles } from '../../support/corpus.js'
import { runHere } from '../../support/in-process.js'
import { hasShared } from '../../support/shared.js'
import { collectionOf, soundItem } from '../../support/small-collection.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const V1 = {
  id: 'c1',
  name: 'Pets',
  order: ['r1'],
  folders: [{ id: 'f1', name: 'Orders', order: ['r2'] }],
  folders_order: ['f1'],
  requests: [
    {
      id: 'r1',
      name: 'List pets',
      method: 'GET',
      url: '{{base_url}}/pets?status=sold',
      headers: 'Accept: */*\n',
    },
    {
      id: 'r2',
      name: 'Place order',
      method: 'POST',
      url: '{{base_url}}/orders',
      dataMode: 'raw',
      rawModeData: '{"a":1}',
    },
  ],
}
const V20 = {
  info: { name: 'Pets', schema: 'https://schema.getpostman.com/json/collection/v2.0.0/collection.json' },
  item: [
    {
      name: 'List pets',
      request: { method: 'GET', url: '{{base_url}}/pets', auth: { type: 'basic', basic: { username: 'u' } } },
    },
    { name: 'Ping', request: 'https://api.test/ping' },
  ],
}

describe('upgradeCollection', () => {
  it.each([
    ['v1', V1, ['List pets', 'Place order']],
    ['v2.0', V20, ['List pets', 'Ping']],
    ['v2.0 in the wrapper of the API', { collection: V20 }, ['List pets', 'Ping']],
  ])('reads %s', async (_title, source, names) => {
    const document = JSON.parse(JSON.stringify(source)) as JsonValue
    const { document: upgraded } = await upgradeCollection(document)
    const found = [...walkItems(parseCollection(upgraded))].map(({ item }) => item.name)
    expect(found.sort()).toEqual([...names].sort())
    expect(validateText(JSON.stringify(upgraded), { profile: 'official' })).toEqual([])
  })

  it('keeps the address of a request that is nothing else', async () => {
    const { document } = await upgradeCollection(JSON.parse(JSON.stringify(V20)) as JsonValue)
    expect(JSON.stringify(document)).toContain('"raw":"https://api.test/ping"')
  })

  it('leaves v2.1 as it is', async () => {
    const document = collectionOf([soundItem()])
    expect(await upgradeCollection(document)).toEqual({ document, from: 'v2.1' })
  })

  it.each([
    [{ openapi: '3.1.0' }, /OpenAPI/],
    [{}, /no list named "item"/],
    [[], /JSON list/],
  ])('refuses %j', async (document, message) => {
    await expect(upgradeCollection(document)).rejects.toMatchObject({
      code: 'not-a-collection',
      message: expect.stringMatching(message),
    })
  })

  it.skipIf(!hasShared)(
    'brings every older file of the corpus to a collection that an agent can use',
    async () => {
      const older = corpusFiles('negative').filter(({ text }) =>
        validateText(text).some(({ code }) => code === 'collection-v1' || code === 'collection-v2-0'),
      )
      expect(older.length).toBeGreaterThan(10)
      for (const { name, document } of older) {
        const { document: upgraded } = await upgradeCollection(document!)
        const errors = validateText(JSON.stringify(upgraded)).filter(({ severity }) => severity === 'error')
        expect(errors, name).toEqual([])
      }
    },
  )
})

describe('voice import', () => {
  const source = join(folder, 'old.json')
  const target = join(folder, 'new', 'postman.json')

  it('writes the file, and replaces one only with --force', async () => {
    writeFileSync(source, JSON.stringify(V1))
    expect(await runHere('import', source, '-o', target)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('of format v1'),
    })
    expect(JSON.parse(readFileSync(target, 'utf8')).info.name).toBe('Pets')
    expect(await runHere('import', source, '-o', target)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--force'),
    })
    expect((await runHere('import', source, '-o', target, '--force')).code).toBe(0)
  })

  it('prints the document without -o', async () => {
    writeFileSync(source, JSON.stringify(V20))
    expect(JSON.parse((await runHere('import', source)).stdout).item).toHaveLength(2)
  })

  it('ends with 1 for another document', async () => {
    writeFileSync(source, '{"openapi":"3.1.0"}')
    expect((await runHere('import', source)).code).toBe(1)
  })
})
