import { describe, expect, it } from 'vitest'
import { importText } from '../../../src/toolkit/import/import-text.js'

/** The requests that a text with curl commands becomes. */
async function requestsOf(text: string) {
  const { document } = await importText(text, 'curl')
  return (document as { item: { request: object }[] }).item.map(({ request }) => request)
}

describe('a command that a browser on Windows copies', () => {
  it('is read without the escapes of cmd.exe', async () => {
    const text = [
      'curl ^"https://a.test/pets?a=1^&b=100^%^25^" ^',
      '  -H ^"content-type: application/json^" ^',
      '  --data-raw ^"^{^\\^"name^\\^":^\\^"Rex ^& Co^\\^"^}^" &',
      'curl ^"https://a.test/pets^"',
    ].join('\r\n')
    expect(await requestsOf(text)).toMatchObject([
      {
        method: 'POST',
        url: { raw: '{{base_url}}/pets?a=1&b=100%25' },
        header: [{ key: 'content-type', value: 'application/json' }],
        body: { mode: 'raw', raw: '{"name":"Rex & Co"}' },
      },
      { method: 'GET', url: { raw: '{{base_url}}/pets' } },
    ])
  })
})

it.each([
  ["curl 'https://a.test/pets/7", "'https://a.test/pets/7"],
  ['curl https://a.test/pets -d "{', '"{'],
])('says where a quote is not closed: %s', async (text, place) => {
  const sentence = `A quote of a curl command is not closed: ${place} (`
  await expect(importText(text, 'curl')).rejects.toThrow(sentence)
})

describe('the addresses of commands', () => {
  it('become variables, one for each origin', async () => {
    const text = 'curl https://a.test/x\ncurl http://b.test:81/y\ncurl https://a.test/z\ncurl {{host}}/v'
    const { document } = await importText(text, 'a.sh')
    expect(document).toMatchObject({
      item: ['{{base_url}}/x', '{{base_url_2}}/y', '{{base_url}}/z', 'http://{{host}}/v'].map((raw) => ({
        request: { url: { raw } },
      })),
      variable: [
        { key: 'base_url', value: 'https://a.test' },
        { key: 'base_url_2', value: 'http://b.test:81' },
      ],
    })
  })
})

describe('the words around a command', () => {
  it('name a request only directly above it, and ids of records are inputs', async () => {
    const text = `#!/bin/sh
# The API of the shop

curl https://a.test/customers/cus_NffrFeUfNV2Hib/orders
# Look at one price
curl https://a.test/prices/list_of_prices
`
    const { document } = await importText(text, 'calls.sh')
    expect((document as { item: object[] }).item).toMatchObject([
      {
        name: 'List orders',
        request: { url: { path: ['customers', ':customerId', 'orders'] } },
      },
      { name: 'Look at one price', request: { url: { path: ['prices', 'list_of_prices'] } } },
    ])
  })
})

describe('a body', () => {
  const json = { method: 'POST', body: { mode: 'raw', raw: '{"a":"it\'s"}' } }

  it.each<[string, object]>([
    [
      "curl a.test -H 'Content-Type: application/json' -d @pet.json",
      { method: 'POST', body: { mode: 'file', file: { src: 'pet.json' } } },
    ],
    ['curl a.test --data-binary @a.png', { method: 'POST', body: { mode: 'file', file: { src: 'a.png' } } }],
    ['curl a.test --json @pet.json', { method: 'POST', body: { mode: 'file', file: { src: 'pet.json' } } }],
    ['curl a.test --data-raw @ann', { body: { urlencoded: [{ key: '@ann', value: '' }] } }],
    ["curl a.test --form-string 'a=@b;type=c'", { body: { formdata: [{ key: 'a', value: '@b;type=c' }] } }],
    [
      `curl a.test --json '{"a":' --json '1}'`,
      { header: [{ key: 'Content-Type' }, { key: 'Accept' }], body: { raw: '{"a":1}' } },
    ],
    [`curl a.test --json @- <<'END'\n{"a":"it's"}\nEND\n`, json],
    [`curl a.test --json @- <<< "{\\"a\\":\\"it's\\"}"`, json],
  ])('%s', async (command, request) => {
    expect(await requestsOf(command)).toMatchObject([request])
  })
})

describe('the words of a command', () => {
  it.each([
    'curl https://a.test/x > out.json 2>&1',
    'curl https://a.test/x 2>/dev/null >>out.json &',
    'curl --socks5 localhost:1080 --connect-to a:443:b:443 https://a.test/x',
    'curl -U ann:pw -z 2020-01-01 https://a.test/x',
    "curl https://a.test/x -H 'Expect:' -H 'Accept: '",
  ])('%s sends one request without headers', async (command) => {
    expect(await requestsOf(command)).toMatchObject([
      { method: 'GET', url: { raw: '{{base_url}}/x' }, header: [] },
    ])
  })

  it.each<[string, object]>([
    [
      "curl a.test -H X-Color:#fff -H 'X-Empty;' # text",
      {
        header: [
          { key: 'X-Color', value: '#fff' },
          { key: 'X-Empty', value: '' },
        ],
      },
    ],
    ["curl a.test --url-query 'q=a b'", { method: 'GET', url: { query: [{ key: 'q', value: 'a b' }] } }],
    ['curl -u <user>:<password> a.test', { auth: { type: 'basic' } }],
    ['curl --digest -u ann:pw a.test', { auth: { type: 'digest', digest: [{ value: '{{username}}' }, {}] } }],
    ['curl https://ann:pw@a.test/x', { auth: { type: 'basic' }, url: { raw: '{{base_url}}/x' } }],
    ["curl https://ann:pw@a.test/x -H 'Authorization: Bearer t'", { auth: { type: 'bearer' }, header: [] }],
    [
      'curl https://a.test/{{version}}/users/{user_id}/pets/<pet-id>',
      { url: { path: ['{{version}}', 'users', ':user_id', 'pets', ':pet-id'] } },
    ],
  ])('%s', async (command, request) => {
    expect(await requestsOf(command)).toMatchObject([request])
  })
})
