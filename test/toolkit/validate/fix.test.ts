import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../src/toolkit/model/json.js'
import { fixText } from '../../../src/toolkit/validate/fix.js'
import type { Profile } from '../../../src/toolkit/validate/rule.js'
import { validateText } from '../../../src/toolkit/validate/validate.js'
import { corpusFiles } from '../../support/corpus.js'
import { mutate } from '../../support/mutator.js'
import { seeded } from '../../support/seeded.js'
import { hasShared } from '../../support/shared.js'
import {
  collectionOf,
  SCHEMA,
  soundExample,
  soundItem,
  soundRequest,
} from '../../support/small-collection.js'

const PROFILES: Profile[] = ['official', 'agent', 'generated']
const sound = JSON.stringify(collectionOf([soundItem()]), null, 2)
const fence = '```'

/** A sound document with one part of its text exchanged. */
const broken = (part: string, by: string) => sound.replace(part, by)

describe('fixText', () => {
  it.each<[string, Profile, string, string]>([
    ['code fences', 'agent', `${fence}json\n${sound}\n${fence}\n`, `${sound}\n`],
    ['a sentence around', 'agent', `Here it is: ${sound}\nEnjoy!`, sound],
    ['a comment at the end of a line', 'agent', broken('{', '{ // pets'), sound],
    ['a comment on its own line', 'agent', broken('{\n', '{\n  /* pets */\n'), sound],
    [
      'a trailing comma',
      'agent',
      broken('"name": "Pets"\n', '"name": "Pets",\n').replace(`"${SCHEMA}"`, `"${SCHEMA}",`),
      sound,
    ],
    ['an equal key', 'agent', broken('"name": "Pets",', '"name": "Pets",\n    "name": "Pets",'), sound],
    ['a missing schema address', 'generated', broken(`,\n    "schema": "${SCHEMA}"`, ''), sound],
    ['another schema address', 'generated', broken(SCHEMA, 'https://example.com/schema'), sound],
    ['a misspelt name in info', 'official', broken('"name": "Pets"', '"nmae": "Pets"'), sound],
    ['a misspelt description', 'agent', broken('"description": "Returns', '"descripton": "Returns'), sound],
    [
      'a numeric value',
      'official',
      broken('"value": "application/json"', '"value": 5'),
      broken('"value": "application/json"', '"value": "5"'),
    ],
    ['no cookies', 'official', broken('"cookie": []', '"cookie": null'), sound],
    [
      'blanks around an address',
      'agent',
      broken('"raw": "{{base_url}}/pets/:id"', '"raw": " {{base_url}}/pets/:id\\n"'),
      sound,
    ],
    [
      'an escaped invisible character',
      'agent',
      broken('"name": "Get pet"', '"name": "Get\\u200b pet"'),
      sound,
    ],
    ['a plain invisible character', 'agent', broken('"name": "Get pet"', '"name": "Get\u200b pet"'), sound],
    ['a missing cookie list', 'generated', broken('            "cookie": [],\n', ''), sound],
    ['a missing reason phrase', 'generated', broken('            "status": "OK",\n', ''), sound],
  ])('mends %s', (_title, profile, text, want) => {
    const fixed = fixText(text, { profile })
    expect(fixed.count).toBeGreaterThan(0)
    expect(JSON.parse(fixed.text)).toEqual(JSON.parse(want))
    expect(validateText(fixed.text, { profile })).toEqual([])
    expect(fixText(fixed.text, { profile })).toEqual({ text: fixed.text, count: 0 })
  })

  it.each<[string, JsonValue, JsonValue]>([
    ['request', { name: 'A', reqest: '{{base_url}}/a' }, { name: 'A', request: '{{base_url}}/a' }],
    [
      'list of items',
      { name: 'A', items: [{ name: 'B', requst: { url: '{{base_url}}/b', descripton: 'Bees.' } }] },
      { name: 'A', item: [{ name: 'B', request: { url: '{{base_url}}/b', description: 'Bees.' } }] },
    ],
  ])('corrects a misspelt %s, although what it holds has warnings', (_title, item, want) => {
    const text = JSON.stringify(collectionOf([item]), null, 2)
    const fixed = fixText(text)
    expect(fixed.count).toBeGreaterThan(0)
    expect(fixed.text).toBe(JSON.stringify(collectionOf([want]), null, 2))
    const found = validateText(fixed.text).map(({ severity }) => severity)
    expect(found).toContain('info')
    expect(found).not.toContain('error')
  })

  it('corrects a misspelt request that hides another error, which is then reported', () => {
    const request = { url: '{{base_url}}/a', auth: [] }
    const fixed = fixText(JSON.stringify(collectionOf([{ name: 'A', reqest: request }])))
    expect(fixed).toMatchObject({ text: JSON.stringify(collectionOf([{ name: 'A', request }])), count: 1 })
    const errors = validateText(fixed.text).filter(({ severity }) => severity === 'error')
    expect(errors.map(({ code }) => code)).toEqual(['wrong-type'])
  })

  it.each([
    ['tabs', '\t'],
    ['no white space at all', undefined],
    ['eight spaces', 8],
  ])('adds a member as the others stand, with %s', (_title, indent) => {
    const { cookie, ...rest } = soundExample()
    const want = collectionOf([soundItem({ response: [{ ...rest, cookie: [] }] })])
    const text = JSON.stringify(collectionOf([soundItem({ response: [rest] })]), null, indent)
    const expected = JSON.stringify(want, null, indent)
    expect(cookie).toEqual([])
    expect(fixText(text, { profile: 'generated' }).text).toBe(expected)
  })

  it('keeps line endings, escapes and everything it has no business with', () => {
    const text = sound.replaceAll('\n', '\r\n').replace('"Get pet"', '"Get\\u200b p\\u0065t \\/ \\"x\\""')
    const want = text.replace('\\u200b', '')
    expect(fixText(text).text).toBe(want)
  })

  it('leaves out a repair that would bring another finding', () => {
    const twin = soundItem({ request: soundRequest({ method: 'PUT' }) })
    const text = JSON.stringify(collectionOf([soundItem(), { ...twin, name: 'Get\u200b pet' }]), null, 2)
    expect(fixText(text)).toEqual({ text, count: 0 })
  })

  it.each([
    [
      'a sentence that mentions parts of a collection',
      'Write {{base_url}} for the host and "info": {} first.',
    ],
    [
      'notes with a sketch of one',
      `Our file:\n${fence}json\n{ "info": { ... }, "item": [ ... ] }\n${fence}\nDone.`,
    ],
    ['an answer that is not JSON', `Here it is: ${broken('"item": [', '"item": [,')}\nEnjoy!`],
  ])('cuts nothing away around what is no JSON: %s', (_title, text) => {
    expect(fixText(text)).toMatchObject({ text, count: 0, foreign: { what: 'a text with JSON in it' } })
    expect(validateText(text).filter(({ fixable }) => fixable)).toEqual([])
  })

  it('leaves a text alone that it cannot read', () => {
    expect(fixText('{"a": ')).toEqual({ text: '{"a": ', count: 0 })
    expect(fixText('')).toMatchObject({ text: '', count: 0, foreign: { what: 'an empty file' } })
  })
})

