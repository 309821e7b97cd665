import type { JsonObject, JsonSchema, JsonValue } from '../../model/json.js'
import { oncePer } from '../../model/lazy.js'
import type { Binding, CallEffect, ToolAnnotations, ToolDefinition } from '../../model/tool.js'
import { findVariables, VARIABLE } from '../../template/variables.js'
import { isPlural, nounWords, singularOf } from '../id-names.js'
import { wordList } from '../word-list.js'
import { wordsOf } from '../words.js'
import { changedTexts, namesTrial, replacesAction, switchesOffTrial } from './changed-values.js'
import { kindByName, namesAction, namesQuery } from './executed-text.js'
import { isMethodOverride } from './nested-request.js'
import { ordersAsSegment } from './path-orders.js'
import { readInjection } from './sql-text.js'
import { effectOfAction, losesData } from './words.js'

/** The effect that the input adds to the effect of its tool: nothing, a change, or a change that cannot be undone. */
export type InputEffect = 'none' | 'writes' | 'destroys'

const MAX_DEPTH = 64

/**
 * Determines the effect of an input. An input writes if it has one of these:
 * - an action that writes (`{ "action": "delete" }`)
 * - a text that makes a path segment a command (`/indexes/books/delete`)
 * - an action that writes where the collection has one that reads (`DELETE` for `GET`)
 * - a statement that writes, such as SQL
 * - a trial run that is switched off (`dry_run=false`)
 *
 * `definition` is undefined for local functions, whose requests are unknown.
 */
export function effectOfInput(input: JsonObject, definition?: ToolDefinition): InputEffect {
  if (!definition) return judge(input, definition)
  const known = knownInputs(definition)
  const judged = JSON.stringify(input, withAnyNumber)
  const effect = known.get(judged) ?? judge(input, definition)
  if (judged.length <= MAX_KNOWN_CHARS && !known.has(judged)) {
    if (known.size === MAX_KNOWN) known.clear()
    known.set(judged, effect)
  }
  return effect
}

/** The latest inputs of a tool with their effects. Many calls of a tool differ from an earlier one only in numbers. */
const knownInputs = oncePer((_definition: ToolDefinition) => new Map<string, InputEffect>())

const MAX_KNOWN = 8
/** Maximum characters of an input that is kept. */
const MAX_KNOWN_CHARS = 1_000

/** A number stands for any number, except where one may switch off a trial run, also as an element of a list. */
const withAnyNumber = (name: string, value: unknown) =>
  typeof value === 'number' && !/^\d+$/.test(name) && !namesTrial(name) ? 0 : value

function judge(input: JsonObject, definition: ToolDefinition | undefined): InputEffect {
  const orders = definition
    ? segmentsOf(input, definition)
        .filter(isOrder)
        .map(({ text }) => text)
    : []
  const changed = definition ? changedTexts(input, definition) : []
  const replaced = changed.filter(replacesAction)
  const statements = changed.map(({ name, given }) => readInjection(given, namesQuery(name)))
  const inside = changed.filter((text) => replacesAction(text) || isActionName(text.name))
  const actions = [...actionsIn(input), ...inside.map(({ name, given }) => ({ name, text: given }))]
  const isLost =
    [...orders, ...replaced.map(({ given }) => given)].some(losesData) ||
    actions.some(destroys) ||
    statements.some(({ isDestructive }) => isDestructive)
  if (isLost) return 'destroys'
  const isWriting =
    orders.length > 0 ||
    actions.some(({ text }) => effectOfAction(text) === 'write') ||
    statements.some(({ isRead }) => !isRead) ||
    changed.some(switchesOffTrial)
  return isWriting ? 'writes' : 'none'
}

/**
 * Whether an action destroys data. A method override always counts, because it may mean DELETE. If the name of a member
 * only ends in a word for an action, its value must be a command: `last_action=delete` counts, but
 * `last_action=deleted` searches for events.
 */
function destroys({ name, text }: OrderedAction): boolean {
  if (isMethodOverride(name)) return true
  const isOrdered = kindByName(name) === 'action' || (namesAction(name) && effectOfAction(text) === 'write')
  return isOrdered && losesData(text)
}

/**
 * Whether a path segment of a tool is filled with text from the input. The path of a call may then contain a command.
 */
export const takesSegment = ({
  bindings,
  request,
  parameters: { properties = {} },
}: ToolDefinition): boolean =>
  bindings.some(
    (binding) =>
      mayBeText(properties[binding.parameter]) && request.url.path.some((segment) => isIn(segment, binding)),
  )

const mayBeText = (schema: JsonSchema = {}) =>
  ![schema.type].flat().every((type) => type === 'integer' || type === 'number' || type === 'boolean')

/** Whether an input may make a call of a tool more than a read: by a text, such as a statement, or by the end of a trial run. */
export const takesText = ({ bindings, parameters: { properties = {} } }: ToolDefinition): boolean =>
  bindings.some(({ parameter }) => namesTrial(parameter) || mayBeText(properties[parameter]))

const isActionName = (name: string) => namesAction(name) || isMethodOverride(name)

