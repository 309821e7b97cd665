import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../../src/toolkit/model/json.js'
import { projectFields } from '../../../../src/toolkit/run/shape/shape-answer.js'

const pet = { id: 1, name: 'Rex', owner: { id: 7, city: 'Turin' }, tags: [{ id: 3 }, { id: 4 }] }

describe('the fields of a value', () => {
  it.each<[value: JsonValue, fields: string[], want: JsonValue]>([
    [pet, ['name'], { name: 'Rex' }],
    [pet, ['name', 'id'], { name: 'Rex', id: 1 }],
    [pet, ['owner.city'], { owner: { city: 'Turin' } }],
    [pet, ['owner.city', 'owner.id'], { owner: { city: 'Turin', id: 7 } }],
    [pet, ['owner.city', 'owner'], { owner: pet.owner }],
    [pet, ['name', 'owner.city'], { name: 'Rex', owner: { city: 'Turin' } }],
    [pet, ['tags.id'], { tags: [{ id: 3 }, { id: 4 }] }],
    [pet, ['name.first'], { name: null }],
    [pet, ['owner.none'], { owner: null }],
    [pet, ['id', 'none'], { id: 1 }],
    [pet, ['city'], { owner: { city: 'Turin' } }],
    [[pet, { id: 2 }], ['name'], [{ name: 'Rex' }, null]],
    [{ data: [pet], total: 1 }, ['id'], { data: [{ id: 1 }] }],
    [{ a: { b: { id: 1 } }, c: { id: 2 } }, ['id'], { a: { b: { id: 1 } }, c: { id: 2 } }],
    [{ id: null }, ['id'], { id: null }],
    [{ data: [null, 'x', { id: 1 }] }, ['id'], { data: [null, null, { id: 1 }] }],
    [pet, ['none'], {}],
    [pet, ['constructor'], {}],
    [[1, 2], ['id'], {}],
    ['text', ['id'], {}],
    [null, ['id'], {}],
  ])('%j, %j', (value, fields, want) => expect(projectFields(value, fields)).toEqual(want))
})
