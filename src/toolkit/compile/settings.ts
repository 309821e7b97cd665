import type { JsonValue } from '../model/json.js'
import type { Entry, RequestTemplate } from '../model/request-template.js'
import { credentialsAmong, isCredentialLike } from '../secrets/credential-name.js'
import { isAccountName } from '../secrets/program-names.js'
import { originOf } from '../semantics/address.js'
import { findVariables } from '../template/variables.js'
import { isFilled, type KnownVariables } from './known-variables.js'

/** The variables in the origin and in the credentials of a request. A model never fills them. */
export function protectedVariables(request: RequestTemplate): Set<string> {
  const { url, auth, headers } = request
  return new Set([
    ...findVariables(originOf(url)),
    ...findVariables(`${url.user ?? ''} ${url.password ?? ''}`),
    ...(auth ? findVariables(JSON.stringify(auth.params)) : []),
    ...[headers, url.query]
      .flatMap((entries) => entries.filter(secretsAmong(entries)))
      .flatMap(({ value }) => findVariables(String(value ?? ''))),
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
  const leading = /^\{\{([^{}]*)\}\}/.exec(originOf(request.url))?.[1]
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
  return texts.filter((text) => typeof text === 'string' && text.includes('{{')).join(' ')
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
 * Whether a member is the `grant_type` of a token request (RFC 6749, 4) with a value. The value decides how a token is
 * requested and is never a choice of a model.
 */
export const isGrantType = (key: string, value: JsonValue | undefined): boolean =>
  key === 'grant_type' && typeof value === 'string' && value !== '' && !value.includes('{{')
