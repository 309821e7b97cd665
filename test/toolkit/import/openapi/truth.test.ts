import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseCollection } from '../../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../../src/toolkit/compile/compile-collection.js'
import { importOpenApi } from '../../../../src/toolkit/import/openapi.js'
import { compiledFacts, openapiFacts } from '../../../support/openapi-truth.js'
import { compareFacts } from '../../../support/truth-table.js'

const FOLDER = join(import.meta.dirname, '../../../fixtures/openapi')
const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'))

it.each(files)('tools of %s say what the document says about every input, and nothing else', async (file) => {
  const root = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))
  const { document } = await importOpenApi(root)
  const said = compiledFacts(compileCollection(parseCollection(document)).definitions)
  expect(said.length).toBeGreaterThan(0)
  expect(compareFacts(await openapiFacts(root), said).differences).toEqual([])
})
