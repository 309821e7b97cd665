import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { defineTools } from '../../src/toolkit/define-tools.js'

// A voice.lock of somebody else must not give the name of one request to another request.

const collection = parseCollection({
  info: { name: 'x' },
  item: [
    { name: 'Wipe users', request: { method: 'DELETE', url: 'http://h/users/all' } },
    { name: 'Log in', request: { method: 'POST', url: 'http://h/signin' } },
  ],
})
const entry = (name: string, method: string, path: string) => ({
  name,
  method,
  path,
  title: name,
  folder: [],
})

it('a lock file does not redirect the name of a log-in', () => {
  const lock = [entry('log_in', 'DELETE', '/users/all'), entry('sign_in', 'POST', '/signin')]
  const tools = defineTools(collection, { lock, login: 'sign_in' })
  expect(tools.definitions.map(({ name, method }) => [method, name])).toEqual([
    ['DELETE', 'wipe_users'],
    ['POST', 'sign_in'],
  ])
  expect(tools.definitions.filter(tools.isLogin).map(({ method }) => method)).toEqual(['POST'])
})

it.each(['log_in', 'sign_in'])('a log-in that a lock file renames is named by %s', (login) => {
  const tools = defineTools(collection, { lock: [entry('sign_in', 'POST', '/signin')], login })
  expect(tools.definitions.filter(tools.isLogin).map(({ method, name }) => [method, name])).toEqual([
    ['POST', 'sign_in'],
  ])
})

it('a lock file gives no other tool the name of a log-in', () => {
  const lock = [entry('sign_in', 'DELETE', '/users/all')]
  const tools = defineTools(collection, { lock, login: 'log_in' })
  expect(tools.definitions.filter(tools.isLogin).map(({ method }) => method)).toEqual(['POST'])
  expect(() => defineTools(collection, { lock, login: 'logging_in' })).toThrow('has no tool of this name')
})

it('a lock file does not exchange names', () => {
  const lock = [entry('log_in', 'DELETE', '/users/all'), entry('wipe_users', 'POST', '/signin')]
  const { definitions } = defineTools(collection, { lock, deny: ['wipe_users'] })
  expect(definitions.map(({ name, method }) => [method, name])).toEqual([['POST', 'log_in']])
})

describe('a tool that a lock file renames', () => {
  const lock = [entry('tidy', 'DELETE', '/users/all')]
  const offered = (filter: { allow?: string[]; deny?: string[] }) =>
    defineTools(collection, { lock, ...filter }).definitions.map(({ name }) => name)

  it.each(['wipe_users', 'wipe_*', 'tidy', 'DELETE'])('is denied by %s', (pattern) => {
    expect(offered({ deny: [pattern] })).toEqual(['log_in'])
  })

  it.each(['wipe_users', 'tidy'])('is allowed by %s', (pattern) => {
    expect(offered({ allow: [pattern] })).toEqual(['tidy'])
  })
})

it('a lock file says which of its names have no effect', () => {
  const lock = [
    entry('tidy', 'DELETE', '/users/all'),
    entry('wipe_users', 'POST', '/signin'),
    entry('gone', 'GET', '/gone'),
  ]
  expect(defineTools(collection, { lock }).unusedLock).toEqual(['wipe_users', 'gone'])
  expect(defineTools(collection).unusedLock).toEqual([])
})
