import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { convertV2 } from 'openapi-to-postmanv2'
import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../src/toolkit/compile/compile-collection.js'
import { compiledFacts, openapiFacts } from '../../support/openapi-truth.js'
import { addScores, compareFacts, precision, recall, type Score, tableOf } from '../../support/truth-table.js'

const FOLDER = join(import.meta.dirname, '../../fixtures/openapi')
const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'))
const convert = promisify(convertV2)

describe('what compiling finds out, against the OpenAPI file that a collection was converted from', () => {
  it('finds the types of at least 90 % of all parameters, and is right about 90 %', async () => {
    const scores: [string, Score][] = []
    for (const file of files) scores.push([file.replace('.json', ''), await scoreOf(file)])
    const total = scores.map(([, score]) => score).reduce(addScores)
    console.log(tableOf([...scores, ['all', total]]))
    expect(precision(total, 'type')).toBeGreaterThanOrEqual(0.9)
    expect(recall(total, 'type')).toBeGreaterThanOrEqual(0.9)
    expect(precision(total, 'location')).toBeGreaterThanOrEqual(0.9)
    expect(recall(total, 'location')).toBeGreaterThanOrEqual(0.9)
  }, 120_000)
})

async function scoreOf(file: string): Promise<Score> {
  const text = readFileSync(join(FOLDER, file), 'utf8')
  const truth = await openapiFacts(JSON.parse(text))
  const converted = await convert({ type: 'string', data: text }, {})
  const document = converted?.output?.[0]?.data
  const said = compiledFacts(compileCollection(parseCollection(document)).definitions)
  return compareFacts(truth, said).score
}
