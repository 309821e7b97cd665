import { singleLine } from '../../printable.js'
import type { ApprovalPolicy } from '../../server/agent/agent.js'
import type { Paint } from '../colour.js'
import { wrapped } from '../wrap.js'

/** A collection that is served. */
export interface CollectionStart {
  path: string
  tools: number
  /** Which of its calls ask first, where it says so itself. */
  approve?: ApprovalPolicy
  /** Requests without a tool. */
  skipped: string[]
  /** Requests that test a failure, left out for that. */
  scenarios?: string[]
  errors: number
  warnings: number
  /** The errors, of requests that still became tools, too. */
  faults: { line: number; name: string; message: string }[]
}

/** An agent of an app. */
export interface AppStart {
  id: string
  collections: CollectionStart[]
  llm: Names
}

/** One provider, or several that are tried in order. */
export type Names = string | string[]

/** What `serve` has loaded and where it listens. */
export interface StartUp {
  version: string
  /** The WebSocket address. */
  url: string
  collections: CollectionStart[]
  destinations: { origin: string; url: string; requests: number; isFallback: boolean }[]
  /** Address of the mock in the same process, and what it answers with. */
  mock?: string
  mockAnswers?: string
  /** Agents by app id, beside the one of everybody else. */
  apps: AppStart[]
  /** Whether whoever names no app has an agent. */
  hasDefault: boolean
  /** Where the tools are offered over MCP. */
  mcp: string
  /** Where sessions live. */
  store: string
  /** The configuration file in use. */
  config?: string
  /** The page to try the agent on. */
  playground?: string
  providers: { stt: Names | null; llm: Names; tts: Names | null }
  approve: ApprovalPolicy
  /** What the user has to know before the first question. */
  warnings: string[]
  /** A question that a tool of this agent answers; absent where none was found. */
  question?: string
}

/** So many of the requests that were left out are named. */
const MOST_LEFT_OUT = 10

/** So many errors of a collection are named. */
const MOST_ERRORS = 5

const ROUTER = 'builtin/router'

const APPROVALS: Record<ApprovalPolicy, string> = {
  none: 'nothing asks first',
  writes: 'calls that write ask first',
  destructive: 'calls that destroy something ask first',
}

const NO_TOOLS =
  'NO TOOLS: there is no postman.json in this folder, so the agent can only talk. Name your collection: voice serve FILE (voice init writes one to begin with).'

/** Where the values of the block begin. */
const VALUES_AT = 12

/** The block that `serve` prints when it is ready, for a screen of so many columns. */
export function startUpBlock(
  start: StartUp,
  { paint, columns = Number.POSITIVE_INFINITY }: { paint: Paint; columns?: number },
): string {
  const rows: [label: string, lines: string[]][] = [
    ['tools', toolLines(start)],
    ['requests', destinationLines(start)],
    ['model', modelLines(start.providers.llm)],
    ['speech', [speechLine(start.providers)]],
    ['approval', [APPROVALS[start.approve]]],
    ['apps', appLines(start)],
    ['config', start.config ? [start.config] : []],
    ['sessions', start.store === 'memory' ? [] : [`live in ${start.store}`]],
    ['address', [paint.cyan(start.url)]],
    ['mcp', [paint.cyan(start.mcp)]],
    ['page', start.playground ? [paint.cyan(start.playground)] : []],
  ]
  const table = rows
    .filter(([, lines]) => lines.length > 0)
    .flatMap(([label, lines]) =>
      lines
        .flatMap((line) => wrapped(singleLine(line), columns - VALUES_AT))
        .map((line, index) => `  ${paint.dim((index === 0 ? label : '').padEnd(VALUES_AT - 2))}${line}`),
    )
  const warnings = start.warnings.flatMap((warning) =>
    wrapped(singleLine(warning), columns - 4).map(
      (line, index) => `  ${index === 0 ? paint.yellow('!') : ' '} ${line}`,
    ),
  )
  return [
    ...noToolsLines(start, { paint, columns }),
    paint.bold(`voice ${start.version}`),
    '',
    ...table,
    ...(warnings.length > 0 ? ['', ...warnings] : []),
  ].join('\n')
}

/** The line below the block: what to say first. It comes when a question was found, which the block does not wait for. */
export function tryLine(start: StartUp, paint: Paint): string {
  return `\n  Try: ${paint.bold(`npx voice chat${addressFlag(start)}${messageFlag(start)}`)}`
}

