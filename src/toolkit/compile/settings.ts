import { originOf } from '../meaning/address.js'
import type { Entry, RequestTemplate } from '../model/request-template.js'
import { credentialsAmong, isCredentialLike } from '../secrets/credential-name.js'
import { findVariables } from '../template/variables.js'
import { type Filled, isFilled } from './filled.js'

/** The variables that decide where a request goes and who asks. No model input may reach them. */
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
 * The credential-like variables that a request needs, filled or not, and those of its auth and address that nothing fills, whatever
 * their names: what only the program may set. A variable that is the whole beginning of the address has a fallback and is none.
 */
export function settingsOf(
  request: RequestTemplate,
  { filled, opened }: { filled: Filled; opened: readonly string[] },
): string[] {
  const leading = /^\{\{([^{}]*)\}\}/.exec(originOf(request.url))?.[1]
  const used = findVariables(textsOf(request)).filter((name) => !name.startsWith('$') && name !== leading)
  if (used.length === 0) return []
  const closed = protectedVariables(request)
  const names = used.filter((name) => isCredentialLike(name) || (closed.has(name) && !isFilled(name, filled)))
  return [...new Set(names)].filter((name) => closed.has(name) || !opened.includes(name)).sort()
}

/** The texts of what is sent: disabled entries are not. */
function textsOf({ url, headers, body, auth }: RequestTemplate): string {
  const texts = [
    originOf(url),
    url.user,
    url.password,
    ...url.path,
    ...url.variables.map(({ value }) => value),
  ]
  for (const entry of [...url.query, ...headers])
    if (!entry.disabled) texts.push(entry.key ?? '', entry.value)
  if (auth) texts.push(JSON.stringify(auth.params))
  if (body) texts.push(body.mode === 'raw' ? body.text : JSON.stringify(body))
  return texts.filter((text) => typeof text === 'string' && text.includes('{{')).join(' ')
}

/** Which of these entries carry a credential by their names, or by the name of a variable in their values. */
export function secretsAmong(entries: readonly Entry[]): (entry: Entry) => boolean {
  const isNamed = credentialsAmong(entries.map(({ key }) => key ?? ''))
  return (entry) => isNamed(entry.key ?? '') || holdsCredential(entry)
}

function holdsCredential(entry: Entry): boolean {
  return typeof entry.value === 'string' && findVariables(entry.value).some(isCredentialLike)
}
