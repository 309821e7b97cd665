import { describe, expect, it } from 'vitest'
import { literalKind } from '../../../src/toolkit/semantics/literal-id.js'
import { literalsInPath } from '../../../src/toolkit/semantics/path-literals.js'
import { isPlaceholderText, placeholderName } from '../../../src/toolkit/semantics/placeholder-text.js'

interface Named {
  title?: string
  method?: string
  style?: 'camel' | 'snake'
  namesAfter?: [segment: string, name: string][]
}

/** The literals of a path as `name=value`, or `name` where only their place is held. */
function literals(
  path: string,
  { title = 'x', method = 'GET', style = 'camel', namesAfter = [] }: Named = {},
) {
  const context = { title, method, conventions: { style, namesAfter: new Map(namesAfter) } }
  return literalsInPath(path.split('/').slice(1), context).map(({ name, value }) =>
    value === undefined ? name : `${name}=${value}`,
  )
}

describe('a literal in a path that is an input', () => {
  const cases: [path: string, want: string[], named?: Named][] = [
    ['/users/50', ['userId=50']],
    ['/users/50', ['user_id=50'], { style: 'snake' }],
    ['/rutas/vehiculo/0004%20AAA', ['vehiculoId=0004 AAA']],
    ['/api/v1/users/50/posts/7', ['userId=50', 'postId=7']],
    ['/orders/7f3a9c21', ['orderId=7f3a9c21']],
    ['/categories/64b7f0c2a1d3e4f5a6b7c8d9', ['categoryId=64b7f0c2a1d3e4f5a6b7c8d9']],
    ['/files/7628ab5b-8a08-3aba-bf12-107c0a73d259/content', ['fileId=7628ab5b-8a08-3aba-bf12-107c0a73d259']],
    ['/customers/cus_9s6XKzkNRiz8i3', ['customerId=cus_9s6XKzkNRiz8i3']],
    ['/teams/ut879/members', ['teamId=ut879']],
    ['/pedidos/ORD-0017', ['pedidoId=ORD-0017']],
    ['/usuarios/5', ['usuarioId=5']],
    ['/produtos/eliminar/12', ['produtoId=12']],
    ['/users/delete/3', ['userId=3']],
    ['/getUser/5', ['userId=5']],
    ['/user/u1', ['userId=u1']],
    ['/collection/subscribe/c1', ['collectionId=c1']],
    ['/collectionrun/cr1', ['collectionrunId=cr1']],
    ['/storage/s3', []],
    ['/folder/x1', []],
    ['/users/u1', ['userId=u1']],
    ['/item/8863.json', ['itemId=8863']],
    ['/users/john@example.com', ['email=john@example.com']],
    ['/sales/2024-01-31', ['date=2024-01-31']],
    ['/users/page/2', ['page=2']],
    ['/follow/3', ['id=3']],
    ['/api/v1/7/boards', ['id=7']],
    ['/api/2/boards', []],
    ['/meals/search/onion', ['ingredient=onion'], { title: 'Search meals by ingredient' }],
    ['/meals/search/advanced', [], { title: 'Search meals' }],
    ['/products/category/shoes', ['category=shoes'], { title: 'Get products by category' }],
    ['/productos/demo-api', ['productoId=demo-api'], { method: 'DELETE', title: 'DELETE producto demo' }],
    ['/users/profile-picture', [], { method: 'DELETE', title: 'Delete user profile picture' }],
    ['/users/profile-picture', [], { method: 'DELETE', title: 'Delete profile picture' }],
    ['/notifications/clear-all', [], { method: 'DELETE', title: 'Clear notification' }],
    ['/users/1,2,3', ['userId=1,2,3']],
    ['/users/{id}', ['id']],
    ['/users/{user id}/posts', ['userId']],
    ['/users/%7Bid%7D', ['id']],
    ['/users/<id>', ['userId']],
    ['/users/[id]', ['userId']],
    ['/users/$id', ['userId']],
    ['/users/YOUR_ID', ['userId']],
    ['/users/your-id', ['userId']],
    ['/users/ABC_HERE', ['abc']],
    ['/clientes/ID_DO_CLIENTE', ['idDoCliente']],
    ['/users/undefined', ['userId']],
    ['/users/xxxx', ['userId']],
    ['/users/userId', ['userId']],
    ['/users/id', ['userId']],
    ['/users/id/50', ['userId=50']],
    ["/lists('{list_title}')/items", ['list_title']],
    ['/Products(5)', ['productId=5']],
    ["/people(code='A')", ['code=A']],
    ["/lists/getbytitle('Tasks')/items", ['title=Tasks']],
    ['/report-{date}.pdf', ['date']],
    ['/users/50', ['uid=50'], { namesAfter: [['users', 'uid']] }],
    ['/users/john', ['username=john'], { title: 'Get user by username' }],
    ['/cart/find/cartItems/64243125142', ['customerTckn=64243125142'], { title: 'GetCartByCustomerTckn' }],
    ['/orders/5', ['userId=5'], { title: 'Get orders by user' }],
    ['/orders/5', ['shopId=5'], { title: 'Get orders by shop id' }],
    ['/movies/2020', ['movieId=2020'], { title: 'Get movies by year' }],
    ['/customer/tckn/64243125142', ['tckn=64243125142']],
    ['/customer/delete/tckn/64243125142', ['tckn=64243125142'], { method: 'DELETE' }],
    ['/users/john', ['userId=john'], { title: 'Delete user by username', method: 'DELETE' }],
    ['/api/item/chair', ['itemId=chair'], { title: 'Eliminar artículo', method: 'DELETE' }],
    ['/v2/film/vault', ['filmId=vault'], { title: 'Delete a target', method: 'DELETE' }],
    ['/v2/film/vault', [], { title: 'Delete a target', method: 'DELETE', namesAfter: [['film', 'filmId']] }],
    [
      '/v2/film/vault',
      ['filmId=vault'],
      { title: 'Delete film by name', method: 'DELETE', namesAfter: [['film', 'filmId']] },
    ],
    ['/20180904/streams', []],
    ['/20189904/streams', ['id=20189904']],
    ['/streams/20180904', ['streamId=20180904']],
    ['/films/v1/film/create', []],
    ['/films/f1/actors', ['filmId=f1']],
    ['/films/blocked', [], { title: 'Unblock films', method: 'DELETE' }],
    ['/moderation/block', [], { title: 'Unblock user', method: 'DELETE' }],
    ['/v1/me/following', [], { title: 'Unfollow artists or users', method: 'DELETE' }],
    ['/user/avatar', [], { title: 'Delete avatar', method: 'DELETE' }],
    ['/folders/7/trash', ['folderId=7'], { title: 'Delete a folder for good', method: 'DELETE' }],
    ['/users/all', [], { title: 'Delete everybody here', method: 'DELETE' }],
    ['/tokens/5', ['tokenId=5']],
    ['/carts/user/1/add/7', ['userId=1', 'id=7']],
    ['/orders/code/ORD-20251224-001', ['code=ORD-20251224-001']],
    ['/receipts/pay/1', ['receiptId=1']],
    ['/enfermedades/1', ['enfermedadId=1']],
    ['/menus/1', ['menuId=1']],
    ['/statuses/1', ['statusId=1']],
    ['/user/ann77', ['userId=ann77']],
    ['/favorites/1-3', ['favoriteId=1-3']],
    ['/forum/country_1/messages', ['forumId=country_1']],
    ['/5', ['id=5']],
    ['/users/1/friends/2', ['userId=1', 'friendId=2']],
  ]
  it.each(cases)('%s is %j', (path, want, named) => {
    expect(literals(path, named)).toEqual(want)
  })
})

