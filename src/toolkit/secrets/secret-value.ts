import { namedValues } from '../semantics/named-values.js'
import { hasVariable } from '../template/variables.js'
import { isCredentialValue, isSensitiveValue, mentionsCredential } from './credential-name.js'
import { isSecret } from './credential-value.js'
import { looksMachineMade } from './machine-key.js'
import { namesPublic } from './program-names.js'

/** Minimum characters of a value that is secret because the operator gives it. Shorter ones are in any text by chance. */
const MIN_GIVEN = 8
/** Up to three words, also with a short number behind them: `staging`, `eu-west-1`, `Ann Smith`. */
const WORDS = /^\p{L}+(?:[ _./-]\p{L}+){0,2}(?:[ _./-]\d{1,2})?$/u
const EMAIL_OR_DATE = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$|^\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?$/
const HOST = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/

/**
 * Whether the value of a variable is a secret, which no model, client, log or result may have. This function is the only
 * decision about it. A value is secret by its name or its form. What stands in `.env`,
 * `VOICE_VAR_NAME` or an environment (`isGiven`) may have any name, so it is secret unless it is evidently
 * none: it is short, a word, an address without a key, or its name says so (`shop_id`, `region`).
 */
export function isSecretValue(
  name: string,
  value: string,
  { isGiven = false }: { isGiven?: boolean | undefined } = {},
): boolean {
  if (isSecret(name, value) || isSensitiveValue(name, value)) return true
  return isGiven && value.length >= MIN_GIVEN && !namesPublic(name) && !isPlain(value)
}

/** Whether a text such as JSON, YAML or a form has a member that is a credential by its name. */
export function holdsCredential(text: string): boolean {
  return (
    mentionsCredential(text) &&
    namedValues(text).some(({ name, value }) => !hasVariable(value) && isCredentialValue(name, value))
  )
}

const isPlain = (value: string) =>
  value.includes('{{') || WORDS.test(value) || EMAIL_OR_DATE.test(value) || isPlainAddress(value)

/** Whether a value is an address without user, query, and a part that may be a key. */
function isPlainAddress(value: string): boolean {
  if (HOST.test(value)) return !value.split('.').some(looksMachineMade)
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false
  const { username, password, search, hash, pathname, hostname } = new URL(value)
  const parts = [...hostname.split('.'), ...pathname.split('/')]
  return `${username}${password}${search}${hash}` === '' && !parts.some(looksMachineMade)
}
