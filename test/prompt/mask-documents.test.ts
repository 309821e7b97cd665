import { describe, expect, it } from 'vitest'
import { maskDocuments, maskNotice } from '../../src/prompt/documents.js'

const header = { key: 'Authorization', value: 'Bearer mytok3n99' }
const request = { method: 'POST', url: 'https://x.com/a?api_key=kk112233&page=2', header: [header] }

describe('maskDocuments', () => {
  it.each<[kind: string, value: object]>([
    ['a collection', { info: { name: 'x' }, item: [{ name: 'a', request }] }],
    ['a wrapped collection', { collection: { info: { name: 'x' }, item: [{ name: 'a', request }] } }],
    ['a collection of format 1', { name: 'x', requests: [{ headers: 'Authorization: Bearer mytok3n99' }] }],
    ['an environment', { name: 'x', values: [{ key: 'token', value: 'mytok3n99' }] }],
    [
      'a HAR recording',
      { log: { entries: [{ request: { headers: [{ name: 'Cookie', value: 'mytok3n99' }] } }] } },
    ],
  ])('masks the credentials in %s', (_kind, value) => {
    const { documents, masked } = maskDocuments([{ path: 'a.json', text: JSON.stringify(value) }])
    expect(documents[0]!.text).not.toMatch(/mytok3n99|kk112233/)
    expect(JSON.parse(documents[0]!.text)).toBeTypeOf('object')
    expect(masked).toEqual(['a.json'])
  })

  it('leaves all else as it is', () => {
    const documents = [
      {
        path: 'empty.json',
        text: JSON.stringify({ info: { name: 'x' }, item: [{ name: 'a', value: '{{token}}' }] }),
      },
      { path: 'guide.md', text: 'Use bearer authentication. password: "at least 8 letters"' },
      { path: 'openapi.json', text: '{"paths":{},"example":{"password":"your-password"}}' },
    ]
    expect(maskDocuments(documents)).toEqual({ documents, masked: [] })
  })
})

it('maskNotice names the masked documents', () => {
  expect(maskNotice([])).toBeUndefined()
  expect(maskNotice(['a.json', 'b.har'])).toBe(
    'Credentials in a.json, b.har are masked: the model does not need them.',
  )
})
