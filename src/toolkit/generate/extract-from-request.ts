import type { JsonObject, JsonValue } from '../model/json.js'
import { mapMembers } from '../model/map-members.js'
import type {
  AuthTemplate,
  BodyTemplate,
  Entry,
  RequestTemplate,
  UrlTemplate,
} from '../model/request-template.js'
import type { BodyBinding, ToolDefinition } from '../model/tool.js'
import { authKind, authParameter } from '../secrets/auth-kinds.js'
import { splitScheme } from '../secrets/auth-scheme.js'
import {
  credentialsAmong,
  isCredentialLike,
  isCredentialValue,
  mentionsCredential,
} from '../secrets/credential-name.js'
import { knownCredential } from '../secrets/credential-value.js'
import { isAmbiguousKey } from '../secrets/machine-key.js'
import { namedValues, replaceNamed } from '../semantics/named-values.js'
import type { SecretVariables } from './secret-variables.js'

/** Replaces the secrets of a tool's request by variables. */
export function extractFromRequest(
  { request, bindings }: ToolDefinition,
  vault: SecretVariables,
): RequestTemplate {
  const body = bindings.find((binding) => binding.in === 'body')?.body
  return {
    ...request,
    url: safeUrl(request.url, vault),
    headers: safeEntries(request.headers, vault),
    ...(request.auth ? { auth: safeAuth(request.auth, vault) } : {}),
    ...(request.body ? { body: safeBody(request.body, { binding: body, vault }) } : {}),
  }
}

function safeUrl(url: UrlTemplate, vault: SecretVariables): UrlTemplate {
  return {
    ...url,
    ...(url.password ? { password: vault.lift(url.password, 'url_password') } : {}),
    query: safeEntries(url.query, vault),
  }
}

/**
 * Replaces the values of query parameters, headers and form fields that are named like credentials or have the format
 * of a known token. The new value is a variable. In a disabled entry, it is `''`, unless the old value contains a
 * variable.
 */
function safeEntries<E extends Entry>(entries: E[], vault: SecretVariables): E[] {
  const isNamed = credentialsAmong(entries.map(({ key }) => key ?? ''))
  return entries.map((entry) => {
    const { key, value, disabled } = entry
    if (value === undefined || value === null) return entry
    const isSecret =
      isNamed(key ?? '') || isAmbiguousKey(key ?? '', value) || knownCredential(String(value)) !== undefined
    if (!isSecret) return entry
    if (disabled) return { ...entry, value: String(value).includes('{{') ? value : '' }
    return { ...entry, value: credentialToVariable(String(value), { hint: key ?? '', vault }) }
  })
}

/** Replaces a credential by a variable. A scheme stays: `Bearer abc` becomes `Bearer {{name}}`. */
function credentialToVariable(
  text: string,
  { hint, vault }: { hint: string; vault: SecretVariables },
): string {
  const { credential } = splitScheme(text)
  return text.slice(0, text.length - credential.length) + vault.lift(credential, hint)
}

function safeAuth(auth: AuthTemplate, vault: SecretVariables): AuthTemplate {
  const { nameIn } = authKind(auth.type)
  const params = Object.entries(auth.params).map(([name, value]): [string, JsonValue] => {
    if (authParameter(auth.type, name) !== 'secret' || typeof value === 'object') return [name, value]
    const hint = nameIn === undefined ? `${auth.type}_${name}` : String(auth.params[nameIn] ?? 'api_key')
    return [name, vault.lift(String(value), hint)]
  })
  return { ...auth, params: Object.fromEntries(params) }
}

function safeBody(
  body: BodyTemplate,
  { binding, vault }: { binding: BodyBinding | undefined; vault: SecretVariables },
): BodyTemplate {
  /**
   * Whether every call sends the saved body. If so, the secrets in the saved body become variables. If not, the
   * argument `body` of a call replaces the saved body, and the secrets in the saved body become `''`.
   */
  const isSent = binding === undefined || binding.kind === 'template'
  const close = (value: string, key: string) => (isSent ? vault.lift(value, key) : '')
  switch (body.mode) {
    case 'raw':
      return { ...body, text: extractFromText(body.text, close) }
    case 'graphql':
      return {
        ...body,
        // The GraphQL document of the collection is sent with every call.
        query: extractFromText(body.query, vault.lift),
        ...(body.variables === undefined ? {} : { variables: safeVariables(body.variables, close) }),
      }
    case 'urlencoded':
      return { ...body, entries: safeEntries(body.entries, vault) }
    case 'formdata':
      return { ...body, entries: safeEntries(body.entries, vault) }
    case 'file':
      return body
  }
}

function safeVariables(variables: JsonValue, close: Close): JsonValue {
  if (typeof variables === 'string') return extractFromText(variables, close)
  return safeValue(variables, { key: '', close, isNamed: isCredentialLike })
}

/**
 * Replaces the secrets in a value. `key` is the name of the member that has the value. For an element of a list, it is
 * the name of the member that has the list.
 */
function safeValue(
  value: JsonValue,
  { key, close, isNamed }: { key: string; close: Close; isNamed: (name: string) => boolean },
): JsonValue {
  if (Array.isArray(value)) return value.map((one) => safeValue(one, { key, close, isNamed }))
  if (typeof value === 'object' && value !== null) return safeMembers(value, close)
  const isSecret = isCredentialValue(key, value, isNamed) || knownCredential(String(value)) !== undefined
  const isOpen = !isSecret || String(value).includes('{{')
  return isOpen ? value : close(String(value), key)
}

function safeMembers(object: JsonObject, close: Close): JsonObject {
  const isNamed = credentialsAmong(Object.keys(object))
  return mapMembers(object, (member, key) => safeValue(member, { key, close, isNamed }))
}

/** Returns the text that replaces the secret `value` of the member `key`. */
type Close = (value: string, key: string) => string

/**
 * Replaces the values of keys that are named like credentials, in JSON, GraphQL and XML: `"password": "x"`,
 * `<password>x</password>`. Also replaces values that have the format of a known token.
 */
export function extractFromText(text: string, close: Close): string {
  if (!mentionsCredential(text) && knownCredential(text) === undefined) return text
  const isNamed = credentialsAmong(namedValues(text).map(({ name }) => name))
  return replaceNamed(text, ({ name, value, isNumber, start, end }) => {
    if (isNumber)
      return isCredentialValue(name, Number(value), isNamed) ? close(value, name) || '0' : undefined
    const isSecret = isCredentialValue(name, value, isNamed) || knownCredential(value) !== undefined
    const isOpen = !isSecret || value.includes('{{')
    return isOpen ? undefined : close(text.slice(start, end), name)
  })
}
