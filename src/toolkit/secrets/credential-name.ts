import data from '../../../templates/credential-words.json'
import { freeName } from '../../text/free-name.js'
import { patternOfTexts } from '../../text/literals.js'
import { memoized } from '../../text/memoized.js'
import { wordsOf } from '../semantics/words.js'
import { isAmbiguousKey, looksMachineMade, mentionsAmbiguousKey } from './machine-key.js'

type WordList = string | readonly string[] | Readonly<Record<string, string>>

/** The entries of a list of the file: it has words in one text or in a text for each language, or phrases. */
const entriesOf = (list: WordList): readonly string[] => {
  if (typeof list === 'string') return list.split(' ')
  return Array.isArray(list) ? list : Object.values(list).flatMap((text: string) => text.split(' '))
}
/** A word in the form in which names are compared: lower case, without accents and punctuation. */
const folded = (word: string) => wordsOf(word).join('')
const setOf = (...lists: WordList[]): ReadonlySet<string> => new Set(lists.flatMap(entriesOf).map(folded))

const SECRETS = setOf(data.secretWords, data.secretPhrases)
const PHRASES = data.secretPhrases.map((phrase) => ` ${wordsOf(phrase).join(' ')} `)
/** They match anywhere in a name, because languages of other scripts add endings or write no spaces between words. */
const STEMS = entriesOf(data.secretStems).map(folded)
/** Ends of words that join an owner and a secret: `clientsecret`, `benutzerpasswort`. */
const ENDS = entriesOf(data.secretEnds).map(folded)
/** They name a secret beside a word of `NEAR`, or beside another name of a login. Those in `ALONE` also do by themselves. */
const AMBIGUOUS = setOf(data.ambiguous)
const ALONE = setOf(data.ambiguousAlone)
const NEAR = setOf(data.nearAmbiguous)
const LOGIN = setOf(data.login)
/** They name a secret only next to a word of `OWNERS`: `api key`, but not `sort key`. */
const KEYS = setOf(data.keys)
const OWNERS = setOf(data.keyOwners)
/** Words before `token` that show that it is a position in a list, an amount of text or the id of a record. */
const HARMLESS = setOf(data.harmlessTokens)
/** They show that a token is one that a user gets and gives once, as a code: `reset_token`, `inviteToken`. */
const USER_TOKENS = setOf(data.userTokens)
/** First words of switches and commands: `has password`, `generate api key`. */
const SWITCH = setOf(data.switches)
/** Last words of names whose value is only about a credential: `token type`, `secret expires at`. */
const ABOUT = setOf(data.about)
/** With `id` or `response` as the last word, they name an object of an API: `token id`. */
const NUMBERED = setOf(data.numbered)
/** Names of codes that a user says end with one of these texts, which have one or more words. */
const CODES: ReadonlySet<string> = new Set(
  Object.values(data.personalCodes).flatMap((codes) =>
    codes.split(',').map((code) => wordsOf(code).join(' ')),
  ),
)
/** Names that are those of codes only if the value looks like one. */
const SHORT_CODES = setOf(data.shortCodes)
const CODE_HINT = patternOfTexts([...CODES, ...SHORT_CODES].map((code) => code.split(' ').at(-1)!))
const CODE_STEMS = patternOfTexts(entriesOf(data.personalCodeStems).map(folded))
const MAX_CODE_WORDS = Math.max(...[...CODES].map((code) => code.split(' ').length))
/** Words that may follow a code in a name: `pin number`, `otp value`, `pin confirmation`. */
const AFTER_CODE = setOf(data.codeEnds)
const PARTICLES: ReadonlySet<string> = new Set(['a', 'd', 'da', 'de', 'di', 'do', 'of', 'the'])
/** They show that a PIN is a postal code, as in India, or a mark on a map. */
const POSTAL = setOf(data.postal)

/** A quick test that rejects most names. It matches at least a part of every ASCII name that may name a credential. */
const HINT = patternOfTexts(
  [
    ...SECRETS,
    ...ENDS,
    ...AMBIGUOUS,
    ...KEYS,
    'token',
    ...PHRASES.map((phrase) => phrase.trim().split(' ').at(-1)!),
  ].filter((word) => /^[a-z]+$/.test(word)),
)
/** Matches a character that is not ASCII, or a JSON escape, because the escape may encode such a character. */
const FOREIGN = /[^\0-\x7f]|\\u[\da-f]{4}/i

