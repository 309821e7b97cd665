import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { ModelMessage, ModelTool } from '../../../../src/server/model/language-model.js'
import { parseCollection } from '../../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../../src/toolkit/compile/compile-collection.js'
import type { JsonValue } from '../../../../src/toolkit/model/json.js'
import { hasShared, sharedPath } from '../../../support/shared.js'
import { step } from './talk.js'

const root = join(import.meta.dirname, '../../../..')
const fixtures = join(root, 'test/fixtures/eval')

interface Case {
  say: string[]
  tool: string | null
  input?: JsonValue
}

interface CorpusCase {
  say: string
  titles: string[]
  held?: boolean
}

function readYaml<Shape>(name: string): Shape {
  return parse(readFileSync(join(fixtures, name), 'utf8')) as Shape
}

function toolsOf(file: string): ModelTool[] {
  const { definitions } = compileCollection(parseCollection(JSON.parse(readFileSync(file, 'utf8'))))
  return definitions.map((definition) => ({ ...definition, definition }))
}

/** Says the sentences one after another until a tool is called. */
async function firstCall(says: string[], tools: ModelTool[]) {
  const history: ModelMessage[] = []
  for (const text of says) {
    history.push({ role: 'user', text })
    const { call, text: said } = await step(history, { tools })
    if (call) return call
    history.push({ role: 'assistant', text: said, toolCalls: [] })
  }
  return undefined
}

async function passes({ say, tool, input }: Case, tools: ModelTool[]): Promise<boolean> {
  const call = await firstCall(say, tools)
  return (call?.name ?? null) === tool && (call === undefined || contains(call.input, input ?? {}))
}

function contains(got: JsonValue | undefined, want: JsonValue): boolean {
  if (typeof want !== 'object' || want === null || Array.isArray(want)) return got === want
  if (typeof got !== 'object' || got === null || Array.isArray(got)) return false
  return Object.entries(want).every(([name, value]) => contains(got[name], value))
}

async function countPassing(cases: Case[], tools: ModelTool[]): Promise<number> {
  let passed = 0
  for (const one of cases) if (await passes(one, tools)) passed++
  return passed
}

function report(name: string, { passed, of }: { passed: number; of: number }): void {
  console.info(`router: ${name}: ${passed} of ${of}`)
}

describe('the router on the example shop', () => {
  const tools = toolsOf(join(root, 'examples/petshop/postman.json'))
  it.each(['petshop-open.yaml', 'petshop-held.yaml'])(
    '%s: at least 90 percent of ten paraphrases per tool',
    async (file) => {
      const { cases } = readYaml<{ cases: Case[] }>(file)
      const passed = await countPassing(cases, tools)
      report(file, { passed, of: cases.length })
      expect(passed / cases.length).toBeGreaterThanOrEqual(0.9)
    },
  )

  it('abstains on at least 90 % of what it has no tool for', async () => {
    const { cases } = readYaml<{ cases: Case[] }>('unrelated.yaml')
    const passed = await countPassing(cases, tools)
    report('unrelated questions', { passed, of: cases.length })
    expect(passed / cases.length).toBeGreaterThanOrEqual(0.9)
  })
})

interface Count {
  passed: number
  of: number
}

/** How many questions of a collection lead to the right tool, and how many unrelated ones to none. */
async function evaluate(
  file: string,
  questions: CorpusCase[],
): Promise<Record<'open' | 'held' | 'unrelated', Count>> {
  const tools = toolsOf(sharedPath('corpus/collections', `${file}.json`))
  const counts = { open: { passed: 0, of: 0 }, held: { passed: 0, of: 0 }, unrelated: { passed: 0, of: 0 } }
  const chosenFor = async (text: string) => (await step([{ role: 'user', text }], { tools })).explain.chosen
  for (const { say, titles, held } of questions) {
    const chosen = await chosenFor(say)
    const title = tools.find((tool) => tool.name === chosen)?.definition?.title.trim() ?? ''
    const count = counts[held ? 'held' : 'open']
    count.of++
    if (titles.includes(title)) count.passed++
  }
  for (const { say } of readYaml<{ cases: Case[] }>('unrelated.yaml').cases) {
    counts.unrelated.of++
    if ((await chosenFor(say[0]!)) === null) counts.unrelated.passed++
  }
  return counts
}

describe.skipIf(!hasShared)('the router on collections of the corpus', () => {
  it.each(['corpus.yaml', 'corpus-wide.yaml'])(
    '%s: the right tool, and none where nothing fits',
    async (file) => {
      const total: Awaited<ReturnType<typeof evaluate>> = {
        open: { passed: 0, of: 0 },
        held: { passed: 0, of: 0 },
        unrelated: { passed: 0, of: 0 },
      }
      const sets = Object.entries(readYaml<Record<string, CorpusCase[]>>(file))
      for (const [name, questions] of sets) {
        const counts = await evaluate(name, questions)
        expect(counts.unrelated.passed / counts.unrelated.of, `${name} abstains`).toBeGreaterThanOrEqual(0.9)
        for (const kind of ['open', 'held', 'unrelated'] as const) {
          total[kind].passed += counts[kind].passed
          total[kind].of += counts[kind].of
        }
      }
      report(`${file} (${sets.length} collections), open`, total.open)
      report(`${file} (${sets.length} collections), held out`, total.held)
      report(`${file} (${sets.length} collections), abstained on unrelated questions`, total.unrelated)
      expect(total.open.passed / total.open.of).toBeGreaterThanOrEqual(0.9)
      expect(total.held.passed / total.held.of).toBeGreaterThanOrEqual(0.85)
    },
  )
})
