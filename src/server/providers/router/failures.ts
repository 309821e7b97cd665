import type { Language } from '../../../languages/language.js'
import { capitalize } from '../../../text/capitalize.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { isIdName } from '../../../toolkit/semantics/id-names.js'
import type { ModelTool } from '../../model/language-model.js'
import { cut, humanize, isObject } from './records.js'
import { type CallResult, wasDeclined } from './results.js'
import { say } from './words.js'

/** The sentence that tells the user why a call failed. It has no addresses and status codes: a user cannot use them. */
export function tellFailure(
  result: CallResult,
  { tool, noun, language }: { tool: ModelTool | undefined; noun: string; language: Language },
): string {
  const { sentences } = language
  const { status = 0, reason = '', content } = result
  if (wasDeclined(result)) return sentences.refused
  if (result.lacksSettings || reason === 'missing-setting') return sentences.setting
  if (isObject(content) && content.error === 'no-matching-example') return sentences.noExample
  const detail = plainSentence(errorWords(content))
  if (reason === 'timeout') return sentences.tooSlow
  if (reason === 'unreachable') return sentences.unreachable
  if (reason === 'invalid-input') return say(sentences.notAccepted, { detail })
  if (status === 404 || status === 410)
    return say(namesRecord(result, tool) ? sentences.notFound : sentences.noAddress, { thing: noun, detail })
  if (status === 401 || status === 403) return sentences.notAllowed
  if (status === 429) return sentences.busy
  if (status >= 500) return sentences.broken
  return say(status >= 400 ? sentences.notAccepted : sentences.failed, { detail })
}

/** Whether a path parameter or an id identifies the record of a call. Only then, a 404 means that there is no record. */
function namesRecord({ input }: CallResult, tool: ModelTool | undefined): boolean {
  const inPath = tool?.definition?.bindings.flatMap((one) => (one.in === 'path' ? [one.parameter] : [])) ?? []
  const hasDefault = inPath.some((name) => tool?.parameters.properties?.[name]?.default !== undefined)
  return hasDefault || Object.keys(input).some((name) => inPath.includes(name) || isIdName(name))
}

/** Matches addresses, code and markup. A message that contains any of them is not read out. */
const technical = /:\/\/|[{}<>\\|]|--\w|\w\/\w|\/\w+\/|\w\(\)|\b0x|\w\.\w+\.\w|[a-z][:_]\w/i
/** Matches the names of fields: `"body.user.name"`, `due_date`, `dueDate`. */
const fieldName = /["'`]?\b[a-z]+(?:[._][a-z]+|[A-Z][a-z]+)+\b["'`]?/g

/** The error message of a service as a sentence; empty if the message is technical or has only one word. */
function plainSentence(text: string): string {
  const plain = text.replace(fieldName, (name) => humanize(name.replace(/^["'`]?body\./, '')))
  const line = capitalize(cut(plain, 200))
  if (line === '' || technical.test(line) || !/\s/.test(line)) return ''
  return /[.!?]$/.test(line) ? line : `${line}.`
}

/** Names of the fields in which services put an error message. The field that usually says most comes first. */
const messageFields =
  'message msg detail error_description errorMessage description title error errors reason content fault faultstring'.split(
    ' ',
  )

/** The message in an error response: `{ "errors": { "name": ["is too long"] } }` gives "name is too long". */
function errorWords(content: JsonValue, field = ''): string {
  if (typeof content === 'string')
    return /^[a-z][a-z' ]+$/.test(content) ? `${field} ${content}`.trim() : content
  if (Array.isArray(content)) return content.length > 0 ? errorWords(content[0]!, field) : ''
  if (!isObject(content)) return ''
  const at = Array.isArray(content.loc) ? content.loc.at(-1) : content.field
  const about = typeof at === 'string' ? humanize(at) : field
  for (const name of messageFields) {
    const value = content[name] ?? null
    const words = (isObject(value) && fieldErrors(value)) || errorWords(value, about)
    if (words !== '') return words
  }
  return ''
}

/** The message about the first wrong field, if the object has one member for each wrong field; else empty. */
function fieldErrors(errors: JsonObject): string {
  const members = Object.entries(errors)
  const isOfField = ([name, value]: [string, JsonValue]) =>
    Array.isArray(value) || !messageFields.includes(name)
  const [first] = members
  return first && members.every(isOfField) ? errorWords(first[1], humanize(first[0])) : ''
}
