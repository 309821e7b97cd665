import { describe, expect, it } from 'vitest'
import type { Variable } from '../../../src/toolkit/model/collection.js'
import type { ResolvedAuth } from '../../../src/toolkit/run/authenticate/authenticate.js'
import { addedSecrets, requestSecrets, secretVariables } from '../../../src/toolkit/run/request-secrets.js'
import type { DraftRequest } from '../../../src/toolkit/run/wire-request.js'
import { draftOf } from '../../support/draft-request.js'

const header = (key: string, value: string): Partial<DraftRequest> => ({ headers: [{ key, value }] })
const MACHINE_MADE = '5f0c1e7a9b3d48260ce1f7a4d89b2536'
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('secretVariables', () => {
  it.each<[variable: Variable, want: string[]]>([
    [{ key: 'name', value: 'x', secret: true }, ['x']],
    [{ key: 'name', value: 7, secret: true }, ['7']],
    [{ key: 'name', value: 'x' }, []],
    [{ key: 'name', value: 'x', secret: false }, []],
    [{ key: 'api_key', value: 'x' }, ['x']],
    [{ key: 'api_key', value: 7 }, ['7']],
    [{ key: 'api_key', value: true }, []],
    [{ key: 'api_key', value: { a: 'x' } }, []],
    [{ key: 'api_key', value: undefined }, []],
    [{ key: 'api_key', value: 'x', disabled: true }, []],
    [{ key: 'appid', value: MACHINE_MADE }, [MACHINE_MADE]],
    [{ key: 'appid', value: '440' }, []],
    [{ key: 'name', value: `ghp_${'a1B2'.repeat(9)}` }, [`ghp_${'a1B2'.repeat(9)}`]],
  ])('of %j are %j', (variable, want) => expect(secretVariables([[variable]])).toEqual(want))

  it('are those of all layers, in order', () =>
    expect(secretVariables([[{ key: 'token', value: 'a' }], [{ key: 'secret', value: 'b' }]])).toEqual([
      'a',
      'b',
    ]))
})

describe('requestSecrets', () => {
  it.each<[name: string, url: string, more: Partial<DraftRequest>, want: string[]]>([
    ['no name of a credential', 'http://h/?page=2', header('X-Name', 'n'), []],
    ['a header', 'http://h/', header('X-Api-Key', 'k-1'), ['k-1']],
    ['a key under an ambiguous name', `http://h/?sig=${MACHINE_MADE}&appid=440`, {}, [MACHINE_MADE]],
    ['a header with an ambiguous name', 'http://h/', header('X-Key', MACHINE_MADE), [MACHINE_MADE]],
    ['a parameter', 'http://h/?page=2&api_key=k-1&password', {}, ['k-1']],
    ['a bearer', 'http://h/', header('Authorization', 'Bearer t-1'), ['Bearer t-1', 't-1']],
    ['a bearer after spaces', 'http://h/', header('Authorization', 'Bearer   t-1'), ['Bearer   t-1', 't-1']],
    [
      'a scheme with parameters',
      'http://h/',
      header('Authorization', 'Hawk id="1", mac="2"'),
      ['Hawk id="1", mac="2"'],
    ],
    ['a text before a scheme', 'http://h/', header('Authorization', 'a-b c'), ['a-b c']],
    [
      'a Basic credential',
      'http://h/',
      header('Authorization', `BASIC ${base64('ann:pw:1')}`),
      [`BASIC ${base64('ann:pw:1')}`, base64('ann:pw:1'), 'ann:pw:1', 'pw:1'],
    ],
    [
      'a Basic credential without a password',
      'http://h/',
      header('Authorization', `Basic ${base64('ann:')}`),
      [`Basic ${base64('ann:')}`, base64('ann:')],
    ],
    [
      'base64 of another scheme',
      'http://h/',
      header('Authorization', `Bearer ${base64('a:b')}`),
      [`Bearer ${base64('a:b')}`, base64('a:b')],
    ],
    ['names of a login', 'http://h/?usuario=ann&clave=c-1', {}, ['c-1']],
    ['the same name elsewhere', 'http://h/?producto=1&clave=c-1', {}, []],
    [
      'user and password of the address',
      'http://ann:p%40w@h/',
      {},
      ['p%40w', 'p@w', 'ann:p@w', base64('ann:p@w')],
    ],
    ['a password with a colon', 'http://ann:p:w@h/', {}, ['p:w', 'p:w', 'ann:p:w', base64('ann:p:w')]],
    ['a user alone', 'http://ann@h/', {}, ['ann:', base64('ann:')]],
  ])('of %s', (_name, url, more, want) =>
    expect(requestSecrets(draftOf('GET', url, more), undefined)).toEqual(want),
  )

  it('of a name that is not sent but written beside it', () =>
    expect(requestSecrets(draftOf('GET', 'http://h/?clave=c-1'), undefined, ['usuario'])).toEqual(['c-1']))

  it.each<[auth: ResolvedAuth, want: string[]]>([
    [{ type: 'bearer', params: { token: 't-1' } }, ['t-1']],
    [{ type: 'apikey', params: { key: 'X', value: 7, in: 'header' } }, ['7']],
    [{ type: 'basic', params: { username: 'ann', password: 'pw' } }, ['pw', 'ann:pw']],
    [{ type: 'digest', params: { username: 'ann', password: 'pw' } }, ['pw']],
    [{ type: 'jwt', params: { secret: 's-1', payload: { a: 1 }, isSecretBase64Encoded: false } }, ['s-1']],
  ])('of an auth: %j', (auth, want) => {
    const found = requestSecrets(draftOf('GET', 'http://h/'), auth)
    expect(found.filter((secret) => want.includes(secret))).toEqual(want)
    expect(found).not.toContain('[object Object]')
    expect(found).not.toContain('false')
    expect(found).not.toContain('header')
  })
})

describe('addedSecrets', () => {
  const before = draftOf('GET', 'http://h/?a=same', { headers: [{ key: 'X', value: 'same' }] })
  it.each<[name: string, after: DraftRequest, want: string[]]>([
    ['nothing', before, []],
    [
      'a header',
      { ...before, headers: [...before.headers, { key: 'Authorization', value: 'Bearer t-1' }] },
      ['Bearer t-1', 't-1'],
    ],
    ['a parameter', { ...before, url: { ...before.url, query: [{ key: 'sig', value: 's-1' }] } }, ['s-1']],
    [
      'a parameter without a value',
      { ...before, url: { ...before.url, query: [{ key: 'a', value: null }] } },
      [],
    ],
    ['no host', { ...before, headers: [...before.headers, { key: 'Host', value: 'h' }] }, []],
    ['what the address had already', { ...before, headers: [{ key: 'Y', value: 'same' }] }, []],
  ])('are %s', (_name, after, want) => expect(addedSecrets(before, after)).toEqual(want))

  it('are none that only the query had already', () => {
    const from = draftOf('GET', 'http://h/?a=known')
    expect(addedSecrets(from, { ...from, headers: [{ key: 'X', value: 'known' }] })).toEqual([])
  })
})
