import { describe, expect, it } from 'vitest'
import { toolkitOnMock } from '../../../src/cli/create-toolkit.js'
import { findExampleQuestion } from '../../../src/cli/serve/find-example-question.js'
import { silentLogger } from '../../../src/ports.js'
import { startMock } from '../../../src/server/mock/mock-server.js'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import type { JsonValue } from '../../../src/toolkit/model/json.js'

const SETTINGS = {
  ...{ variables: {}, envFile: {}, environment: [], globals: [], namedBaseUrls: {} },
  ...{ allow: undefined, deny: [], login: [], inputs: {} },
}

const item = (
  name: string,
  line: string,
  more: { body?: object; response?: object[]; auth?: object; header?: object[] } = {},
) => {
  const [method, path] = line.split(' ') as [string, string]
  const body = more.body && { mode: 'raw', raw: JSON.stringify(more.body) }
  return {
    name,
    request: {
      ...{ method, url: `{{base}}${path}` },
      ...(body && { body }),
      ...(more.auth && { auth: more.auth }),
      ...(more.header && { header: more.header }),
    },
    ...(more.response && { response: more.response }),
  }
}

/** The question of a collection, and which tools were called on the way to it. */
async function questionOf(items: object[], { mayCall = true } = {}) {
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  const collection = parseCollection({ info: { name: 'T', schema }, item: items } as JsonValue)
  const place = { host: '127.0.0.1', port: 0, latencyMs: 0, logger: silentLogger }
  const mock = await startMock({ collections: [collection], ...place })
  try {
    const toolkit = await toolkitOnMock(collection, { settings: SETTINGS, options: {}, mock })
    const called: string[] = []
    const tools = toolkit.getFunctions().map((tool) => ({
      ...tool,
      call: (...given: Parameters<typeof tool.call>) => {
        called.push(tool.name)
        return tool.call(...given)
      },
    }))
    return { question: await findExampleQuestion(tools, { mayCall }), called }
  } finally {
    await mock.close()
  }
}

const shared = {
  listen: 'test',
  script: {
    exec: ["if (pm.response.json().access) pm.environment.set('access_token', pm.response.json().access)"],
  },
}
const bearer = { type: 'bearer', bearer: [{ key: 'token', value: '{{access_token}}' }] }

describe('the question to begin with', () => {
  it.each<[string, object[], string]>([
    [
      'is the title of a list',
      [item('Get hotel', 'GET /hotels/:id'), item('List Hotels', 'GET /hotels')],
      'list Hotels',
    ],
    [
      'is in the words of the collection',
      [item('Crear libro', 'POST /libros', { body: { titulo: 'A' } }), item('Listar libros', 'GET /libros')],
      'listar libros',
    ],
    [
      'is the part of the title before a dash',
      [item('Get All Users - Obtener Todos los Usuarios', 'GET /users')],
      'get All Users',
    ],
    ['is made of the path where the title is one', [item('/pacientes', 'GET /pacientes')], 'list pacientes'],
    [
      'is cut into words where the title is one',
      [item('listarTodos', 'GET /tarefas/listarTodos')],
      'listar Todos',
    ],
    ['leaves out notes of the title', [item('List visits (guest=1)', 'GET /visits?guest=1')], 'list visits'],
    ['needs no token on the mock', [item('Orders', 'GET /orders', { auth: bearer })], 'list orders'],
    [
      'needs no signature that a script makes',
      [item('Orders', 'GET /orders', { header: [{ key: 'Digest', value: '{{digest}}' }] })],
      'list orders',
    ],
    ['names a record where there is no list', [item('Get hotel', 'GET /hotels/:id')], 'get hotel 1'],
  ])('%s', async (_, items, want) => {
    expect((await questionOf(items)).question).toBe(want)
  })

  it('passes over what has no data, and never calls what writes', async () => {
    const empty = { response: [{ name: 'none', code: 200, body: '[]' }] }
    const { question, called } = await questionOf([
      item('List cats', 'GET /cats', empty),
      item('List dogs', 'GET /dogs'),
      item('Delete dog', 'DELETE /dogs/:id'),
    ])
    expect(question).toBe('list dogs')
    expect(new Set(called)).toEqual(new Set(['list_cats', 'list_dogs']))
  })

  it('runs nothing else first, where a script that all requests share captures the token', async () => {
    const items = [
      item('Logout', 'POST /auth/logout', { auth: bearer }),
      item('List dogs', 'GET /dogs', { auth: bearer }),
    ].map((one) => ({ ...one, event: [shared] }))
    const { question, called } = await questionOf(items)
    expect([question, new Set(called)]).toEqual(['list dogs', new Set(['list_dogs'])])
  })

  it('is only routed where nothing may be called', async () => {
    const { question, called } = await questionOf([item('List dogs', 'GET /dogs')], { mayCall: false })
    expect([question, called]).toEqual(['list dogs', []])
  })

  it('is absent where no tool reads', async () => {
    const { question } = await questionOf([item('Add dog', 'POST /dogs', { body: { name: 'Rex' } })])
    expect(question).toBeUndefined()
  })
})
