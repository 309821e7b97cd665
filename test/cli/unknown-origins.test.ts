import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { keptOrigins, loadTools, unknownOrigins } from '../../src/cli/load-toolkit.js'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'

const collection = (...urls: string[]) =>
  parseCollection({ info: { name: 'x' }, item: urls.map((url) => ({ name: url, request: { url } })) })

const SHOP = collection('{{base_url}}/pets', 'https://auth.test:8443/token')
const OTHER = collection('{{other}}/things')
const URL = 'http://localhost:1'

describe('names of --base-url', () => {
  it.each([['base_url'], ['auth.test'], ['auth.test:8443'], ['https://auth.test:8443']])(
    'knows %s',
    (name) => {
      expect(unknownOrigins([SHOP], { [name]: URL })).toBeUndefined()
    },
  )

  it('says which no origin has, and those there are', () => {
    expect(unknownOrigins([SHOP], { bse_url: URL, base_url: URL })).toBe(
      'No request goes to "bse_url", for which a base URL is given; known are "base_url", "auth.test:8443".',
    )
  })

  it('is content with one of several collections', () => {
    expect(unknownOrigins([SHOP, OTHER], { other: URL })).toBeUndefined()
  })

  it('says nothing where nothing is named or served', () => {
    expect(unknownOrigins([SHOP], {})).toBeUndefined()
    expect(unknownOrigins([], { a: URL })).toBeUndefined()
  })

  it('are offered for what a base URL leaves as it is', () => {
    expect(keptOrigins(SHOP, { baseUrl: URL, named: {} })).toBe(
      'The base URL does not replace "auth.test:8443"; --base-url auth.test:8443=URL does.',
    )
    expect(keptOrigins(SHOP, { baseUrl: URL, named: { 'auth.test': URL } })).toBeUndefined()
    expect(keptOrigins(SHOP, { baseUrl: undefined, named: {} })).toBeUndefined()
    expect(
      keptOrigins(collection('{{base_url}}/a', '{{base_url}}/b', 'about:blank'), {
        baseUrl: URL,
        named: {},
      }),
    ).toBeUndefined()
  })

  it('is said on stderr', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const petshop = join(import.meta.dirname, '../../examples/petshop/postman.json')
    await loadTools(petshop, { format: 'json', color: false, baseUrl: [`bse_url=${URL}`] })
    expect(write.mock.calls.join()).toContain('"bse_url"')
    write.mockRestore()
  })
})
