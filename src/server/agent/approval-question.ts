import type { AgentTexts } from '../../languages/agent-texts.js'
import type { ApprovalCard } from '../../protocol/voice-events.js'
import { countText, fillText } from '../../text/fill-text.js'
import { shownText } from '../../text/visible.js'
import { callEffect } from '../../toolkit/semantics/effect/effect-of-input.js'
import { singularOf } from '../../toolkit/semantics/id-names.js'
import { wordsOf } from '../../toolkit/semantics/words.js'
import { actionOf, isIdOf, verbText, withArticle } from './approval-action.js'
import type { AskedCall } from './approval-answer.js'
import {
  type CallFields,
  callFields,
  inDeclaredOrder,
  type QuestionStyle,
  quoted,
  type ShownField,
} from './approval-fields.js'
import { isRemoval, requestWords } from './approval-request.js'
import type { ApprovalRequest } from './approvals.js'
import { recordName } from './record-name.js'
import { saidButNotSent } from './said-codes.js'
import type { PreparedCall } from './tool-calls.js'

/**
 * How many declared, and how many undeclared, fields are shown with their values, and of how many more the names.
 * Further fields are only counted.
 */
const limitsOf = ({ form }: QuestionStyle) =>
  form === 'spoken' ? { values: 6, names: 10 } : { values: 20, names: 40 }

/**
 * The text of one approval request for a group of calls: "This deletes order 17. Go ahead?" `said` is what the user
 * said in this turn. If it names another record than the calls, the text repeats its id: "You said “71”."
 */
export function approvalQuestion(
  calls: readonly PreparedCall[],
  { said = '', ...style }: QuestionStyle & { said?: string },
): string {
  const sentences = calls.map((call, at) => {
    const number = calls.length > 1 ? `${at + 1}. ` : ''
    return `${number}${describeCall(call, style)}`
  })
  const { locale } = style
  const left = calls.flatMap((call) => leftOutOf(call, locale))
  const all = [...sentences, ...left, ...codesSaid(calls, { said, locale }), locale.approval.goAhead]
  // No space follows a full stop of Chinese.
  return all.reduce((text, one) => (text.endsWith('。') ? text + one : `${text} ${one}`))
}

/**
 * Tells the user that earlier requests are neither done nor asked about any more. `undefined` if the new calls ask about
 * all of them again.
 */
export function droppedText(
  requests: readonly ApprovalRequest[],
  { calls, style }: { calls: readonly PreparedCall[]; style: QuestionStyle },
): string | undefined {
  const asked = calls.map((call) => describeCall(call, style))
  const dropped = requests.map(({ call }) => describeCall(call, style)).filter((one) => !asked.includes(one))
  return dropped.length > 0
    ? fillText(style.locale.approval.dropped, { calls: dropped.map(quoted).join(', ') })
    : undefined
}

/** The text of `approvalQuestion` in parts, one card for each call. Only a card has method and path. */
export function approvalCards(
  calls: readonly PreparedCall[],
  { said = '', ...style }: Omit<QuestionStyle, 'form'> & { said?: string },
): Omit<ApprovalCard, 'message_id'>[] {
  const codes = codesSaid(calls, { said, locale: style.locale })
  return calls.map((call, at) => {
    const { sentence, fields } = callParts(call, { ...style, form: 'typed' })
    const request = requestWords(call, style.locale)
    const notes = [...leftOutOf(call, style.locale), ...(at === calls.length - 1 ? codes : [])]
    return {
      text: sentence(''),
      fields,
      request: request ? `${request.method} ${request.path}` : null,
      destructive: callEffect(call.tool, call.input) === 'destructive',
      note: notes.length > 0 ? notes.join(' ') : null,
    }
  })
}

/** The numbers and codes that the user said and no call has, as a sentence; empty if there are none. */
function codesSaid(
  calls: readonly PreparedCall[],
  { said, locale }: { said: string; locale: AgentTexts },
): string[] {
  const codes = saidButNotSent(calls, said, locale.tag).map(quotedShort)
  return codes.length > 0 ? [fillText(locale.approval.said, { words: codes.join(', ') })] : []
}

/** The members that a call does not send although the model gave them, as a sentence; empty if there are none. */
function leftOutOf({ leftOut = [] }: PreparedCall, { approval }: AgentTexts): string[] {
  return leftOut.length > 0
    ? [fillText(approval.leftOut, { words: leftOut.map(quotedShort).join(', ') })]
    : []
}

const quotedShort = (text: string) => quoted(shownText(text, { max: 40, length: () => '…' }))

