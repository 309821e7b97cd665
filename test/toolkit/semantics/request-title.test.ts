import { describe, expect, it } from 'vitest'
import { Intent } from '../../../src/toolkit/semantics/intent.js'
import { parseAddress } from '../../../src/toolkit/semantics/parse-address.js'
import { labelOf, titleOf } from '../../../src/toolkit/semantics/request-title.js'
import { withoutNumber } from '../../../src/toolkit/semantics/step-number.js'

const titled = (name: string, method: string, path: string) =>
  new Intent(name, {
    method,
    url: { ...parseAddress(`https://x.com/${path}`), query: [], variables: [] },
    headers: [],
  })

describe('titles and labels', () => {
  const cases: [name: string, method: string, path: string, title: string, label: string][] = [
    ['Get', 'GET', 'todos/:id', 'Get todo', 'get a todo by its id'],
    ['/todos/:id', 'GET', 'todos/:id', 'Get todo', 'get a todo by its id'],
    ['todos/:id', 'PATCH', 'todos/:id', 'Update todo', 'update a todo by its id'],
    ['GET /todos', 'GET', 'todos', 'List todos', 'list todos'],
    ['New Request', 'GET', 'api/v1/todos', 'List todos', 'list todos'],
    ['New Request Copy 2', 'PUT', 'users/5', 'Update user', 'update a user by its id'],
    ['Untitled', 'DELETE', 'users/:u/comments/:c', 'Delete user comment', 'delete a user comment by its id'],
    ['localhost:3000/users', 'GET', 'users', 'List users', 'list users'],
    ['http://localhost:3000/users/5', 'GET', 'users/5', 'Get user', 'get a user by its id'],
    ['', 'POST', 'orders', 'Create order', 'create an order'],
    ['', 'POST', 'auth/login', 'Login', 'login'],
    ['', 'POST', 'users/:id/activate', 'Activate user', 'activate a user by its id'],
    ['', 'GET', 'products/search', 'Search products', 'search products'],
    ['', 'DELETE', 'deleteUser/5', 'Delete user', 'delete a user by its id'],
    ['/', 'GET', '', 'Get root', 'get root'],
    ['Get all', 'GET', 'todos', 'Get all todos', 'get all todos'],
    ['Delete post', 'DELETE', 'users/:id/posts/:id', 'Delete post', 'delete post'],
    ['POST', 'POST', 'api/categories', 'Create category', 'create a category'],
    ['Get by id', 'GET', 'todos/1', 'Get todo by id', 'get todo by id'],
    ['getById', 'GET', 'users/{{id}}', 'get user by id', 'get user by id'],
    ['Batch Create', 'POST', 'prospects/do/batchCreate', 'Batch Create prospects', 'batch Create prospects'],
    ['Listar', 'GET', 'usuarios', 'Listar usuarios', 'listar usuarios'],
    ['Computers', 'GET', 'computers', 'List computers', 'list computers'],
    ['User', 'DELETE', 'users/:name', 'Delete user', 'delete a user by its id'],
    ['Login', 'POST', 'auth/login', 'Login', 'login'],
    ['geolocate', 'POST', 'v1/geolocate', 'geolocate', 'geolocate'],
    ['Get cards', 'GET', 'profiles/:id/cards', 'Get cards', 'get cards'],
    ['OAuth token', 'POST', 'token', 'OAuth token', 'OAuth token'],
    ['2.1 - Get account', 'GET', 'accounts/:id', '2.1 - Get account', 'get account'],
    ['borrow/repay', 'POST', 'margin/loan', 'borrow/repay', 'borrow/repay'],
  ]
  it.each(cases)('%s (%s /%s)', (name, method, path, title, label) => {
    expect(titleOf(titled(name, method, path))).toBe(title)
    expect(labelOf(titled(name, method, path))).toBe(label)
  })
})

describe('numbers of steps', () => {
  const cases: [name: string, want: string][] = [
    ['01 - Login', 'Login'],
    ['Step 3: Delete', 'Delete'],
    ['#4) Pay', 'Pay'],
    ['02_2_list_all', 'list_all'],
    ['1.Get user', 'Get user'],
    ['2 Create user', 'Create user'],
    ['2 factors', '2 factors'],
    ['2-factor login', '2-factor login'],
    ['24hr ticker', '24hr ticker'],
    ['3DS payment', '3DS payment'],
    ['404', '404'],
  ]
  it.each(cases)('%s → %s', (name, want) => {
    expect(withoutNumber(name)).toBe(want)
  })
})
