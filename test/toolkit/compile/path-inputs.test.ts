import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../src/toolkit/compile/compile-collection.js'
import type { InputMode } from '../../../src/toolkit/compile/input-modes.js'
import type { JsonObject } from '../../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'

interface Given {
  name?: string
  method?: string
  variable?: object[]
  given?: string[]
  inputs?: Record<string, InputMode>
}

const document = (url: unknown, { name = 'Do it', method = 'GET', variable = [] }: Given = {}) => ({
  info: { name: 'x' },
  variable,
  item: [{ name, request: { method, url } }],
})

function compile(url: unknown, given: Given = {}) {
  const { given: names = [], inputs = {} } = given
  const { definitions } = compileCollection(parseCollection(document(url, given)), { given: names, inputs })
  return definitions[0]!
}

/** The parameters as `name`, `name=default`, `name!` where required. */
function parameters(url: unknown, given?: Given): string[] {
  const { properties = {}, required = [] } = compile(url, given).parameters
  return Object.entries(properties).map(([name, schema]) => {
    const preset = schema.default === undefined ? '' : `=${String(schema.default)}`
    return `${name}${preset}${required.includes(name) ? '!' : ''}`
  })
}

async function sent(url: unknown, input: JsonObject, given: Given = {}): Promise<string> {
  const { inputs = {} } = given
  const toolkit = await RESTAPIToolkit.fromApiCollection({ collection: document(url, given), inputs })
  const run = toolkit.getFunctions()[0]!.dryRun!(input)
  return 'isError' in run ? JSON.stringify(run.content) : run.url
}

const OWN = [
  { key: 'user_id', value: '123' },
  { key: 'version', value: 'v1' },
  { key: 'placeholder_id', value: 'your-id' },
]

it('shows a value without its percent escapes, so that it can be given as it is shown', async () => {
  const literal = 'https://x.com/users/anna%40x.com'
  const declared = {
    ...{ host: ['x', 'com'], path: ['folders', ':folder'] },
    variable: [{ key: 'folder', value: 'a%2Fb' }],
  }
  expect(parameters(literal)).toEqual(['email!'])
  expect(compile(literal).parameters.properties?.email?.examples).toEqual(['anna@x.com'])
  expect(await sent(literal, { email: 'anna@x.com' })).toContain('/users/anna%40x.com')
  expect(compile(declared).parameters.properties?.folder?.examples).toEqual(['a/b'])
  expect(await sent(declared, { folder: 'a/b' })).toContain('/folders/a%2Fb')
})

it('shows a value of the query without its percent escapes too', async () => {
  const url = 'https://x.com/s?q=John%20Doe&version=a%2Bb&rate=100%'
  const { q, version, rate } = compile(url).parameters.properties ?? {}
  expect([q?.examples, version?.default, rate?.examples]).toEqual([['John Doe'], 'a+b', ['100%']])
  expect(await sent(url, { q: 'John Doe', version: 'a+b' })).toBe(
    'https://x.com/s?q=John%20Doe&version=a%2Bb',
  )
})

