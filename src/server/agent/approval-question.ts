import type { AgentTexts } from '../../languages/agent-texts.js'
import { isObject } from '../../protocol/is-object.js'
import type { ApprovalCard } from '../../protocol/voice-events.js'
import { countText, fillText } from '../../text/fill-text.js'
import { shownText } from '../../text/visible.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../toolkit/model/json.js'
import type { DryRun } from '../../toolkit/model/tool.js'
import { maskArguments } from '../../toolkit/secrets/sensitive-arguments.js'
import { callEffect } from '../../toolkit/semantics/effect/effect-of-input.js'
import { wordsOf } from '../../toolkit/semantics/words.js'
import { actionOf, isIdOf, verbText } from './approval-action.js'
import type { AskedCall } from './approval-answer.js'
import { type CallFields, callFields, quoted, type ShownField } from './approval-fields.js'
import { isRemoval, requestWords, verbTellsMethod } from './approval-request.js'
import { recordName } from './record-name.js'
import { saidButNotSent } from './said-codes.js'
import type { PreparedCall } from './tool-calls.js'

/**
 * The form of the text of an approval request:
 * - `shown`: with method and path, for clients that show nothing else
 * - `typed`: without method and path; what the verb does not tell of the request is put into words
 * - `spoken`: as `typed`, with fewer and shorter values
 */
export type QuestionForm = 'spoken' | 'typed' | 'shown'

/**
 * Limits of the text for one call. The text shows name and value of the first `values` declared fields, and of the
 * first `values` undeclared fields. A value has at most `chars` characters. Of the next `names` fields, the text shows
 * only the names. Further fields are only counted.
 */
const LIMITS: Record<QuestionForm, { values: number; names: number; chars: number }> = {
  spoken: { values: 6, names: 10, chars: 60 },
  typed: { values: 20, names: 40, chars: 120 },
  shown: { values: 20, names: 40, chars: 120 },
}

/**
 * The text of one approval request for a group of calls: "This deletes order 17. Go ahead?" `said` is what the user
 * said in this turn. If it names another record than the calls, the text repeats its id: "You said “71”."
 */
export function approvalQuestion(
  calls: PreparedCall[],
  { said = '', ...style }: QuestionStyle & { said?: string },
): string {
  const sentences = calls.map((call, at) => {
    const number = calls.length > 1 ? `${at + 1}. ` : ''
    return `${number}${describeCall(call, style)}`
  })
  const { locale } = style
  return [...sentences, ...codesSaid(calls, { said, locale }), locale.approval.goAhead].join(' ')
}

/**
 * The text of `approvalQuestion` in parts, for clients that draw it: one card for each call. The last card repeats the
 * numbers that the user said. Only a card has method and path.
 */
export function approvalCards(
  calls: PreparedCall[],
  { said = '', ...style }: Omit<QuestionStyle, 'form'> & { said?: string },
): Omit<ApprovalCard, 'message_id'>[] {
  const [note = null] = codesSaid(calls, { said, locale: style.locale })
  return calls.map((call, at) => {
    const { sentence, fields } = callParts(call, { ...style, form: 'typed' })
    const request = call.dryRun && wordsOfRequest(call.dryRun, call, style.locale)
    return {
      text: sentence(''),
      fields,
      request: request ? `${request.method} ${request.path}` : null,
      destructive: callEffect(call.tool, call.input) === 'destructive',
      note: at === calls.length - 1 ? note : null,
    }
  })
}

/** The numbers and codes that the user said and no call has, as a sentence; empty if there are none. */
function codesSaid(calls: PreparedCall[], { said, locale }: { said: string; locale: AgentTexts }): string[] {
  const codes = saidButNotSent(calls, said, locale.tag).map((code) =>
    quoted(shownText(code, { max: 40, length: () => '…' })),
  )
  return codes.length > 0 ? [fillText(locale.approval.said, { words: codes.join(', ') })] : []
}

/** The call in words, so that an answer to the question can name its verb and its object. */
export function askedCall(call: PreparedCall, locale: AgentTexts): AskedCall {
  const { verb, title } = actionOf(call)
  const known = verbText(verb, locale.approval)
  return {
    verbs: known?.infinitives ?? [title],
    text: describeCall(call, { locale, form: 'shown' }),
    removes: verb !== undefined && isRemoval(verb),
  }
}

export interface QuestionStyle {
  locale: AgentTexts
  form: QuestionForm
  /** Results of earlier calls, the latest last. They give names to the ids of records. @default none */
  outputs?: readonly string[]
}

function describeCall(call: PreparedCall, style: QuestionStyle): string {
  const { sentence, fields } = callParts(call, style)
  return sentence(fields.length === 0 ? '' : `: ${fields.map(fieldText).join(', ')}`)
}

/** What a call does: its sentence, into which the details are put, and the fields that are the details. */
function callParts(
  given: PreparedCall,
  style: QuestionStyle,
): { sentence: (details: string) => string; fields: ShownField[] } {
  const { locale, form } = style
  const { approval: words } = locale
  const call = { ...given, input: withDefaults(given.input, given.tool.parameters) }
  const { title, verb, object } = actionOf(call)
  const known = verbText(verb, words)
  const fields = callFields(call, { locale, maxChars: LIMITS[form].chars, isSpoken: form === 'spoken' })
  const { request, hasPath } = requestText(call, { ...style, verb })
  const others = fields.ids.filter(({ name }) => !isIdOf(name, object))
  const own = fields.ids.filter((id) => !others.includes(id))
  if (known !== undefined) {
    // A title that is only a verb gets its object from the path: "Cancel" in `/orders/{id}/cancel` cancels an order.
    const [named] = object.length > 0 ? [] : others.splice(-1)
    const rest = [
      ...object.map(lowerWord),
      ...own.map(({ value }) => withName(value, style)),
      ...(named ? [named.name, withName(named.value, style)] : []),
    ]
    const template = rest.length > 0 ? words.sentence : words.sentence.replace(/ ?\{rest\}/, '').trimStart()
    return {
      sentence: (details) => fillText(template, { verb: known.form, rest: rest.join(' '), request, details }),
      fields: detailsOf(fields, { ...style, record: others }),
    }
  }
  // If the text shows the path of the request, the id of the record is in that path already.
  const record = hasPath ? [] : fields.ids.map(({ value }) => ({ name: '', value }))
  return {
    sentence: (details) => fillText(words.unknown, { title, request, details }),
    fields: detailsOf(fields, { ...style, record }),
  }
}

