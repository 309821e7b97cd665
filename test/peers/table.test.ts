import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readRecorded, withTable } from '../../scripts/peers-table.mjs'

it.each(['stock-clients', 'mcp'])('docs/%s.md has the table of the recorded clients', (name) => {
  const page = readFileSync(join(import.meta.dirname, '../../docs', `${name}.md`), 'utf8')
  const peers = readRecorded().filter((one) => one.page === name)
  expect(peers.length).toBeGreaterThan(3)
  expect(withTable(page, peers)).toBe(page)
  expect(withTable(page, [])).not.toBe(page)
})
