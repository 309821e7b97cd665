import { singleLine } from '../../printable.js'
import type { ApprovalPolicy } from '../../server/agent/agent.js'
import type { Paint } from '../../toolkit/validate/report.js'
import { shellQuoted, shellWord } from '../shell-word.js'
import { wrapped } from '../terminal.js'
import { nameOfOrigin } from '../unknown-origins.js'

export interface CollectionStart {
  path: string
  tools: number
  /** The approval policy of this collection, if set. */
  approve?: ApprovalPolicy
  /** The names of requests without a usable address, which became no tools. */
  skipped: string[]
  /** The names of requests that are left out because they test a failure. */
  scenarios?: string[]
  errors: number
  warnings: number
  /** Validation errors, including those of requests that still became tools. */
  faults: { line: number; name: string; message: string }[]
}

export interface AppStart {
  id: string
  collections: CollectionStart[]
  llm: ListedNames
}

/** The name of one provider, or the names of several providers in order of preference. */
export type ListedNames = string | string[]

/** The facts that the startup banner shows: tools, engines, settings, and the addresses of the server. */
export interface StartupFacts {
  version: string
  /** The WebSocket address. */
  url: string
  collections: CollectionStart[]
  destinations: { origin: string; url: string; requests: number; isFallback: boolean }[]
  /** The address of the mock that runs in the same process. */
  mock?: string
  /** Where the responses of the mock come from, in words. */
  mockAnswers?: string
  /** Agents by app id, besides the default agent. */
  apps: AppStart[]
  /** Whether there is a default agent for clients without an app. */
  hasDefault: boolean
  /** The address at which MCP clients reach the tools. */
  mcp: string
  store: string
  /** The configuration file in use. */
  config?: string
  /**
   * Lines about WebRTC calls: their address, and what must be installed or set first. Absent if there is no recognizer.
   */
  calls?: string[]
  /** The carrier of telephone calls, and the address for its webhook. */
  phone?: string
  playground?: string
  providers: { stt: ListedNames | null; llm: ListedNames; tts: ListedNames | null }
  /**
   * Lines about language models and speech engines that are available but not in use. Each line ends with the flag that
   * selects the model or engine.
   */
  found?: { model: string[]; speech: string[] }
  approve: ApprovalPolicy
  warnings: string[]
  /** An example question that a tool of this agent answers; absent if none was found. */
  question?: string
}

const MOST_LEFT_OUT = 10

/** Maximum number of errors of a collection to name. */
const MOST_ERRORS = 5

const ROUTER = 'builtin/router'

const APPROVALS: Record<ApprovalPolicy, string> = {
  none: 'nothing asks first',
  writes: 'calls that write ask first',
  destructive: 'calls that destroy something ask first',
}

const NO_TOOLS =
  'NO TOOLS: there is no collection, so the agent can only talk. Name your collection: voice serve FILE (voice init writes one to begin with).'

const VALUES_AT = 12

