import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dynamicNames, dynamicValue } from '../../../src/toolkit/template/dynamic.js'
import { fill } from '../../../src/toolkit/template/fill.js'
import { createDataScope, createScope, stackScopes } from '../../../src/toolkit/template/scope.js'
import { findVariables } from '../../../src/toolkit/template/variables.js'
import { seeded } from '../../support/seeded.js'
import { hasShared, sharedPath } from '../../support/shared.js'

const environment = [
  { key: 'cv', value: 'ENV' },
  { key: 'off', value: 'OFF', off: true },
  { key: 'gone', value: 'x', disabled: true },
]
const collection = [
  { key: 'cv', value: 'coll' },
  { key: 'gone', value: 'fallen through' },
  { key: 'dup', value: 'first' },
  { key: 'dup', value: 'second' },
  { key: 'dup', value: 'third', disabled: true },
  { key: 'which', value: 'one' },
  { key: 'nested_one', value: '{{cv}}!' },
  { key: 'loop', value: '{{loop}}x' },
  { key: 'num', value: 5 },
  { key: 'bool', value: true },
  { key: 'null', value: null },
  { key: 'object', value: { a: 1 } },
  { key: 'none', value: undefined },
  { key: 'a.b', value: 'AB' },
  { key: '$guid', value: 'shadowed' },
]

describe('fill', () => {
  const cases: [text: string, want: string, unresolved?: string[]][] = [
    ['plain', 'plain'],
    ['{{cv}}', 'ENV'],
    ['{{gone}}', 'fallen through'],
    ['{{dup}}', 'second'],
    ['{{nested_{{which}}}}', 'ENV!'],
    ['{{loop}}', `{{loop}}${'x'.repeat(19)}`, ['loop']],
    ['{{num}}|{{bool}}|{{null}}|{{object}}|{{none}}', '5|true|null|[object Object]|'],
    ['{{a.b}}{{ a.b }}', 'AB{{ a.b }}', [' a.b ']],
    ['{{undef}} {{undef}} {{}}', '{{undef}} {{undef}} {{}}', ['undef', '']],
    ['{{$guid}} {{$randomNope}}', 'shadowed {{$randomNope}}', ['$randomNope']],
    ['{{off}}', '{{off}}', ['off']],
    ['$& {{cv}} $1', '$& ENV $1'],
    ['{{x_{{cv}}}}', '{{x_ENV}}', ['x_{{cv}}']],
    ['{{{{cv}}_{{num}}}} {{gone}}', '{{ENV_5}} fallen through', ['{{cv}}_{{num}}']],
    ['{{x_{{nested_one}}}}', '{{x_ENV!}}', ['{{...}}']],
  ]
  it.each(cases)('%s', (text, want, unresolved = []) => {
    expect(fill(text, createScope([environment, collection]))).toEqual({ text: want, unresolved })
  })
  it('uses what is switched off where newman does', () => {
    expect(fill('{{off}}', createScope([environment], { useOff: true })).text).toBe('OFF')
  })
  it.each<[text: string, want: string, unresolved?: string[]]>([
    ['{{id}}', 'a{{cv}}b'],
    ['{{cv}} {{id}} {{guid}}', 'ENV a{{cv}}b {{$guid}}'],
    ['{{half}}cv}}', '{{cv}}'],
    ['{{nested_{{name}}}}', '{{nested_one}}', ['nested_{{name}}']],
    ['{{wrapped}}', '<a{{cv}}b>'],
    ['{{id}} {{undef}}', 'a{{cv}}b {{undef}}', ['undef']],
    ['{{money}}', '$& $1 \ue0100\ue011'],
  ])('takes data as it is: %s', (text, want, unresolved = []) => {
    const data = createDataScope([
      { key: 'id', value: 'a{{cv}}b' },
      { key: 'guid', value: '{{$guid}}' },
      { key: 'half', value: '{{' },
      { key: 'name', value: 'one' },
      { key: 'money', value: '$& $1 \ue0100\ue011' },
    ])
    const authored = createScope([environment, collection, [{ key: 'wrapped', value: '<{{id}}>' }]])
    expect(fill(text, stackScopes(data, authored))).toEqual({ text: want, unresolved })
  })
  it('adds no more than ten million characters', () => {
    const many = createScope([[{ key: 'v', value: 'x'.repeat(1_000_000) }]])
    const { text, unresolved } = fill('{{v}}'.repeat(1000), many)
    expect(text.length).toBeLessThanOrEqual(10_000_000 + 5_000)
    expect(unresolved).toEqual(['v'])
  })
  it('fills at most 10,000 values, so that variables of variables end', () => {
    const levels = Array.from({ length: 15 }, (_, level) => ({
      key: `v${level}`,
      value: `{{v${level + 1}}}`.repeat(10),
    }))
    const { text, unresolved } = fill('{{v0}}', createScope([levels]))
    expect(text.length).toBeLessThan(1_000_000)
    expect(unresolved).toEqual(['v5', 'v4'])
    const plain = createScope([[{ key: 'v', value: 'x' }]])
    expect(fill('{{v}}'.repeat(10_001), plain).text).toBe(`${'x'.repeat(10_000)}{{v}}`)
  })
  it('ends, whatever the variables hold', () => {
    const name = fc.constantFrom('a', 'b', 'c')
    const value = fc
      .array(
        fc.oneof(
          name.map((one) => `{{${one}}}`),
          fc.constantFrom('{{', '}}', 'x'),
        ),
        { maxLength: 3 },
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.record({ a: value, b: value, c: value }), value, (values, text) => {
        const scope = createScope([Object.entries(values).map(([key, one]) => ({ key, value: one }))])
        expect(fill(text, scope).text.length).toBeLessThan(1e8)
      }),
      { numRuns: 200, seed: 7 },
    )
  })
})

