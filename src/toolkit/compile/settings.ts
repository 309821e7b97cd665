import type { JsonValue } from '../model/json.js'
import type { Entry, PathVariable, RequestTemplate } from '../model/request-template.js'
import { splitScheme } from '../secrets/auth-scheme.js'
import { credentialsAmong, isCredentialLike } from '../secrets/credential-name.js'
import { isAccountName } from '../secrets/program-names.js'
import { originOf } from '../semantics/address.js'
import type { Intent } from '../semantics/intent.js'
import { prefixVariable } from '../semantics/path-roles.js'
import { findVariables, hasVariable, leadingVariable } from '../template/variables.js'
import { isFilled, type KnownVariables } from './known-variables.js'
import type { Knowledge } from './path-templates.js'

/** The variables in the origin and in the credentials of a request. A model never fills them. */
export function protectedVariables(request: RequestTemplate): Set<string> {
  const { url, auth, headers } = request
  return new Set([
    ...findVariables(originOf(url)),
    ...[prefixVariable(url.path) ?? []].flat(),
    ...findVariables(`${url.user ?? ''} ${url.password ?? ''}`),
    ...(auth ? findVariables(auth.params) : []),
    ...[headers, url.query]
      .flatMap((entries) => entries.filter(secretsAmong(entries)))
      .flatMap(({ value }) => findVariables(value)),
  ])
}

/** The variables that only the program can fill. Not those at the start of an origin, which has a default, nor those of users. */
export function settingsOf(
  request: RequestTemplate,
  { filled, opened }: { filled: KnownVariables; opened: () => readonly string[] },
): string[] {
  const leading = leadingVariable(originOf(request.url))
  const used = findVariables(textsOf(request)).filter((name) => !name.startsWith('$') && name !== leading)
  if (used.length === 0) return []
  const closed = protectedVariables(request)
  const names = used.filter(
    (name) => isCredentialLike(name) || isAccountName(name) || (closed.has(name) && !isFilled(name, filled)),
  )
  return [...new Set(names)].filter((name) => closed.has(name) || !opened().includes(name)).sort()
}

/** All texts with variables that a request sends. */
function textsOf({ url, headers, body, auth }: RequestTemplate): string {
  const texts: (JsonValue | undefined)[] = [originOf(url), url.user, url.password, ...url.path]
  for (const { value } of url.variables) texts.push(value)
  for (const entry of [...url.query, ...headers])
    if (!entry.disabled) texts.push(entry.key ?? '', entry.value)
  if (auth) texts.push(JSON.stringify(auth.params))
  if (body) texts.push(body.mode === 'raw' ? body.text : JSON.stringify(body))
  return texts.filter((text) => hasVariable(text)).join(' ')
}

/** Whether an entry contains a credential, by its name or by the name of a variable in its value. */
export function secretsAmong(entries: readonly Entry[]): (entry: Entry) => boolean {
  const isNamed = credentialsAmong(entries.map(({ key }) => key ?? ''))
  return (entry) => isNamed(entry.key ?? '') || holdsCredential(entry)
}

function holdsCredential(entry: Entry): boolean {
  return typeof entry.value === 'string' && findVariables(entry.value).some(isCredentialLike)
}

/** Makes variables of missing credentials and placeholders such as `<API Key>`. A log-in loses the token that it provides. */
export function withSettings(
  request: RequestTemplate,
  intent: Intent,
  knowledge: Knowledge,
): RequestTemplate {
  if (intent.opensSession()) return withoutUnknownToken(request, knowledge)
  const { url, headers } = request
  const variables = mapped(url.variables, isSecretPath, asSetting)
  const query = mapped(url.query, isBlankSecret, asSetting)
  const header = mapped(headers, isBlankHeader, withCredential)
  if (variables === url.variables && query === url.query && header === headers) return request
  return { ...request, url: { ...url, query, variables }, headers: header }
}

function mapped<T>(entries: T[], isMeant: (entry: T) => boolean, change: (entry: T) => T): T[] {
  return entries.some(isMeant) ? entries.map((one) => (isMeant(one) ? change(one) : one)) : entries
}

const isBracketed = (text: string) => text.startsWith('<') && /^<[^<>]*>$/.test(text)

const isBlankSecret = ({ key, value }: { key: string | null; value?: JsonValue | undefined }) =>
  typeof value === 'string' && isBracketed(value.trim()) && isCredentialLike(key ?? '')

const isSecretPath = (one: PathVariable) => (one.value ? isBlankSecret(one) : isCredentialLike(one.key))

/** Whether a credential header has only a scheme (`Bearer `), a placeholder, or nothing. */
function isBlankHeader({ key, value, disabled }: Entry): boolean {
  if (disabled || !isCredentialLike(key ?? '') || (value && typeof value !== 'string')) return false
  const { credential } = splitScheme(String(value ?? '').trim())
  return credential === '' || isBracketed(credential)
}

function asSetting<T extends { key: string | null }>(entry: T): T & { value: string } {
  return { ...entry, value: `{{${entry.key}}}` }
}

/** Adds the variable: `Bearer {{token}}`; without a scheme, it is named like the header. */
function withCredential(entry: Entry): Entry {
  const { scheme } = splitScheme(String(entry.value ?? '').trim())
  return scheme === '' ? asSetting(entry) : { ...entry, value: `${scheme} {{token}}` }
}

function withoutUnknownToken(request: RequestTemplate, { settled }: Knowledge): RequestTemplate {
  const isUnknown = (text: string) => findVariables(text).some((name) => !settled(name))
  const headers = request.headers.filter(
    (entry) => !(isCredentialLike(entry.key ?? '') && isUnknown(String(entry.value ?? ''))),
  )
  const { auth, ...rest } = request
  const known = auth && !isUnknown(JSON.stringify(auth.params)) ? { auth } : {}
  return { ...rest, ...known, headers }
}