/** The banner that `serve` prints when it is ready, for a given screen width. */
export function startupBanner(
  start: StartupFacts,
  { paint, columns = Number.POSITIVE_INFINITY }: { paint: Paint; columns?: number },
): string {
  const rows: [label: string, lines: string[]][] = [
    ['tools', toolLines(start)],
    ['requests', destinationLines(start)],
    ['model', modelLines(start.providers.llm, start.found?.model)],
    ['speech', [...speechLines(start), ...(start.found?.speech ?? [])]],
    ['approval', [APPROVALS[start.approve]]],
    ['apps', appLines(start)],
    ['config', start.config ? [start.config] : []],
    ['sessions', start.store === 'memory' ? [] : [`live in ${start.store}`]],
    ['address', [paint.cyan(start.url)]],
    ['mcp', [paint.cyan(start.mcp)]],
    ['calls', start.calls ?? []],
    ['phone', start.phone ? [start.phone] : []],
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

/** The line below the banner: a `voice chat` command, with an example question if one was found. */
export function tryLine(start: StartupFacts, paint: Paint): string {
  return `\n  Try: ${paint.bold(`npx voice chat${addressFlag(start)}${messageFlag(start)}`)}`
}

/** The warning for an agent without tools, and advice. */
function noToolsLines(
  { collections, hasDefault }: StartupFacts,
  { paint, columns }: { paint: Paint; columns: number },
): string[] {
  if (!hasDefault || collections.length > 0) return []
  return wrapped(NO_TOOLS, columns).map((line) => paint.bold(paint.red(line)))
}

const messageFlag = ({ question }: StartupFacts) =>
  question === undefined ? '' : ` --message ${shellQuoted(question)}`

/** The `voice chat` flags for this server or one of its apps. */
function addressFlag({ url, hasDefault, apps }: StartupFacts): string {
  if (!hasDefault) return ` --url "${url}?app_id=${encodeURIComponent(apps[0]?.id ?? '')}"`
  return url === 'ws://127.0.0.1:8000/ws' ? '' : ` --url ${url}`
}

function toolLines({ collections, hasDefault }: StartupFacts): string[] {
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
    ...(errors + warnings > 0
      ? [`${findings(errors, warnings)}: npx voice validate ${shellWord(path)}`]
      : []),
    ...served
      .slice(0, MOST_ERRORS)
      .map(({ line, name, message }) => `  line ${line}: ${name ? `${name}: ` : ''}${message}`),
    ...(served.length > MOST_ERRORS ? [`  and ${counted(served.length - MOST_ERRORS, 'error')} more`] : []),
  ]
}

/**
 * Returns the lines about the apps and their tools. The line of an app names its language model if the default agent
 * has another model, or if there is no default agent.
 */
function appLines({ apps, providers, hasDefault }: StartupFacts): string[] {
  const lines = apps.flatMap(({ id, collections, llm }) => {
    const [first = 'no tools', ...rest] = collections.flatMap(collectionLines)
    const isOther = !hasDefault || String(llm) !== String(providers.llm)
    return [`${id}: ${first}${isOther ? `; ${listed(llm)}` : ''}`, ...rest.map((line) => `  ${line}`)]
  })
  if (apps.length === 0) return []
  const others = hasDefault ? 'any other app id gets the tools above' : 'any other app id is refused'
  return [...lines, others]
}

function destinationLines({
  destinations,
  mock,
  mockAnswers = 'the saved examples',
}: StartupFacts): string[] {
  const lines = destinations.map(({ origin, url, requests, isFallback }, index) => {
    const flag = `--base-url ${index === 0 ? '' : `${nameOfOrigin(origin)}=`}URL`
    if (!hasHost(url)) return `nowhere: ${origin} has no host; ${flag} sets it (${counted(requests, 'tool')})`
    const from = origin === url || origin === '' ? '' : ` for ${origin}`
    const note =
      url === mock
        ? ', the mock'
        : isFallback
          ? `, without credentials, since nothing gives ${origin} a value; ${flag} does`
          : ''
    return `${url}${from} (${counted(requests, 'tool')}${note})`
  })
  return mock === undefined ? lines : [...lines, mockAnswers]
}

/** Whether a base URL has a host: `http://` and `http://{{host}}` have none. */
const hasHost = (url: string) => URL.canParse(url.includes('://') ? url : `http://${url}`)

function modelLines(llm: ListedNames, found: string[] = []): string[] {
  if (llm !== ROUTER) return [llm].flat().map((name, at) => (at === 0 ? name : `else ${name}`))
  const ways = found.length > 0 ? found : ['--llm or LLM_API_KEY brings one']
  return [`${ROUTER}: embedded and offline, not a language model`, ...ways]
}

const listed = (names: ListedNames) => [names].flat().join(', else ')

function speechLines({ providers, playground }: StartupFacts): string[] {
  const { stt, tts } = providers
  const [recognizer, voice] = [stt && listed(stt), tts && listed(tts)]
  if (recognizer)
    return [voice ? `recognizer ${recognizer}, voice ${voice}` : `recognizer ${recognizer}, answers in text`]
  const none = voice ? `no recognizer, voice ${voice}` : 'none: clients open in text'
  return playground ? [none, 'the playground uses the recognizer and the voice of the browser'] : [none]
}

function findings(errors: number, warnings: number): string {
  const parts = [errors > 0 && counted(errors, 'error'), warnings > 0 && counted(warnings, 'warning')]
  return parts.filter(Boolean).join(' and ')
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Lines about requests that became no tools: their number, then the names of up to ten. */
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
