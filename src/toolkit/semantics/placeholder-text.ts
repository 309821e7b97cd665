import { memoized } from '../../text/memoized.js'
import { wordList } from './word-list.js'
import { wordsOf } from './words.js'

export const ID_WORDS = wordList('ids')

/** Words around the name in a placeholder: `your-id`, `ID_HERE`, `seu_id`. */
const FILLERS = wordList('placeholderFillers')

/** Brackets and signs around a name: `<id>`, `[id]`, `{id}`, `${id}`, `%id%`, `__id__`, `$id`. */
const ENCLOSED = [
  /^<([^<>]*)>$/,
  /^\[([^[\]]*)\]$/,
  /^\$?\{([^{}]*)\}$/,
  /^\(([^()]*)\)$/,
  /^%([A-Za-z_]\w*)%$/,
  /^__([A-Za-z]\w*?)__$/,
  /^[$#]([A-Za-z_]\w*)$/,
]

/** Names that OData reserves in addresses. They are not placeholders. */
const ODATA = /^\$(metadata|count|batch|value|ref|links|all|entity|search|filter)$/i

const MISSING = /^(undefined|null|none|nan|\[object object\])$/i

/** The name in a placeholder: `user id` for `YOUR_USER_ID_HERE`, `''` for `xxxx`; undefined for what may be a value. */
export function placeholderName(text: string): string | undefined {
  return NUMBERED.test(text) ? undefined : nameInPlaceholder(text)
}

/** A digit, or letters and a digit, begin a value and no placeholder. Such texts would fill the cache. */
const NUMBERED = /^[A-Za-z]*\d/

const nameInPlaceholder: (text: string) => string | undefined = memoized((text) => {
  const value = text.trim()
  return /^[<[{($%_#]/.test(value) ? placeholderInSigns(value) : placeholderInWords(value)
})

function placeholderInSigns(value: string): string | undefined {
  if (ODATA.test(value)) return undefined
  for (const pattern of ENCLOSED) {
    const inner = pattern.exec(value)?.[1]
    if (inner !== undefined) return inner.trim()
  }
  return placeholderInWords(value)
}

function placeholderInWords(value: string): string | undefined {
  if (/\d/.test(value)) return undefined
  if (MISSING.test(value) || isFiller(value)) return ''
  return nameInWords(value)
}

/** Whether a text is a placeholder without a name: `xxxx`, `xxx-xx`, `...`. */
function isFiller(value: string): boolean {
  if (!/^(?:xxx|\.\.\.|…)/i.test(value)) return false
  const [first = '', ...others] = value.toLowerCase().split(/[-_ ]/)
  return /^(?:xxx|\.{3}|…)[x.]*$/.test(first) && others.every((part) => /^[x.]+$/.test(part))
}

/** The name in words that ask for a value: `your-user-id`, `ID_HERE`, `YOUR_NAME`. */
function nameInWords(value: string): string | undefined {
  if (!/^[\p{L}_ -]{2,60}$/u.test(value)) return undefined
  const words = wordsOf(value)
  const rest = words.filter((word) => !FILLERS.has(word))
  const hasId = rest.some((word) => ID_WORDS.has(word))
  const isShouted = value === value.toUpperCase() && /\p{Lu}/u.test(value)
  const isName = words.length > 1 || /^(id|uuid|guid)$/.test(rest[0] ?? '')
  const isCalled = hasId || words.at(-1) === 'here' || words[0] === 'your'
  if (isShouted && isName && isCalled) return rest.join(' ')
  return hasId && rest.length < words.length && rest.length <= 3 ? rest.join(' ') : undefined
}

export function isPlaceholderText(text: string): boolean {
  return placeholderName(text) !== undefined
}
