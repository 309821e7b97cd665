import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../../src/toolkit/model/json.js'
import { judge, mayHaveNotes, type Standards } from '../../../src/toolkit/validate/judge.js'
import { below, type Path, type RawDiagnostic } from '../../../src/toolkit/validate/raw-diagnostic.js'
import type { Level } from '../../../src/toolkit/validate/rule.js'
import { ruleByCode, rules } from '../../../src/toolkit/validate/rules/table.js'

const plain = rules.find(({ final, severity }) => !final && severity.agent === 'warning')!
const other = rules.find((rule) => rule !== plain && !rule.final && rule.severity.agent === 'warning')!
const final = rules.find((rule) => rule.final)!
const finding = (path?: Path, more: Partial<RawDiagnostic> = {}): RawDiagnostic => ({
  code: plain.code,
  path,
  args: {},
  ...more,
})
const level = (one: RawDiagnostic, standards: Partial<Standards> = {}): Level =>
  judge([one], { profile: 'agent', severities: {}, ...standards })[0]?.severity ?? 'off'
const note = (text: string) => `<!-- voice: ${text} -->`

describe('the severity of a finding', () => {
  it('is the one of the rule in each profile; in `official` nothing unless the rule says so', () => {
    for (const rule of rules)
      for (const profile of ['agent', 'generated', 'official'] as const)
        expect(level(finding(undefined, { code: rule.code }), { profile })).toBe(
          rule.severity[profile] ?? 'off',
        )
    expect(plain.severity.official).toBeUndefined()
  })

  it('is its own where it has one', () =>
    expect(level(finding(undefined, { severity: 'info' }))).toBe('info'))

  it('follows the settings, and is dropped when off', () => {
    expect(level(finding(), { severities: { [plain.code]: 'error' } })).toBe('error')
    expect(judge([finding()], { profile: 'agent', severities: { [plain.code]: 'off' } })).toEqual([])
    expect(level(finding(), { severities: { [other.code]: 'error' } })).toBe('warning')
  })

  it('of a file that cannot be used at all is never changed', () => {
    const one = finding(undefined, { code: final.code })
    const document = { info: { description: note(`${final.code}=off`) } }
    expect(level(one, { severities: { [final.code]: 'off' }, document })).toBe(final.severity.agent)
  })

  it('comes with everything else of the finding, in the order given', () => {
    const two = [finding(below(undefined, 'a'), { args: { n: 1 } }), finding(undefined, { code: other.code })]
    expect(judge(two, { profile: 'agent', severities: {} })).toEqual(
      two.map((one) => ({ ...one, severity: 'warning' })),
    )
  })

  it('of a rule that does not exist is a fault of the program', () => {
    expect(ruleByCode.has('no-such-rule')).toBe(false)
    expect(() => level(finding(undefined, { code: 'no-such-rule' }))).toThrow(/no-such-rule/)
  })
})

describe('a note in a description', () => {
  const item = below(undefined, 'item', 0)
  const off = note(`${plain.code}=off`)
  const document = (more: { info?: JsonObject; item?: JsonObject; request?: JsonValue }) => ({
    info: { name: 'x', ...more.info },
    item: [{ name: 'one', request: more.request ?? {}, ...more.item }],
  })

  it.each<[string, JsonValue, Path, Level]>([
    ['of the collection', document({ info: { description: off } }), item, 'off'],
    ['of the collection, for the document', document({ info: { description: off } }), undefined, 'off'],
    ['of the item', document({ item: { description: off } }), item, 'off'],
    ['of its request', document({ request: { description: off } }), item, 'off'],
    ['as an object', document({ request: { description: { content: off } } }), below(item, 'request'), 'off'],
    ['of another item', document({ item: { description: off } }), below(undefined, 'item', 1), 'warning'],
    ['of an item, for the document', document({ item: { description: off } }), undefined, 'warning'],
    [
      'of the item before the one of the collection',
      document({ info: { description: off }, item: { description: note(`${plain.code}=error`) } }),
      item,
      'error',
    ],
    ['about another rule', document({ item: { description: note(`${other.code}=off`) } }), item, 'warning'],
    [
      'about several rules',
      document({ item: { description: note(`${other.code}=error ${plain.code}=info`) } }),
      item,
      'info',
    ],
    [
      'several in one text, among words',
      document({ item: { description: `A ${note(`${other.code}=off`)} b ${off} c` } }),
      item,
      'off',
    ],
    [
      'that is closely written',
      document({ item: { description: `<!--voice:${plain.code}=off-->` } }),
      item,
      'off',
    ],
    ['over lines', document({ item: { description: `<!--\nvoice:\n ${plain.code}=off\n-->` } }), item, 'off'],
    ['without its name', document({ item: { description: `<!-- ${plain.code}=off -->` } }), item, 'warning'],
    ['that is no comment', document({ item: { description: `voice: ${plain.code}=off` } }), item, 'warning'],
    ['with another word', document({ item: { description: note(`${plain.code}=offer`) } }), item, 'warning'],
    ['below a place that is missing', { info: { description: off } }, below(item, 'request', 'url'), 'off'],
  ])('%s', (_name, value, path, want) => {
    expect(level(finding(path), { document: value })).toBe(want)
    expect(level(finding(path), { document: value })).toBe(want)
  })

  it('wins over the settings, in the profile of agents alone', () => {
    const value = document({ item: { description: off } })
    expect(level(finding(item), { document: value, severities: { [plain.code]: 'error' } })).toBe('off')
    expect(level(finding(item), { document: value, profile: 'generated' })).toBe(plain.severity.generated)
    const schema = rules.find(({ severity, final: isFinal }) => !isFinal && severity.official === 'error')!
    const excused = document({ item: { description: note(`${schema.code}=off`) } })
    expect(level(finding(item, { code: schema.code }), { document: excused, profile: 'official' })).toBe(
      'error',
    )
  })
})

describe('the quick test for notes', () => {
  const text = JSON.stringify({ description: note(`${plain.code}=off`) })

  it('finds a note, also if its marks are escaped', () => {
    expect(mayHaveNotes(text)).toBe(true)
    expect(mayHaveNotes(text.replace('<', '\\u003c'))).toBe(true)
    expect(mayHaveNotes(text.replaceAll('-', '\\u002d').replace('!', '\\u0021'))).toBe(true)
  })

  it('rejects a file without notes', () => expect(mayHaveNotes('{"description": "a <b> c"}')).toBe(false))
})
