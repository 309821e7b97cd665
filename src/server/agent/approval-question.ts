import { countText, fillWords } from '../locales/fill-words.js'
import type { Locale } from '../locales/locale.js'
import { type CallFields, callFields, type ShownField, titleText } from './approval-fields.js'
import { requestWords, verbTellsMethod } from './approval-request.js'
import type { PreparedCall } from './tool-calls.js'

/** Where a question is read: a voice says less of the request, and all of what was given. */
export type QuestionForm = 'spoken' | 'shown'

/** How much of a call a person can check. Beyond that fields are named and counted. */
const LIMITS: Record<QuestionForm, { values: number; names: number; chars: number }> = {
  spoken: { values: 6, names: 10, chars: 60 },
  shown: { values: 20, names: 40, chars: 120 },
}

/** One question for all calls of a group, in words a person can check: "This deletes order 17. Go ahead?" */
export function approvalQuestion(
  calls: PreparedCall[],
  { locale, form }: { locale: Locale; form: QuestionForm },
): string {
  const sentences = calls.map((call) => describeCall(call, { locale, form }))
  return `${sentences.join(' ')} ${locale.approval.goAhead}`
}

interface Style {
  locale: Locale
  form: QuestionForm
}

function describeCall(call: PreparedCall, style: Style): string {
  const { locale, form } = style
  const { approval: words } = locale
  const title = titleText(call.tool.definition?.title ?? call.tool.name.replaceAll(/[_-]+/g, ' '))
  const [first = '', ...others] = title.split(/\s+/)
  const verb = words.verbs[first.toLowerCase()]
  const fields = callFields(call, { locale, maxChars: LIMITS[form].chars })
  const request = requestText(call, { ...style, verb: verb === undefined ? undefined : first })
  if (verb !== undefined && others.length > 0) {
    const rest = [...others.map(lowerWord), ...fields.record].join(' ')
    return fillWords(words.sentence, {
      verb,
      rest,
      request,
      details: detailsOf(fields, { ...style, record: [] }),
    })
  }
  // The path of the request holds the record.
  const record = request.includes('/') ? [] : fields.record
  return fillWords(words.unknown, { title, request, details: detailsOf(fields, { ...style, record }) })
}

/** ` (DELETE /orders/17, action cancel)`. A voice leaves method and path out where the name of the tool says what is done. */
function requestText(
  { dryRun, input }: PreparedCall,
  { locale, form, verb }: Style & { verb: string | undefined },
): string {
  if (!dryRun) return ''
  const { line, effects } = requestWords(dryRun, { input, locale })
  const isTold = form === 'spoken' && verb !== undefined && verbTellsMethod(verb, dryRun.method)
  const parts = [...(isTold ? [] : [line]), ...effects]
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

/** `: name Rex, price 5, and 2 more: a, b, and 1 not in the collection: role admin`. */
function detailsOf(
  { declared, unexpected, uncounted }: CallFields,
  { locale, form, record }: Style & { record: string[] },
): string {
  const { values } = LIMITS[form]
  const { approval: words } = locale
  const strange = unexpected.slice(0, values)
  const known = declared.slice(0, values)
  const rest = [...declared.slice(values), ...unexpected.slice(values)]
  const more = rest.length + uncounted
  const count = (number: number) => countText(number, locale.tag)
  const parts = [
    ...record,
    ...known.map(fieldText),
    ...(strange.length > 0
      ? [
          fillWords(words.unexpected, {
            count: count(unexpected.length),
            fields: strange.map(fieldText).join(', '),
          }),
        ]
      : []),
    ...(more > 0
      ? [fillWords(words.more, { count: count(more), names: namesText(rest, { locale, form, uncounted }) })]
      : []),
  ]
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`
}

const fieldText = ({ name, value }: ShownField) => `${name} ${value}`.trim()

/** The names of fields, the first of many, and how many others. */
function namesText(fields: ShownField[], { locale, form, uncounted }: Style & { uncounted: number }): string {
  const { names } = LIMITS[form]
  const listed = fields.slice(0, names).map(({ name }) => name)
  const others = fields.length - listed.length + uncounted
  const values = { names: listed.join(', '), count: countText(others, locale.tag) }
  return others > 0 ? fillWords(locale.approval.others, values) : values.names
}

/** "Order" reads as a word of the sentence, "URL" and "FMC" stay as they are. */
const lowerWord = (word: string) => (/^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word)
