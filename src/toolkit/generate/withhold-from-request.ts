import type { JsonObject, JsonValue } from '../model/json.js'
import type {
  AuthTemplate,
  BodyTemplate,
  Entry,
  RequestTemplate,
  UrlTemplate,
} from '../model/request-template.js'
import type { BodyBinding, ToolDefinition } from '../model/tool.js'
import { isSecretAuthParameter } from '../secrets/auth-parameters.js'
import { splitScheme } from '../secrets/auth-scheme.js'
import { credentialsAmong, isCredentialLike, isCredentialValue } from '../secrets/credential-name.js'
import { findVariables } from '../template/variables.js'
import type { Vault } from './vault.js'
import { type Close, withholdFromText } from './withhold-from-text.js'

/** A request whose secrets are variables, and the names of those that it did not have before. */
export function withholdFromRequest(
  definition: ToolDefinition,
  vault: Vault,
): { request: RequestTemplate; lifted: string[] } {
  const { request, bindings } = definition
  const body = bindings.find((binding) => binding.in === 'body')?.body
  const safe = {
    ...request,
    url: safeUrl(request.url, vault),
    headers: safeEntries(request.headers, vault),
    ...(request.auth ? { auth: safeAuth(request.auth, vault) } : {}),
    ...(request.body ? { body: safeBody(request.body, { binding: body, vault }) } : {}),
  }
  const before = findVariables(JSON.stringify(request))
  const lifted = findVariables(JSON.stringify(safe)).filter((name) => !before.includes(name))
  return { request: safe, lifted }
}

function safeUrl(url: UrlTemplate, vault: Vault): UrlTemplate {
  return {
    ...url,
    ...(url.password ? { password: vault.lift(url.password, 'url_password') } : {}),
    query: safeEntries(url.query, vault),
  }
}

/** Entries named like a credential: what is sent becomes a variable, a disabled one is emptied. */
function safeEntries<E extends Entry>(entries: E[], vault: Vault): E[] {
  const isNamed = credentialsAmong(entries.map(({ key }) => key ?? ''))
  return entries.map((entry) => {
    const { key, value, disabled } = entry
    if (!isNamed(key ?? '') || value === undefined || value === null) return entry
    if (disabled) return { ...entry, value: String(value).includes('{{') ? value : '' }
    return { ...entry, value: liftCredential(String(value), { hint: key ?? '', vault }) }
  })
}

/** `Bearer abc` keeps its scheme. */
function liftCredential(text: string, { hint, vault }: { hint: string; vault: Vault }): string {
  const { credential } = splitScheme(text)
  return text.slice(0, text.length - credential.length) + vault.lift(credential, hint)
}

function safeAuth(auth: AuthTemplate, vault: Vault): AuthTemplate {
  const params = Object.entries(auth.params).map(([name, value]): [string, JsonValue] => {
    if (!isSecretAuthParameter(auth.type, name) || typeof value === 'object') return [name, value]
    const hint = auth.type === 'apikey' ? String(auth.params.key ?? 'api_key') : `${auth.type}_${name}`
    return [name, vault.lift(String(value), hint)]
  })
  return { ...auth, params: Object.fromEntries(params) }
}

function safeBody(
  body: BodyTemplate,
  { binding, vault }: { binding: BodyBinding | undefined; vault: Vault },
): BodyTemplate {
  /** A value that the input replaces is not needed; one that is sent as written is. */
  const isSent = binding === undefined || binding.kind === 'template'
  const close = (value: string, key: string) => (isSent ? vault.lift(value, key) : '')
  switch (body.mode) {
    case 'raw':
      return { ...body, text: withholdFromText(body.text, close) }
    case 'graphql':
      return {
        ...body,
        // An operation is sent as it is written, whatever the input.
        query: withholdFromText(body.query, vault.lift),
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
  if (typeof variables === 'string') return withholdFromText(variables, close)
  return safeValue(variables, { key: '', close, isNamed: isCredentialLike })
}

/** A value under a key; those of a list stand under the key of the list. */
function safeValue(
  value: JsonValue,
  { key, close, isNamed }: { key: string; close: Close; isNamed: (name: string) => boolean },
): JsonValue {
  if (Array.isArray(value)) return value.map((one) => safeValue(one, { key, close, isNamed }))
  if (typeof value === 'object' && value !== null) return safeMembers(value, close)
  const isOpen = !isCredentialValue(key, value, isNamed) || String(value).includes('{{')
  return isOpen ? value : close(String(value), key)
}

function safeMembers(object: JsonObject, close: Close): JsonObject {
  const isNamed = credentialsAmong(Object.keys(object))
  return Object.fromEntries(
    Object.entries(object).map(([key, member]) => [key, safeValue(member, { key, close, isNamed })]),
  )
}
