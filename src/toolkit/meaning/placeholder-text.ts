import { wordsOf } from './words.js'

/** Words that say which record is meant, in names of parameters and in placeholders. */
export const ID_WORDS = new Set(
  `id ids uuid guid oid pk key ref reference number num no nr code slug handle sku isbn hash uid identifier identificador identifiant
  numero codigo kennung nummer kimlik`.split(/\s+/),
)

/** Words that other people put before or after the name of what belongs there: `your-id`, `ID_HERE`, `seu_id`. */
const FILLERS = new Set(
  `your my some any insert enter put replace place here example sample dummy aqui aca ici hier buraya vote votre tu su seu sua deine dein
  ihre ihr tuo jouw coloque insira poner`.split(/\s+/),
)

/** Signs that people put around a name: `<id>`, `[id]`, `{id}`, `${id}`, `%id%`, `__id__`, `$id`. */
const ENCLOSED = [
  /^<([^<>]*)>$/,
  /^\[([^[\]]*)\]$/,
  /^\$?\{([^{}]*)\}$/,
  /^\(([^()]*)\)$/,
  /^%([A-Za-z_]\w*)%$/,
  /^__([A-Za-z]\w*?)__$/,
  /^[$#]([A-Za-z_]\w*)$/,
]

/** Names that OData reserves for parts of an address. */
const ODATA = /^\$(metadata|count|batch|value|ref|links|all|entity|search|filter)$/i

/** What a program leaves in an address where a value was missing. */
const MISSING = /^(undefined|null|none|nan|\[object object\])$/i

/**
 * The name inside a text that only holds the place of a value: `user id` of `<user id>`, the same of `YOUR_USER_ID_HERE`, `''` where it
 * has none (`xxxx`, `undefined`). Undefined where the text is a value, or may be one.
 */
export function placeholderName(text: string): string | undefined {
  const value = text.trim()
  if (ODATA.test(value)) return undefined
  for (const pattern of ENCLOSED) {
    const inner = pattern.exec(value)?.[1]
    if (inner !== undefined) return inner.trim()
  }
  if (MISSING.test(value) || isFiller(value)) return ''
  return nameInWords(value)
}

/** `xxxx`, `xxx-xx`, `...`: signs that only fill the place. */
function isFiller(value: string): boolean {
  const [first = '', ...others] = value.toLowerCase().split(/[-_ ]/)
  return /^(?:xxx|\.{3}|…)[x.]*$/.test(first) && others.every((part) => /^[x.]+$/.test(part))
}

/** `your-user-id`, `ID_HERE`, `CUSTOMER_ID`: words alone, and what they say is that an id belongs here. */
function nameInWords(value: string): string | undefined {
  if (!/^[\p{L}_ -]{2,60}$/u.test(value)) return undefined
  const words = wordsOf(value)
  const rest = words.filter((word) => !FILLERS.has(word))
  const hasId = rest.some((word) => ID_WORDS.has(word))
  const isShouted = value === value.toUpperCase() && /\p{Lu}/u.test(value)
  const isName = words.length > 1 || /^(id|uuid|guid)$/.test(rest[0] ?? '')
  if (isShouted && isName && (hasId || words.at(-1) === 'here')) return rest.join(' ')
  return hasId && rest.length < words.length && rest.length <= 3 ? rest.join(' ') : undefined
}

/** Whether a text only holds the place of a value. */
export function isPlaceholderText(text: string): boolean {
  return placeholderName(text) !== undefined
}
