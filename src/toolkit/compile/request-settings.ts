import type { Item } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'
import type { Entry, PathVariable, RequestTemplate } from '../model/request-template.js'
import { splitScheme } from '../secrets/auth-scheme.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { opensSession } from '../semantics/personal-secret.js'
import { findVariables } from '../template/variables.js'
import type { Knowledge } from './path-templates.js'

/**
 * Turns missing credentials (`Bearer ` without a token) and placeholders such as `<API Key>` into variables that the
 * program must fill, because a model cannot know their values. A login request is different: if it uses a token that
 * has no value yet, the token is removed, because only the response of the login provides it.
 */
export function withSettings(request: RequestTemplate, item: Item, knowledge: Knowledge): RequestTemplate {
  if (opensSession(item.name, item.request)) return withoutUnknownToken(request, knowledge)
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
