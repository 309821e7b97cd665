import { describe, expect, it } from 'vitest'
import {
  type NamedPath,
  pathNaming,
  variableShares,
} from '../../../src/toolkit/semantics/path-conventions.js'

const of = (...requests: (string | [path: string, ...names: string[]])[]) =>
  pathNaming(
    requests.map((request): NamedPath => {
      const [path, ...names] = [request].flat() as [string, ...string[]]
      return { path: path.split('/'), names }
    }),
  )

const sharesOf = (...paths: string[]) =>
  Object.fromEntries(variableShares(paths.map((path) => path.split('/'))))

describe('the conventions of paths', () => {
  it.each<[path: string, want: Record<string, string>]>([
    ['users/:userId', { users: 'userId' }],
    ['Users/{{user_id}}', { users: 'user_id' }],
    ['users/{user-id}', { users: 'user-id' }],
    ['api/users/:userId/orders/:orderId', { users: 'userId', orders: 'orderId' }],
    ['users/:userId/:orderId', { users: 'userId' }],
    [':userId', {}],
    ['v1/:userId', {}],
    ['users/:name', {}],
    ['users/:userId2', {}],
    ['users/x:userId', {}],
    ['users/:userId.json', {}],
    ['users/{{userId}}x', {}],
    ['users/{userId', {}],
    ['users/7', {}],
  ])('know what follows in %s: %j', (path, want) =>
    expect(Object.fromEntries(of(path).namesAfter)).toEqual(want),
  )

  it('keep the first name after a segment', () =>
    expect(of('users/:userId', 'users/:user_id').namesAfter.get('users')).toBe('userId'))

  it('have the style of the names in paths and beside them', () => {
    expect(of('users/:userId').style).toBe('camel')
    expect(of('users/:user_id').style).toBe('snake')
    expect(of(['users', 'pageSize']).style).toBe('camel')
    expect(of(['users/:userId', 'page_size', 'sort_by']).style).toBe('snake')
  })

  it('know the share of the requests that use a variable', () => {
    const paths = ['{{base}}/a/{{id}}', '{{base}}/b', '{{base}}/c/{{base}}', 'd']
    expect(sharesOf(...paths)).toEqual({ base: 0.75, id: 0.25 })
  })

  it('know no share of three requests', () =>
    expect(sharesOf('{{base}}/a', '{{base}}/b', '{{base}}/c')).toEqual({ base: 0 }))
})
