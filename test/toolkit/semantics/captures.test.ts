import { describe, expect, it } from 'vitest'
import { readCaptures } from '../../../src/toolkit/semantics/captures.js'

const read = (code: string) => readCaptures([{ when: 'test', lines: code.split('\n') }])

describe('readCaptures finds where a value comes from', () => {
  const token = (pointer: string) => [{ variable: 'token', from: { in: 'body', pointer }, secret: true }]
  const header = [{ variable: 'token', from: { in: 'header', name: 'X-Token' }, secret: true }]
  const cases: [code: string, want: object[]][] = [
    [`pm.environment.set('token', pm.response.json().access_token)`, token('/access_token')],
    [`pm.collectionVariables.set("token", pm.response.json().data.token);`, token('/data/token')],
    [`pm.globals.set('token', JSON.parse(responseBody)["a b"][0].c)`, token('/a b/0/c')],
    [
      `var jsonData = JSON.parse(responseBody);\npostman.setEnvironmentVariable("token", jsonData.access_token);`,
      token('/access_token'),
    ],
    [
      `const { access_token } = pm.response.json()\npm.environment.set('token', access_token)`,
      token('/access_token'),
    ],
    [
      `const { access_token: t } = pm.response.json()\npm.environment.set('token', String(t))`,
      token('/access_token'),
    ],
    [
      `let r = pm.response.json();\nlet d = r.data;\npm.environment.set('token', d?.items[0].id.toString())`,
      token('/data/items/0/id'),
    ],
    [`pm.environment.set('token', pm.response.headers.get('X-Token'))`, header],
    [`postman.setGlobalVariable('token', postman.getResponseHeader("X-Token"))`, header],
    [
      `pm.test("ok", function () {\n  pm.environment.set("token", pm.response.json().t); // keep\n})`,
      token('/t'),
    ],
    [`// pm.environment.set('token', pm.response.json().t)`, []],
    [`pm.environment.set('token', '')`, []],
    [`pm.environment.set(name, pm.response.json().t)`, []],
  ]
  it.each(cases)('%s', (code, want) => {
    expect(read(code)).toEqual({ captures: want, unread: [] })
  })

  it.each<[code: string, pointers: string[]]>([
    [
      `const r = pm.response.json()\nconst t = r.data ? r.data.token : r.token\npm.environment.set('x', t)`,
      ['/data/token', '/token'],
    ],
    [
      `let j = pm.response.json()\npm.collectionVariables.set('x', j?.data?.token ?? j?.token)`,
      ['/data/token', '/token'],
    ],
    [`var j = pm.response.json()\npm.globals.set('x', j.token || '')`, ['/token']],
    [
      `const { data: { access_token: t, user } } = pm.response.json()\npm.environment.set('x', t)`,
      ['/data/access_token'],
    ],
    [`const { token = '', user = {} } = pm.response.json()\npm.environment.set('x', token)`, ['/token']],
    [`let [first] = pm.response.json()\npm.environment.set('x', first.id)`, ['/0/id']],
    [`let t = ''\ntry { t = pm.response.json().token } catch (e) {}\npm.environment.set('x', t)`, ['/token']],
    [`const j = pm.response.json(),\n  t = j.token\npostman.setEnvironmentVariable('x', t)`, ['/token']],
    [`const d = pm.response.json().data || {}\npm.environment.set('x', d.token)`, ['/data/token']],
    [`const j = pm.response.json()\npm.environment.set('x', (j.a && j.a.t) || j.t)`, ['/a/t', '/t']],
    [`const t = pm.response.json().t\npm.environment.set('x', \`\${t}\`)`, ['/t']],
    [`pm.environment.set('x', pm.response.code === 200 ? pm.response.json().t : null)`, ['/t']],
  ])('takes what a script may choose, in its order: %s', (code, pointers) => {
    const from = read(code).captures.map((one) => one.from)
    expect(from).toEqual(pointers.map((pointer) => ({ in: 'body', pointer })))
  })

  const computed: [code: string][] = [
    [`const j = pm.response.json()\npm.environment.set('x', 'Bearer ' + j.token)`],
    [`pm.environment.set('x', items[i].id)`],
    [`pm.environment.set('x', pm.response.json().id + 1)`],
    [`pm.environment.set('x', pm.response.json().items.find((i) => i.a).id)`],
    [`let a = pm.response.json().b\na = other()\npm.environment.set('x', a)`],
  ]
  it.each(computed)('leaves alone what is computed: %s', (code) => {
    expect(read(code)).toEqual({ captures: [], unread: ['x'] })
  })

  it('does not read scripts that run before', () => {
    expect(
      readCaptures([{ when: 'prerequest', lines: [`pm.environment.set('a', pm.response.json().b)`] }]),
    ).toEqual({ captures: [], unread: [] })
  })
})
