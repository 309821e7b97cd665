import { describe, expect, it } from 'vitest'
import { upgradeCollection } from '../../../src/toolkit/collection/upgrade.js'
import type { JsonObject, JsonValue } from '../../../src/toolkit/model/json.js'
import { validateText } from '../../../src/toolkit/validate/validate.js'

const upgraded = async (document: object) =>
  (await upgradeCollection(structuredClone(document) as JsonObject)).document as {
    item: { name: string; request: JsonObject }[]
    [member: string]: JsonValue
  }

describe('a collection of format v2.0', () => {
  const collection = {
    info: { name: 'Pets', schema: 'https://schema.getpostman.com/json/collection/v2.0.0/collection.json' },
    auth: { type: 'bearer', bearer: { token: '{{token}}' } },
    variable: [{ id: 'base', value: 'https://a.test' }],
    protocolProfileBehavior: { disableBodyPruning: true },
    item: [
      {
        name: 'Log in',
        request: {
          method: 'POST',
          auth: { type: 'noauth' },
          header: 'A: 1\nB: 2',
          url: '{{base}}/login?a=1&b',
          body: { mode: 'raw', raw: '{}', options: { raw: { language: 'json' } } },
        },
        response: [{ name: 'OK', code: 200, header: 'C: 3', originalRequest: '{{base}}/login' }],
      },
      { name: 'Orders', auth: { type: 'apikey', apikey: { key: 'k', value: 1, in: 'query' } }, item: [] },
      {
        name: 'Get pet',
        request: {
          method: 'GET',
          url: { host: '{{base}}', path: 'pets/:id', variable: [{ id: 'id', value: '7' }] },
        },
      },
    ],
  }

  it('keeps order, auth, addresses and variables', async () => {
    const document = await upgraded(collection)
    expect(document).toMatchObject({
      auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
      variable: [{ key: 'base', value: 'https://a.test' }],
      protocolProfileBehavior: { disableBodyPruning: true },
      item: [
        {
          name: 'Log in',
          request: {
            auth: { type: 'noauth' },
            header: [
              { key: 'A', value: '1' },
              { key: 'B', value: '2' },
            ],
            url: {
              raw: '{{base}}/login?a=1&b',
              host: ['{{base}}'],
              path: ['login'],
              query: [
                { key: 'a', value: '1' },
                { key: 'b', value: null },
              ],
            },
          },
          response: [
            {
              header: [{ key: 'C', value: '3' }],
              originalRequest: { method: 'GET', url: { path: ['login'] } },
            },
          ],
        },
        { name: 'Orders', auth: { apikey: [{ key: 'key' }, { value: 1, type: 'number' }, {}] }, item: [] },
        { name: 'Get pet', request: { url: { variable: [{ key: 'id', value: '7' }] } } },
      ],
    })
    expect(validateText(JSON.stringify(document), { profile: 'official' })).toEqual([])
  })

  it('always becomes the same collection', async () => {
    expect(await upgraded(collection)).toEqual(await upgraded(collection))
  })
})

describe('a collection of format v1', () => {
  it('keeps that a request has no auth', async () => {
    const request = (id: string, more: object) => ({
      id,
      name: id,
      method: 'GET',
      url: 'https://a.test',
      ...more,
    })
    const basic = { username: 'u', password: 'p' }
    const { item } = await upgraded({
      id: 'c',
      name: 'Pets',
      order: ['none', 'old', 'both'],
      requests: [
        request('none', { auth: { type: 'noauth' }, currentHelper: null, helperAttributes: null }),
        request('old', { currentHelper: 'basicAuth', helperAttributes: basic }),
        request('both', {
          auth: { type: 'bearer', bearer: [{ key: 'token', value: 't' }] },
          currentHelper: 'bearerAuth',
          helperAttributes: { token: 't' },
        }),
      ],
    })
    expect(item.map(({ request }) => request.auth)).toMatchObject([
      { type: 'noauth' },
      {
        type: 'basic',
        basic: expect.arrayContaining([expect.objectContaining({ key: 'username', value: 'u' })]),
      },
      { type: 'bearer', bearer: [{ key: 'token', value: 't' }] },
    ])
  })
})
