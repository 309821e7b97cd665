import { dirname, relative, resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { credentialsFromEnv } from '../../environment.js'
import { messageOf, VoiceError } from '../../errors.js'
import { silentLogger, systemClock } from '../../ports.js'
import { singleLine } from '../../printable.js'
import { tryParseJson } from '../../protocol/parse-json.js'
import type { Agent } from '../../server/agent/agent.js'
import { AgentSession, type AgentSessionOptions } from '../../server/agent/agent-session.js'
import { Conversation } from '../../server/agent/conversation.js'
import type { AgentEvent, HistoryItem } from '../../server/agent/events.js'
import { textOf } from '../../server/agent/history.js'
import { explainFault } from '../../server/model/model-error.js'
import { resolveAgent } from '../../server/resolve-agent.js'
import { cutText } from '../../text/cut.js'
import { parseYaml } from '../../toolkit/collection/parse-yaml.js'
import { asObject } from '../../toolkit/collection/read-shape.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import { testForeign } from '../../toolkit/semantics/foreign-pattern.js'
import type { Paint } from '../../toolkit/validate/report.js'
import { xml } from '../../toolkit/validate/reporters/xml.js'
import { chooseCollection } from '../choose-collections.js'
import { loadConfig } from '../config.js'
import { startOwnMock, toolkitOnMock } from '../create-toolkit.js'
import { readInput } from '../files.js'
import { loadChoice } from '../load-toolkit.js'
import { createOutput, type ExitCode, type OutputOptions } from '../output.js'
import { type LoadedConfig, limitsOf } from '../settings/settings.js'

export interface EvalOptions extends OutputOptions {
  llm?: string
  config?: string
}

export async function runEval(path: string, options: EvalOptions): Promise<ExitCode> {
  const output = createOutput(options)
  const report = await evaluateFile(path, options)
  if (options.format === 'json') output.printJson(report)
  else output.print(options.format === 'junit' ? evalJunit(report) : evalTable(report, output.paint))
  return report.summary.failed === 0 && report.summary.unapprovedWrites === 0 ? 0 : 1
}

/** Runs the cases of a file on a mock. `agent` overrides the configuration. */
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
  const { instructions, approve, tools: toolSet } = values
  return { instructions, approve, toolSet, limits: limitsOf(values).reply }
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

export interface EvalCase {
  say: string[]
  /** The name of the tool that must be called; null if no tool may be called; absent if any call is allowed. */
  tool?: string | null
  /** The members that the input of a call of `tool` must contain. */
  input?: JsonValue
  /** Whether to approve tool calls. If it is set, the case fails if the agent does not ask for approval. */
  approve?: boolean
  /** The text that the last response must contain, or the regular expression that the last response must match. */
  answer?: Pattern
  absent: string[]
}

interface Pattern {
  shown: string
  matches(text: string): boolean
}

interface EvalFile {
  /** The absolute path of the collection. In the file, the path is relative to the folder of the file. */
  collection: string
  cases: EvalCase[]
}

/** Reads a file of test cases. Throws `cases-invalid` with the case and its problem. */
export async function readCases(path: string): Promise<EvalFile> {
  const text = new TextDecoder().decode(await readInput(path))
  const file = asObject(yamlOf(text, path))
  if (!file) throw invalid(path, 'it has to be a mapping with "collection" and "cases"')
  if (typeof file.collection !== 'string')
    throw invalid(path, '"collection" has to name a Postman collection')
  if (!Array.isArray(file.cases) || file.cases.length === 0)
    throw invalid(path, '"cases" has to be a list of cases')
  const folder = path === '-' ? '.' : dirname(path)
  return {
    collection: resolve(folder, file.collection),
    cases: file.cases.map((one: unknown, at) =>
      readCase(one, (problem) => invalid(path, `case ${at + 1}: ${problem}`)),
    ),
  }
}

function yamlOf(text: string, path: string): JsonValue {
  try {
    return parseYaml(text) as JsonValue
  } catch (error) {
    throw invalid(path, messageOf(error))
  }
}

const known = new Set(['say', 'tool', 'input', 'approve', 'answer', 'absent'])

function readCase(given: unknown, fault: (problem: string) => VoiceError): EvalCase {
  const value = asObject(given)
  if (!value) throw fault('it has to be a mapping with "say"')
  const unknown = Object.keys(value).find((key) => !known.has(key))
  if (unknown !== undefined) throw fault(`"${unknown}" is none of ${[...known].join(', ')}`)
  const { tool, input, approve, answer } = value
  const say = textsOf(value.say)
  if (!say || say.length === 0) throw fault('"say" has to be a sentence or a list of sentences')
  if (tool !== undefined && tool !== null && typeof tool !== 'string')
    throw fault('"tool" has to be the name of a tool, or null')
  if (approve !== undefined && typeof approve !== 'boolean') throw fault('"approve" has to be true or false')
  const absent = textsOf(value.absent ?? [])
  if (!absent) throw fault('"absent" has to be a list of names of tools')
  return {
    say,
    absent,
    tool,
    input,
    approve,
    answer: answer === undefined ? undefined : patternOf(answer, fault),
  }
}

function textsOf(value: unknown): string[] | undefined {
  const list = Array.isArray(value) ? value : [value]
  return list.every((one) => typeof one === 'string') ? list : undefined
}

const PATTERN_MS = 5_000

/** Reads `answer`: `/re/i` is a regular expression; any other text must occur in the response, ignoring case. */
function patternOf(shown: JsonValue, fault: (problem: string) => VoiceError): Pattern {
  if (typeof shown !== 'string') throw fault('"answer" has to be a text or a /regular expression/')
  const [, source, flags] = /^\/(.*)\/([dimsuv]*)$/s.exec(shown) ?? []
  if (source === undefined)
    return { shown, matches: (text) => text.toLowerCase().includes(shown.toLowerCase()) }
  try {
    const pattern = { source, flags: flags ?? '' }
    testForeign('', pattern, PATTERN_MS)
    return { shown, matches: (text) => testForeign(text, pattern, PATTERN_MS) === true }
  } catch (error) {
    throw fault(`"answer": ${messageOf(error)}`)
  }
}

function invalid(path: string, problem: string): VoiceError {
  return new VoiceError(
    'cases-invalid',
    `${path === '-' ? 'Standard input' : path} is no file of cases: ${problem}.`,
  )
}

interface ObservedCall {
  name: string
  input: JsonObject
  ran: boolean
  /** Whether the call was approved; absent if the agent did not ask for approval. */
  approved?: boolean
}

export interface Observed {
  calls: ObservedCall[]
  answer: string
  failure?: string
}

async function runCase({ say, approve }: EvalCase, agent: Agent): Promise<Observed> {
  const watch = new Watch()
  let ids = 0
  const newId = (prefix: string) => `${prefix}_${++ids}`
  const conversation = new Conversation({
    agent,
    clock: systemClock,
    logger: silentLogger,
    newId,
    emit: (event) => watch.take(event),
  })
  for (const text of say) {
    watch.startTurn()
    conversation.addItem({
      id: newId('item'),
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text }],
    })
    conversation.respond()
    await watch.idle()
    for (let open = watch.openQuestions(); open.length > 0; open = watch.openQuestions()) {
      for (const id of open)
        conversation.answerApproval({
          type: 'mcp_approval_response',
          approval_request_id: id,
          approve: approve === true,
          reason: null,
        })
      await watch.idle()
    }
  }
  conversation.close()
  return watch.observed
}

