import { basename } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type EvalCase, readCases } from '../../src/cli/eval/cases.js'
import { judge } from '../../src/cli/eval/judge.js'
import type { CaseResult } from '../../src/cli/eval/report.js'
import { evaluateFile } from '../../src/cli/eval/run.js'
import type { AgentSessionOptions } from '../../src/server/agent/agent-session.js'
import type { LanguageModel } from '../../src/server/model/language-model.js'
import { LocalEngine } from '../../src/server/providers/local/engine.js'
import { findBinding, loadBinding } from '../../src/server/providers/local/load-binding.js'
import { modelOf } from '../../src/server/providers/local/local-model.js'
import { DEFAULT_SIZE, type EngineSize, sizeFor } from '../../src/server/providers/local/memory-need.js'
import { installedLanguageModels, openModelFile } from '../../src/server/providers/local/model-file.js'
import { hasShared } from '../support/shared.js'
import { hasLanguageEngine, modelsDirectory } from './local-language.js'

const SHOP = 'examples/petshop/cases.yaml'
const MUSIC = 'test/fixtures/eval/spotify.yaml'
const PAYMENTS = 'test/fixtures/eval/payroc.yaml'
/** Questions with the request that answers each: of the example shop (10 tools), of a public benchmark (40), of a real collection (139). */
const FILES = [SHOP, ...(hasShared ? [MUSIC, PAYMENTS] : [])]
/** Room for 40 tools at once in one conversation; 139 fit into no model of this size. */
const MANY_TOOLS = { ...DEFAULT_SIZE, contextTokens: 16_384, states: 1 }
const FILES_OF_FEW = FILES.filter((file) => file !== PAYMENTS)
const PATIENCE_MS = 3_600_000

const rows: Record<string, string | number>[] = []
afterAll(() => console.table(rows))

/** Holds one way to choose tools against a file of questions. */
async function measure(
  way: string,
  { file, own, before = 0 }: { file: string; own: AgentSessionOptions; before?: number },
) {
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
    'MB more than before': before === 0 ? '–' : Math.round((process.memoryUsage().rss - before) / 1e6),
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

const names = hasLanguageEngine() ? installedLanguageModels(modelsDirectory) : []

describe.each(names)('%s', (name) => {
  const { path, file: header } = openModelFile(name, modelsDirectory)
  const load = () => loadBinding(findBinding(name))
  const start = async (wanted: EngineSize): Promise<{ model: LanguageModel; before: number }> => {
    const before = process.memoryUsage().rss
    const engine = await LocalEngine.start({ name, path, size: sizeFor(header, wanted), load })
    return { model: modelOf({ name, engine: async () => engine }), before }
  }
  let few: ReturnType<typeof start> | undefined
  let many: ReturnType<typeof start> | undefined

  it.each(FILES)(
    'chooses among the tools that search finds for %s',
    { timeout: PATIENCE_MS },
    async (file) => {
      few ??= start({ ...DEFAULT_SIZE, states: 1 })
      const { model, before } = await few
      await measure(`${name}, preselected`, { file, before, own: { llm: model } })
    },
  )

  it.each(FILES_OF_FEW)('chooses among all tools for %s', { timeout: PATIENCE_MS }, async (file) => {
    many ??= start(MANY_TOOLS)
    const { model, before } = await many
    const { maxTools: _, ...unlimited } = model
    await measure(`${name}, all tools`, { file, before, own: { llm: unlimited, toolSet: 'all' } })
  })
})