describe('a literal in a path that stays as it is', () => {
  const cases = [
    '/api/2/users',
    '/2/tweets/search',
    '/rest/api/3/issue',
    '/2.0/folders',
    '/2010-04-01/Accounts',
    '/v1/users/me',
    '/users/search/',
    '/users/-/profile',
    '/oauth2/token',
    '/encoding/utf8',
    '/ticker/24hr',
    '/$metadata',
    '/Products/$count',
    '/sap/opu/odata/sap/API_BUSINESS_PARTNER/A_BusinessPartner',
    '/orders/latest',
    '/auth/forgot-password',
    '/connectors/office365',
    '/users/:id',
    '/users/{{id}}',
  ]
  it.each(cases)('%s', (path) => {
    expect(literals(path, { title: 'Get orders by user' })).toEqual([])
  })

  it.each(['/versions/{{versionId}}/users', '/versions/:versionId/users', '/versions/7/users'])(
    'no part of a record: %s',
    (path) => {
      expect(literals(path, { title: 'Get responses by version ID' }).join()).not.toContain('users')
    },
  )
})

describe('the name in a placeholder', () => {
  const cases: [text: string, name: string | undefined][] = [
    ['<user id>', 'user id'],
    ['$' + '{orderId}', 'orderId'],
    ['__TOKEN__', 'TOKEN'],
    ['YOUR_USER_ID_HERE', 'user id'],
    ['your-id', 'id'],
    ['seu_id', 'id'],
    ['xxx-xxx', ''],
    ['null', ''],
    ['abc123', undefined],
    ['users', undefined],
    ['$metadata', undefined],
    ['MALE', undefined],
  ]
  it.each(cases)('%s is %j', (text, name) => {
    expect(placeholderName(text)).toBe(name)
    expect(isPlaceholderText(text)).toBe(name !== undefined)
  })
})

describe('the form of an id', () => {
  it.each([
    ['50', 'number'],
    ['-7', 'number'],
    ['40.7128,-74.0060', 'number'],
    ['d41d8cd98f00b204e9800998ecf8427e', 'hash'],
    ['dQwAwYgXcBe', 'code'],
    ['ORD-1', 'code'],
    ['sha256', undefined],
    ['v2', undefined],
    ['1.0', undefined],
    ['pets', undefined],
    ['', undefined],
  ])('%s is %s', (text, kind) => {
    expect(literalKind(text)).toBe(kind)
  })
})
