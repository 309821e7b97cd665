import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { convertV2 } from 'openapi-to-postmanv2'
import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../src/toolkit/compile/compile-collection.js'
import { compiledFacts, openapiFacts, type ParameterFact } from '../../support/openapi-truth.js'

const FOLDER = join(import.meta.dirname, '../../fixtures/openapi')
const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'))
const convert = promisify(convertV2)

const ASPECTS = ['location', 'type', 'required', 'values'] as const
type Aspect = (typeof ASPECTS)[number]
type Score = Record<Aspect, { right: number; said: number; true: number }>

describe('what compiling finds out, against the OpenAPI file that a collection was converted from', () => {
  it('finds the types of at least 90 % of all parameters, and is right about 90 %', async () => {
    const scores: [string, Score][] = []
    for (const file of files) scores.push([file.replace('.json', ''), await scoreOf(file)])
    const total = scores.map(([, score]) => score).reduce(add)
    console.log([header(), ...scores.map(row), row(['all', total])].join('\n'))
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
  return Object.fromEntries(ASPECTS.map((aspect) => [aspect, compare(aspect, { truth, said })])) as Score
}

function compare(aspect: Aspect, { truth, said }: { truth: ParameterFact[]; said: ParameterFact[] }) {
  const facts = (list: ParameterFact[]) =>
    new Set(list.flatMap((fact) => (fact[aspect] ? [`${fact.key} ${aspect} ${String(fact[aspect])}`] : [])))
  const [wanted, found] = [facts(truth), facts(said)]
  return { right: [...found].filter((fact) => wanted.has(fact)).length, said: found.size, true: wanted.size }
}

function add(a: Score, b: Score): Score {
  const sum = (aspect: Aspect) => ({
    right: a[aspect].right + b[aspect].right,
    said: a[aspect].said + b[aspect].said,
    true: a[aspect].true + b[aspect].true,
  })
  return Object.fromEntries(ASPECTS.map((aspect) => [aspect, sum(aspect)])) as Score
}

const precision = (score: Score, aspect: Aspect) => share(score[aspect].right, score[aspect].said)
const recall = (score: Score, aspect: Aspect) => share(score[aspect].right, score[aspect].true)
const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole)

const header = () => `${'precision/recall'.padEnd(34)}${ASPECTS.map((aspect) => aspect.padEnd(14)).join('')}`
const row = ([name, score]: [string, Score]) =>
  `${name.padEnd(34)}${ASPECTS.map((aspect) => `${precision(score, aspect).toFixed(2)}/${recall(score, aspect).toFixed(2)}`.padEnd(14)).join('')}`