it('findVariables names each once, innermost', () => {
  expect(findVariables('{{a}}{{b{{c}}}}{{a}}{{$guid}}')).toEqual(['a', 'c', '$guid'])
})

it('findVariables takes time in proportion to the text, however many names it has', () => {
  const names = Array.from({ length: 300_000 }, (_, index) => `v${index}`)
  expect(findVariables(names.map((name) => `{{${name}}}`).join('')).length).toBe(names.length)
})

describe('dynamic values', () => {
  it.skipIf(!hasShared)("are Postman's 118 names", () => {
    const table = readFileSync(sharedPath('reference', 'dynamic-variables.md'), 'utf8')
    const names = Array.from(table.matchAll(/^\| `(\$\w+)`/gm), ([, name]) => name)
    expect([...dynamicNames].sort()).toEqual(names.sort())
    expect(names).toHaveLength(118)
  })
  it('are new at each occurrence, and repeatable from a seed', () => {
    const [one, two] = fill('{{$guid}} {{$guid}}', createScope([])).text.split(' ')
    expect(one).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(two).not.toBe(one)
    const twice = [1, 2].map(
      () => fill('{{$randomFullName}} {{$randomInt}}', createScope([], { random: seeded(3) })).text,
    )
    expect(twice[0]).toBe(twice[1])
  })
  const shapes: [name: string, want: RegExp][] = [
    ['$timestamp', /^\d{10}$/],
    ['$isoTimestamp', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/],
    ['$randomInt', /^\d{1,4}$/],
    ['$randomIP', /^(\d{1,3}\.){3}\d{1,3}$/],
    ['$randomIPV6', /^([\da-f]{4}:){7}[\da-f]{4}$/],
    ['$randomMACAddress', /^([\da-f]{2}:){5}[\da-f]{2}$/],
    ['$randomEmail', /^[\w.]+@[\w.]+$/],
    ['$randomPrice', /^\d+\.\d\d$/],
    ['$randomDatePast', /^"\d{4}-/],
    ['$randomHexColor', /^#[\da-f]{6}$/],
    ['$randomPhoneNumber', /^\d{3}-\d{3}-\d{4}$/],
    ['$randomMimeType', /^\w+\/[\w.+-]+$/],
    ['$randomSemver', /^\d\.\d\.\d$/],
    ['$randomUrl', /^https?:\/\/\w+\.\w+$/],
  ]
  it.each(shapes)('%s', (name, want) => expect(dynamicValue(name)).toMatch(want))
  it('are never empty and never hold a variable', () => {
    for (const name of dynamicNames) expect(dynamicValue(name, seeded(1))).toMatch(/^(?!.*\{\{).+$/s)
  })
})
