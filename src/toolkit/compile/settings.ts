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

/**
 * The variables that only the program can fill. These are credential variables, and variables of
 * {@link protectedVariables} that have no value. Two kinds of variables are left out: a variable at the start of the
 * origin, because requests go to `voice mock` if it has no value, and credentials that the user gives with each call.
 */
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

/**
 * Joins all texts that a request sends and that contain variables. Disabled query parameters and headers are left out.
 */
function textsOf({ url, headers, body, auth }: RequestTemplate): string {
  const texts: (JsonValue | undefined)[] = [originOf(url), url.user, url.password, ...url.path]
  for (const { value } of url.variables) texts.push(value)
  for (const entry of [...url.query, ...headers])
    if (!entry.disabled) texts.push(entry.key ?? '', entry.value)
  if (auth) texts.push(JSON.stringify(auth.params))
  if (body) texts.push(body.mode === 'raw' ? body.text : JSON.stringify(body))
  return texts.filter((text) => hasVariable(text)).join(' ')
}

/**
 * Returns a function that says whether a query parameter, header or form field contains a credential. It decides by the
 * name of the entry, or by the name of a variable in its value.
 */
export function secretsAmong(entries: readonly Entry[]): (entry: Entry) => boolean {
  const isNamed = credentialsAmong(entries.map(({ key }) => key ?? ''))
  return (entry) => isNamed(entry.key ?? '') || holdsCredential(entry)
}

function holdsCredential(entry: Entry): boolean {
  return typeof entry.value === 'string' && findVariables(entry.value).some(isCredentialLike)
}

/**
 * Turns missing credentials (`Bearer ` without a token) and placeholders such as `<API Key>` into variables that the
 * program must fill, because a model cannot know their values. A login request is different: if it uses a token that
 * has no value yet, the token is removed, because only the response of the login provides it.
 */
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

/**
 * Whether a credential header has no credential: its value is empty, only a scheme (`Bearer `), or a placeholder such
 * as `<token>`.
 */
function isBlankHeader({ key, value, disabled }: Entry): boolean {
  if (disabled || !isCredentialLike(key ?? '') || (value && typeof value !== 'string')) return false
  const { credential } = splitScheme(String(value ?? '').trim())
  return credential === '' || isBracketed(credential)
}

function asSetting<T extends { key: string | null }>(entry: T): T & { value: string } {
  return { ...entry, value: `{{${entry.key}}}` }
}

/**
 * Adds a variable for the credential: `Bearer ` becomes `Bearer {{token}}`. Without a scheme, the variable has the name
 * of the header.
 */
function withCredential(entry: Entry): Entry {
  const { scheme } = splitScheme(String(entry.value ?? '').trim())
  return scheme === '' ? asSetting(entry) : { ...entry, value: `${scheme} {{token}}` }
}

/** Removes auth and headers whose credential only a response can provide. */
function withoutUnknownToken(request: RequestTemplate, { settled }: Knowledge): RequestTemplate {
  const isUnknown = (text: string) => findVariables(text).some((name) => !settled(name))
  const headers = request.headers.filter(
    (entry) => !(isCredentialLike(entry.key ?? '') && isUnknown(String(entry.value ?? ''))),
  )
  const { auth, ...rest } = request
  const known = auth && !isUnknown(JSON.stringify(auth.params)) ? { auth } : {}
  return { ...rest, ...known, headers }
}
