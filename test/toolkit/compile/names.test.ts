import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Nameable } from '../../../src/toolkit/compile/lock.js'
import { matchLock } from '../../../src/toolkit/compile/lock.js'
import { nameTools, shorten } from '../../../src/toolkit/compile/name.js'

const endpoint = (title: string, rest: Partial<Nameable> = {}): Nameable => ({
  title,
  method: 'GET',
  path: ['a'],
  folders: [],
  rest: () => '',
  ...rest,
})

describe('nameTools', () => {
  const cases: [title: string, want: string][] = [
    ['List pets', 'list_pets'],
    ['getPetById', 'get_pet_by_id'],
    ['Create OAuth2 API Key', 'create_oauth2_api_key'],
    ['Größe ändern', 'grosse_andern'],
    ['Получить заказ', 'poluchit_zakaz'],
    ['获取用户', 'huo_qu_yong_hu'],
    ["Today's menu", 'todays_menu'],
    ['Đăng nhập', 'dang_nhap'],
    ['🚀', 'get_a'],
    ['', 'get_a'],
    ['01-2 - JWT Token (exchange)', 'jwt_token_exchange'],
    ['4.1.2: Get Account', 'get_account'],
    ['3. Accounts', 'accounts'],
    ['2 Create user', 'create_user'],
    ['2 factors', 'get_2_factors'],
    ['24hr ticker', 'get_24hr_ticker'],
  ]
  it.each(cases)('%s → %s', (title, want) => {
    expect(nameTools([endpoint(title)])).toEqual([want])
  })

  const clashes: [name: string, endpoints: Nameable[], want: string[]][] = [
    [
      'by folder',
      [endpoint('Get all', { folders: ['Pets'] }), endpoint('Get all', { folders: ['Orders'] })],
      ['get_all_pets', 'get_all_orders'],
    ],
    [
      'by all folders',
      [endpoint('Get', { folders: ['V1', 'Pets'] }), endpoint('Get', { folders: ['V2', 'Pets'] })],
      ['get_v1', 'get_v2'],
    ],
    ['by method', [endpoint('Pets'), endpoint('Pets', { method: 'POST' })], ['get_pets', 'post_pets']],
    [
      'by what differs in long folders',
      ['Company', 'Merchant'].map((owner) =>
        endpoint('Get a list of the allowed origins of a credential', {
          folders: ['Management of accounts', owner, 'Credentials'],
        }),
      ),
      [
        'get_a_list_of_the_allowed_origins_of_a_credential_company',
        'get_a_list_of_the_allowed_origins_of_a_credential_merchant',
      ],
    ],
    ['by path', [endpoint('Get'), endpoint('Get', { path: ['b', ':id'] })], ['get_a', 'get_b']],
    [
      'as exact duplicates',
      [endpoint('Get', { rest: () => 'z' }), endpoint('Get', { rest: () => 'b' })],
      ['get_2', 'get'],
    ],
    [
      'titles that differ only in signs, as duplicates',
      [endpoint('Get pet', { rest: () => 'a' }), endpoint('Get pet--', { rest: () => 'b' })],
      ['get_pet', 'get_pet_2'],
    ],
    [
      'by the place of a literal id, not by its value',
      [
        endpoint('Get pets', { path: ['pets'] }),
        endpoint('Get pets', { path: ['pets', '11111111-1111-4111-8111-111111111111'] }),
      ],
      ['get_pets', 'get_pets_id'],
    ],
    [
      'exact duplicates from another request of that name',
      [endpoint('Get'), endpoint('Get'), endpoint('Get', { path: ['b'] })],
      ['get_a', 'get_a_2', 'get_b'],
    ],
    [
      'exact duplicates from one that has their number',
      [endpoint('Get'), endpoint('Get'), endpoint('Get', { rest: () => 'z' }), endpoint('Get 2')],
      ['get', 'get_3', 'get_4', 'get_2'],
    ],
    [
      'without touching others',
      [endpoint('Get all', { folders: ['A'] }), endpoint('Other'), endpoint('Get all', { folders: ['B'] })],
      ['get_all_a', 'other', 'get_all_b'],
    ],
  ]
  it.each(clashes)('tells apart %s', (_name, endpoints, want) => {
    expect(nameTools(endpoints)).toEqual(want)
  })

  it('gives valid and unique names that do not depend on the order', () => {
    const word = fc.constantFrom('Get', 'all', 'pets', 'by', 'id', 'Заказ', 'x'.repeat(30), '', '/a', '7')
    const anything = fc.record({
      title: fc.array(word, { maxLength: 5 }).map((words) => words.join(' ')),
      method: fc.constantFrom('GET', 'POST'),
      path: fc.array(fc.constantFrom('a', ':id', 'b'), { maxLength: 3 }),
      folders: fc.array(fc.constantFrom('Pets', 'Orders'), { maxLength: 2 }),
      rest: fc.string({ maxLength: 3 }).map((text) => () => text),
    })
    fc.assert(
      fc.property(
        fc.array(anything, { maxLength: 12 }),
        fc.integer({ min: 12, max: 64 }),
        (endpoints, maxLength) => {
          const names = nameTools(endpoints, { maxLength })
          expect(new Set(names).size).toBe(names.length)
          for (const name of names) expect(name).toMatch(new RegExp(`^[a-z0-9_]{1,${maxLength}}$`))
          const pairs = (list: Nameable[], of: string[]) =>
            list.map((one, index) => `${JSON.stringify({ ...one, rest: one.rest() })} ${of[index]}`).sort()
          const reversed = endpoints.toReversed()
          expect(pairs(reversed, nameTools(reversed, { maxLength }))).toEqual(pairs(endpoints, names))
        },
      ),
      { seed: 3, numRuns: process.env.VOICE_TEST_FULL ? 5_000 : 300 },
    )
  })
})

