import { describe, expect, it } from 'vitest'
import {
  idName,
  isIdName,
  isPlural,
  joinWords,
  type NameStyle,
  nounBefore,
  nounWords,
  singularOf,
  styleOf,
} from '../../../src/toolkit/semantics/id-names.js'

describe('styleOf', () => {
  it.each<[names: string[], want: NameStyle]>([
    [[], 'snake'],
    [['user', 'id'], 'snake'],
    [['userId'], 'camel'],
    [['u1Id', 'user_id'], 'snake'],
    [['userId', 'user_id'], 'snake'],
    [['userId', 'orderIdOfUser', 'user_id'], 'camel'],
    [['userId', 'user_id', 'order_id_1'], 'snake'],
    [['UserId', 'URL', 'user-id', 'x_Y', 'aB c', '_a'], 'snake'],
    [['UserId', 'userId'], 'camel'],
    [['userId', 'user_id_', '_user_id', 'user__id'], 'camel'],
  ])('of %j is %s', (names, want) => expect(styleOf(names)).toBe(want))
})

it.each<[words: string[], style: NameStyle, want: string]>([
  [['user', 'id'], 'snake', 'user_id'],
  [['user', 'order', 'id'], 'camel', 'userOrderId'],
  [['id'], 'camel', 'id'],
  [[], 'camel', ''],
])('%j joined as %s is %s', (words, style, want) => expect(joinWords(words, style)).toBe(want))

describe('nounWords', () => {
  it.each<[segment: string, want: string[]]>([
    ['users', ['users']],
    ['orderItems', ['order', 'items']],
    ['order-items', ['order', 'items']],
    ['getUser', ['user']],
    ['buscar_pedidos', ['pedidos']],
    ['user-details', ['user']],
    ['usersv2', ['usersv2']],
    ['users-v2', ['users']],
    ['users-2', ['users']],
    ['users-2a', ['users', '2a']],
    ['api', []],
    ['API', []],
    ['apiary', ['apiary']],
    ['v', []],
    ['index.php', []],
    ['list.aspx', []],
    ['get', []],
    [':id', []],
    ['{id}', []],
    ['{{id}}', []],
    ['<id>', []],
    ['$count', []],
    ['[id]', []],
    ['7', []],
    ['7users', []],
    ["users('x')", ['users']],
    ['users{id}', ['users']],
    ['users{id}orders', ['users', 'orders']],
    ['users{{id}}', ['users']],
  ])('of %s are %j', (segment, want) => expect(nounWords(segment)).toEqual(want))
})

describe('the noun before a place', () => {
  const path = ['shops', 'api', 'users', 'delete', '7', 'x']
  it.each<[index: number, before: string[], own: string[]]>([
    [0, [], []],
    [1, ['shops'], ['shops']],
    [2, ['shops'], ['shops']],
    [4, ['users'], ['users']],
    [5, ['users'], []],
  ])('%i is %j, its own %j', (index, before, own) => {
    expect(nounBefore(path, index)).toEqual(before)
    expect(nounBefore(path, index, (segment) => segment === '7')).toEqual(own)
  })
})

describe('singularOf', () => {
  it.each([
    ...[
      ['users', 'user'],
      ['categories', 'category'],
      ['movies', 'movie'],
      ['pies', 'pie'],
      ['replies', 'reply'],
      ['pedidos', 'pedido'],
      ['ties', 'tie'],
    ],
    ...[
      ['boxes', 'box'],
      ['classes', 'class'],
      ['statuses', 'status'],
      ['buses', 'bus'],
    ],
    ...[
      ['aliases', 'alias'],
      ['dishes', 'dish'],
      ['churches', 'church'],
      ['buzzes', 'buzz'],
    ],
    ...[
      ['canciones', 'cancion'],
      ['ciudades', 'ciudad'],
      ['cidades', 'cidade'],
      ['atividades', 'atividade'],
      ['propriedades', 'propriedade'],
      ['propiedades', 'propiedad'],
      ['paises', 'pais'],
      ['profesores', 'profesor'],
      ['directores', 'director'],
    ],
    ...[
      ['stores', 'store'],
      ['actores', 'actor'],
      ['vendedores', 'vendedor'],
      ['houses', 'house'],
    ],
    ...[
      ['status', 'status'],
      ['class', 'class'],
      ['news', 'news'],
      ['series', 'series'],
      ['solicitacoes', 'solicitacao'],
      ['analysis', 'analysis'],
      ['bonus', 'bonus'],
    ],
    ...[
      ['bus', 'bus'],
      ['gas', 'gas'],
      ['user', 'user'],
      ['ids', 'ids'],
      ['taxes', 'tax'],
      ['menus', 'menu'],
    ],
  ])('%s is %s', (word, want) => {
    expect(singularOf(word!)).toBe(want)
    expect(isPlural(word!)).toBe(word !== want)
  })
})

describe('idName', () => {
  it.each<[noun: string[], style: NameStyle, want: string]>([
    [['users'], 'snake', 'user_id'],
    [['users'], 'camel', 'userId'],
    [['users', 'order', 'items'], 'snake', 'users_order_item_id'],
    [['a', 'users', 'order', 'items'], 'snake', 'users_order_item_id'],
    [['users', 'uuids'], 'snake', 'users_uuid'],
    [['slug'], 'camel', 'slug'],
    [['passwords'], 'snake', 'id'],
    [[], 'camel', 'id'],
  ])('of %j in %s is %s', (noun, style, want) => expect(idName(noun, style)).toBe(want))
})

describe('isIdName', () => {
  it.each([
    'id',
    'userId',
    'user_id',
    'slug',
    'order_number',
    'uuid',
    'id_user',
    'codigo_postal',
    'uuidUser',
  ])('%s is one', (name) => expect(isIdName(name)).toBe(true))
  it.each(['', 'name', 'idea_of', 'ideal', 'idle_time', 'void_entry', 'users', 'userIdentity'])(
    '%j is none',
    (name) => expect(isIdName(name)).toBe(false),
  )
})
