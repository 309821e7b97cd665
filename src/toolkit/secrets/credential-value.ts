import { isCredentialLike } from './credential-name.js'

/** Forms that only keys of the named providers have. */
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
/** What each of them, and each JWT, has somewhere; most texts are done with after this one look. */
const KNOWN_HINT = /AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|xox|[rs]k_|AIza|sk-|SG\.|PMAK-|PRIVATE KEY|eyJ/

/** What a text holds that only a key of a known provider looks like; undefined for any other text. */
export function knownCredential(text: string): string | undefined {
  if (!KNOWN_HINT.test(text)) return undefined
  const known = KNOWN.find(([, form]) => form.test(text))?.[0]
  return known ?? (text.match(/[\w.-]+/g)?.some(isJwt) ? 'a token (JWT)' : undefined)
}

/** Whether a word has three parts of which the first two are JSON objects in base64url (RFC 7519). */
function isJwt(word: string): boolean {
  const parts = word.split('.')
  return parts.some((part, index) => {
    const [payload = '', signature = ''] = parts.slice(index + 1, index + 3)
    return /\beyJ[\w-]{10}/.test(part) && /^eyJ[\w-]{10}/.test(payload) && signature.length >= 10
  })
}

/** What is left of a text that looks like a credential; `part` is the piece that decides by its length. */
type Put = (found: string, part: string, mask: string) => string

/** Credentials by their look. A pattern takes all that may belong to one; how long it is, is judged behind it. */
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

/** A text with everything that looks like a credential replaced. */
export function maskLookalikes(text: string, mask: string): string {
  return LOOKS.reduce(
    (masked, [form, put]) => masked.replace(form, (found: string, part: string) => put(found, part, mask)),
    text,
  )
}

/** What follows the scheme of an Authorization header, without its token. */
function withoutToken(value: string, mask: string): string {
  const [token = ''] = /^[\w\-.~+/]+=*/.exec(value) ?? []
  return token.length >= 8 ? mask + value.slice(token.length) : value
}

/** Values that stand for one and are none, in any position. */
const STAND_INS = [
  /\{\{|^[*x.•_-]+$/i,
  /your|change.?me|example|sample|dummy|placeholder|insert|replace|redacted|must.?be|set.?me|to.?be|xxx/i,
  /\b(?:my|the|some|enter|todo|test|foo|bar|demo|null|undefined|none|string|password|secret|token|api.?key|value|key)\b/i,
]

const isBracketed = (text: string) => /^[<[(]/.test(text) && /[>\])]$/.test(text)

/** A word that is the whole of a value and says what belongs there. */
const WORD =
  /^(?:string|value|null|undefined|none|test|foo|bar|user(?:name)?|pass|key|example|text|x+|\*+|\.+|-+)$/i

/** Whether a value is long enough, no variable, no stand-in, and mixed like a key or a password. */
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
 * Whether a value is a password that was written down, however short or simple. For places that hold nothing else, such as the auth of a
 * request: what stands there is sent.
 */
export function isLiteralPassword(value: unknown): value is string {
  if (typeof value !== 'string') return false
  const text = value.trim()
  const isStandIn = isBracketed(text) || /\{\{|your|change.?me|placeholder|redacted/i.test(text)
  return text !== '' && !isStandIn && !WORD.test(text) && !isNameOfCredential(text)
}

/** Whether a value says in words what belongs there: `nueva_contraseña`. One with digits is a password that is easy to guess. */
function isNameOfCredential(text: string): boolean {
  return !/\p{N}/u.test(text) && isCredentialLike(text)
}
