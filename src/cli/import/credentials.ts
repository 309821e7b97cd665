import { namedValues, replaceNamed } from '../../toolkit/meaning/named-values.js'
import { wordsOf } from '../../toolkit/meaning/words.js'
import type { JsonObject } from '../../toolkit/model/json.js'
import { splitScheme } from '../../toolkit/secrets/auth-scheme.js'
import {
  credentialsAmong,
  isCredentialLike,
  isCredentialValue,
  mentionsCredential,
} from '../../toolkit/secrets/credential-name.js'

interface Header {
  key: string
  value: string
}

/** What a browser or a tool adds by itself; it says nothing of the API. */
const NOISE =
  /^(:|sec-|if-|x-forwarded-|proxy-|cf-)|^(host|connection|content-length|user-agent|accept-encoding|accept-language|origin|referer|cookie|pragma|cache-control|dnt|te|upgrade-insecure-requests|priority|keep-alive|x-requested-with|postman-token)$/i

/**
 * The headers of captured traffic without what browsers add, and with every credential in them as a variable: a collection is shared, a
 * token is not. `variables` are the names that are to be set now.
 */
export function liftCredentials(headers: Header[]): {
  headers: Header[]
  auth: JsonObject | undefined
  variables: string[]
} {
  const useful = headers.filter(({ key }) => !NOISE.test(key))
  const authorization = useful.find(({ key }) => /^authorization$/i.test(key))
  const auth = authorization && authOf(authorization.value)
  const variables = auth ? auth.variables : []
  const kept = useful
    .filter((header) => header !== authorization || auth === undefined)
    .map((header) => lifted(header, variables))
  return { headers: kept, auth: auth?.auth, variables }
}

/** A header, query parameter or form field, with a credential in it as a variable; `variables` takes its name. */
export function lifted<Field extends { key: string; value?: string }>(
  field: Field,
  variables: string[],
): Field {
  const { key, value = '' } = field
  if (value === '' || !isCredentialLike(key) || /^\s*\{\{.*\}\}\s*$/.test(value)) return field
  return { ...field, value: variableFor(key, variables) }
}

/** A text (JSON, XML, GraphQL, a form) with the credentials that it names as variables; `variables` takes their names. */
export function liftedText(text: string, variables: string[]): string {
  if (!mentionsCredential(text)) return text
  const isNamed = credentialsAmong(namedValues(text).map(({ name }) => name))
  return replaceNamed(text, ({ name, value, isNumber }) => {
    const isSecret =
      isCredentialValue(name, isNumber ? Number(value) : value, isNamed) && !value.includes('{{')
    return isSecret ? variableFor(name, variables) : undefined
  })
}

/** A saved answer with a stand-in for every credential that it names: what a login gave is nobody's example. */
export function withStandIns(text: string): string {
  if (!mentionsCredential(text)) return text
  const isNamed = credentialsAmong(namedValues(text).map(({ name }) => name))
  return replaceNamed(text, ({ name, value, isNumber }) =>
    !isNumber && isCredentialValue(name, value, isNamed)
      ? `[${wordsOf(name).join('_').normalize('NFC')}]`
      : undefined,
  )
}

/** The variable that stands for a credential of this name. */
function variableFor(key: string, variables: string[]): string {
  const name = wordsOf(key).join('_').normalize('NFC')
  variables.push(name)
  return `{{${name}}}`
}

function authOf(value: string): { auth: JsonObject; variables: string[] } | undefined {
  const scheme = splitScheme(value).scheme.toLowerCase()
  if (scheme === 'bearer') return { auth: bearer(), variables: ['access_token'] }
  if (scheme === 'basic') return { auth: basic(), variables: ['username', 'password'] }
  return undefined
}

function bearer(): JsonObject {
  return { type: 'bearer', bearer: [{ key: 'token', value: '{{access_token}}', type: 'string' }] }
}

function basic(): JsonObject {
  const entries = ['username', 'password'].map((key) => ({ key, value: `{{${key}}}`, type: 'string' }))
  return { type: 'basic', basic: entries }
}
