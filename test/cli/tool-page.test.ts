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