class Watch {
  readonly #items: HistoryItem[] = []
  readonly #answers = new Map<string, boolean>()
  #turnStart = 0
  #active = 0
  #failure: string | undefined
  #notify: (() => void) | undefined

  take(event: AgentEvent): void {
    if (event.type === 'item-done') this.#keep(event.item)
    if (event.type === 'reply-started') this.#active += 1
    if (event.type !== 'reply-ended') return
    this.#active -= 1
    const { status, errorCode = 'failed', fault } = event.end
    if (status === 'failed') this.#failure = fault ? explainFault(fault) : errorCode
    this.#notify?.()
  }

  startTurn(): void {
    this.#turnStart = this.#items.length
  }

  /** Waits until no response is in progress. If another response follows immediately, also waits for its end. */
  async idle(): Promise<void> {
    do {
      if (this.#active > 0) await new Promise<void>((resolve) => (this.#notify = resolve))
      await nextTurn()
    } while (this.#active > 0)
  }

  openQuestions(): string[] {
    return this.#items.flatMap((item) =>
      item.type === 'mcp_approval_request' && !this.#answers.has(item.id) ? [item.id] : [],
    )
  }

  get observed(): Observed {
    const said = this.#items.slice(this.#turnStart)
    const answer = said
      .flatMap((item) => (item.type === 'message' && item.role === 'assistant' ? [textOf(item)] : []))
      .join(' ')
    const calls = this.#items.flatMap((item) => this.#callOf(item))
    return { calls, answer, failure: this.#failure }
  }

  #keep(item: HistoryItem): void {
    this.#items.push(item)
    if (item.type === 'mcp_approval_response') this.#answers.set(item.approval_request_id, item.approve)
  }

  /** The call of an item. Of a call with approval, only the request counts, so that it counts once. */
  #callOf(item: HistoryItem): ObservedCall[] {
    if (item.type === 'mcp_approval_request') {
      const approved = this.#answers.get(item.id) === true
      return [{ name: item.name, input: inputOf(item.arguments), ran: approved, approved }]
    }
    if (item.type !== 'mcp_call' || item.approval_request_id) return []
    return [{ name: item.name, input: inputOf(item.arguments), ran: true }]
  }
}

