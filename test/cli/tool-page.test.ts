import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { runHere } from '../support/in-process.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-tool-page-'))
afterEach(() => rmSync(folder, { recursive: true }))

it('shows an example call that every shell takes as it stands', async () => {
  const urlencoded = [{ key: 'filter[state]', value: 'on hold', description: '(Required) the state' }]
  const request = { method: 'POST', url: '{{base_url}}/pets', body: { mode: 'urlencoded', urlencoded } }
  const file = join(folder, 'postman.json')
  writeFileSync(file, JSON.stringify({ info: { name: 'x' }, item: [{ name: 'Add pet', request }] }))
  const { stdout } = await runHere('tools', 'add_pet', file)
  expect(stdout).toContain("npx voice call add_pet --arg 'body.filter[state]'='on hold'")
})