describe('what the file carries in a path', () => {
  const cases: [url: string, want: string[], given?: Given][] = [
    ['http://localhost:3000/users/50', ['user_id!']],
    ['http://localhost:3000/users/50', ['user_id!'], { method: 'DELETE' }],
    ['http://localhost:3000/users/50/delete', ['user_id!'], { name: 'Delete user' }],
    ['https://x.com/users/{{user_id}}', ['user_id!'], { variable: OWN }],
    ['https://x.com/users/{{user_id}}', ['user_id!'], { variable: OWN, method: 'PUT' }],
    ['https://x.com/users/{{user_id}}', [], { variable: OWN, given: ['user_id'] }],
    ['https://x.com/users/{{placeholder_id}}', ['placeholder_id!'], { variable: OWN }],
    ['https://x.com/{{version}}/users', [], { variable: OWN }],
    ['https://x.com/{{version}}/users', ['version=v1'], { variable: OWN, inputs: { version: 'input' } }],
    ['https://x.com/users/{{user_id}}', [], { variable: OWN, inputs: { user_id: 'fixed' } }],
    ['https://x.com/users/50', [], { inputs: { user_id: 'fixed' } }],
    ['https://x.com/users/YOUR_ID', ['user_id!']],
    ['https://x.com/users/:id', ['id!']],
    ["https://x.com/lists('{list_title}')", ['list_title!']],
    ['https://x.com/Products(5)', ['product_id!']],
    ['https://x.com/users?id=5', ['id!'], { method: 'DELETE' }],
    ['https://x.com/users?id=5', ['id!']],
    ['https://x.com/users?id=5', ['id'], { name: 'Get users' }],
    ['https://x.com/users?id=5', ['id'], { name: 'List people' }],
    ['https://x.com/users?user_id=507f1f77bcf86cd799439011', ['user_id!']],
    ['https://x.com/users?id=YOUR_ID', ['id!']],
    ['https://x.com/profile?user_id=5', ['user_id!']],
    ['https://x.com/orders?user_id=5', ['user_id']],
    ['https://x.com/users/7?id=5', ['user_id!', 'id']],
    ['https://x.com/pages/{{lang}}', ['lang=de'], { variable: [{ key: 'lang', value: 'de' }] }],
    ['https://x.com/history?user_id=5', ['user_id'], { name: 'List history' }],
    ['https://x.com/users?since_id=5', ['since_id']],
    ['https://x.com/item?sku=AB-123', ['sku!'], { method: 'DELETE' }],
    ['https://x.com/users/7?id=5', ['user_id!', 'id'], { method: 'DELETE' }],
  ]
  it.each(cases)('%s gives %j', (url, want, given) => {
    expect(parameters(url, given)).toEqual(want)
  })

  it('keeps the value of a `:name` segment as an example, and of configuration as a default', () => {
    const url = {
      host: ['x', 'com'],
      path: [':version', 'pets', ':petId'],
      variable: [
        { key: 'version', value: 'v2' },
        { key: 'petId', value: '17' },
      ],
    }
    expect(parameters(url)).toEqual(['version=v2', 'petId!'])
    expect(compile(url).parameters.properties?.petId?.examples).toEqual([17])
  })

  it('takes numbers and texts for an id that is a number in the file', () => {
    const { properties } = compile('https://x.com/users/50').parameters
    expect(properties?.user_id).toEqual({ anyOf: [{ type: 'integer' }, { type: 'string' }], examples: [50] })
  })

  it('never shows the value of a secret variable', () => {
    const variable = [{ key: 'account', value: 'hidden-17', type: 'secret' }]
    const tool = compile('https://x.com/accounts/{{account}}', { variable })
    expect(JSON.stringify([tool.parameters, tool.description, tool.path])).not.toContain('hidden-17')
  })

  it('never shows a value with the format of a known token', () => {
    const token = `sk_live_${'a1B2c3D4'.repeat(3)}`
    const tool = compile('https://x.com/{{shop}}/accounts', { variable: [{ key: 'shop', value: token }] })
    expect(JSON.stringify([tool.parameters, tool.description, tool.path])).not.toContain(token)
  })
})

describe('a call', () => {
  const cases: [url: string, input: JsonObject, want: string, given?: Given][] = [
    ['https://x.com/users/50', { user_id: 7 }, 'https://x.com/users/7'],
    ['https://x.com/users/50', { user_id: 'a/b' }, 'https://x.com/users/a%2Fb'],
    ['https://x.com/items/50.json', { item_id: 7 }, 'https://x.com/items/7.json'],
    ['https://x.com/users/{{user_id}}', { user_id: 5 }, 'https://x.com/users/5', { variable: OWN }],
    ['https://x.com/Products(5)', { product_id: 6 }, 'https://x.com/Products(6)'],
    ['https://x.com/Products(5)', {}, 'https://x.com/Products(5)', { inputs: { product_id: 'fixed' } }],
    ["https://x.com/lists('{title}')", { title: 'My list' }, "https://x.com/lists('My%20list')"],
  ]
  it.each(cases)('of %s with %j goes to %s', async (url, input, want, given) => {
    expect(await sent(url, input, given)).toBe(want)
  })

  it('is refused without the record it is about', async () => {
    expect(await sent('https://x.com/users/50', {})).toContain('is required')
    expect(await sent('https://x.com/users/50', {}, { method: 'DELETE' })).toContain('is required')
    expect(await sent('https://x.com/users/{{user_id}}', {}, { method: 'DELETE', variable: OWN })).toContain(
      'is required',
    )
  })
})

it('what a log-in captured fills its own place of a path, and is no answer to another question', () => {
  const script =
    "pm.environment.set('token', pm.response.json().t); pm.environment.set('userId', pm.response.json().id)"
  const at = (name: string, key: string, path: string[]) => ({
    name,
    request: { url: { host: ['https://x.com'], path, variable: [{ key, value: '{{userId}}' }] } },
  })
  const { definitions } = compileCollection(
    parseCollection({
      info: { name: 'x' },
      item: [
        {
          name: 'Log in',
          request: { method: 'POST', url: 'https://x.com/login' },
          event: [{ listen: 'test', script: { exec: [script] } }],
        },
        at('Get own orders', 'userId', ['users', ':userId', 'orders']),
        at('List messages', 'recipient', ['messages', ':recipient']),
      ],
    }),
  )
  expect(definitions.map(({ parameters }) => parameters.required ?? [])).toEqual([[], [], ['recipient']])
})