describe.skipIf(!hasShared)('fixing the corpus', () => {
  const files = hasShared ? corpusFiles('collections').filter(({ text }) => text.length < 150_000) : []

  it.each(PROFILES)('in profile %s is idempotent and never gains a finding', (profile) => {
    for (const { text, name } of sample(files, process.env.VOICE_TEST_FULL ? 1 : 4))
      expectSound(text, { profile, name })
  })

  it('so it is for mutants', () => {
    const random = seeded(11)
    const small = files.filter(({ text, document }) => text.length < 30_000 && document !== undefined)
    for (let index = 0; index < (process.env.VOICE_TEST_FULL ? 2_000 : 120); index++) {
      const { document, name } = small[index % small.length]!
      const mutation = mutate(document as JsonValue, random)
      const text = JSON.stringify(document, null, index % 3)
      mutation.undo()
      expectSound(text, {
        profile: PROFILES[index % 3]!,
        name: `${name} ${mutation.kind} ${mutation.path.join('/')}`,
      })
    }
  })
})

function expectSound(text: string, { profile, name }: { profile: Profile; name: string }): void {
  const before = validateText(text, { profile })
  const fixed = fixText(text, { profile })
  const after = validateText(fixed.text, { profile })
  const [had, has] = [counts(before), counts(after)]
  for (const [code, count] of has) expect(count, `${name}: ${code}`).toBeLessThanOrEqual(had.get(code) ?? 0)
  expect(fixed.count, name).toBe(before.length - after.length)
  expect(fixText(fixed.text, { profile }), name).toMatchObject({ text: fixed.text, count: 0 })
}

function counts(findings: { code: string }[]): Map<string, number> {
  const map = new Map<string, number>()
  for (const { code } of findings) map.set(code, (map.get(code) ?? 0) + 1)
  return map
}

function sample<T>(list: T[], every: number): T[] {
  return list.filter((_entry, index) => index % every === 0)
}
