import { expect, it } from 'vitest'
import { wordErrors } from './word-errors.js'

it.each([
  ['List the pets.', 'list the pets', 0],
  ['list pets', 'list the pets', 1],
  ['list all the pets', 'list the pets', 1],
  ['missed the pets', 'list the pets', 1],
  ['', 'yes', 1],
  ['what a drug', 'list the pets', 3],
])('%j for %j has %i wrong words', (heard, said, errors) => {
  expect(wordErrors(heard, said).errors).toBe(errors)
})
