import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { voice } from '../support/cli.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-import-e2e-'))
afterAll(() => rmSync(folder, { recursive: true }))

const OPENAPI = `
openapi: 3.0.0
info: { title: Pets, version: '1' }
servers: [{ url: https://api.test }]
paths:
  /pets:
    get: { summary: List pets, responses: { '200': { description: OK } } }
`

/** Bundled, the parser is another thing than in the sources. */
it('reads YAML with the program as it is built', async () => {
  const file = join(folder, 'openapi.yaml')
  writeFileSync(file, OPENAPI)
  const { code, stdout, stderr } = await voice(['import', file])
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/an OpenAPI 3\.0\.0 document/),
  })
  expect(stdout).toContain('"List pets"')
})