/** Whether a name looks like the name of a credential. A model is never asked for its value. */
export const isCredentialLike: (name: string) => boolean = memoized(
  (name) => mentionsCredential(name) && names(wordsOf(name), false),
)

/** Like {@link mentionsCredential} for one name, remembered, because files repeat names. */
export const mayNameCredential: (name: string) => boolean = memoized(mentionsCredential)

/** Like {@link isCredentialLike} for the names of one group: `clave` is a password beside `usuario`, elsewhere a product code. */
export function credentialsAmong(all: readonly string[]): (name: string) => boolean {
  let isLogin: boolean | undefined
  return (name) => {
    if (!mayNameCredential(name)) return false
    const words = wordsOf(name)
    if (names(words, false)) return true
    if (!words.some((word) => AMBIGUOUS.has(word))) return false
    isLogin ??= all.some((other) => wordsOf(other).some((word) => LOGIN.has(word)))
    return isLogin && names(words, true)
  }
}

/** A quick test whether a text may contain the name of a credential, before its names are parsed. */
export function mentionsCredential(text: string): boolean {
  return HINT.test(text) || FOREIGN.test(text) || mentionsAmbiguousKey(text)
}

/** Like {@link mentionsCredential}, but also for names of PINs and one-time codes. */
export const mentionsSensitive = (text: string): boolean => mentionsCredential(text) || CODE_HINT.test(text)

/** Whether the name, or an ambiguous name and the look of its value, says that it is a credential. Counts of tokens are none. */
export function isCredentialValue(name: string, value: unknown, isNamed = isCredentialLike): boolean {
  if (typeof value === 'number') return !/tokens?/i.test(name) && isNamed(name)
  return typeof value === 'string' && value !== '' && (isNamed(name) || isAmbiguousKey(name, value))
}

/** Like {@link isCredentialValue} for recorded traffic, in which the id of a session is that of a person who is logged in. */
export const isRecordedCredential: typeof isCredentialValue = (name, value, isNamed) =>
  isCredentialValue(name, value, isNamed) ||
  (typeof value === 'string' && /^\S{6,}$/.test(value) && SESSION.test(wordsOf(name).join('')))

const SESSION = /^(?:(?:php|asp|x|user|web)?sess(?:ion)?(?:id)?|sid|connectsid)$/

export const isPersonalCode: (name: string) => boolean = memoized((name) => {
  const words = codeWordsOf(name)
  if (words.length > 1 && SWITCH.has(words[0]!)) return false
  if (isUserToken(words)) return true
  if (FOREIGN.test(name) && CODE_STEMS.test(words.join(''))) return true
  if (words.at(-1) === 'pin' || endsWithPinCode(words)) return !words.some((word) => POSTAL.has(word))
  return endsWithCode(words)
})

/** Like {@link isPersonalCode} for the names of one group: beside an address, `pin code` is a postal code. */
export function codesAmong(all: readonly string[]): (name: string) => boolean {
  let isAddress: boolean | undefined
  return (name) => {
    if (!isPersonalCode(name)) return false
    if (!endsWithPinCode(codeWordsOf(name))) return true
    isAddress ??= all.some((other) => wordsOf(other).some((word) => POSTAL.has(word)))
    return !isAddress
  }
}

/** The words of a name without particles, numbers and what may follow a code, with the last word in the singular. */
function codeWordsOf(name: string): string[] {
  const words = wordsOf(name).filter((word) => !PARTICLES.has(word))
  while (words.length > 1 && (AFTER_CODE.has(words.at(-1)!) || /^\d+$/.test(words.at(-1)!))) words.pop()
  const last = words.pop() ?? ''
  const plain = last === 'codes' ? 'code' : last
  return [...words, CODES.has(plain) ? plain : plain.replace(/\d{1,3}$/, '')]
}

const endsWithPinCode = (words: readonly string[]) => words.at(-1) === 'code' && words.at(-2) === 'pin'

