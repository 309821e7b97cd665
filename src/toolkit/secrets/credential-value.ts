import { isCredentialLike } from './credential-name.js'
import { isAmbiguousKey } from './machine-key.js'
import type { TextSpan } from './secret-matcher.js'

/** Formats of keys and tokens. Each format is used by one service only, except for private keys (PEM). */
const KNOWN: readonly (readonly [what: string, form: RegExp])[] = [
  ['an AWS access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40})/g],
  ['a GitLab token', /\bglpat-[\w-]{20}/g],
  ['a Slack token', /\bxox[abeoprs]-[A-Za-z0-9-]{10}/g],
  ['a Stripe key', /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16}/g],
  ['a Google API key', /\bAIza[0-9A-Za-z_-]{35}\b/g],
  ['an OpenAI key', /\bsk-(?:proj-)?[A-Za-z0-9_-]{32}/g],
  ['a SendGrid key', /\bSG\.[\w-]{22}\.[\w-]{43}/g],
  ['a Postman API key', /\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b/g],
  ['a Telegram token', /(?:\bbot|\b)\d{8,10}:AA[\w-]{33}\b/g],
  ['a Slack webhook', /\/services\/T[A-Z\d]{8,12}\/B[A-Z\d]{8,12}\/[A-Za-z\d]{24}\b/g],
  [
    'a private key',
    /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----(?:(?!-----)[\s\S])*(?:-----END [A-Z ]*-----)?/g,
  ],
]
/** A quick test that rejects most texts. It matches a part of every key in `KNOWN` and of every JWT. */
const KNOWN_HINT =
  /:AA|services\/T|AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|xox|[rs]k_|AIza|sk-|SG\.|PMAK-|PRIVATE KEY|eyJ/

/** The kind of the known key or token in a text, such as "a GitHub token"; undefined if there is none. */
export function knownCredential(text: string): string | undefined {
  if (!KNOWN_HINT.test(text)) return undefined
  const known = KNOWN.find(([, form]) => text.search(form) >= 0)?.[0]
  return known ?? (text.match(/[\w.-]+/g)?.some(isJwt) ? 'a token (JWT)' : undefined)
}

/** Whether a value is a credential by its name, or by its form under any name. */
export function isSecret(name: string, value: unknown, isNamed = isCredentialLike): boolean {
  return (
    isNamed(name) ||
    isAmbiguousKey(name, value) ||
    (typeof value === 'string' && knownCredential(value) !== undefined)
  )
}

/** Whether a word contains a JWT (RFC 7519): three parts, of which two are JSON objects in base64url. */
function isJwt(word: string): boolean {
  const parts = word.split('.')
  return parts.some((part, index) => {
    const [payload = '', signature = ''] = parts.slice(index + 1, index + 3)
    return /\beyJ[\w-]{10}/.test(part) && /^eyJ[\w-]{10}/.test(payload) && signature.length >= 10
  })
}

