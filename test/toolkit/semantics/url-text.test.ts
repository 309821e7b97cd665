import { describe, expect, it } from 'vitest'
import type { Entry, UrlTemplate } from '../../../src/toolkit/model/request-template.js'
import { joinQuery, urlText } from '../../../src/toolkit/semantics/url-text.js'

const url = (more: Partial<UrlTemplate>): UrlTemplate => ({
  host: ['h'],
  path: [],
  query: [],
  variables: [],
  ...more,
})
const entry = (key: string | null, value?: Entry['value'], disabled?: boolean): Entry => ({
  key,
  ...(value === undefined ? {} : { value }),
  ...(disabled === undefined ? {} : { disabled }),
})

describe('the text of an address', () => {
  it.each<[Partial<UrlTemplate>, string]>([
    [{}, 'h'],
    [
      { protocol: 'https', host: ['api', '{{x}}', 'com'], port: '81', path: ['a', 'b'] },
      'https://api.{{x}}.com:81/a/b',
    ],
    [{ port: '' }, 'h:'],
    [{ path: [''] }, 'h/'],
    [{ user: 'u' }, 'u@h'],
    [{ user: 'u', password: 'p' }, 'u:p@h'],
    [{ password: 'p' }, ':p@h'],
    [{ user: '', password: '' }, ':@h'],
    [{ bareQuery: true }, 'h?'],
    [{ bareQuery: false }, 'h'],
    [{ query: [entry('a', '1', true)] }, 'h'],
    [{ query: [entry('a', '1', true)], bareQuery: true }, 'h?'],
    [{ query: [entry('a', '1'), entry('b', '2', true), entry('c', '3', false)] }, 'h?a=1&c=3'],
  ])('%j', (more, want) => expect(urlText(url(more))).toBe(want))

  it.each<[segment: string, value: unknown, want: string]>([
    [':id', '7', 'h/7'],
    [':id.json', '7', 'h/7.json'],
    [':id', '', 'h/:id'],
    [':id', 7, 'h/:id'],
    [':id', null, 'h/:id'],
    [':other', '7', 'h/:other'],
    ['x:id', '7', 'h/x:id'],
    [':', '7', 'h/:'],
  ])('with segment %s and value %j is %s', (segment, value, want) => {
    const variables = [{ key: 'id', value: value as string }]
    expect(urlText(url({ path: [segment], variables }))).toBe(want)
  })

  it('takes the last variable of a name', () => {
    const variables = [
      { key: 'id', value: '1' },
      { key: 'id', value: '2' },
    ]
    expect(urlText(url({ path: [':id'], variables }))).toBe('h/2')
  })
})

describe('query entries', () => {
  it.each<[Entry[], string]>([
    [[], ''],
    [[entry('a', '1'), entry('a', '2')], 'a=1&a=2'],
    [[entry('a')], 'a'],
    [[entry('a', null)], 'a'],
    [[entry('a', 7)], 'a'],
    [[entry('a', '')], 'a='],
    [[entry(null, 'x')], '=x'],
    [[entry(null)], ''],
    [[entry('a=b&c#d', '=1&2#3')], 'a%3Db%26c%23d==1%262%233'],
    [[entry('{{a&b}}=', '{{c#d}}&{{e}}')], '{{a&b}}%3D={{c#d}}%26{{e}}'],
    [[entry('a', '{{b&c}')], 'a={{b%26c}'],
  ])('%j', (entries, want) => expect(joinQuery(entries)).toBe(want))
})