/** An id with the name of its record, if an earlier result has it: "B17 “Team lunch”". */
function withName(id: string, { outputs = [] }: QuestionStyle): string {
  const name = recordName(id, outputs)
  return name === undefined ? id : `${id} ${quoted(shownText(name, { max: 40, length: () => '…' }))}`
}

/** Whether a value can be an id that no other kind of record has by chance: `r7`, but not `7`. */
const isCode = (value: string) =>
  /^[\p{L}\p{N}_-]{2,40}$/u.test(value) && /\d/.test(value) && /\p{L}/u.test(value)

/** The input with the defaults that are sent. */
function withDefaults(input: JsonObject, { properties = {} }: JsonSchema): JsonObject {
  const filled = Object.entries(properties).flatMap(([name, schema]): [string, JsonValue][] => {
    const value = Object.hasOwn(input, name) ? input[name] : schema.default
    if (value === undefined) return []
    return [[name, isObject(value) ? withDefaults(value as JsonObject, schema) : value]]
  })
  const known = new Set(filled.map(([name]) => name))
  return Object.fromEntries([...filled, ...Object.entries(input).filter(([name]) => !known.has(name))])
}

/**
 * The request of a call in parentheses:
 * - shown: ` (DELETE /orders/17, action cancel)`
 * - spoken and typed: ` (deletes orders, 17, action cancel)`, without method and path if the name of the tool already
 *   says the effect
 */
function requestText(
  call: PreparedCall,
  { locale, form, verb }: QuestionStyle & { verb: string | undefined },
): { request: string; hasPath: boolean } {
  const { dryRun } = call
  if (!dryRun) return { request: '', hasPath: false }
  const { method, path, effects, hasOrder } = wordsOfRequest(dryRun, call, locale)
  const isTold =
    form !== 'shown' &&
    verb !== undefined &&
    verbTellsMethod(verb, dryRun.method) &&
    !(hasOrder && call.tool.annotations.readOnlyHint)
  const line =
    form === 'shown'
      ? `${method} ${path}`
      : `${locale.approval.methods[method] ?? method} ${spokenPath(path)}`
  const parts = [...(isTold ? [] : [line]), ...effects]
  return { request: parts.length === 0 ? '' : ` (${parts.join(', ')})`, hasPath: !isTold }
}

const wordsOfRequest = (dryRun: DryRun, { input, tool }: PreparedCall, locale: AgentTexts) =>
  requestWords(dryRun, { input: maskArguments(input, tool.parameters), locale })

/** A path in words: `/v1/legalEntities/LE8` becomes "legal entities, LE8". */
function spokenPath(path: string): string {
  const segments = path
    .split('/')
    .filter((segment) => segment !== '' && !/^(?:api|rest|v\d+)$/i.test(segment))
  return segments.map((one) => (/^[\p{L}_-]+$/u.test(one) ? wordsOf(one).join(' ') : one)).join(', ')
}

/**
 * The fields of a call as the user sees them. For example, two declared fields, one that the collection does not
 * declare, and two over the limit are `name Lamp`, `price 5`, `and 1 not in the collection: role admin` and `and 2 more:
 * a, b`. The last two have no name.
 */
function detailsOf(
  { declared, unexpected, uncounted }: CallFields,
  { record, ...style }: QuestionStyle & { record: ShownField[] },
): ShownField[] {
  const { locale, form } = style
  const { values } = LIMITS[form]
  const { approval: words } = locale
  const strange = unexpected.slice(0, values)
  const known = declared.slice(0, values)
  const rest = [...declared.slice(values), ...unexpected.slice(values)]
  const more = rest.length + uncounted
  const count = (number: number) => countText(number, locale.tag)
  const summary = (value: string) => ({ name: '', value })
  return [
    ...record,
    ...known
      .map(({ name, value }) => ({ name, value: isCode(value) ? withName(value, style) : value }))
      .filter((field) => fieldText(field) !== ''),
    ...(strange.length > 0
      ? [
          summary(
            fillText(words.unexpected, {
              count: count(unexpected.length),
              fields: strange.map(fieldText).join(', '),
            }),
          ),
        ]
      : []),
    ...(more > 0
      ? [
          summary(
            fillText(words.more, { count: count(more), names: namesText(rest, { locale, form, uncounted }) }),
          ),
        ]
      : []),
  ]
}

const fieldText = ({ name, value }: ShownField) => `${name} ${value}`.trim()

/** The names of the first fields, and how many more there are. */
function namesText(
  fields: ShownField[],
  { locale, form, uncounted }: QuestionStyle & { uncounted: number },
): string {
  const { names } = LIMITS[form]
  const listed = fields.slice(0, names).map(({ name }) => name || '“”')
  const others = fields.length - listed.length + uncounted
  const values = { names: listed.join(', '), count: countText(others, locale.tag) }
  return others > 0 ? fillText(locale.approval.others, values) : values.names
}

/** Changes a word for use inside a sentence: "Order" becomes "order". "URL" and "FMC" do not change. */
const lowerWord = (word: string) => (/^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word)
