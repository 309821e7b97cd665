import type { ApprovalPolicy } from '../../server/agent/agent.js'
import type { ToolDefinition } from '../../toolkit/model/tool.js'
import type { Paint } from '../colour.js'

/** What `serve` has loaded and where it listens. */
export interface StartUp {
  version: string
  /** The WebSocket address. */
  url: string
  collections: { path: string; tools: number; skipped: string[]; errors: number; warnings: number }[]
  destinations: { origin: string; url: string; requests: number; isFallback: boolean }[]
  /** Address of the mock in the same process. */
  mock?: string
  /** The page to try the agent on. */
  playground?: string
  providers: { stt: string | null; llm: string; tts: string | null }
  approve: ApprovalPolicy
  /** What the user has to know before the first question. */
  warnings: string[]
  /** A question that a tool of this agent answers. */
  question: string
}

/** So many of the requests that were left out are named. */
const MOST_LEFT_OUT = 10

const ROUTER = 'builtin/router'

const APPROVALS: Record<ApprovalPolicy, string> = {
  none: 'nothing asks first',
  writes: 'calls that write ask first',
  destructive: 'calls that destroy something ask first',
}

/** The block that `serve` prints when it is ready. */
export function startUpBlock(start: StartUp, paint: Paint): string {
  const rows: [label: string, lines: string[]][] = [
    ['tools', toolLines(start)],
    ['requests', destinationLines(start)],
    ['model', modelLines(start.providers.llm)],
    ['speech', [speechLine(start.providers)]],
    ['approval', [APPROVALS[start.approve]]],
    ['address', [paint.cyan(start.url)]],
    ['page', start.playground ? [paint.cyan(start.playground)] : []],
  ]
  const table = rows
    .filter(([, lines]) => lines.length > 0)
    .flatMap(([label, lines]) =>
      lines.map((line, index) => `  ${paint.dim((index === 0 ? label : '').padEnd(10))}${line}`),
    )
  const warnings = start.warnings.map((warning) => `  ${paint.yellow('!')} ${warning}`)
  return [
    paint.bold(`voice ${start.version}`),
    '',
    ...table,
    ...(warnings.length > 0 ? ['', ...warnings] : []),
    '',
    `  Try: ${paint.bold(`npx voice chat --message ${JSON.stringify(start.question)}`)}`,
  ].join('\n')
}

function toolLines({ collections }: StartUp): string[] {
  if (collections.length === 0) return ['none: there is no collection, the agent only talks']
  return collections.flatMap(({ path, tools, skipped, errors, warnings }) => [
    `${counted(tools, 'tool')} from ${path}`,
    ...leftOutLines(skipped),
    ...(errors + warnings > 0 ? [`${findings(errors, warnings)}: voice validate ${path}`] : []),
  ])
}

function destinationLines({ destinations, mock }: StartUp): string[] {
  return destinations.map(({ origin, url, requests, isFallback }) => {
    const from = origin === url || origin === '' ? '' : ` for ${origin}`
    const note =
      url === mock ? ', the saved examples' : isFallback ? `, since nothing gives ${origin} a value` : ''
    return `${url}${from} (${counted(requests, 'tool')}${note})`
  })
}

function modelLines(llm: string): string[] {
  if (llm !== ROUTER) return [llm]
  return [`${llm}: embedded and offline, not a language model`, '--llm or LLM_API_KEY brings one']
}

function speechLine({ stt, tts }: StartUp['providers']): string {
  if (!stt) return tts ? `hears nothing, speaks with ${tts}` : 'none: clients open in text'
  return tts ? `hears with ${stt}, speaks with ${tts}` : `hears with ${stt}, answers in text`
}

/** Something to ask that needs no input: the name of a request that reads. */
export function questionFor(definitions: ToolDefinition[]): string {
  const reading = definitions.filter(({ annotations }) => annotations.readOnlyHint)
  const free = reading.filter(({ parameters }) => (parameters.required ?? []).length === 0)
  const title = (free.find(({ method }) => method === 'GET') ?? free[0] ?? reading[0])?.title
  return title ? title.charAt(0).toLowerCase() + title.slice(1) : 'hello'
}

function findings(errors: number, warnings: number): string {
  const parts = [errors > 0 && counted(errors, 'error'), warnings > 0 && counted(warnings, 'warning')]
  return parts.filter(Boolean).join(' and ')
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** The requests without a tool, one line each, the first ten of many. */
function leftOutLines(names: string[]): string[] {
  if (names.length === 0) return []
  const rest = names.length - MOST_LEFT_OUT
  return [
    `left out, no usable address: ${counted(names.length, 'request')}`,
    ...names
      .slice(0, MOST_LEFT_OUT)
      .map((name) => `  ${name.replace(/\s+/g, ' ').trim() || '(without a name)'}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ]
}
