import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runHere } from '../support/in-process.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-tool-page-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('shows an example call that every shell takes as it stands', async () => {
  const urlencoded = [{ key: 'filter[state]', value: 'on hold', description: '(Required) the state' }]
  const request = { method: 'POST', url: '{{base_url}}/pets', body: { mode: 'urlencoded', urlencoded } }
  const file = join(folder, 'postman.json')
  writeFileSync(file, JSON.stringify({ info: { name: 'x' }, item: [{ name: 'Add pet', request }] }))
  const { stdout } = await runHere('tools', 'add_pet', file)
  expect(stdout).toContain('npx voice call add_pet --arg "body.filter[state]"="on hold"')
})

it('keeps the example call on one line of a narrow terminal, without a cut value', async () => {
  const tags = JSON.stringify(Array.from({ length: 30 }, (_, at) => `tag ${at}`))
  const urlencoded = ['state', 'city', 'owner'].map((key) => ({
    key,
    value: 'on hold',
    description: '(Required) what',
  }))
  urlencoded.push({ key: 'tags', value: tags, description: '(Required) words' })
  const request = { method: 'POST', url: '{{base_url}}/pets', body: { mode: 'urlencoded', urlencoded } }
  const file = join(folder, 'narrow.json')
  writeFileSync(file, JSON.stringify({ info: { name: 'x' }, item: [{ name: 'Add pet', request }] }))
  const { columns } = process.stdout
  process.stdout.columns = 40
  try {
    const { stdout } = await runHere('tools', 'add_pet', file)
    expect(stdout).toContain(
      '  npx voice call add_pet --arg body.state="on hold" --arg body.city="on hold" --arg body.owner="on hold" --arg body.tags=VALUE\n',
    )
  } finally {
    process.stdout.columns = columns
  }
})

/** The words of a command as a POSIX shell reads them. */
const shellWords = (line: string) =>
  [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  )

const body = (raw: object) => ({ method: 'POST', body: { mode: 'raw', raw: JSON.stringify(raw) } })

it.each<[what: string, request: object]>([
  ['a body whose members are all required', body({ name: 'Rex', age: 3, tags: ['a b'] })],
  [
    'a body without a required member',
    { method: 'PATCH', body: { mode: 'raw', raw: '{"name": "Rex", "age": 3}' } },
  ],
  ['a body without members', body({})],
  [
    'numbers, switches and lists without values',
    body({ age: '<integer>', isOld: '<boolean>', ids: ['<integer>'] }),
  ],
  ['lists of objects', body({ toys: [{ name: 'ball', price: 1.5 }] })],
  ['a member whose name has a dot', body({ 'meta.data': { 'a.b': 'c' } })],
  ['a path and a query', { url: '{{base_url}}/pets/{{petId}}?sort=&limit=10' }],
])('gives an example that voice call accepts: %s', async (_what, request) => {
  const file = join(folder, 'accepted.json')
  const whole = { method: 'GET', url: '{{base_url}}/pets', ...request }
  writeFileSync(file, JSON.stringify({ info: { name: 'x' }, item: [{ name: 'Pet', request: whole }] }))
  const listed = JSON.parse((await runHere('tools', file, '--format', 'json')).stdout) as { name: string }[]
  const { stdout } = await runHere('tools', listed[0]!.name, file)
  const line = stdout.split('\n').find((one) => one.includes('npx voice call'))!
  const [, , command, name, ...flags] = shellWords(line)
  const { code, stdout: sent } = await runHere(command!, name!, file, ...flags, '--dry-run')
  expect({ line, sent, code }).toMatchObject({ code: 0 })
})
