import { expect, it } from 'vitest'
import { plainFields } from '../../../../src/server/providers/router/records.js'
import type { JsonObject } from '../../../../src/toolkit/model/json.js'

it.each<[string, JsonObject, JsonObject]>([
  [
    'an object becomes its name',
    { status: { id: 3, name: 'In Progress' }, size: 4 },
    { status: 'In Progress', size: 4 },
  ],
  [
    'an object without a name becomes its fields where there are no others',
    { id: 7, main: { temp: 17, id: 4 }, wind: { value: 4 } },
    { id: 7, main: { temp: 17, id: 4 }, wind: 4, main_temp: 17 },
  ],
  [
    'an object without a name stays beside plain fields',
    { size: 4, main: { temp: 17 } },
    { size: 4, main: { temp: 17 } },
  ],
  [
    'the only thing of a list becomes its name and its price',
    { title: 'Tea', variants: [{ title: 'Green', price: '4.50', stock: 3 }] },
    { title: 'Tea', variants: 'Green', variants_price: 4.5 },
  ],
  [
    'a thing that says nothing but the name of another is called so',
    { id: 4, room: { id: 8, name: 'Blue' }, beds: [] },
    { id: 4, name: 'Blue', beds: [] },
  ],
  ['a longer list stays', { title: 'Tea', tags: ['a', 'b'] }, { title: 'Tea', tags: ['a', 'b'] }],
  [
    'a person has one name',
    { id: 7, firstName: 'Ann', lastName: 'Lee', role: 'admin' },
    { name: 'Ann Lee', id: 7, role: 'admin' },
  ],
  [
    'a name in several forms or parts is one text',
    {
      name: { common: 'France', official: 'French Republic' },
      owner: { name: { firstName: 'Ann', lastName: 'Lee' } },
    },
    { name: 'France', owner: 'Ann Lee' },
  ],
  [
    'seconds and milliseconds are moments where the name says so',
    { created: 1679090539, updatedAt: 1679090539000, population: 1400000000 },
    { created: '2023-03-17T22:02:19.000Z', updatedAt: '2023-03-17T22:02:19.000Z', population: 1400000000 },
  ],
  [
    'values that repeat their field are left out, but no ids',
    { folders: 'Folders 1', number: 'Number 1', total: 3 },
    { number: 'Number 1', total: 3 },
  ],
])('%s', (_, thing, fields) => expect(plainFields(thing)).toEqual(fields))
