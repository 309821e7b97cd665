import { isCredentialLike } from './credential-name.js'

/** Forms that only keys of the named providers have. */
const KNOWN: readonly (readonly [what: string, form: RegExp])[] = [
  ['an AWS access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40,})/],
  ['a GitLab token', /\bglpat-[\w-]{20,}/],
  ['a Slack token', /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/],
  ['a Stripe key', /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/],
  ['a Google API key', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['an OpenAI key', /\bsk-(?:proj-)?[A-Za-z0-9_-]{32,}/],
  ['a SendGrid key', /\bSG\.[\w-]{20,}\.[\w-]{20,}/],
  ['a Postman API key', /\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b/],
  ['a private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/],
  ['a token (JWT)', /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/],
]
const ANY_KNOWN = new RegExp(KNOWN.map(([, form]) => form.source).join('|'))

/** What a text holds that only a key of a known provider looks like; undefined for any other text. */
export function knownCredential(text: string): string | undefined {
  return ANY_KNOWN.test(text) ? KNOWN.find(([, form]) => form.test(text))?.[0] : undefined
}

/** Credentials by their look, for masking: what comes before and after one stays. */
const LOOKS: readonly (readonly [form: RegExp, masked: (mask: string) => string])[] = [
  [/\b(Bearer|Basic|Digest) +[\w\-.~+/]{8,}=*/gi, (mask) => `$1 ${mask}`],
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, (mask) => mask],
  [/\b(?:sk|pk|rk|ek|ghp|gho|xox[abp]|glpat)[-_][\w-]{12,}/g, (mask) => mask],
  [/(:\/\/)[^\s/@:]+:[^\s/@]+@/g, (mask) => `$1${mask}@`],
]

/** A text with everything that looks like a credential replaced. */
export function maskLookalikes(text: string, mask: string): string {
  return LOOKS.reduce((masked, [form, put]) => masked.replace(form, put(mask)), text)
}

/** Values that stand for one and are none, in any position. */
const STAND_IN =
  /\{\{|^[<[(].*[>\])]$|^[*x.•_-]+$|your|change.?me|example|sample|dummy|placeholder|insert|replace|redacted|must.?be|set.?me|to.?be.?|xxx|\b(?:my|the|some|enter|todo|test|foo|bar|demo|null|undefined|none|string|password|secret|token|api.?key|value|key)\b/i

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
    !STAND_IN.test(text) &&
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
  const isStandIn = /\{\{|^[<[(].*[>\])]$|your|change.?me|placeholder|redacted/i.test(text)
  return text !== '' && !isStandIn && !WORD.test(text) && !isNameOfCredential(text)
}

/** Whether a value says in words what belongs there: `nueva_contraseña`. One with digits is a password that is easy to guess. */
function isNameOfCredential(text: string): boolean {
  return !/\p{N}/u.test(text) && isCredentialLike(text)
}
