import { expect, it } from 'vitest'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { defineTools } from '../../src/toolkit/define-tools.js'

const collection = parseCollection({
  info: { name: 'T', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [
    { name: 'Login', request: { method: 'POST', url: '{{base}}/login' } },
    { name: 'Login sin token', request: { method: 'POST', url: '{{base}}/login' } },
  ],
})
const namesOf = (options = {}) => defineTools(collection, options).definitions.map(({ title }) => title)

it('a request that tests a failure is left out and named', () => {
  expect(namesOf()).toEqual(['Login'])
  expect(defineTools(collection).scenarios).toMatchObject([
    { name: 'Login sin token', tool: 'login_sin_token', why: expect.stringContaining('failure') },
  ])
})

it('and offered where allow names it, not by its method', () => {
  expect(namesOf({ allow: ['login*'] })).toEqual(['Login', 'Login sin token'])
  expect(namesOf({ allow: ['POST'] })).toEqual(['Login'])
})