/** The call in words, so that an answer to the question can name its verb and its object. */
export function askedCall(call: PreparedCall, style: Omit<QuestionStyle, 'form'>): AskedCall {
  const { verb, title } = actionOf(call)
  return {
    verbs: verbText(verb, style.locale.approval)?.infinitives ?? [title],
    text: describeCall(call, { ...style, form: 'shown' }),
    removes: verb !== undefined && isRemoval(verb),
  }
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
  const { approval: words } = style.locale
  const call = { ...given, input: inDeclaredOrder(given.input, given.tool.parameters, { fills: true }) }
  const { title, verb, object } = actionOf(call)
  const known = verbText(verb, words)
  const fields = callFields(call, style)
  const { request, hasPath } = requestText(call, { ...style, verb })
  if (known === undefined) {
    // If the text shows the path of the request, the id of the record is in that path already.
    const record = hasPath ? [] : fields.ids.map((id) => ({ ...id, name: '' }))
    return {
      sentence: (details) => fillText(words.unknown, { title, request, details }),
      fields: detailsOf(fields, { ...style, record }),
    }
  }
  const own = fields.ids.filter(({ name }) => isIdOf(name, object))
  const others = fields.ids.filter((id) => !own.includes(id))
  // A title that is only a verb gets its object from the path: "Cancel" in `/orders/{id}/cancel` cancels an order.
  const [named] = object.length > 0 ? [] : others.splice(-1)
  const kind = object.flatMap(wordsOf).map(singularOf).at(-1)
  const rest = [
    objectText(object.map(lowerWord), { verb: verb!, style, isNamed: own.length > 0 }),
    ...own.map((id) => withName({ ...id, idOf: id.name || kind }, style)),
    ...(named ? [named.name, withName(named, style)] : []),
  ]
    .filter(Boolean)
    .join(' ')
  const template = rest === '' ? words.sentence.replace(/ ?\{rest\}/, '').trimStart() : words.sentence
  return {
    sentence: (details) => fillText(template, { verb: known.form, rest, request, details }),
    fields: detailsOf(fields, { ...style, record: others }),
  }
}

/** The object of a title, which is English: with an article before it, or in quotes in a sentence of another language. */
function objectText(
  object: readonly string[],
  { verb, style, isNamed }: { verb: string; style: QuestionStyle; isNamed: boolean },
): string {
  if (object.length === 0) return ''
  if (!style.locale.approval.anyVerb) return quoted(object.join(' '))
  return isNamed ? object.join(' ') : withArticle(object, verb)
}

/** A value with the name of the record that it is the id of, if an earlier result has it: "B17 “Team lunch”". */
function withName({ value, idOf }: Omit<ShownField, 'name'>, { outputs = [] }: QuestionStyle): string {
  const name = recordName(value, { kind: singularOf(wordsOf(idOf ?? '').at(-1) ?? ''), outputs })
  return name === undefined ? value : `${value} ${quotedShort(name)}`
}

/**
 * ` (DELETE /orders/17, action cancel)` if shown; else ` (deletes orders, 17, action cancel)`, without method and path
 * if the name of the tool says the effect; ` (MCP: files)` for a tool of an MCP server.
 */
function requestText(
  call: PreparedCall,
  { locale, form, verb }: QuestionStyle & { verb: string | undefined },
): { request: string; hasPath: boolean } {
  const request = requestWords(call, locale)
  const { source } = call.tool
  const server = source && ` (MCP: ${shownText(source, { max: 40, length: () => '…' })})`
  if (!request) return { request: server ?? '', hasPath: false }
  const { method, path, effects, hasOrder } = request
  // The verb tells what a DELETE does only if it means a removal.
  const isTold =
    form !== 'shown' &&
    verb !== undefined &&
    (method !== 'DELETE' || isRemoval(verb)) &&
    !(hasOrder && call.tool.annotations.readOnlyHint)
  const spoken = `${locale.approval.methods[method] ?? method} ${spokenPath(path)}`
  const parts = [...(isTold ? [] : [form === 'shown' ? `${method} ${path}` : spoken]), ...effects]
  return { request: parts.length === 0 ? '' : ` (${parts.join(', ')})`, hasPath: !isTold }
}

/** A path in words: `/v1/legalEntities/LE8` becomes "legal entities, LE8". */
function spokenPath(path: string): string {
  const segments = path
    .split('/')
    .filter((segment) => segment !== '' && !/^(?:api|rest|v\d+)$/i.test(segment))
  return segments.map((one) => (/^[\p{L}_-]+$/u.test(one) ? wordsOf(one).join(' ') : one)).join(', ')
}

/**
 * The fields of a call as the user sees them. For example, two declared fields, one that the collection does not
 * declare, and two over the limit are `name Lamp`, `price 5`, `and 1 not expected: role admin` and `and 2 more:
 * a, b`. The last two have no name.
 */
function detailsOf(
  { declared, unexpected, uncounted }: CallFields,
  { record, ...style }: QuestionStyle & { record: ShownField[] },
): ShownField[] {
  const { approval: words, tag } = style.locale
  const { values, names } = limitsOf(style)
  const summary = (text: string, count: number, more: { fields?: string; names?: string }) =>
    count === 0 ? [] : [{ name: '', value: fillText(text, { count: countText(count, tag), ...more }) }]
  const known = [...record, ...declared.slice(0, values)].map((field) => ({
    name: field.name,
    value: withName(field, style),
  }))
  const rest = [...declared.slice(values), ...unexpected.slice(values)]
  // The names of the first fields, and how many more there are.
  const others = Math.max(0, rest.length - names) + uncounted
  const listed = rest.slice(0, names).map(({ name }) => name || '“”')
  const [{ value: restNames } = { value: listed.join(', ') }] = summary(words.others, others, {
    names: listed.join(', '),
  })
  return [
    ...known.filter((field) => fieldText(field) !== ''),
    ...summary(words.unexpected, unexpected.length, {
      fields: unexpected.slice(0, values).map(fieldText).join(', '),
    }),
    ...summary(words.more, rest.length + uncounted, { names: restNames }),
  ]
}

const fieldText = ({ name, value }: ShownField) => `${name} ${value}`.trim()

/** Changes a word for use inside a sentence: "Order" becomes "order". "URL" and "FMC" do not change. */
const lowerWord = (word: string) => (/^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word)
