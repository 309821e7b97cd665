import { describe, expect, it } from 'vitest'
import { firstIds, RecordStore } from '../../../../src/server/mock/generated/make-record.js'
import type { RecordKind } from '../../../../src/server/mock/generated/record-kinds.js'

const kindWith = (ids: string[]): RecordKind => ({
  name: 'airport',
  idName: 'icao',
  ids,
  saved: [],
  members: new Map(),
})

describe('RecordStore', () => {
  it.each([
    ['a code without digits', ['ABCD-E']],
    ['a code with one digit', ['LD-A1']],
    ['letters only', ['LDZA']],
    ['a number', ['7']],
    ['a UUID', ['3fa85f64-5717-4562-b3fc-2c963f66afa6']],
    ['a hash', ['507f1f77bcf86cd799439011']],
    ['no id', []],
  ])('starts with three ids like %s, and finds a free one for each new record', (_what, ids) => {
    const kind = kindWith(ids)
    const store = new RecordStore()
    const known = firstIds(kind)
    expect(new Set(known).size).toBe(3)
    for (let made = 0; made < 25; made++) {
      const id = store.nextId(kind)
      expect(known).not.toContain(id)
      known.push(id)
      store.set(kind, id, { icao: id })
    }
  })

  it.each([
    [
      'a kind with nothing but references',
      { name: 'appointment', members: { slot: ['507f1f77bcf86cd799439011'] } },
      'date',
      '2025-04-01',
    ],
    ['an empty member for a person', { name: 'book', members: { author: [''] } }, 'author', 'Ana Silva'],
    ['an empty member for a place', { name: 'site', members: { location: [''] } }, 'location', 'Lisbon'],
  ])('invents what people ask for: %s', (_what, { name, members }, field, value) => {
    const kind = { ...kindWith(['1']), name, idName: 'id', members: new Map(Object.entries(members)) }
    const [first, second] = new RecordStore().list(kind)
    expect(first![field]).toBe(value)
    expect(second![field]).not.toBe(value)
  })

  it('lists new records in the order in which they were created, also after a change', () => {
    const kind = kindWith(['1'])
    const store = new RecordStore()
    for (const id of ['a', 'b', 'a']) store.set(kind, id, { icao: id })
    expect(store.list(kind).slice(-2)).toEqual([{ icao: 'a' }, { icao: 'b' }])
  })
})
