import { memoized } from '../../text/memoized.js'
import { VERBS } from './id-names.js'
import { wordsOf } from './words.js'

/** A step number at the start of a name: `01 - `, `2.1: `, `#3) `, `Step 4 `. */
const NUMBER =
  /^(?:(?:step|schritt|paso|passo|étape|adım) ?)?[#([]?(\d+(?:[._-]\d+)*)(?:( ?[)\].:|]+ ?| [-–—_] |[_-](?=[a-z]))| )[-–—_]? ?(?=\p{L})/iu

/** A name without its step number. In `2 factors` and `24hr ticker`, the number is a part of the name. */
export const withoutNumber: (name: string) => string = memoized((name) => {
  const text = (/[^\S ]|\s\s/.test(name) ? name.replace(/\s+/g, ' ') : name).trim()
  const found = NUMBER.exec(text)
  if (!found) return text
  const [lead, number = '', sign] = found
  const rest = text.slice(lead.length)
  const isStep = /^0|[._-]/.test(number) || /^\D*[a-z]/i.test(lead)
  const isMarked = sign !== undefined && (/[)\].:| ]/.test(sign) || isStep)
  return isMarked || isStep || VERBS.has(wordsOf(rest)[0] ?? '') ? rest : text
})
