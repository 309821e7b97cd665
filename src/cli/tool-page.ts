import { singleLine } from '../printable.js'
import { counted } from '../text/counted.js'
import { cutText } from '../text/cut.js'
import { effectOf, type ToolChange } from '../toolkit/compile/diff.js'
import type { ToolExplanation } from '../toolkit/compile/explain-tool.js'
import type { JsonSchema, JsonValue } from '../toolkit/model/json.js'
import { escapeKey } from '../toolkit/model/json-pointer.js'
import type { Binding, ToolDefinition } from '../toolkit/model/tool.js'
import { asLine } from '../toolkit/secrets/program-names.js'
import { isSecretValue } from '../toolkit/secrets/secret-value.js'
import { findVariables } from '../toolkit/template/variables.js'
import type { Paint } from '../toolkit/validate/report.js'
import { shellWord, tableLines, wrapped } from './output.js'

export interface Listing {
  definition: ToolDefinition
  score?: number
  parts?: object
}

/** The tools as a table, or two lines each if it is narrow, with descriptions, parameters and sums. */
export function toolsTable(
  listings: Listing[],
  {
    paint,
    explain,
    columns = Number.POSITIVE_INFINITY,
  }: { paint: Paint; explain: boolean; columns?: number },
): string {
  const [head = '', ...rows] = tableLines(rowsOf(listings))
  const isWide = [head, ...rows].every((row) => row.length <= columns)
  const lines = listings.flatMap((listing, index) => [
    ...(isWide ? [rows[index]!] : narrowLines(listing, paint)),
    ...detailLines(listing, { paint, columns: Math.min(columns, WIDEST) }),
    ...(explain ? [paint.dim(`  ${partsText(listing.parts)}`)] : []),
  ])
  return [...(isWide ? [paint.bold(head)] : []), ...lines, '', summary(listings)].join('\n')
}

const WIDEST = 120

function detailLines(
  { definition }: Listing,
  { paint, columns }: { paint: Paint; columns: number },
): string[] {
  const names = parameterNames(definition)
  const description = singleLine(definition.description)
  const room = Math.max(20, columns - 4)
  const short = description.length <= room ? description : `${cutText(description, room - 3).trimEnd()}...`
  const parameters = names.length > 0 ? wrapped(`    ${names.join(', ')}`, columns) : []
  return [
    ...(description === '' ? [] : [paint.dim(`    ${short}`)]),
    ...parameters.slice(0, MOST_PARAMETER_LINES),
  ]
}

const MOST_PARAMETER_LINES = 3

function rowsOf(listings: Listing[]): string[][] {
  const scored = listings.some(({ score }) => score !== undefined)
  const rows = listings.map(({ definition, score = 0 }) => [
    score.toFixed(2),
    definition.name,
    effectOf(definition),
    requestOf(definition),
    String(definition.tokens),
  ])
  const all = [['SCORE', 'TOOL', 'DOES', 'REQUEST', 'TOKENS'], ...rows]
  return scored ? all : all.map(([_score, ...cells]) => cells)
}

function narrowLines({ definition, score }: Listing, paint: Paint): string[] {
  const name = paint.bold(definition.name)
  return [
    score === undefined ? name : `${name}  ${score.toFixed(2)}`,
    `  ${effectOf(definition)} ${requestOf(definition)} ${paint.dim(`${definition.tokens} tokens`)}`,
  ]
}

const requestOf = ({ method, path }: ToolDefinition) => singleLine(`${method} ${path}`)

function partsText(parts: object = {}): string {
  return Object.entries(parts)
    .flatMap(([name, value]) =>
      typeof value === 'number' && value !== 0 ? `${name} ${value.toFixed(2)}` : [],
    )
    .join('  ')
}

function summary(listings: Listing[]): string {
  const tokens = listings.reduce((sum, { definition }) => sum + definition.tokens, 0)
  return `${counted(listings.length, 'tool')}, about ${tokens.toLocaleString('en')} tokens`
}

