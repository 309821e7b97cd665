import type { JsonValue } from '../model/json.js'
import type {
  AuthTemplate,
  BodyTemplate,
  Entry,
  RequestTemplate,
  UrlTemplate,
} from '../model/request-template.js'
import type { BodyBinding, ToolDefinition } from '../model/tool.js'
import { isCredentialLike, isCredentialValue } from '../secrets/credential-name.js'
import { findVariables } from '../template/variables.js'
import type { Vault } from './vault.js'
import { type Close, withholdFromText } from './withhold-from-text.js'

/** Parameters of every auth kind that are secrets. */
const SECRET_PARAMS = new Set(
  'password token accessToken refreshToken clientSecret consumerSecret tokenSecret secretKey accessKey sessionToken authKey secret privateKey clientToken'.split(
    ' ',
  ),
)

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
  return entries.map((entry) => {
    const { key, value, disabled } = entry
    if (!isCredentialLike(key ?? '') || value === undefined || value === null) return entry
    if (disabled) return { ...entry, value: String(value).includes('{{') ? value : '' }
    return { ...entry, value: liftCredential(String(value), { hint: key ?? '', vault }) }
  })
}

/** `Bearer abc` keeps its first word. */
function liftCredential(text: string, { hint, vault }: { hint: string; vault: Vault }): string {
  const [, scheme = '', secret = ''] = /^([A-Za-z-]+\s+)?([\s\S]*)$/.exec(text) ?? []
  return `${scheme}${vault.lift(secret, hint)}`
}

function safeAuth(auth: AuthTemplate, vault: Vault): AuthTemplate {
  const params = Object.entries(auth.params).map(([name, value]): [string, JsonValue] => {
    const isKey = auth.type === 'apikey' && name === 'value'
    if ((!isKey && !SECRET_PARAMS.has(name)) || typeof value === 'object') return [name, value]
    const hint = isKey ? String(auth.params.key ?? 'api_key') : `${auth.type}_${name}`
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
  return safeValue(variables, { key: '', close })
}

/** A value under a key; those of a list stand under the key of the list. */
function safeValue(value: JsonValue, { key, close }: { key: string; close: Close }): JsonValue {
  if (Array.isArray(value)) return value.map((one) => safeValue(one, { key, close }))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, safeValue(member, { key: name, close })]),
    )
  const isOpen = !isCredentialValue(key, value) || String(value).includes('{{')
  return isOpen ? value : close(String(value), key)
}
