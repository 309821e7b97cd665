import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const text = await readFile(join(import.meta.dirname, '../../../docs/mcp.md'), 'utf8')
/** The page also has configurations of this program and an event of a session; those are no settings of a client. */
const blocks = [...text.matchAll(/```json\n([\s\S]*?)```/g)]
  .map(([, json]) => json!)
  .filter((json) => !/^\s*"(?:collections|type)"/m.test(json.split('\n')[1]!))

describe('the snippets for clients in docs/mcp.md', () => {
  it.each(blocks)('%s', (json) => {
    const [servers] = Object.values(JSON.parse(json) as Record<string, Record<string, object>>)
    for (const server of Object.values(servers!)) {
      const { command, args, url } = server as { command?: string; args?: string[]; url?: string }
      if (url) expect(url).toBe('http://127.0.0.1:3001/mcp')
      else {
        expect(command).toBe('node')
        expect(args!.slice(0, 2)).toEqual([
          expect.stringMatching(/node_modules\/voice\/dist\/cli\/main\.js$/),
          'mcp',
        ])
      }
    }
  })

  it('are there', () => expect(blocks).toHaveLength(4))
})
