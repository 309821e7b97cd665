import { languages } from '../../languages/languages.js'
import { identityWords } from '../../languages/title-verbs.js'
import { writeNumbers } from '../../languages/write-numbers.js'
import { leavesOf } from '../../toolkit/model/map-members.js'
import { beginningOf, wordsOf } from '../../toolkit/semantics/words.js'
import { actionOf, commonVerb } from './approval-action.js'
import type { PreparedCall } from './tool-calls.js'

/**
 * Whether a call only proves who the user is, such as a log-in or the check of a one-time code, and sends nothing but
 * what the user said. The user gave these values for this purpose, so such a call needs no further approval.
 */
export function provesIdentity(call: PreparedCall, said: string): boolean {
  const { definition, annotations } = call.tool
  if (!definition || annotations.destructiveHint || !checksIdentity(call)) return false
  const values = leavesOf(call.input).filter((value) => value !== '')
  const text = languages.reduce((words, { numbers }) => writeNumbers(words, numbers), beginningOf(said))
  return values.length > 0 && values.every((value) => says(text, value) || says(said, value))
}

function checksIdentity(call: PreparedCall): boolean {
  const { verb, object } = actionOf(call)
  if (verb === undefined) return false
  const common = commonVerb(verb)
  if (common === 'login') return true
  return common === 'check' && object.flatMap(wordsOf).some((word) => identityWords.has(word))
}

/** Whether a text contains a value. Case, spaces and punctuation do not matter; a short number must stand alone. */
function says(text: string, value: string): boolean {
  const plain = (part: string) => part.toLowerCase().replace(/[^\p{L}\d]/gu, '')
  const sought = plain(value)
  if (sought === '') return false
  if (sought.length < 4) return text.split(/[^\p{L}\d]+/u).some((word) => word.toLowerCase() === sought)
  return plain(text).includes(sought)
}
