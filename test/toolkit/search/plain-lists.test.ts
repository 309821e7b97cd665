import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { decodeDocument } from '../../../src/toolkit/collection/read-document.js'
import { compileCollection } from '../../../src/toolkit/compile/compile-collection.js'
import type { ToolDefinition } from '../../../src/toolkit/model/tool.js'
import { readPath } from '../../../src/toolkit/search/resource.js'
import { createToolIndex } from '../../../src/toolkit/search/tool-index.js'
import { hasShared, sharedPath } from '../../support/shared.js'

const mostBytes = 1_000_000
const mostNouns = 12

/** Paths by the plain plural that they end in: `/accounts/{id}/invoices` answers "list the invoices". */
function listsByNoun(tools: ToolDefinition[]): [string, string[]][] {
  const lists = new Map<string, string[]>()
  for (const { method, path } of tools) {
    const { target, single } = readPath(path)
    const noun = target.length === 1 ? target[0]! : ''
    const isList = method === 'GET' && !single && /^[a-z]{3,}[^sui]s$/.test(noun)
    if (isList) lists.set(noun, [...(lists.get(noun) ?? []), path])
  }
  return [...lists].slice(0, mostNouns)
}

describe.skipIf(!hasShared)('"list the ..." on the collections of the corpus', () => {
  it('finds a path that ends in that very noun at least 97 times in 100', () => {
    const folder = sharedPath('corpus', 'collections')
    const missed: string[] = []
    let of = 0
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
      if (statSync(join(folder, file)).size > mostBytes) continue
      const { definitions } = compileCollection(
        parseCollection(JSON.parse(decodeDocument(readFileSync(join(folder, file))))),
      )
      const index = createToolIndex(definitions)
      for (const [noun, paths] of listsByNoun(definitions)) {
        for (const text of [`list the ${noun}`, `show me all ${noun}`]) {
          const [first] = index.search(text, { limit: 1 })
          of++
          if (!paths.includes(first?.definition.path ?? '')) missed.push(`${file}: ${text}`)
        }
      }
    }
    console.info(`search: plain lists: ${of - missed.length} of ${of}`)
    expect(missed).not.toContain('docusign-postman-collections__rooms-collection.json: list the rooms')
    expect((of - missed.length) / of, missed.join('\n')).toBeGreaterThanOrEqual(0.97)
  }, 60_000)
})
