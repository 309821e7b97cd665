import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'

/** What developers write in their files and no guide asks of them. */
interface Written {
  name: string
  method?: string
  path: string
  body?: unknown
  form?: Record<string, string>
  headers?: Record<string, string>
  more?: object
  script?: string[]
}

const entriesOf = (values: Record<string, string>) =>
  Object.entries(values).map(([key, value]) => ({ key, value }))

const rawBody = (body: unknown) => ({
  mode: 'raw',
  raw: typeof body === 'string' ? body : JSON.stringify(body),
  options: { raw: { language: 'json' } },
})

function itemOf({ name, method = 'GET', path, body, form, headers = {}, more = {}, script }: Written) {
  return {
    name,
    request: {
      method,
      url: `https://api.test${path}`,
      header: entriesOf(headers),
      ...(body !== undefined && { body: rawBody(body) }),
      ...(form && { body: { mode: 'urlencoded', urlencoded: entriesOf(form) } }),
      ...more,
    },
    ...(script && { event: [{ listen: 'test', script: { exec: script } }] }),
  }
}

function toolsOf(...written: Written[]) {
  const collection = parseCollection({ info: { name: 'Ordinary' }, item: written.map(itemOf) })
  return new RESTAPIToolkit(collection).getFunctions()
}

const membersOf = (tool: ReturnType<typeof toolsOf>[number]) => tool.parameters.properties?.body?.properties

describe('an ordinary collection', () => {
  it('takes a password of digits as text, in a form and in JSON', () => {
    const [form, json] = toolsOf(
      { name: 'Register', method: 'POST', path: '/users', form: { login: 'ann', password: '12345678' } },
      { name: 'Register', method: 'POST', path: '/members', body: { login: 'ann', password: 12345678 } },
    )
    expect(membersOf(form!)!.password).toEqual({ type: 'string', format: 'password', writeOnly: true })
    expect(membersOf(json!)!.password).toMatchObject({ anyOf: [{ type: 'integer' }, { type: 'string' }] })
  })

  it('gives parameters the names of their keys in plain letters', () => {
    const [tool] = toolsOf({ name: 'List', path: '/users?država=HR&größe=5&город=Омск' })
    expect(Object.keys(tool!.parameters.properties!)).toEqual(['drzava', 'grosse', 'gorod'])
  })

  it('says at an input which tool answers it, and does not tell the model to make a record first', () => {
    const [, , read, book] = toolsOf(
      {
        name: 'Create hotel',
        method: 'POST',
        path: '/hotels',
        body: { name: 'Palm' },
        script: ["pm.environment.set('hotel_id', pm.response.json().id)"],
      },
      { name: 'List hotels', path: '/hotels' },
      {
        name: 'Find hotel',
        path: '/hotels/:id',
        more: {
          url: {
            raw: 'https://api.test/hotels/:id',
            protocol: 'https',
            host: ['api', 'test'],
            path: ['hotels', ':id'],
            variable: [{ key: 'id', value: '{{hotel_id}}' }],
          },
        },
      },
      {
        name: 'Create booking',
        method: 'POST',
        path: '/bookings',
        body: { hotelId: '{{hotel_id}}', days: 2 },
      },
    )
    const source = 'From the answer of create_hotel.'
    expect([read!.description, book!.description].join(' ')).not.toContain('first')
    expect(read!.parameters.properties!.id!.description).toBe(source)
    expect(membersOf(book!)!.hotelId!.description).toBe(source)
  })

  it('tells requests apart only by what they send: a GET sends no body', () => {
    const list = (name: string) => ({ name: 'List', path: '/guests', body: { name } })
    expect(toolsOf(list('Ann'), list('Bob')).map(({ description }) => description)).toEqual([
      'List guests (GET /guests)',
      'List guests (GET /guests) The same as list_guests.',
    ])
  })

  it('asks before it sends broken JSON: it is no query', () => {
    const zones = { name: 'Set zones', method: 'POST', path: '/camera/zones', body: '{stuff}' }
    const [tool] = toolsOf({ ...zones, more: { description: 'Can set up to 3 zones.' } })
    expect(tool!.definition!.annotations.readOnlyHint).toBe(false)
  })

  it('keeps a word that follows a record elsewhere: it is a part of the path, also in a DELETE', () => {
    const [, , below, root] = toolsOf(
      {
        name: 'Grant access',
        method: 'POST',
        path: '/albums/A1MNYQWys33q1z5VWAVGFuhvw/access',
        form: { allow: '1' },
      },
      { name: 'Grant access', method: 'POST', path: '/albums/shared/access', form: { allow: '1' } },
      { name: 'Revoke right of user', method: 'DELETE', path: '/albums/A1MNYQWys33q1z5VWAVGFuhvw/access' },
      { name: 'Revoke right of guest', method: 'DELETE', path: '/albums/shared/access' },
    )
    expect([below!.definition!.path, root!.definition!.path]).toEqual([
      '/albums/{album_id}/access',
      '/albums/shared/access',
    ])
  })

  it('names a value in a path after the property before it', () => {
    const paths = toolsOf(
      { name: 'LIST por telefone', path: '/hospedes/telefone/47988776655' },
      { name: 'Remove it', method: 'DELETE', path: '/products/sku/blueshirt' },
    ).map(({ definition }) => definition!.path)
    expect(paths).toEqual(['/hospedes/telefone/{telefone}', '/products/sku/{sku}'])
  })

  it('reads with a password in a header, which is its auth, unless it logs in', () => {
    const headers = { user: 'ann', password: 'hunter22' }
    const reads = toolsOf(
      { name: 'Airports', path: '/airports', headers },
      { name: 'Login', path: '/login', headers },
    )
    expect(reads.map(({ definition }) => definition!.annotations.readOnlyHint)).toEqual([true, false])
  })

  it('needs the record of an act that the path names before the act', () => {
    const [vote] = toolsOf({
      name: 'Toggle votes',
      method: 'PATCH',
      path: '/forum/toggle-votes',
      body: { forumId: 'eef984d7-1990-4ec0-82ff-4651287753c1', voteType: 'UPVOTE' },
    })
    expect(vote!.parameters.properties!.body!.required).toEqual(['forumId'])
  })
})
