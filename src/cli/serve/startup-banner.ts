import { singleLine } from '../../printable.js'
import type { ApprovalPolicy } from '../../server/agent/agent.js'
import { counted } from '../../text/counted.js'
import type { Paint } from '../../toolkit/validate/report.js'
import { nameOfOrigin } from '../load-toolkit.js'
import { shellQuoted, shellWord, wrapped } from '../output.js'
import { type CollectionFacts, listed, modelLines, type ServerFacts, speechLines } from './server-facts.js'

const MOST_LEFT_OUT = 10

const MOST_ERRORS = 5

const APPROVALS: Record<ApprovalPolicy, string> = {
  none: 'nothing asks first',
  writes: 'calls that write ask first',
  destructive: 'calls that destroy something ask first',
}

const NO_TOOLS =
  'NO TOOLS: there is no collection, so the agent can only talk. Name your collection: voice serve FILE (voice init writes one to begin with).'

const VALUES_AT = 12

export function startupBanner(
  start: ServerFacts,
  { paint, columns = Number.POSITIVE_INFINITY }: { paint: Paint; columns?: number },
): string {
  const rows: [label: string, lines: string[]][] = [
    ['tools', toolLines(start)],
    ['requests', destinationLines(start)],
    ['values', start.values ?? []],
    ['model', modelLines(start)],
    ['speech', speechLines(start)],
    ['approval', [APPROVALS[start.approve]]],
    [
      'log-in',
      start.login?.length ? [`${start.login.join(', ')}, without a question when it is needed`] : [],
    ],
    ['shown', start.showModel ? [`what the model gets and answers is added to ${start.showModel}`] : []],
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

export function tryLine(start: ServerFacts, paint: Paint): string {
  return `\n  Try: ${paint.bold(`npx voice chat${addressFlag(start)}${messageFlag(start)}`)}`
}

function noToolsLines(
  { collections, hasDefault }: ServerFacts,
  { paint, columns }: { paint: Paint; columns: number },
): string[] {
  if (!hasDefault || collections.length > 0) return []
  return wrapped(NO_TOOLS, columns).map((line) => paint.bold(paint.red(line)))
}

const messageFlag = ({ question }: ServerFacts) =>
  question === undefined ? '' : ` --message ${shellQuoted(question)}`

function addressFlag({ url, hasDefault, apps }: ServerFacts): string {
  if (!hasDefault) return ` --url "${url}?app_id=${encodeURIComponent(apps[0]?.id ?? '')}"`
  return url === 'ws://127.0.0.1:8000/ws' ? '' : ` --url ${url}`
}

function toolLines({ collections, hasDefault }: ServerFacts): string[] {
  if (!hasDefault) return []
  if (collections.length === 0) return ['none: there is no collection, the agent only talks']
  return collections.flatMap(collectionLines)
}

function collectionLines(collection: CollectionFacts): string[] {
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
      .map(
        ({ path: file, line, name, message }) =>
          `  ${file ? `${file}, ` : ''}line ${line}: ${name ? `${name}: ` : ''}${message}`,
      ),
    ...(served.length > MOST_ERRORS ? [`  and ${counted(served.length - MOST_ERRORS, 'error')} more`] : []),
  ]
}

/** Lines about apps and tools. An app names its model if it is not the default agent's. */
function appLines({ apps, providers, hasDefault }: ServerFacts): string[] {
  const lines = apps.flatMap(({ id, collections, llm }) => {
    const [first = 'no tools', ...rest] = collections.flatMap(collectionLines)
    const isOther = !hasDefault || String(llm) !== String(providers.llm)
    return [`${id}: ${first}${isOther ? `; ${listed(llm)}` : ''}`, ...rest.map((line) => `  ${line}`)]
  })
  if (apps.length === 0) return []
  const others = hasDefault ? 'any other app id gets the tools above' : 'any other app id is refused'
  return [...lines, others]
}

function destinationLines({ destinations, mock, mockAnswers = 'the saved examples' }: ServerFacts): string[] {
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

function findings(errors: number, warnings: number): string {
  const parts = [errors > 0 && counted(errors, 'error'), warnings > 0 && counted(warnings, 'warning')]
  return parts.filter(Boolean).join(' and ')
}

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