interface OrderedAction {
  name: string
  text: string
}

function actionsIn(value: JsonValue, name = '', depth = 0): OrderedAction[] {
  if (depth > MAX_DEPTH) return []
  if (typeof value === 'string') return isActionName(name) ? [{ name, text: value }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    actionsIn(member, Array.isArray(value) ? name : key, depth + 1),
  )
}

interface FilledSegment {
  text: string
  /**
   * Whether this segment identifies a record. Such a segment may look like a command, although it is a name:
   * `send-mail` in `/functions/send-mail` is the name of a function.
   */
  isRecord: boolean
}

const isOrder = ({ text, isRecord }: FilledSegment) => ordersAsSegment(text, isRecord)

/** The path segments with values of the input, as they are sent, but not encoded. */
export function givenSegments(input: JsonObject, definition: ToolDefinition): string[] {
  return openSegments(definition).flatMap(({ segment, bindings }) => {
    const own = bindings.filter(({ parameter }) => Object.hasOwn(input, parameter))
    return own.length === 0
      ? []
      : own.reduce((filled, one) => fill(filled, one, String(input[one.parameter])), segment)
  })
}

/** The segments of a path that an input may fill, and what fills them. */
const openSegments = oncePer(({ bindings, request }: ToolDefinition) =>
  request.url.path.flatMap((segment) => {
    const own = bindings.filter((one) => isIn(segment, one))
    return own.length === 0 ? [] : [{ segment, bindings: own }]
  }),
)

function segmentsOf(input: JsonObject, { bindings, request, parameters }: ToolDefinition): FilledSegment[] {
  const { path } = request.url
  const isText = ({ parameter }: Binding) =>
    typeof input[parameter] === 'string' && !isTopic(input[parameter], parameters.properties?.[parameter])
  return path.flatMap((segment, index) => {
    const given = bindings.filter((one) => isIn(segment, one) && isText(one))
    const text = given.reduce((filled, one) => fill(filled, one, String(input[one.parameter])), segment)
    return given.length === 0 ? [] : [{ text, isRecord: isRecordPlace(path, index, given[0]!.parameter) }]
  })
}

/**
 * Whether a value is one of several topics that the parameter lists: `login_issue` beside `billing` and `network`. Not if
 * most values of the list are commands, and not if the value is a single verb.
 */
function isTopic(value: string, { enum: listed }: JsonSchema = {}): boolean {
  if (!listed?.includes(value) || wordsOf(value).length < 2) return false
  return listed.filter((one) => ordersAsSegment(String(one), false)).length <= listed.length / 2
}

const PLACE = /^:([^.]+)/

function isIn(segment: string, binding: Binding): boolean {
  if (binding.in === 'path') return PLACE.exec(segment)?.[1] === binding.key
  return binding.in === 'variable' && findVariables(segment).includes(binding.name)
}

function fill(segment: string, binding: Binding, value: string): string {
  if (binding.in === 'path')
    return segment.length === binding.key.length + 1 ? value : segment.replace(PLACE, () => value)
  if (binding.in !== 'variable') return segment
  return segment.replace(VARIABLE, (placeholder, name: string) =>
    name === binding.name ? value : placeholder,
  )
}

/** Nouns of which each says what is done: `:command` in `/commands/:command` is no record. */
const PLURALS_OF_ACTS = wordList('pluralsOfActs')

/**
 * Whether a segment identifies a record. It does if it follows a plural: `/functions/:name`. It also does if a word of
 * its name begins with the noun of an earlier segment: `:username` in `/user/:username`, `:repo` in
 * `/repos/:owner/:repo`.
 */
export function isRecordPlace(path: readonly string[], index: number, name: string): boolean {
  const nouns = path.slice(0, index).map((segment) => nounWords(segment).at(-1) ?? '')
  const last = nouns.at(-1) ?? ''
  if (isPlural(last) && !PLURALS_OF_ACTS.has(last)) return true
  const own = wordsOf(name)
  const isOwn = (noun: string) => own.some((word) => word.startsWith(singularOf(noun)))
  return nouns.some((noun) => noun !== '' && !PLURALS_OF_ACTS.has(noun) && isOwn(noun))
}

const ORDER: readonly CallEffect[] = ['read', 'write', 'destructive']

/** Whether the first effect is stronger than the second. */
export const isStronger = (one: CallEffect, other: CallEffect): boolean =>
  ORDER.indexOf(one) > ORDER.indexOf(other)

/**
 * The effect of a call: that of its tool, or that of its input if this is stronger, such as a GraphQL mutation. A tool
 * without a `definition` is a local function; if it is read-only, its input is not judged.
 */
export function callEffect(
  { annotations, definition }: { annotations: ToolAnnotations; definition?: ToolDefinition },
  input: JsonObject,
): CallEffect {
  const { readOnlyHint, destructiveHint } = annotations
  if (!readOnlyHint && destructiveHint) return 'destructive'
  const added = readOnlyHint && !definition ? 'none' : effectOfInput(input, definition)
  if (added === 'destroys') return 'destructive'
  return readOnlyHint && added === 'none' ? 'read' : 'write'
}
