import { afterAll, describe, expect, it } from 'vitest'
import { silentLogger } from '../../../src/ports.js'
import { type Mock, startMock } from '../../../src/server/mock/mock-server.js'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'

const mocks: Mock[] = []
afterAll(() => Promise.all(mocks.map((mock) => mock.close())))

async function serve(item: object[], { logger = silentLogger, variable = [] as object[] } = {}) {
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  const collections = [parseCollection({ info: { name: 'T', schema }, item, variable })]
  const mock = await startMock({ collections, host: '127.0.0.1', port: 0, latencyMs: 0, logger })
  mocks.push(mock)
  return async (method: string, path: string, body?: unknown) => {
    const response = await fetch(mock.url + path, {
      method,
      ...(body instanceof FormData && { body }),
      ...(body !== undefined &&
        !(body instanceof FormData) && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
    })
    const text = await response.text()
    return {
      status: response.status,
      by: response.headers.get('voice-mock'),
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
}

const request = (line: string, body?: object) => {
  const [method, path] = line.split(' ') as [string, string]
  return {
    method,
    url: `{{base_url}}${path}`,
    ...(body && { body: { mode: 'raw', raw: JSON.stringify(body) } }),
  }
}
const item = (
  name: string,
  line: string,
  more: { body?: object; test?: string; response?: object[] } = {},
) => ({
  name,
  request: request(line, more.body),
  ...(more.test && { event: [{ listen: 'test', script: { exec: more.test.split('\n') } }] }),
  ...(more.response && { response: more.response }),
})
const example = (code: number, body: unknown, line?: string) => ({
  name: String(code),
  code,
  body: JSON.stringify(body),
  ...(line && { originalRequest: request(line) }),
})

const book = { titulo: 'Rayuela', autor: 'Julio Cortázar', precio: 19.5, stock: 4, publicado: '1963-06-28' }
const shop = [
  item('Listar libros', 'GET /api/libros'),
  item('Ver libro', 'GET /api/libros/7'),
  item('Crear libro', 'POST /api/libros', { body: book }),
  item('Actualizar libro', 'PUT /api/libros/7', { body: { ...book, titulo: 'El Aleph', precio: 12 } }),
  item('Borrar libro', 'DELETE /api/libros/7'),
]

describe('writes with a saved example', () => {
  const pets = [
    item('List pets', 'GET /pets', {
      response: [
        example(200, [
          { id: 1, name: 'Bella', status: 'available' },
          { id: 2, name: 'Momo', status: 'available' },
        ]),
      ],
    }),
    item('Get pet', 'GET /pets/1', {
      response: [example(200, { id: 1, name: 'Bella', status: 'available' })],
    }),
    item('Create pet', 'POST /pets', {
      body: { name: 'Luna' },
      response: [example(201, { id: 7, name: 'Luna', status: 'available' })],
    }),
    item('Update pet', 'PUT /pets/1', {
      body: { status: 'sold' },
      response: [example(200, { id: 1, name: 'Bella', status: 'sold' })],
    }),
    item('Delete pet', 'DELETE /pets/1', { response: [{ name: 'gone', code: 204, body: '' }] }),
  ]

  it('answer with the example where the request is the saved one, and it is in the list', async () => {
    const ask = await serve(pets)
    const luna = { id: 7, name: 'Luna', status: 'available' }
    expect(await ask('POST', '/pets', { name: 'Luna' })).toEqual({ status: 201, by: 'example', body: luna })
    expect((await ask('GET', '/pets')).body).toHaveLength(3)
    expect((await ask('GET', '/pets')).body).toContainEqual(luna)
  })

  it('show what was sent where the example shows something else', async () => {
    const ask = await serve(pets)
    const made = await ask('POST', '/pets', { name: 'Misty' })
    expect(made).toEqual({ status: 201, by: 'made', body: { id: 3, name: 'Misty', status: 'available' } })
    expect((await ask('GET', '/pets/3')).body).toEqual(made.body)
    const changed = await ask('PUT', '/pets/2', { status: 'pending' })
    expect(changed).toEqual({ status: 200, by: 'made', body: { id: 2, name: 'Momo', status: 'pending' } })
    expect((await ask('GET', '/pets')).body).toEqual([
      { id: 1, name: 'Bella', status: 'available' },
      changed.body,
      made.body,
    ])
  })

  it('show what a multipart form has sent where the example shows something else', async () => {
    const formdata = [{ key: 'name', value: 'Luna', type: 'text' }]
    const create = {
      name: 'Create pet',
      request: { method: 'POST', url: '{{base_url}}/pets', body: { mode: 'formdata', formdata } },
      response: [example(201, { id: 7, name: 'Luna' })],
    }
    const ask = await serve([...pets.filter(({ name }) => name !== 'Create pet'), create])
    const body = new FormData()
    body.set('name', 'Misty')
    expect((await ask('POST', '/pets', body)).body).toMatchObject({ name: 'Misty' })
    body.set('name', 'Luna')
    expect((await ask('POST', '/pets', body)).body).toEqual({ id: 7, name: 'Luna' })
  })

  it('change the record of the path, not that of the example', async () => {
    const ask = await serve(pets)
    const changed = await ask('PUT', '/pets/2', { status: 'sold' })
    expect(changed.body).toEqual({ id: 2, name: 'Momo', status: 'sold' })
    expect((await ask('GET', '/pets/1')).body).toMatchObject({ status: 'available' })
  })

  it('remember the example that answered', async () => {
    const create = {
      name: 'Create pet',
      request: request('POST /pets', { name: 'Luna' }),
      response: ['Luna', 'Rex'].map((name, index) => ({
        ...example(201, { id: 7 + index, name }),
        name,
        originalRequest: request('POST /pets', { name }),
      })),
    }
    const ask = await serve([...pets.filter(({ name }) => name !== 'Create pet'), create])
    expect((await ask('POST', '/pets', { name: 'Rex' })).body).toEqual({ id: 8, name: 'Rex' })
    expect((await ask('GET', '/pets')).body.map(({ name }: { name: string }) => name)).toEqual([
      'Bella',
      'Momo',
      'Rex',
    ])
  })

  it('keep what the answer to a change does not show', async () => {
    const reserve = {
      name: 'Reserve pet',
      request: request('POST /pets/1/reserve'),
      response: [
        { ...example(200, { id: 1, status: 'pending' }), originalRequest: request('POST /pets/1/reserve') },
      ],
    }
    const ask = await serve([...pets, reserve])
    expect((await ask('POST', '/pets/1/reserve')).by).toBe('example')
    expect((await ask('GET', '/pets/1')).body).toEqual({ id: 1, name: 'Bella', status: 'pending' })
  })

  it('remove what they remove', async () => {
    const ask = await serve(pets)
    expect(await ask('DELETE', '/pets/1')).toMatchObject({ status: 204, by: 'example' })
    expect((await ask('GET', '/pets/1')).status).toBe(404)
    expect((await ask('DELETE', '/pets/1')).status).toBe(404)
    expect((await ask('GET', '/pets')).body).toEqual([{ id: 2, name: 'Momo', status: 'available' }])
  })
})

describe('records without any saved example', () => {
  it('have one member where two bodies write its name in two ways', async () => {
    const call = await serve([
      item('List films', 'GET /films'),
      item('Create film', 'POST /films', { body: { Title: 'Heat', YearOfRelease: 1995 } }),
      item('Update film', 'PUT /films/1', { body: { title: 'Alien', yearOfRelease: 1979 } }),
    ])
    const { body } = await call('GET', '/films')
    expect(body[0]).toEqual({ id: 1, Title: 'Heat', YearOfRelease: 1995 })
  })

  it('have the members of the bodies, and the same data in the list and alone', async () => {
    const ask = await serve(shop)
    const list = await ask('GET', '/api/libros')
    expect(list).toMatchObject({ status: 200, by: 'made' })
    expect(list.body.length).toBeGreaterThan(1)
    for (const one of list.body) {
      expect(Object.keys(one)).toEqual(['id', ...Object.keys(book)])
      expect((await ask('GET', `/api/libros/${one.id}`)).body).toEqual(one)
    }
    expect(list.body.map(({ id }: { id: number }) => id)).toContain(7)
  })

  it('are the same for the same request, in another run too', async () => {
    const [one, other] = [await serve(shop), await serve(shop)]
    expect(await one('GET', '/api/libros/41')).toEqual(await other('GET', '/api/libros/41'))
    expect((await one('GET', '/api/libros/41')).body).toMatchObject({ id: 41, autor: expect.any(String) })
  })

  it('are created, changed and deleted within a run', async () => {
    const ask = await serve(shop)
    const { body: made, status } = await ask('POST', '/api/libros', { titulo: 'Ficciones', precio: 9 })
    expect(status).toBe(201)
    expect(made).toMatchObject({ titulo: 'Ficciones', precio: 9 })
    expect((await ask('GET', '/api/libros')).body).toContainEqual(made)
    await ask('PUT', `/api/libros/${made.id}`, { precio: 10 })
    expect((await ask('GET', `/api/libros/${made.id}`)).body).toEqual({ ...made, precio: 10 })
    expect((await ask('DELETE', `/api/libros/${made.id}`)).status).toBe(200)
    const gone = await ask('GET', `/api/libros/${made.id}`)
    expect(gone).toMatchObject({ status: 404, body: { error: 'not_found' } })
    expect((await ask('GET', '/api/libros')).body.map(({ id }: { id: number }) => id)).not.toContain(made.id)
  })

  it('are forgotten by number, not without end', async () => {
    const ask = await serve(shop)
    for (let at = 0; at < 1_005; at++) await ask('DELETE', `/api/libros/${at + 1_000}`)
    expect((await ask('GET', '/api/libros/1000')).status).toBe(200)
    expect((await ask('GET', '/api/libros/2004')).status).toBe(404)
  })

  it('never hold a password', async () => {
    const ask = await serve([
      item('Add user', 'POST /users', {
        body: { name: 'Mia Lund', password: 'Hunter2!', email: 'm@a.example' },
      }),
      item('Users', 'GET /users'),
    ])
    const created = await ask('POST', '/users', { name: 'Bo', password: 'another-one' })
    const text = JSON.stringify([created.body, (await ask('GET', '/users')).body])
    expect(text).toContain('Mia Lund')
    expect(text).not.toMatch(/Hunter2|another-one/)
  })

  it('say what is asked for: filters, and ids in queries and bodies', async () => {
    const ask = await serve([
      ...shop,
      item('Libros por autor', 'GET /api/libros/autor/Borges'),
      item('Quitar', 'DELETE /api/autores?id=3'),
      item('Autores', 'GET /api/autores'),
    ])
    const { body } = await ask('GET', '/api/libros?autor=Onetti')
    expect(new Set(body.map(({ autor }: { autor: string }) => autor))).toEqual(new Set(['Onetti']))
    expect(Array.isArray((await ask('GET', '/api/libros/autor/Borges')).body)).toBe(true)
    expect((await ask('DELETE', '/api/autores?id=3')).body).toEqual({ id: 3, deleted: true })
    expect((await ask('GET', '/api/autores')).body).not.toContainEqual(expect.objectContaining({ id: 3 }))
    expect((await ask('GET', '/api/libros?limit=1')).body).toHaveLength(1)
  })

  it.each([
    ['0b9c6e0e-6f0b-4b8e-9d51-2f6d8a4b7c11', /^[0-9a-f]{8}-[0-9a-f]{4}-4/],
    ['64f1a2b3c4d5e6f708192a3b', /^[0-9a-f]{24}$/],
  ])('have ids like %s', async (id, pattern) => {
    const ask = await serve([item('Tasks', 'GET /tasks'), item('Task', `GET /tasks/${id}`)])
    const { body } = await ask('GET', '/tasks')
    for (const task of body) expect(task.id ?? task._id).toMatch(pattern)
    expect(body.map((task: { id?: string; _id?: string }) => task.id ?? task._id)).toContain(id)
  })
})

describe('what scripts read', () => {
  it('is in the answer: the token of a login, and what is demanded', async () => {
    const ask = await serve([
      item('Login', 'POST /auth/login', {
        body: { email: 'a@b.example', password: 'x' },
        test: "const json = pm.response.json()\npm.collectionVariables.set('token', json.data.access_token)",
      }),
      item('Report', 'GET /report', {
        test: "const r = pm.response.json()\npm.expect(r).to.have.property('openOrders')\npm.expect(r.success).to.eql(true)",
      }),
      item('Clubs', 'GET /clubs', {
        test: "pm.expect(pm.response.json().data).to.be.an('array')\npm.response.to.have.status(200)",
      }),
    ])
    const login = await ask('POST', '/auth/login', { email: 'a@b.example', password: 'x' })
    expect(login).toMatchObject({ status: 200, body: { data: { access_token: 'mock-token' } } })
    expect((await ask('GET', '/report')).body).toMatchObject({ success: true, openOrders: expect.anything() })
    expect((await ask('GET', '/clubs')).body.data).toHaveLength(3)
  })
})

describe('beside saved examples', () => {
  it('a success comes before a redirect and a failure, and is made where only failures are saved', async () => {
    const ask = await serve([
      item('Pets', 'GET /pets', {
        response: [example(500, { e: 1 }), example(302, {}), example(200, [{ id: 1 }])],
      }),
      item('Vets', 'GET /vets', { response: [example(401, { error: 'no' })] }),
    ])
    expect(await ask('GET', '/pets')).toMatchObject({ status: 200, by: 'example' })
    expect(await ask('GET', '/vets')).toMatchObject({ status: 200, by: 'made' })
  })

  it('a record takes the shape and the box of the examples, and no answer shows another record', async () => {
    const pets = [
      { id: 1, name: 'Kiwi', kind: 'bird' },
      { id: 2, name: 'Momo', kind: 'cat' },
    ]
    const ask = await serve([
      item('Pets', 'GET /pets', { response: [example(200, { ok: true, data: pets })] }),
      item('Pet', 'GET /pets/:id', { response: [example(200, { ok: true, data: pets[0] }, 'GET /pets/1')] }),
      item('Vets', 'GET /vets'),
    ])
    expect(await ask('GET', '/pets/1')).toMatchObject({ by: 'example', body: { data: { name: 'Kiwi' } } })
    expect(await ask('GET', '/pets/2')).toMatchObject({
      by: 'made',
      body: { ok: true, data: { name: 'Momo' } },
    })
    expect((await ask('GET', '/pets/9')).body.data).toMatchObject({ id: 9, kind: expect.any(String) })
    expect((await ask('GET', '/vets')).body.data).toHaveLength(3)
  })

  it('is said once in the log', async () => {
    const lines: string[] = []
    const ask = await serve(shop, { logger: { ...silentLogger, info: (text) => lines.push(text) } })
    await ask('GET', '/api/libros')
    await ask('GET', '/api/libros/1')
    expect(lines).toEqual([expect.stringContaining('made up an answer')])
  })
})

it('counts what there are examples for', async () => {
  const collection = parseCollection({
    info: { name: 'T', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      ...shop,
      item('P', 'GET /p', { response: [example(200, 1)] }),
      item('F', 'GET /f', { response: [example(404, 1)] }),
    ],
  })
  const mock = await startMock({
    ...{ collections: [collection], host: '127.0.0.1', port: 0, latencyMs: 0, logger: silentLogger },
  })
  mocks.push(mock)
  expect(mock.counts).toEqual({ requests: 7, examples: 2, withExample: 1 })
})

it('a saved success without a body answers no read, and a path may begin right behind the base URL', async () => {
  const empty = { name: 'OK', code: 200, body: '' }
  const send = await serve([
    item('List users', 'GET /users', { response: [empty] }),
    item('Ping', 'POST /ping', { response: [empty] }),
    { name: 'List rooms', request: { method: 'GET', url: '{{base_url}}rooms/' } },
  ])
  const users = await send('GET', '/users')
  expect([users.by, users.body.length]).toEqual(['made', 3])
  expect(await send('POST', '/ping')).toEqual({ status: 200, by: 'example', body: undefined })
  expect((await send('GET', '/rooms/')).status).toBe(200)
})

describe('paths with more than names and ids', () => {
  const read = async (line: string, path: string) => {
    const call = await serve([item('Get all lamps', 'GET /lamps.json'), item('Get a lamp', line)])
    return call('GET', path)
  }

  it.each([
    ['a path variable', 'GET /lamps/:lampId.json'],
    ['a variable', 'GET /lamps/{{lampId}}.json'],
    ['an id', 'GET /lamps/12.json'],
  ])('the extension after %s is no part of the id', async (_name, line) => {
    expect((await read(line, '/lamps/7.json')).body).toEqual({ id: 7, name: 'Lamp 7' })
  })

  it('an extension is no part of the kind of a record', async () => {
    const { body } = await read('GET /lamps/:lampId.json', '/lamps.json')
    expect(body[0]).toEqual({ id: 1, name: 'Lamp 1' })
  })

  it('double slashes are read as one', async () => {
    const { status, body } = await read('GET //lamps/:id', '//lamps/7')
    expect({ status, body }).toEqual({ status: 200, body: { id: 7, name: 'Lamp 7' } })
  })
})

it('a login whose whole answer is the token answers nothing else', async () => {
  const test = 'postman.setEnvironmentVariable("access_token", responseBody)'
  const call = await serve([item('Log in', 'POST /login', { test })])
  expect(await call('POST', '/login')).toEqual({ status: 200, by: 'made', body: 'mock-token' })
})