function endsWithCode(words: readonly string[]): boolean {
  for (let count = 1; count <= MAX_CODE_WORDS; count++)
    if (CODES.has(words.slice(-count).join(' '))) return true
  return false
}

/** Whether the value of a name must not be shown: it is a credential, a PIN, a one-time code or the code of a card. */
export function isSensitiveValue(
  name: string,
  value: unknown,
  isNamed = isCredentialLike,
  isCode = isPersonalCode,
): boolean {
  const isPlain = typeof value === 'number' || (typeof value === 'string' && value !== '')
  return isCredentialValue(name, value, isNamed) || (isPlain && (isCode(name) || isShortPin(name, value)))
}

/** Whether a value is that of a PIN whose name has other meanings too: an Indian postal code has six digits, a pass may be a ticket. */
function isShortPin(name: string, value: unknown): boolean {
  const words = wordsOf(name)
  if (words.at(-1) === 'pincode') return /^\d{4,5}$/.test(String(value))
  if (words.length > 1 || !SHORT_CODES.has(words[0] ?? '')) return false
  return /^\d{3,8}$/.test(String(value)) || (/^\S{6,40}$/.test(String(value)) && /\d/.test(String(value)))
}

/** Whether these words name a credential. `isLogin`: another name of the group belongs to a login. */
function names(words: readonly string[], isLogin: boolean): boolean {
  if (isAbout(words) || isUserToken(words)) return false
  const phrase = ` ${words.join(' ')} `
  return (
    words.some((word, index) => isSecretWord(word, words, index)) ||
    SECRETS.has(words.join('')) ||
    PHRASES.some((known) => phrase.includes(known)) ||
    (FOREIGN.test(phrase) && STEMS.some((stem) => phrase.replaceAll(' ', '').includes(stem))) ||
    isAmbiguousSecret(words, isLogin)
  )
}

/** `email_verification_token`, but not `RequestVerificationToken`, which guards the forms of a site. */
function isUserToken(words: readonly string[]): boolean {
  return (
    /^tokens?$/.test(words.at(-1) ?? '') &&
    words[0] !== 'request' &&
    words.some((word) => USER_TOKENS.has(word))
  )
}

function isSecretWord(word: string, words: readonly string[], index: number): boolean {
  const [before = '', after = ''] = [words[index - 1], words[index + 1]]
  if (word === 'token' || word === 'tokens') return !HARMLESS.has(before)
  if (KEYS.has(word)) return OWNERS.has(before) || (!/^keys?$/.test(word) && OWNERS.has(after))
  if (word === 'parola') return after !== 'chiave'
  return SECRETS.has(word) || ENDS.some((end) => word.endsWith(end))
}

/** `clave` names a credential only beside names of a login, `nueva_clave` always does. */
function isAmbiguousSecret(words: readonly string[], isLogin: boolean): boolean {
  const others = words.filter((word) => !AMBIGUOUS.has(word))
  if (others.length === words.length) return false
  if (others.length === 0) return isLogin || words.every((word) => ALONE.has(word))
  return others.every((word) => NEAR.has(word))
}

/** Whether a name is about a credential but names none: `token_type`, `has_password`, `authorization_id`. */
function isAbout(words: readonly string[]): boolean {
  const [first = '', last = ''] = [words[0], words.at(-1)]
  if (words.length < 2) return false
  if (SWITCH.has(first) || ABOUT.has(last)) return true
  if (last === 'id' || last === 'response') return words.some((word) => NUMBERED.has(word))
  return first === 'access' && words[1] === 'control'
}

/** A new variable name for a secret, which looks like a credential, so that its value is masked wherever it is shown. */
export function secretName(hint: string, isTaken: (name: string) => boolean = () => false): string {
  const plain = wordsOf(hint).join('_').normalize('NFC') || 'secret'
  const base = isCredentialLike(plain) ? plain : `${plain}_secret`
  return freeName(base, (name) => !isTaken(name))
}

/** Whether a segment of a path is a key that a machine made, after a segment that names it: `/token/5f0c…`. */
export const isPathKey = (segment: string, before = ''): boolean =>
  isCredentialLike(before) && looksMachineMade(segment)