/** The first thing to know where the agent can do nothing, and what to do about it. */
function noToolsLines(
  { collections, hasDefault }: StartUp,
  { paint, columns }: { paint: Paint; columns: number },
): string[] {
  if (!hasDefault || collections.length > 0) return []
  return wrapped(NO_TOOLS, columns).map((line) => paint.bold(paint.red(line)))
}

const messageFlag = ({ question }: StartUp) =>
  question === undefined ? '' : ` --message ${JSON.stringify(question)}`

/** What `voice chat` has to be told to find this server, or an app of it. */
function addressFlag({ url, hasDefault, apps }: StartUp): string {
  if (!hasDefault) return ` --url "${url}?app_id=${encodeURIComponent(apps[0]?.id ?? '')}"`
  return url === 'ws://127.0.0.1:8000/ws' ? '' : ` --url ${url}`
}

function toolLines({ collections, hasDefault }: StartUp): string[] {
  if (!hasDefault) return []
  if (collections.length === 0) return ['none: there is no collection, the agent only talks']
  return collections.flatMap(collectionLines)
}

function collectionLines(collection: CollectionStart): string[] {
  const { path, tools, skipped, scenarios = [], errors, warnings, faults, approve } = collection
  const served = faults.filter(({ name }) => !skipped.includes(name))
  return [
    `${counted(tools, 'tool')} from ${path}${approve ? `; ${APPROVALS[approve]}` : ''}`,
    ...leftOutLines(skipped, 'no usable address'),
    ...leftOutLines(scenarios, 'they test a failure, --allow NAME offers one'),
    ...(errors + warnings > 0 ? [`${findings(errors, warnings)}: voice validate ${path}`] : []),
    ...served
      .slice(0, MOST_ERRORS)
      .map(({ line, name, message }) => `  line ${line}: ${name ? `${name}: ` : ''}${message}`),
    ...(served.length > MOST_ERRORS ? [`  and ${counted(served.length - MOST_ERRORS, 'error')} more`] : []),
  ]
}

/** The apps, each with its tools, and its model where that is another one. */
function appLines({ apps, providers, hasDefault }: StartUp): string[] {
  const lines = apps.flatMap(({ id, collections, llm }) => {
    const [first = 'no tools', ...rest] = collections.flatMap(collectionLines)
    const isOther = !hasDefault || String(llm) !== String(providers.llm)
    return [`${id}: ${first}${isOther ? `; ${listed(llm)}` : ''}`, ...rest.map((line) => `  ${line}`)]
  })
  if (apps.length === 0) return []
  const others = hasDefault ? 'any other app id gets the tools above' : 'any other app id is refused'
  return [...lines, others]
}

function destinationLines({ destinations, mock, mockAnswers = 'the saved examples' }: StartUp): string[] {
  const lines = destinations.map(({ origin, url, requests, isFallback }) => {
    const from = origin === url || origin === '' ? '' : ` for ${origin}`
    const note = url === mock ? ', the mock' : isFallback ? `, since nothing gives ${origin} a value` : ''
    return `${url}${from} (${counted(requests, 'tool')}${note})`
  })
  return mock === undefined ? lines : [...lines, mockAnswers]
}

function modelLines(llm: Names): string[] {
  if (llm !== ROUTER) return [llm].flat().map((name, at) => (at === 0 ? name : `else ${name}`))
  return [`${ROUTER}: embedded and offline, not a language model`, '--llm or LLM_API_KEY brings one']
}

const listed = (names: Names) => [names].flat().join(', else ')

function speechLine({ stt, tts }: StartUp['providers']): string {
  const [ears, voice] = [stt && listed(stt), tts && listed(tts)]
  if (!ears) return voice ? `hears nothing, speaks with ${voice}` : 'none: clients open in text'
  return voice ? `hears with ${ears}, speaks with ${voice}` : `hears with ${ears}, answers in text`
}

function findings(errors: number, warnings: number): string {
  const parts = [errors > 0 && counted(errors, 'error'), warnings > 0 && counted(warnings, 'warning')]
  return parts.filter(Boolean).join(' and ')
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** The requests without a tool, one line each, the first ten of many. */
function leftOutLines(names: string[], why: string): string[] {
  if (names.length === 0) return []
  const rest = names.length - MOST_LEFT_OUT
  return [
    `left out, ${why}: ${counted(names.length, 'request')}`,
    ...names
      .slice(0, MOST_LEFT_OUT)
      .map((name) => `  ${name.replace(/\s+/g, ' ').trim() || '(without a name)'}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ]
}
