import { describe, expect, it } from 'vitest'
import { makeValue } from '../../../../src/server/mock/generated/make-value.js'

const value = (name: string) => makeValue({ name, samples: [], index: 0, noun: 'lamp' })

describe('a value for a member without one in the collection', () => {
  const cases: [name: string, want: unknown][] = [
    ['country', 'Portugal'],
    ['itemCount', 10],
    ['total_count', 10],
    ['account', 'Account 1'],
    ['discount', 'Discount 1'],
    ['stat', 'Stat 1'],
    ['format', 'Format 1'],
    ['lat', 38.72],
    ['longitude', -9.14],
    ['startsAt', '2025-04-01'],
    ['start_date', '2025-04-01'],
    ['birthdate', '2025-04-01'],
    ['dataNascimento', '2025-04-01'],
    ['dataType', 'Data type 1'],
    ['update', 'Update 1'],
    ['created_at', '2025-03-01T09:00:00Z'],
    ['creationDateTime', '2025-03-01T09:00:00Z'],
    ['openingTime', '09:00'],
    ['feedback', 'Feedback 1'],
    ['bookingFee', 19.9],
    ['velocity', 'Velocity 1'],
    ['homeCity', 'Lisbon'],
    ['userAge', 25],
    ['imageUrl', 'https://example.com/lamp-1.jpg'],
  ]
  it.each(cases)('of %s is %j', (name, want) => {
    expect(value(name)).toEqual(want)
  })
})

it('parts of the name of a person are not the whole name', () => {
  const of = (name: string) => makeValue({ name, samples: [], index: 0, noun: 'student' })
  expect(['name', 'firstName', 'last_name'].map(of)).toEqual(['Ana Silva', 'Ana', 'Silva'])
})
