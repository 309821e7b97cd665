import type { JsonObject, JsonValue } from '../model/json.js'
import { mapMembers } from '../model/map-members.js'
import type { BodyTemplate, Entry, RequestTemplate } from '../model/request-template.js'
import type { BodyBinding, ToolDefinition } from '../model/tool.js'
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

export function extractFromRequest(
  { request, bindings }: ToolDefinition,
  vault: SecretVariables,
): RequestTemplate {
  const body = bindings.find((binding) => binding.in === 'body')?.body
  return request.body ? { ...request, body: safeBody(request.body, { binding: body, vault }) } : request
}

/**
 * Replaces the values of form fields that are named like credentials or have the format
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
    return { ...entry, value: vault.lift(String(value), key ?? '') }
  })
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