const inputOf = (text: string): JsonObject => asObject(tryParseJson(text)) ?? {}

export function judge(expected: EvalCase, { calls, answer, failure }: Observed): string[] {
  return [
    ...(failure === undefined ? [] : [`the agent failed (${failure})`]),
    ...judgeTool(expected, { calls, answer }),
    ...judgeApproval(expected, calls),
    ...expected.absent
      .filter((name) => calls.some((call) => call.name === name))
      .map((name) => `${name} must not be called`),
    ...(expected.answer && !expected.answer.matches(answer)
      ? [`the answer does not hold ${expected.answer.shown}: ${shorten(answer)}`]
      : []),
  ]
}

function judgeTool(
  { tool, input }: EvalCase,
  { calls, answer }: Pick<Observed, 'calls' | 'answer'>,
): string[] {
  if (tool === undefined) return []
  if (tool === null) return calls.length === 0 ? [] : [`no tool was wanted, but there was ${listed(calls)}`]
  const named = calls.filter((call) => call.name === tool)
  if (named.length === 0)
    return [
      `${tool} was not called, ${calls.length === 0 ? `nor was any tool. The agent said: ${shorten(answer)}` : `but ${listed(calls)}`}`,
    ]
  if (input === undefined || named.some((call) => contains(call.input, input))) return []
  return [
    `${tool} was called with ${named.map((call) => JSON.stringify(call.input)).join(' and ')}, not with ${JSON.stringify(input)}`,
  ]
}

function judgeApproval({ approve, tool }: EvalCase, calls: ObservedCall[]): string[] {
  if (approve === undefined) return []
  const asked = calls.filter(
    (call) => call.approved !== undefined && (tool === undefined || call.name === tool),
  )
  return asked.length > 0 ? [] : ['no approval was asked for']
}

/** Whether `got` has the values of `want`. Objects of `got` may have more members; lists must have the same length. */
function contains(got: JsonValue | undefined, want: JsonValue): boolean {
  if (Array.isArray(want)) {
    return Array.isArray(got) && want.length === got.length && want.every((one, at) => contains(got[at], one))
  }
  if (typeof want !== 'object' || want === null) return got === want
  if (typeof got !== 'object' || got === null || Array.isArray(got)) return false
  return Object.entries(want).every(([name, value]) => contains(got[name], value))
}

function listed(calls: ObservedCall[]): string {
  return calls.map((call) => `${call.name} ${JSON.stringify(call.input)}`).join(', ')
}

function shorten(text: string): string {
  return text.length <= 120 ? JSON.stringify(text) : `${JSON.stringify(cutText(text, 120))}...`
}

export interface CaseResult {
  say: string[]
  passed: boolean
  problems: string[]
  calls: ObservedCall[]
  answer: string
  ms: number
}

interface EvalReport {
  llm: string
  collection: string
  cases: CaseResult[]
  summary: { cases: number; passed: number; failed: number; unapprovedWrites: number; ms: number }
}

export function evalTable({ cases, summary, llm }: EvalReport, paint: Paint): string {
  const lines = cases.flatMap(({ say, passed, problems, calls }) => [
    `${passed ? paint.green('✓') : paint.red('✗')} ${singleLine(say.join(' / '))}${passed ? paint.dim(callText(calls)) : ''}`,
    ...problems.map((problem) => paint.red(`    ${singleLine(problem)}`)),
  ])
  return [...lines, '', paint.bold(summaryLine(summary, llm))].join('\n')
}

function callText(calls: ObservedCall[]): string {
  return calls.map((call) => `  → ${call.name} ${JSON.stringify(call.input)}`).join('')
}

function summaryLine({ cases, passed, unapprovedWrites }: EvalReport['summary'], llm: string): string {
  const share = cases === 0 ? 0 : Math.floor((100 * passed) / cases)
  return `${passed} of ${cases} cases passed (${share} %), ${unapprovedWrites} writes without approval, with ${llm}`
}

export function evalJunit({ cases, summary, llm, collection }: EvalReport): string {
  const tests = cases.map(({ say, problems, ms }) => {
    const head = `    <testcase classname="${xml(llm)}" name="${xml(say.join(' / '))}" time="${seconds(ms)}"`
    if (problems.length === 0) return `${head}/>`
    const text = xml(problems.join('\n'))
    return `${head}>\n      <failure message="${xml(problems[0]!)}">${text}</failure>\n    </testcase>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="voice eval" tests="${summary.cases}" failures="${summary.failed}" time="${seconds(summary.ms)}">`,
    `  <testsuite name="${xml(collection)}" tests="${summary.cases}" failures="${summary.failed}" errors="0" time="${seconds(summary.ms)}">`,
    ...tests,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}
