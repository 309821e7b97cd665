import { describe, expect, it } from 'vitest'
import { checkCollection, validateBytes, validateText } from '../../../src/toolkit/validate/validate.js'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
const request = { method: 'GET', url: 'https://api.example.com/books', description: 'The books.' }
const collection = (item: object[]) => JSON.stringify({ info: { name: 'x', schema: SCHEMA }, item }, null, 2)
const sound = collection([{ name: 'List books', request, response: [] }])

const codesOf = (found: { code: string }[]) => found.map(({ code }) => code)

describe('the validation of a file', () => {
  it('finds no error in a sound collection, and none of it in the official profile', () => {
    expect(validateText(sound).filter(({ severity }) => severity === 'error')).toEqual([])
    expect(validateText(sound, { profile: 'official' })).toEqual([])
  })

  it('finds a misspelt key of a valid item beside an item with a violation, and nothing in the others', () => {
    const misspelt = { name: 'Show book', request, descripton: 'One book.' }
    const found = validateText(collection([{ name: 'List books', request }, misspelt, { name: 5, request }]))
    const warnings = found.filter(({ severity }) => severity === 'warning')
    expect(warnings.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['unknown-key', '/item/1/descripton'],
      ['wrong-type', '/item/2/name'],
    ])
  })

  it('places a missing request at the line of its item', () => {
    const [found] = validateText(collection([{ name: 'List books' }])).filter(
      ({ severity }) => severity === 'error',
    )
    expect(found).toMatchObject({ code: 'request-missing', pointer: '/item/0', line: 7 })
  })

  it('says the same of a text and of its bytes, with and without a byte order mark', () => {
    const text = collection([{ name: 'List books' }])
    const codes = codesOf(validateText(text))
    expect(codesOf(validateBytes(new TextEncoder().encode(text)))).toEqual(codes)
    expect(codesOf(validateText(`\uFEFF${text}`))).toEqual(codes)
  })

  it.each([
    ['a sound file', sound],
    ['errors', collection([{ name: 'List books' }, { name: 'Show book' }])],
    [
      'warnings',
      collection([
        { name: 5, request },
        { name: 'Show', request, descripton: 'One book.' },
      ]),
    ],
    ['no JSON', '{'],
  ])('finds the same errors in a check, and as many warnings: %s', (_, text) => {
    const bytes = new TextEncoder().encode(text)
    const found = validateBytes(bytes)
    expect(checkCollection({ bytes })).toMatchObject({
      errors: found.filter(({ severity }) => severity === 'error'),
      warnings: found.filter(({ severity }) => severity === 'warning').length,
    })
  })

  it('gives a rule the severity that the owner chose, and leaves it out when it is off', () => {
    const text = collection([{ name: 'List books' }])
    const severityWith = (level: 'off' | 'info' | 'warning') =>
      validateText(text, { severities: { 'request-missing': level } }).find(
        ({ code }) => code === 'request-missing',
      )?.severity
    expect([severityWith('info'), severityWith('warning'), severityWith('off')]).toEqual([
      'info',
      'warning',
      undefined,
    ])
  })

  it.each(['', '[]', '{', 'null', '{"a":1}\n{"b":2}', '\u0000'])('never throws: %j', (text) => {
    expect(validateText(text).length).toBeGreaterThan(0)
    expect(validateBytes(new TextEncoder().encode(text)).length).toBeGreaterThan(0)
  })
})
