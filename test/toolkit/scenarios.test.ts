import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { type DefineOptions, defineTools } from '../../src/toolkit/define-tools.js'

interface Given {
  name: string
  url?: string
  /** A line of the test script. */
  script?: string
  /** The statuses of the saved examples. */
  saved?: number[]
}

const itemOf = ({ name, url = '/login', script, saved = [] }: Given) => ({
  ...{ name, request: { method: 'POST', url: `{{base}}${url}` } },
  ...(script ? { event: [{ listen: 'test', script: { exec: [script] } }] } : {}),
  response: saved.map((code) => ({ name: String(code), code })),
})

const define = (items: Given[], options: DefineOptions = {}) =>
  defineTools(parseCollection({ info: { name: 'T' }, item: items.map(itemOf) }), options)

const WORKS = { name: 'Login' }
const demand = (status: string) => `pm.response.to.have.status(${status})`

describe('a request that tests a failure', () => {
  const tests: [why: string, Given][] = [
    ['its script demands the status 401', { name: 'Login B', script: demand('401') }],
    [
      'its script demands the status 404',
      { name: 'Login B', script: 'pm.response.to.be.notFound', saved: [200] },
    ],
    ['its saved example has the status 422', { name: 'Login B', saved: [422] }],
  ]
  it.each(tests)('is left out and named: %s', (why, given) => {
    const { definitions, scenarios } = define([WORKS, given])
    expect(definitions.map(({ title }) => title)).toEqual(['Login'])
    expect(scenarios).toEqual([{ tool: 'login_b', name: 'Login B', why }])
  })

  it('is offered where allow names it, not by its method', () => {
    const items = [WORKS, { name: 'Login B', script: demand('401') }]
    const namesOf = (allow: string[]) => define(items, { allow }).definitions.map(({ title }) => title)
    expect(namesOf(['login*'])).toEqual(['Login', 'Login B'])
    expect(namesOf(['POST'])).toEqual(['Login'])
  })
})

describe('an ordinary request', () => {
  const ordinary: Given[] = [
    { name: 'Login should fail' },
    { name: 'Login (401)' },
    { name: 'Login without token' },
    { name: 'List failed logins' },
    { name: 'Duplicate login' },
    { name: 'Login B', script: 'pm.expect(pm.response.code).to.be.oneOf([200, 404])' },
    { name: 'Login B', script: demand('500') },
    { name: 'Login B', script: demand('200'), saved: [404] },
    { name: 'Login B', saved: [200, 404] },
    { name: 'Login B', saved: [503] },
    { name: 'Other', url: '/other', script: demand('404') },
  ]
  it.each(ordinary)('has a tool: %o', (given) => {
    expect(define([WORKS, given]).definitions).toHaveLength(2)
  })
})
