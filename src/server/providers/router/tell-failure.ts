import type { Language } from '../../../languages/language.js'
import { capitalize } from '../../../text/capitalize.js'
import { isIdName } from '../../../toolkit/semantics/id-names.js'
import type { ModelTool } from '../../model/language-model.js'
import { errorWords } from './failure-words.js'
import { say } from './render.js'
import type { CallResult } from './results.js'
import { isObject, wasDeclined } from './results.js'
import { cut, humanize } from './spoken-values.js'

/**
 * The sentence that tells the user why a call failed. It has no addresses and status codes, because a user on the
 * telephone cannot use them.
 */
export function tellFailure(
  result: CallResult,
  { tool, noun, language }: { tool: ModelTool | undefined; noun: string; language: Language },
): string {
  const { sentences } = language
  const { status = 0, reason = '' } = result
  if (wasDeclined(result)) return sentences.refused
  if (result.lacksSettings || reason === 'missing-setting') return sentences.setting
  if (isObject(result.content) && result.content.error === 'no-matching-example') return sentences.noExample
  const detail = plainSentence(errorWords(result.content))
  const sentence = { timeout: 'tooSlow', unreachable: 'unreachable', 'invalid-input': 'notAccepted' } as const
  if (Object.hasOwn(sentence, reason))
    return say(sentences[sentence[reason as keyof typeof sentence]], { detail })
  if (status === 404 || status === 410)
    return say(namesRecord(result, tool) ? sentences.notFound : sentences.noAddress, { thing: noun, detail })
  if (status === 401 || status === 403) return sentences.notAllowed
  if (status === 429) return sentences.busy
  if (status >= 500) return sentences.broken
  return say(status >= 400 ? sentences.notAccepted : sentences.failed, { detail })
}

/**
 * Whether a path parameter or an id identifies the record of a call. Only in this case does a 404 mean that the record
 * does not exist.
 */
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
