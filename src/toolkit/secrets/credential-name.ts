import { wordsOf } from '../meaning/words.js'

/** Words that name a secret wherever they stand. */
const SECRET = new Set(
  `password passwd passphrase pwd passcode secret secrets jwt bearer authorization apikey credential credentials cookie
  signature hmac csrf xsrf jsessionid`.split(/\s+/),
)

/** Words that make a `key` a secret one: an `api key`, but not a `sort key`. */
const KEY_OWNERS = new Set(
  'api access private secret subscription auth app application account license encryption signing master service rapid ocp'.split(
    ' ',
  ),
)

/** Words that make a `token` a place in a list or a thing of the user, not a secret. */
const HARMLESS_TOKENS = new Set(
  'page next previous prev continuation cursor sync start after paging pagination'.split(' '),
)

/** Secrets written in one word: `accesstoken`, `clientsecret`. */
const JOINED =
  /(?:password|secret|apikey|(?:access|auth|bearer|refresh|id|session|api|user|admin|csrf)token)$/

/** What every such name has somewhere in it; most names are done with after this one look. */
const HINT = /pass|pwd|secret|jwt|bearer|auth|key|cred|cookie|signature|hmac|csrf|xsrf|session|token/i

/** Whether a name (of a variable, header or parameter) sounds like a credential, which is never asked of a model. */
export function isCredentialLike(name: string): boolean {
  if (!HINT.test(name)) return false
  const words = wordsOf(name)
  return words.some((word, index) => {
    const before = words[index - 1] ?? ''
    if (word === 'token' || word === 'tokens') return !HARMLESS_TOKENS.has(before)
    if (word === 'key' || word === 'keys') return KEY_OWNERS.has(before)
    return SECRET.has(word) || JOINED.test(word)
  })
}

/** Whether a text can hold a name that sounds like a credential: one look, before its names are read. */
export function mentionsCredential(text: string): boolean {
  return HINT.test(text)
}

/** Whether a value under a name is a credential itself: a count of tokens, a switch and what is empty are none. */
export function isCredentialValue(name: string, value: unknown): boolean {
  if (typeof value === 'number') return isCredentialLike(name) && !/tokens?/i.test(name)
  return typeof value === 'string' && value !== '' && isCredentialLike(name)
}
