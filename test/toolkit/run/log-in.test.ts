import { afterEach, beforeEach, expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'
import { CREDENTIALS, collectionOf, guarded } from '../../support/login-api.js'
import { startApi, type TestApi } from '../../support/tool.js'

const ANSWER = { access_token: 'canary-token-7q', expires_in: 3600, user: { name: 'Ann' } }
let api: TestApi
beforeEach(async () => {
  api = await startApi(({ method, url, headers }, response) => {
    response.setHeader('content-type', 'application/json')
    if (method === 'POST')
      return response.end(
        url === '/wrong' ? '' : JSON.stringify({ data: { ...ANSWER, id_token: 'canary-idt-8w' } }),
      )
    const isKnown = headers.authorization === `Bearer ${ANSWER.access_token}`
    return response.writeHead(isKnown ? 200 : 401).end('{"name":"Ann"}')
  })
})
afterEach(() => api.close())

const logIn = (examples: object[], name = 'Log in') => ({
  name,
  request: {
    method: 'POST',
    url: '{{base_url}}/login',
    body: { mode: 'raw', raw: '{"user":"{{user}}","password":"{{password}}"}' },
  },
  response: examples.map((body) => ({ name: 'ok', code: 200, body: JSON.stringify(body) })),
})

async function toolkitOf(items: object[], login?: string): Promise<RESTAPIToolkit> {
  const collection = await parseCollection(collectionOf(...items))
  return new RESTAPIToolkit(collection, { login, baseUrl: api.url, variables: CREDENTIALS })
}
const EXAMPLE = { data: { access_token: 'example-token', id_token: 'example', token_type: 'Bearer' } }

it('masks the credentials in the answer of a log-in that no script stores', async () => {
  const [tool] = (await toolkitOf([logIn([])])).getFunctions()
  const { content } = await tool!.call({})
  expect(content).toEqual({
    data: { access_token: '•••', expires_in: 3600, user: { name: 'Ann' }, id_token: '•••' },
  })
})

it('shows an answer that no log-in gives', async () => {
  const create = { name: 'Create share', request: { method: 'POST', url: '{{base_url}}/shares' } }
  const [tool] = (await toolkitOf([create])).getFunctions()
  expect((await tool!.call({})).content).toMatchObject({ data: { access_token: ANSWER.access_token } })
})

it('stores the token of the log-in that the operator names, if only one member and one variable can be meant', async () => {
  const toolkit = await toolkitOf([logIn([EXAMPLE]), guarded('Profile')], 'log_in')
  expect([toolkit.unstoredLogins, toolkit.missingSettings]).toEqual([[], []])
  const profile = toolkit.getFunctions().find(({ name }) => name === 'get_profile')
  expect(await profile!.call({})).toMatchObject({ isError: false, content: { name: 'Ann' } })
  expect(api.seen.map(({ url }) => url)).toEqual(['/login', '/profile'])
})

it.each<[why: string, items: object[], members: string[], variables: string[]]>([
  ['no example has one', [logIn([]), guarded('Profile')], [], ['token']],
  [
    'two members may be meant',
    [logIn([{ token: 'a', session: { token: 'b' } }]), guarded('Profile')],
    ['token', 'session.token'],
    ['token'],
  ],
  [
    'two variables may be meant',
    [logIn([EXAMPLE]), guarded('Profile'), guarded('Other', { variable: 'other_token' })],
    ['data.access_token'],
    ['token', 'other_token'],
  ],
])('says what a log-in lacks and stores nothing if %s', async (_why, items, members, variables) => {
  const toolkit = await toolkitOf(items, 'log_in')
  expect(toolkit.unstoredLogins).toEqual([{ tool: 'log_in', members, variables }])
  const profile = toolkit.getFunctions().find(({ name }) => name === 'get_profile')
  expect(await profile!.call({})).toMatchObject({ isError: true })
})
