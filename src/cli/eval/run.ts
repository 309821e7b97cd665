import { relative } from 'node:path'
import { credentialsFromEnv } from '../../environment.js'
import type { Agent } from '../../server/agent/agent.js'
import { AgentSession, type AgentSessionOptions } from '../../server/agent/agent-session.js'
import { resolveAgent } from '../../server/resolve-agent.js'
import { chooseCollection } from '../choose-collections.js'
import type { LoadedConfig } from '../config.js'
import { loadConfig } from '../load-config.js'
import { loadChoice } from '../load-toolkit.js'
import { startOwnMock, toolkitOnMock } from '../mock.js'
import { createOutput, type ExitCode, type OutputOptions } from '../output.js'
import { type EvalCase, readCases } from './cases.js'
import { judge } from './judge.js'
import { type CaseResult, type EvalReport, evalJunit, evalTable } from './report.js'
import { runCase } from './run-case.js'

/** The flags of `voice eval`. */
export interface EvalOptions extends OutputOptions {
  /** Provider string of the language model, such as `openai/gpt-6-luna`. */
  llm?: string
  /** Path of the configuration; default voice.config.json. */
  config?: string
}

/** Runs a file of test cases and prints the results. */
export async function runEval(path: string, options: EvalOptions): Promise<ExitCode> {
  const output = createOutput(options)
  const report = await evaluateFile(path, options)
  if (options.format === 'json') output.printJson(report)
  else output.print(options.format === 'junit' ? evalJunit(report) : evalTable(report, output.paint))
  return report.summary.failed === 0 && report.summary.unapprovedWrites === 0 ? 0 : 1
}

/**
 * Runs the test cases of a file with an agent for the collection that the file names. A mock answers all requests from
 * the saved examples. Options in `agent` override the configuration.
 */
export async function evaluateFile(
  path: string,
  options: EvalOptions & { agent?: AgentSessionOptions },
): Promise<EvalReport> {
  const file = await readCases(path)
  const config = await loadConfig(options.config, createOutput(options).warn)
  const choice = await chooseCollection(file.collection, { flags: options, config })
  const { collection, settings, lock, approve } = await loadChoice(choice, {
    config,
    environmentUrl: false,
    configuredUrl: false,
  })
  const mock = await startOwnMock(collection)
  try {
    const tools = [await toolkitOnMock(collection, { settings, options: { lock, approve }, mock })]
    const llm =
      options.llm?.split(',').map((name) => name.trim()) ?? [config.values.llm ?? 'builtin/router'].flat()
    const session = new AgentSession({
      ...agentOptions(config),
      llm,
      tools,
      credentials: credentialsFromEnv(),
      ...options.agent,
    })
    const about = { llm: llm.join(', else '), collection: relative(process.cwd(), file.collection) }
    return await evaluate(file.cases, { agent: resolveAgent(session), ...about })
  } finally {
    await mock.close()
  }
}

function agentOptions({ values }: LoadedConfig): AgentSessionOptions {
  const { instructions, approve, tools: toolSet, limits: { maxSteps, toolTimeoutMs } = {} } = values
  const limits = { ...(maxSteps && { maxSteps }), ...(toolTimeoutMs && { toolTimeoutMs }) }
  return { instructions, approve, toolSet, limits }
}

async function evaluate(
  cases: EvalCase[],
  { agent, ...about }: { agent: Agent; llm: string; collection: string },
): Promise<EvalReport> {
  const started = Date.now()
  const results: CaseResult[] = []
  for (const one of cases) results.push(await evaluateCase(one, agent))
  const passed = results.filter((result) => result.passed).length
  const unapprovedWrites = results
    .flatMap(({ calls }) => calls)
    .filter((call) => isUnapprovedWrite(call, agent)).length
  const summary = {
    cases: results.length,
    passed,
    failed: results.length - passed,
    unapprovedWrites,
    ms: Date.now() - started,
  }
  return { ...about, cases: results, summary }
}

async function evaluateCase(one: EvalCase, agent: Agent): Promise<CaseResult> {
  const started = Date.now()
  const observed = await runCase(one, agent)
  const problems = judge(one, observed)
  const { calls, answer } = observed
  return { say: one.say, passed: problems.length === 0, problems, calls, answer, ms: Date.now() - started }
}

function isUnapprovedWrite({ name, ran, approved }: CaseResult['calls'][number], agent: Agent): boolean {
  const tool = agent.tools.callable.get(name)
  return ran && approved !== true && tool !== undefined && !tool.annotations.readOnlyHint
}