describe('shorten', () => {
  const cases: [words: string, maxLength: number, want: string][] = [
    ['get a list of all the pets', 20, 'get_list_pets'],
    ['get specific pet details information', 14, 'get_pet'],
    ['retrieve organization configuration', 24, 'retrieve_organization'],
    ['alpha beta gamma delta epsilon', 16, 'alpha_beta_gamma'],
    ['refunds that are not paid', 14, 'refunds'],
    ['incomprehensibilities', 8, 'incompre'],
  ]
  it.each(cases)('%s in %i', (words, maxLength, want) => {
    const name = shorten(words.split(' '), maxLength)
    expect(name.length).toBeLessThanOrEqual(maxLength)
    expect(name.startsWith(want)).toBe(true)
  })
})

describe('a lock', () => {
  const lock = [
    { name: 'old_list', method: 'GET', path: '/pets', title: 'List pets', folder: [] },
    { name: 'old_add', method: 'POST', path: '/pets', title: 'Add pet', folder: [] },
  ]
  const cases: [name: string, endpoints: Nameable[], want: (string | undefined)[]][] = [
    ['an unchanged request', [endpoint('List pets', { path: ['pets'] })], ['old_list']],
    ['another title', [endpoint('All pets', { path: ['pets'] })], ['old_list']],
    ['another path', [endpoint('List pets', { path: ['v2', 'pets'] })], ['old_list']],
    ['another folder', [endpoint('List pets', { path: ['pets'], folders: ['New'] })], ['old_list']],
    ['a new request', [endpoint('Orders', { path: ['orders'] })], [undefined]],
    ['doubt', [endpoint('A', { path: ['pets'] }), endpoint('B', { path: ['pets'] })], [undefined, undefined]],
  ]
  it.each(cases)('knows %s', (_name, endpoints, want) => {
    expect(matchLock(endpoints, lock)).toEqual(want)
  })

  it('keeps the plain name where a new request would share it', () => {
    const first = endpoint('Get all', { path: ['pets'], folders: ['Pets'] })
    const locked = [{ name: 'get_all', method: 'GET', path: '/pets', title: 'Get all', folder: ['Pets'] }]
    const second = endpoint('Get all', { path: ['orders'], folders: ['Orders'] })
    expect(nameTools([second, first], { lock: locked })).toEqual(['get_all_orders', 'get_all'])
  })
})