interface FilledBy {
  value: string
  /** The source in words, such as `--env` or `the collection`. */
  by: string
  isSecret: boolean
  /** Whether the value stands in an environment or in `.env`. */
  isGiven: boolean
}

interface ToolPage {
  definition: ToolDefinition
  explanation: ToolExplanation
  /** The value of a variable and its source; undefined if it has no value. */
  filledBy: (variable: string) => FilledBy | undefined
  paint: Paint
  columns: number
}

/** The page about one tool: description, parameters, settings, the effect of a call, and an example call. */
export function toolPage(page: ToolPage): string {
  const { definition, explanation, paint, columns } = page
  const { name, title, method, path, folder, description } = definition
  const section = (head: string, lines: string[]) =>
    lines.length === 0 ? [] : ['', paint.bold(head), ...lines.flatMap((line) => wrapped(line, columns))]
  const about = [
    `  request    ${singleLine(`${method} ${path}`)}`,
    `  in file    ${singleLine([...folder, title].join(' / '))}`,
    `  does       ${effectWords(definition, explanation.effect)}`,
    `  tokens     about ${definition.tokens}`,
  ]
  return [
    paint.bold(name),
    ...description.split('\n').flatMap((line) => wrapped(`  ${singleLine(line)}`, columns)),
    '',
    ...about.flatMap((line) => wrapped(line, columns)),
    ...section('Parameters', parameterLines(definition, paint)),
    ...section('Settings', settingLines(page)),
    ...section('Fixed', fixedLines(explanation)),
    // Not wrapped: a command on several lines cannot be copied.
    '',
    paint.bold('Example'),
    `  ${exampleCall(definition)}`,
  ].join('\n')
}

function effectWords({ annotations }: ToolDefinition, why: string): string {
  if (annotations.readOnlyHint) return `reads (${why})`
  return `${annotations.destructiveHint ? 'destroys, sends or pays' : 'writes'} (${why})`
}

function parameterNames({ parameters }: ToolDefinition): string[] {
  return flatten(parameters).map(({ name, isRequired }) => `${name}${isRequired ? '*' : ''}`)
}

interface FlatParameter {
  name: string
  schema: JsonSchema
  isRequired: boolean
}

const MOST_LEVELS = 3

function flatten(schema: JsonSchema, prefix = '', level = 0): FlatParameter[] {
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).flatMap(([key, own]) => {
    const parameter = { name: `${prefix}${key}`, schema: own, isRequired: required.has(key) }
    const inner = level < MOST_LEVELS ? flatten(own, `${parameter.name}.`, level + 1) : []
    return inner.length > 0 ? inner : [parameter]
  })
}

/** Whether a call must give a parameter, and why if the request itself does not show it. */
interface Need {
  word: 'required' | 'expected' | 'optional'
  why?: string
}

/** A guessed requirement is expected: another such member may stand in for it; one alone is required. */
function needOf({ name, isRequired }: FlatParameter, provenance: ToolDefinition['provenance']): Need {
  if (!isRequired) return { word: 'optional' }
  const [last = '', ...outer] = name.split('.').map(escapeKey).reverse()
  const place = `${outer
    .reverse()
    .map((key) => `/properties/${key}`)
    .join('')}/required/`
  const source = provenance[`${place}${last}`]
  if (source === 'documented') return { word: 'required', why: 'Required, as the description says.' }
  if (source !== 'guess') return { word: 'required' }
  const guesses = Object.keys(provenance).filter((key) => key.startsWith(place) && provenance[key] === source)
  return place === '/properties/body/required/' && guesses.length > 1
    ? {
        word: 'expected',
        why: 'Expected by a guess: a call may leave it out if it gives another expected one.',
      }
    : { word: 'required', why: 'Required by a guess: a request of this kind needs it.' }
}

