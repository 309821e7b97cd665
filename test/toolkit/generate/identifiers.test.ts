import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { capitalize } from '../../../src/text/capitalize.js'
import { camelCase, kebabCase, methodNames, numbered } from '../../../src/toolkit/generate/typescript.js'

describe('names of methods', () => {
  it.each([
    [
      ['list_pets', 'get_pet'],
      ['listPets', 'getPet'],
    ],
    [
      ['get_pet2', 'get_pet_2'],
      ['get_pet2', 'get_pet_2'],
    ],
    [['2fa_login'], ['_2faLogin']],
    [['get_functions'], ['get_functions']],
    [['then'], ['$then']],
    [
      ['1st', '_1st'],
      ['$1st', '_1st'],
    ],
    [
      ['a-b', 'a_b'],
      ['a$b', 'a_b'],
    ],
  ])('%j are %j', (tools, want) => {
    expect(methodNames(tools, ['getFunctions', 'then'])).toEqual(want)
  })

  it('are different identifiers for different tools, also as types, in any order', () => {
    const word = fc.constantFrom('get', 'pet', 'pet2', '2', '1st', 'then', '_', '')
    const tool = fc
      .array(word, { minLength: 1, maxLength: 4 })
      .map((words) => words.join('_').slice(0, 64))
      .filter((name) => /^[a-z0-9_]+$/.test(name))
    fc.assert(
      fc.property(fc.uniqueArray(tool, { maxLength: 12 }), (tools) => {
        const names = methodNames(tools, ['getFunctions', 'then'])
        expect(new Set(names.map(capitalize)).size).toBe(tools.length)
        for (const name of names) expect(name).toMatch(/^[A-Za-z_$][\w$]*$/)
        expect(names).not.toContain('then')
        expect(methodNames(tools.toReversed(), ['getFunctions', 'then'])).toEqual(names.toReversed())
      }),
      { seed: 4, numRuns: 2_000 },
    )
  })
})

it.each([
  ['Pet shop', 'petShop', 'pet-shop'],
  ['Größe ändern', 'grosseAndern', 'grosse-andern'],
  ['Получить заказ', 'poluchitZakaz', 'poluchit-zakaz'],
  ['2. Orders', '_2Orders', '2-orders'],
  ['🐶', 'dog', 'dog'],
  ['///', 'unnamed', 'unnamed'],
  ['a'.repeat(400), 'a'.repeat(400), 'a'.repeat(100)],
])('%s is %s in code and %s as a file', (text, camel, kebab) => {
  expect(camelCase(text)).toBe(camel)
  expect(kebabCase(text)).toBe(kebab)
})

it('numbers what stands twice', () => {
  expect(numbered(['a', 'a', 'index', 'a2'], ['index'])).toEqual(['a', 'a2', 'index2', 'a22'])
})
