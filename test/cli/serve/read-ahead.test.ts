import { describe, expect, it } from 'vitest'
import { readAhead } from '../../../src/cli/serve/load-agents.js'
import type { ToolDefinition } from '../../../src/toolkit/model/tool.js'

const MEMBERS = ['annotations', 'bindings', 'description', 'output', 'words'] as const

/** Definitions that note which of their members are read. */
function notedDefinitions(count: number) {
  const reads: string[] = []
  const definitions = Array.from({ length: count }, (_, index) => {
    const definition = {} as ToolDefinition
    for (const member of MEMBERS)
      Object.defineProperty(definition, member, {
        get: () => void reads.push(`${index} ${member}`),
      })
    return definition
  })
  return { reads, definitions }
}

describe('readAhead', () => {
  it('makes what a search reads of every definition', async () => {
    const { reads, definitions } = notedDefinitions(45)
    await readAhead(definitions)
    expect(reads).toHaveLength(45 * MEMBERS.length)
    expect(reads).toEqual(expect.arrayContaining(MEMBERS.map((member) => `44 ${member}`)))
  })

  it('lets other work in between', async () => {
    const { reads, definitions } = notedDefinitions(100)
    const ahead = readAhead(definitions)
    await new Promise((resolve) => setImmediate(resolve))
    const read = reads.length
    await ahead
    expect(read).toBeLessThan(reads.length)
  })
})