function parameterLines({ parameters, bindings, provenance }: ToolDefinition, paint: Paint): string[] {
  return flatten(parameters).flatMap((parameter) => {
    const { name, schema } = parameter
    const need = needOf(parameter, provenance)
    const head = [typeOf(schema), need.word, placeOf(name, bindings)].join(', ')
    const facts = [
      schema.description && sentence(singleLine(schema.description)),
      schema.enum && `One of: ${schema.enum.map(plain).join(', ')}.`,
      schema.default !== undefined && `Default: ${plain(schema.default)}.`,
      schema.examples && `Such as ${schema.examples.slice(0, 3).map(plain).join(', ')}.`,
      rangeOf(schema),
      need.why,
    ].filter((fact) => typeof fact === 'string' && fact !== '')
    return [
      `  ${paint.cyan(singleLine(name))}  ${paint.dim(head)}`,
      ...(facts.length > 0 ? [`    ${facts.join(' ')}`] : []),
    ]
  })
}

const sentence = (text: string) => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)

const MAX_VALUE = 80

const plain = (value: JsonValue) =>
  cutText(singleLine(typeof value === 'string' ? value : JSON.stringify(value)), MAX_VALUE)

function typeOf(schema: JsonSchema): string {
  const types = schema.anyOf ? schema.anyOf.map(typeOf) : [schema.type ?? 'any'].flat()
  const list = [...new Set(types)].join(' or ')
  return schema.format ? `${list} (${schema.format})` : list
}

