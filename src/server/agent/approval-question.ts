import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import type { ApprovalPolicy, DryRun, ToolDefinition, ToolFunction } from '../../toolkit/model/tool.js'
import { MASK } from '../../toolkit/run/shape/mask.js'
import { isCredentialValue } from '../../toolkit/secrets/credential-name.js'
import type { Locale } from '../locales/locale.js'
import type { PreparedCall } from './tool-calls.js'

/** How much of a value a person can check in one sentence. */
const MAX_VALUE_CHARS = 60
const MAX_VALUES = 6

/** Whether the calls of a tool have to wait for a yes: by its own policy, else by the agent's. */
export function needsApproval(tool: ToolFunction, agentPolicy: ApprovalPolicy): boolean {
  const { readOnlyHint, destructiveHint } = tool.annotations
  const policy = tool.approve ?? agentPolicy
  if (policy === 'none') return false
  return policy === 'destructive' ? destructiveHint : !readOnlyHint
}

/** One question for all calls of a group, in words a person can check: "This deletes order 17. Go ahead?" */
export function approvalQuestion(calls: PreparedCall[], locale: Locale): string {
  const sentences = calls.map((call) => describeCall(call, locale))
  return `${sentences.join(' ')} ${locale.approval.goAhead}`
}

function describeCall(call: PreparedCall, { approval: words }: Locale): string {
  const { definition, name } = call.tool
  const title = (definition?.title ?? name.replaceAll(/[_-]+/g, ' ')).trim()
  const [first = '', ...others] = title.split(/\s+/)
  const verb = words.verbs[first.toLowerCase()]
  const { object, values } = splitInput(call.input, definition)
  if (verb !== undefined && others.length > 0) {
    const rest = [...others.map(lowerWord), object].filter(Boolean).join(' ')
    return fill(words.sentence, { verb, rest, details: listed(values) })
  }
  const request = requestOf(call.dryRun)
  const details = listed(request ? values : [object, ...values])
  return fill(words.unknown, { title, request, details })
}

function listed(values: string[]): string {
  const given = values.filter(Boolean)
  return given.length === 0 ? '' : `: ${given.join(', ')}`
}

/** What names the object (the values in the path) and the other values, as `name value`. */
function splitInput(
  input: JsonObject,
  definition: ToolDefinition | undefined,
): { object: string; values: string[] } {
  const inPath = new Set(
    definition?.bindings.filter((binding) => binding.in === 'path').map((binding) => binding.parameter),
  )
  const object = [...inPath]
    .map((name) => show(name, input[name]))
    .filter(Boolean)
    .join(' ')
  const others = Object.entries(input).filter(([name]) => !inPath.has(name))
  const flat = others.flatMap(([name, value]) =>
    name === 'body' ? flatten(value) : [[name, value] as const],
  )
  const values = flat.slice(0, MAX_VALUES).map(([name, value]) => `${name} ${show(name, value)}`.trim())
  return { object, values: flat.length > MAX_VALUES ? [...values, '...'] : values }
}

function flatten(body: JsonValue | undefined): (readonly [string, JsonValue | undefined])[] {
  const isObject = body !== null && typeof body === 'object' && !Array.isArray(body)
  return isObject ? Object.entries(body) : [['', body] as const]
}

/** A value as it is read aloud, in a room where others may listen: without credentials. */
function show(name: string, value: JsonValue | undefined): string {
  if (value === undefined) return ''
  const cover = (key: string, one: JsonValue) => (isCredentialValue(key, one) ? MASK : one)
  const shown = cover(name, value)
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown, cover)
  return text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}...` : text
}

/** "Order" reads as a word of the sentence, "URL" and "FMC" stay as they are. */
const lowerWord = (word: string) => (/^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word)

/** The request itself, where nothing better names the call: ` (DELETE /orders/17)`. */
function requestOf(dryRun: DryRun | undefined): string {
  if (!dryRun) return ''
  const { method, url } = dryRun
  return ` (${method} ${URL.canParse(url) ? new URL(url).pathname : url})`
}

const fill = (template: string, values: Record<string, string>) =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
