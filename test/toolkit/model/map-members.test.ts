import { expect, test } from 'vitest'
import { lazy } from '../../../src/toolkit/model/lazy.js'
import { withMembers } from '../../../src/toolkit/model/map-members.js'

test('a member that is derived on demand is not read by a copy', () => {
  let derived = 0
  const value = lazy(() => {
    derived += 1
    return { derived }
  })
  const original = {
    name: 'old',
    get value() {
      return value()
    },
  }
  const copy = withMembers(original, { name: 'new' })
  expect(derived).toBe(0)
  expect(copy).toEqual({ name: 'new', value: { derived: 1 } })
  expect(copy.value).toBe(original.value)
  expect(original.name).toBe('old')
})

test('a value that is undefined is made once', () => {
  let made = 0
  const value = lazy(() => {
    made += 1
  })
  value()
  value()
  expect(made).toBe(1)
})