function rangeOf({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return `From ${minimum} to ${maximum}.`
  return minimum !== undefined ? `At least ${minimum}.` : maximum !== undefined ? `At most ${maximum}.` : ''
}

function placeOf(name: string, bindings: Binding[]): string {
  const [first] = name.split('.')
  const places = bindings.filter(({ parameter }) => parameter === first).map((one) => one.in)
  return places[0] === 'variable' ? 'in the request' : `in the ${places[0] ?? 'request'}`
}

/** One line for each variable that no parameter fills, with its value and source. The value of a secret is left out. */
function settingLines({ definition, filledBy }: ToolPage): string[] {
  const { request, bindings, prerequisites = [], settings } = definition
  const asked = new Set(bindings.flatMap((one) => (one.in === 'variable' ? [one.name] : [])))
  const names = findVariables(request).filter((name) => !asked.has(name) && !name.startsWith('$'))
  const outside = new Set(findVariables({ ...request, body: undefined }))
  const isMember = (name: string) =>
    !outside.has(name) && !settings.includes(name) && bindings.some((one) => one.in === 'body')
  return names.flatMap((name) => {
    const filled = filledBy(name)
    if (!filled && isMember(name)) return []
    const before = prerequisites.filter(({ variable }) => variable === name).map(({ tool }) => tool)
    const answer = before.length > 0 ? `from the answer of ${before.join(' or ')}` : ''
    if (filled) {
      const value = settings.includes(name) || isHidden(name, filled) ? '' : `${plain(filled.value)}, `
      return `  ${name}  ${value}from ${filled.by}${answer && `, or ${answer}`}`
    }
    if (answer) return `  ${name}  ${answer}`
    return `  ${name}  has no value: set it in .env${asLine(name)}, with --env-var ${name}=VALUE or in the environment of --env`
  })
}

/** Whether the value of a variable is a secret, which is not shown. */
const isHidden = (name: string, { value, isSecret, isGiven }: FilledBy) =>
  isSecret || isSecretValue(name, value, { isGiven })

/** One line for each value that a call cannot change: its name, its value in the collection, and why it is fixed. */
function fixedLines({ fixed }: ToolExplanation): string[] {
  return fixed.map(
    ({ name, value, why }) => `  ${name}  ${value === undefined ? '' : `${plain(value)}, `}fixed: ${why}`,
  )
}

const exampleCall = ({ name, parameters }: ToolDefinition): string =>
  ['npx voice call', name, ...exampleArguments(parameters)].join(' ')

function exampleArguments(schema: JsonSchema, prefix = ''): string[] {
  const { properties = {} } = schema
  return neededOf(schema, prefix !== '').flatMap((key) => {
    const [name, member] = [`${prefix}${key}`, properties[key] ?? {}]
    const inner = typeOf(member) === 'object' ? neededOf(member, true) : []
    if (inner.length > 0 && !inner.some((one) => one.includes('.')))
      return exampleArguments(member, `${name}.`)
    return [`--arg ${shellWord(name)}=${shellWord(exampleText(exampleValue(member)))}`]
  })
}

/** The members that an example has. A body that requires none of its members is refused without any. */
function neededOf({ properties = {}, required = [] }: JsonSchema, isInner: boolean): string[] {
  const names = Object.keys(properties).filter((key) => required.includes(key))
  return names.length > 0 || !isInner ? names : Object.keys(properties).slice(0, 1)
}

/** The text of an argument. A list of plain words is written with commas. */
function exampleText(value: JsonValue): string {
  if (Array.isArray(value) && value.length > 0 && value.every((one) => /^[A-Za-z][\w-]*$/.test(String(one))))
    return value.join(',')
  return typeof value === 'string' ? singleLine(value) : JSON.stringify(value)
}

/** A value that fits a schema. A long example is replaced, because a part of it may be invalid. */
function exampleValue(schema: JsonSchema): JsonValue {
  const { anyOf: [first] = [], minimum, exclusiveMinimum, maximum, items = {}, minItems = 1 } = schema
  const known = [schema.const, schema.default, ...(schema.examples ?? []), ...(schema.enum ?? [])].find(
    (one) => one !== undefined && one !== null && one !== '' && JSON.stringify(one).length <= MAX_VALUE,
  )
  if (known !== undefined) return known
  if (first) return exampleValue(first)
  switch ([schema.type ?? 'string'].flat()[0]) {
    case 'integer':
    case 'number':
      return minimum ?? (exclusiveMinimum === undefined ? (maximum ?? 1) : exclusiveMinimum + 1)
    case 'boolean':
      return true
    case 'array':
      return Array.from({ length: Math.max(minItems, 1) }, () => exampleValue(items))
    case 'object':
      return Object.fromEntries(
        neededOf(schema, true).map((key) => [key, exampleValue(schema.properties?.[key] ?? {})]),
      )
    default:
      return 'VALUE'.padEnd(schema.minLength ?? 0, 'E').slice(0, schema.maxLength)
  }
}

type ChangedParameter = Required<Pick<ToolChange, 'parameter' | 'before' | 'after'>>

const SENTENCES: Record<ToolChange['code'], (values: ChangedParameter) => string> = {
  'tool-removed': () => 'is gone',
  'tool-added': () => 'is new',
  'tool-renamed': ({ after }) => `is now called ${after}`,
  'parameter-removed': ({ parameter }) => `no longer takes ${parameter}`,
  'parameter-added': ({ parameter }) => `takes ${parameter} too`,
  'parameter-required': ({ parameter }) => `needs ${parameter} now`,
  'parameter-optional': ({ parameter }) => `no longer needs ${parameter}`,
  'type-changed': ({ parameter, before, after }) => `takes ${after} for ${parameter}, no longer ${before}`,
  'values-removed': ({ parameter, before, after }) =>
    before ? `no longer takes ${before} for ${parameter}` : `takes only ${after} for ${parameter}`,
  'values-added': ({ parameter, after }) => `takes ${after} for ${parameter} too`,
  'description-changed': () => 'is described differently',
  'effect-changed': ({ before, after }) => `${after}, no longer ${before}`,
  'request-changed': ({ before, after }) => `sends ${after}, no longer ${before}`,
}

export function diffText(changes: ToolChange[], paint: Paint): string {
  if (changes.length === 0) return 'Nothing changed for a model.'
  const lines = changes.map(({ breaking, tool, code, parameter = '', before = '', after = '' }) => {
    const mark = breaking ? paint.red('breaking') : paint.dim('fine    ')
    return `${mark}  ${paint.bold(tool)}  ${singleLine(SENTENCES[code]({ parameter, before, after }))}`
  })
  const breaking = changes.filter((change) => change.breaking).length
  return [...lines, '', `${counted(changes.length, 'change')}, ${breaking} of them breaking`].join('\n')
}
