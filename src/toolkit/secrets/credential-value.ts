import { isCredentialLike } from './credential-name.js'

/** Formats of keys and tokens. Each format is used by one service only, except for private keys (PEM). */
const KNOWN: readonly (readonly [what: string, form: RegExp])[] = [
  ['an AWS access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40})/],
  ['a GitLab token', /\bglpat-[\w-]{20}/],
  ['a Slack token', /\bxox[abeoprs]-[A-Za-z0-9-]{10}/],
  ['a Stripe key', /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16}/],
  ['a Google API key', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['an OpenAI key', /\bsk-(?:proj-)?[A-Za-z0-9_-]{32}/],
  ['a SendGrid key', /\bSG\.[\w-]{22}\.[\w-]{43}/],
  ['a Postman API key', /\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b/],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
]
/** A quick test that rejects most texts. It matches a part of every key in `KNOWN` and of every JWT. */
const KNOWN_HINT = /AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|xox|[rs]k_|AIza|sk-|SG\.|PMAK-|PRIVATE KEY|eyJ/

/** The kind of the known key or token in a text, such as "a GitHub token"; undefined if there is none. */
export function knownCredential(text: string): string | undefined {
  if (!KNOWN_HINT.test(text)) return undefined
  const known = KNOWN.find(([, form]) => form.test(text))?.[0]
  return known ?? (text.match(/[\w.-]+/g)?.some(isJwt) ? 'a token (JWT)' : undefined)
}

/**
 * Whether a word contains a JWT: three parts separated by dots, of which the first two are JSON objects in base64url
 * (RFC 7519).
 */
function isJwt(word: string): boolean {
  const parts = word.split('.')
  return parts.some((part, index) => {
    const [payload = '', signature = ''] = parts.slice(index + 1, index + 3)
    return /\beyJ[\w-]{10}/.test(part) && /^eyJ[\w-]{10}/.test(payload) && signature.length >= 10
  })
}

/**
 * Returns the text that replaces a match of a pattern. `found` is the whole match. `part` is the text of the first
 * group of the pattern, if it has one.
 */
type Put = (found: string, part: string, mask: string) => string

/**
 * Formats of credentials. A pattern matches everything that may be a credential. Its function checks the length and
 * returns the masked text.
 */
const LOOKS: readonly (readonly [form: RegExp, put: Put])[] = [
  [
    /\b(?:bearer|basic|digest) +(\S+)/gi,
    (found, value, mask) => found.slice(0, -value.length) + withoutToken(value, mask),
  ],
  [
    /\beyJ([\w-]*)(?:\.[\w-]+\.[\w-]*)?/g,
    (found, head, mask) => (head.length >= 8 && found.includes('.') ? mask : found),
  ],
  [
    /\b(?:sk|pk|rk|ek|ghp|gho|xox[abp]|glpat)[-_]([\w-]+)/g,
    (found, tail, mask) => (tail.length >= 12 ? mask : found),
  ],
  [/:\/\/[^\s/@:]+:[^\s/@]+@/g, (_found, _part, mask) => `://${mask}@`],
]

/** Masks everything in a text that looks like a credential. */
export function maskLookalikes(text: string, mask: string): string {
  return LOOKS.reduce(
    (masked, [form, put]) => masked.replace(form, (found: string, part: string) => put(found, part, mask)),
    text,
  )
}

/** Masks the token at the start of `value`, if the token has at least eight characters. */
function withoutToken(value: string, mask: string): string {
  const [token = ''] = /^[\w\-.~+/]+=*/.exec(value) ?? []
  return token.length >= 8 ? mask + value.slice(token.length) : value
}

/** Texts that show that a value is a placeholder. */
const STAND_INS = [
  /\{\{|^[*x.•_-]+$/i,
  /your|change.?me|example|sample|dummy|placeholder|insert|replace|redacted|must.?be|set.?me|to.?be|xxx/i,
  /\b(?:my|the|some|enter|todo|test|foo|bar|demo|null|undefined|none|string|password|secret|token|api.?key|value|key)\b/i,
]

const isBracketed = (text: string) => /^[<[(]/.test(text) && /[>\])]$/.test(text)

/** Words that are placeholders if they are the whole value. */
const WORD =
  /^(?:string|value|null|undefined|none|test|foo|bar|user(?:name)?|pass|key|example|text|x+|\*+|\.+|-+)$/i

/**
 * Whether a value looks like a key or a password: it has at least eight characters without spaces, among them a letter
 * and a digit or sign. It must not be a variable or a placeholder.
 */
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

/**
 * Whether a value is a literal password, even a short and simple one. Use it only for values that can be nothing but a
 * credential, such as those in the auth of a request.
 */
export function isLiteralPassword(value: unknown): value is string {
  if (typeof value !== 'string') return false
  const text = value.trim()
  const isStandIn = isBracketed(text) || /\{\{|your|change.?me|placeholder|redacted/i.test(text)
  return text !== '' && !isStandIn && !WORD.test(text) && !isNameOfCredential(text)
}

/**
 * Whether a value only says which credential to insert: `nueva_contraseña`. A text with digits counts as a password.
 */
function isNameOfCredential(text: string): boolean {
  return !/\p{N}/u.test(text) && isCredentialLike(text)
}
