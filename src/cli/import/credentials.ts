import type { JsonObject } from '../../toolkit/model/json.js'
import { splitScheme } from '../../toolkit/secrets/auth-scheme.js'
import {
  credentialsAmong,
  isCredentialValue,
  mentionsCredential,
  secretName,
} from '../../toolkit/secrets/credential-name.js'
import { isAmbiguousKey } from '../../toolkit/secrets/machine-key.js'
import { namedValues, replaceNamed } from '../../toolkit/semantics/named-values.js'
import { wordsOf } from '../../toolkit/semantics/words.js'
import { hasVariable } from '../../toolkit/template/variables.js'
import type { Pair } from './imported.js'

/** Headers that a browser, a proxy or an HTTP client adds. They say nothing about the API. */
const NOISE =
  /^(:|sec-|if-|x-forwarded-|proxy-|cf-)|^(host|connection|content-length|user-agent|accept-encoding|accept-language|origin|referer|cookie|pragma|cache-control|dnt|te|upgrade-insecure-requests|priority|keep-alive|x-requested-with|postman-token)$/i

/**
 * Returns the headers of captured traffic without the headers that a browser adds. A variable replaces each credential,
 * because other people may read the collection. `Authorization` with a scheme in {@link AUTHS} becomes `auth`.
 * `variables` has the names of the variables that the user has to set.
 */
export function replaceCredentials(headers: Pair[]): {
  headers: Pair[]
  auth: JsonObject | undefined
  variables: string[]
} {
  const useful = headers.filter(({ key }) => !NOISE.test(key))
  const authorization = useful.find(({ key }) => /^authorization$/i.test(key))
  const auth = authorization && authOf(authorization.value)
  const variables = auth ? auth.variables : []
  const kept = useful
    .filter((header) => header !== authorization || auth === undefined)
    .map((header) => toVariable(header, variables))
  return { headers: kept, auth: auth?.auth, variables }
}

/**
 * Handles a header, query parameter or form field. If its name shows that the value is a credential, replaces the value
 * with a variable, and adds the name of the variable to `variables`. Returns any other field as the same object.
 */
export function toVariable<Field extends { key: string; value?: string }>(
  field: Field,
  variables: string[],
): Field {
  const { key, value = '' } = field
  if (!isCredentialValue(key, value) || /^\s*\{\{.*\}\}\s*$/.test(value)) return field
  return { ...field, value: variableFor(key, value, variables) }
}

/**
 * Replaces credentials in a text (JSON, XML, GraphQL, a form) with variables: `"token": "x1"` becomes
 * `"token": "{{token}}"`. Adds the names of the variables to `variables`.
 */
export function textWithVariables(text: string, variables: string[]): string {
  if (!mentionsCredential(text)) return text
  const isNamed = credentialsAmong(namedValues(text).map(({ name }) => name))
  return replaceNamed(text, ({ name, value, isNumber }) => {
    const isSecret = isCredentialValue(name, isNumber ? Number(value) : value, isNamed) && !hasVariable(value)
    return isSecret ? variableFor(name, value, variables) : undefined
  })
}

function variableFor(key: string, value: string, variables: string[]): string {
  const plain = wordsOf(key).join('_').normalize('NFC')
  const name = isAmbiguousKey(key, value) ? secretName(key) : plain
  variables.push(name)
  return `{{${name}}}`
}

/**
 * The schemes of the header `Authorization` for which Postman has an auth type. Each entry maps the parameters of the
 * auth type to the names of the variables that replace their values.
 */
const AUTHS: Record<string, Record<string, string>> = {
  bearer: { token: 'access_token' },
  basic: { username: 'username', password: 'password' },
  digest: { username: 'username', password: 'password' },
  ntlm: { username: 'username', password: 'password' },
}

function authOf(value: string): { auth: JsonObject; variables: string[] } | undefined {
  const scheme = splitScheme(value).scheme.toLowerCase()
  if (!Object.hasOwn(AUTHS, scheme)) return undefined
  const parameters = Object.entries(AUTHS[scheme]!)
  const entries = parameters.map(([key, variable]) => ({ key, value: `{{${variable}}}`, type: 'string' }))
  return { auth: { type: scheme, [scheme]: entries }, variables: parameters.map(([, variable]) => variable) }
}
