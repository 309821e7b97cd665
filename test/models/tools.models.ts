import { basename } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type CaseResult, type EvalCase, evaluateFile, judge, readCases } from '../../src/cli/eval/run.js'
import type { AgentSessionOptions } from '../../src/server/agent/agent-session.js'
import { hasShared } from '../support/shared.js'

const SHOP = 'examples/petshop/cases.yaml'
const MUSIC = 'test/fixtures/eval/spotify.yaml'
const PAYMENTS = 'test/fixtures/eval/payroc.yaml'
/** Questions with the request that answers each: of the example shop (10 tools), of a public benchmark (40), of a real collection (139). */
const FILES = [SHOP, ...(hasShared ? [MUSIC, PAYMENTS] : [])]
const PATIENCE_MS = 3_600_000

const rows: Record<string, string | number>[] = []
afterAll(() => console.table(rows))

/** Holds one way to choose tools against a file of questions. */
async function measure(way: string, { file, own }: { file: string; own: AgentSessionOptions }) {
  const { cases } = await readCases(file)
  const report = await evaluateFile(file, { format: 'json', color: false, agent: own })
  const judged = cases.map((wanted, at) => [wanted, report.cases[at]!] as const)
  for (const [, { say, calls, ms, answer }] of judged)
    console.log(`${way}  ${say.join(' / ')}  ${listed(calls)}  ${Math.round(ms / 100) / 10} s  ${answer}`)
  const times = report.cases.map(({ ms }) => ms / 1_000)
  rows.push({
    'chosen by': way,
    questions: basename(file, '.yaml').replace('cases', 'petshop'),
    'right tool': shareOf(judged, hasRightTool),
    'right tool and inputs': shareOf(judged, hasRightInputs),
    'passed as a whole': `${report.summary.passed} of ${cases.length}`,
    'mean s': (times.reduce((sum, time) => sum + time, 0) / times.length).toFixed(1),
    'slowest s': Math.max(...times).toFixed(1),
  })
  expect(report.summary.unapprovedWrites).toBe(0)
  return report
}

const listed = (calls: CaseResult['calls']) =>
  calls.map(({ name, input }) => `→ ${name} ${JSON.stringify(input)}`).join('  ')

const shareOf = (
  judged: (readonly [EvalCase, CaseResult])[],
  isRight: (wanted: EvalCase, got: CaseResult) => boolean,
) => `${judged.filter(([wanted, got]) => isRight(wanted, got)).length} of ${judged.length}`

const hasRightInputs = ({ say, tool, input }: EvalCase, { calls }: CaseResult) =>
  judge(
    { say, absent: [], ...(tool !== undefined && { tool }), ...(input !== undefined && { input }) },
    {
      calls,
      answer: '',
    },
  ).length === 0

const hasRightTool = ({ say, tool }: EvalCase, got: CaseResult) =>
  hasRightInputs({ say, absent: [], ...(tool !== undefined && { tool }) }, got)

describe('builtin/router', () => {
  it.each(FILES)('chooses tools for %s', async (file) => {
    const { summary } = await measure('builtin/router', { file, own: { llm: 'builtin/router' } })
    if (file !== MUSIC) expect(summary.passed / summary.cases).toBeGreaterThanOrEqual(0.9)
  })
})

/** Another model to hold against these questions, such as `ollama/qwen3`. */
const other = process.env.VOICE_TEST_LLM ?? ''
if (!other) console.warn('skipped: VOICE_TEST_LLM names no language model')

describe.skipIf(!other).each(FILES)('a language model', (file) => {
  it(`chooses tools for ${file}`, { timeout: PATIENCE_MS }, async () => {
    const { summary } = await measure(other, { file, own: { llm: other } })
    expect(summary.cases).toBeGreaterThan(0)
  })
})