/** A token after the scheme of an `Authorization` header. */
const SCHEME_TOKEN = /\b(?<lead>(?:bearer|basic|digest)\s+)[^\s"'`\\{}<>]+/gi
const LOGIN = /(?<lead>:\/\/[^\s/@:"]*:)[^\s/@"{}]+(?=@)/g

/** Forms of credentials in a text, without the part `lead` before them. With fewer than `least` characters, they are none. */
const FORMS: readonly (readonly [form: RegExp, least: number])[] = [
  ...KNOWN.map(([, form]) => [form, 0] as const),
  [SCHEME_TOKEN, 8],
  [/\beyJ[\w-]*(?:\.[\w-]+\.[\w-]*)?/g, 12],
  [/\b(?:sk|pk|rk|ek|ghp|gho|xox[abp]|glpat)[-_][\w-]+/g, 15],
  [/(?<lead>:\/\/)[^\s/@:"]*:[^\s/@"{}]+(?=@)/g, 0],
]
/** A quick test that rejects most texts. It matches a part of everything that has one of the forms. */
const FORM_HINT =
  /AKIA|ASIA|gh[pousr]_|github_pat_|xox|AIza|SG\.|PMAK-|PRIVATE KEY|eyJ|[srpe]k[-_]|glpat|bearer|basic|digest|[^/]@/i

/** The parts of a text with the form of a credential: known tokens, tokens after a scheme, passwords in addresses. */
export function formedSpans(text: string): TextSpan[] {
  if (!FORM_HINT.test(text) && !KNOWN_HINT.test(text)) return []
  return FORMS.flatMap(([form, least]) =>
    spansOf(text, form).filter(({ start, end }) => {
      const found = text.slice(start, end)
      // Base64 of JSON without a signature is no token: it can be the cursor of a page.
      return found.length >= least && !/^eyJ[\w-]*$/.test(found)
    }),
  ).sort((one, other) => one.start - other.start)
}

const BASIC = /\b(?<lead>basic\s+)[A-Za-z\d+/]{6,}={0,2}/gi

/** Where a text has the login of `Basic`: a name, a colon and a password in base64. */
const basicSpans = (text: string): TextSpan[] =>
  spansOf(text, BASIC).filter(({ start, end }) =>
    /^[ -9;-~]+:[ -~]+$/.test(Buffer.from(text.slice(start, end), 'base64').toString('latin1')),
  )

/**
 * What can be nothing but a credential: known keys and tokens, passwords as in `postgres://user:PASSWORD@host`, and
 * `Basic dXNlcjpwYXNz`.
 */
export function sureSpans(text: string): TextSpan[] {
  const known = [
    ...(KNOWN_HINT.test(text) ? KNOWN.flatMap(([, form]) => spansOf(text, form)) : []),
    ...(/basic\s/i.test(text) ? basicSpans(text) : []),
  ]
  if (!text.includes('@')) return known
  const logins = spansOf(text, LOGIN).filter(({ start, end }) => isLiteralPassword(text.slice(start, end)))
  return [...known, ...logins].sort((one, other) => one.start - other.start)
}

function spansOf(text: string, form: RegExp): TextSpan[] {
  return Array.from(text.matchAll(form), ({ 0: found, index, groups }) => ({
    start: index + (groups?.lead?.length ?? 0),
    end: index + found.length,
  }))
}

/** Whether a credential cannot occur in a text by chance, because it is long and has both letters and digits. */
export const isTelling = (value: string): boolean =>
  value.length >= 12 && /\d/.test(value) && /[a-z]/i.test(value) && !/\s/.test(value)

const STAND_INS = [
  /\{\{|^[*x.•_-]+$/i,
  /your|change.?me|example|sample|dummy|placeholder|insert|replace|redacted|must.?be|set.?me|to.?be|xxx/i,
  /\b(?:my|the|some|enter|todo|test|foo|bar|demo|null|undefined|none|string|password|secret|token|api.?key|value|key)\b/i,
]

const isBracketed = (text: string) => /^[<[(]/.test(text) && /[>\])]$/.test(text)

const WORD =
  /^(?:string|value|null|undefined|none|test|foo|bar|user(?:name)?|pass|key|example|text|x+|\*+|\.+|-+)$/i

/** Whether a value is like a key or password: eight characters with a letter and a digit or sign, and no placeholder. */
export function looksLikeCredential(value: unknown): value is string {
  if (typeof value !== 'string') return false
  const text = value.trim()
  return (
    text.length >= 8 &&
    !/\s/.test(text) &&
    !isBracketed(text) &&
    !STAND_INS.some((form) => form.test(text)) &&
    !isNameOfCredential(text) &&
    /\p{L}/u.test(text) &&
    /[\p{N}\p{S}]|[^\P{P}_]/u.test(text)
  )
}

/** Whether a value is a literal password, even a simple one. Only for values that can be nothing but a credential. */
export function isLiteralPassword(value: unknown): value is string {
  if (typeof value !== 'string') return false
  const text = value.trim()
  const isStandIn = isBracketed(text) || /\{\{|your|change.?me|placeholder|redacted/i.test(text)
  return text !== '' && !isStandIn && !WORD.test(text) && !isNameOfCredential(text)
}

/** Whether a value only names the credential to insert: `nueva_contraseña`. With digits, it is a password. */
function isNameOfCredential(text: string): boolean {
  return !/\p{N}/u.test(text) && isCredentialLike(text)
}
