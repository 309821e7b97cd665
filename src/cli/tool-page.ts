import { singleLine } from '../printable.js'
import { cutText } from '../text/cut.js'
import type { ToolExplanation } from '../toolkit/compile/explain-tool.js'
import type { JsonSchema, JsonValue } from '../toolkit/model/json.js'
import type { Binding, ToolDefinition } from '../toolkit/model/tool.js'
import { isSensitiveValue } from '../toolkit/secrets/credential-name.js'
import { knownCredential } from '../toolkit/secrets/credential-value.js'
import { isProgramName } from '../toolkit/secrets/program-names.js'
import { findVariables } from '../toolkit/template/variables.js'
import type { Paint } from '../toolkit/validate/report.js'
import { shellWord } from './shell-word.js'
import { wrapped } from './terminal.js'

/** The value of a variable, and where it comes from. */
export interface FilledBy {
  value: string
  /** The source in words, such as `--env` or `the collection`. */
  by: string
  /** Whether the variable has Postman's type `secret`. */
  isSecret: boolean
}

/** The data for the page about one tool, which `voice tools NAME` prints. */
export interface ToolPage {
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

/** The effect of a call in words, and why `voice` assumes this effect. */
function effectWords({ annotations }: ToolDefinition, why: string): string {
  if (annotations.readOnlyHint) return `reads (${why})`
  return `${annotations.destructiveHint ? 'destroys, sends or pays' : 'writes'} (${why})`
}

/** The names of the parameters, with `*` after required ones. Members of a body are listed one by one. */
export function parameterNames({ parameters }: ToolDefinition): string[] {
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

function parameterLines({ parameters, bindings }: ToolDefinition, paint: Paint): string[] {
  return flatten(parameters).flatMap(({ name, schema, isRequired }) => {
    const head = [typeOf(schema), isRequired ? 'required' : 'optional', placeOf(name, bindings)].join(', ')
    const facts = [
      schema.description && sentence(singleLine(schema.description)),
      schema.enum && `One of: ${schema.enum.map(plain).join(', ')}.`,
      schema.default !== undefined && `Default: ${plain(schema.default)}.`,
      schema.examples && `Such as ${schema.examples.slice(0, 3).map(plain).join(', ')}.`,
      rangeOf(schema),
    ].filter((fact) => typeof fact === 'string' && fact !== '')
    return [
      `  ${paint.cyan(singleLine(name))}  ${paint.dim(head)}`,
      ...(facts.length > 0 ? [`    ${facts.join(' ')}`] : []),
    ]
  })
}

const sentence = (text: string) => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)

/** Maximum length of a value on the page, in characters. */
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
      const value = settings.includes(name) || isSecretValue(name, filled) ? '' : `${plain(filled.value)}, `
      return `  ${name}  ${value}from ${filled.by}${answer && `, or ${answer}`}`
    }
    if (answer) return `  ${name}  ${answer}`
    const place = isProgramName(name) ? `in VOICE_VAR_${name}` : 'in .env'
    return `  ${name}  has no value: set it ${place}, with --env-var ${name}=VALUE or in the environment of --env`
  })
}

/** Whether the value of a variable is a secret, which is not shown. */
const isSecretValue = (name: string, { value, isSecret }: FilledBy) =>
  isSecret || isSensitiveValue(name, value) || knownCredential(value) !== undefined

/** One line for each value that a call cannot change: its name, its value in the collection, and why it is fixed. */
function fixedLines({ fixed }: ToolExplanation): string[] {
  return fixed.map(
    ({ name, value, why }) => `  ${name}  ${value === undefined ? '' : `${plain(value)}, `}fixed: ${why}`,
  )
}

/** An example value as text. A long text is replaced by a word, because a part of it may be invalid. */
function exampleText(value: JsonValue | undefined): string {
  const text =
    value === undefined ? '' : singleLine(typeof value === 'string' ? value : JSON.stringify(value))
  return text === '' || text.length > MAX_VALUE ? 'VALUE' : text
}

function exampleCall({ name, parameters }: ToolDefinition): string {
  const needed = flatten(parameters).filter(({ isRequired }) => isRequired)
  const pairs = needed.map(({ name: parameter, schema }) => {
    const value = schema.default ?? schema.examples?.[0] ?? schema.enum?.[0]
    return `--arg ${shellWord(parameter)}=${shellWord(exampleText(value))}`
  })
  return ['npx voice call', name, ...pairs].join(' ')
}
