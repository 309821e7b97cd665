import { freeName } from '../../text/free-name.js'
import { trimEndOf } from '../../text/trim.js'
import type { Collection, Folder, Item, Variable } from '../model/collection.js'
import type { AuthTemplate, Entry, RequestTemplate } from '../model/request-template.js'
import { splitScheme } from '../secrets/auth-scheme.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { knownCredential, looksLikeCredential } from '../secrets/credential-value.js'
import { isUsable } from '../template/variables.js'

/** Minimum characters of a pasted token. A shorter text stays as it is. */
const MIN_LENGTH = 16

/**
 * Replaces pasted tokens in headers and bearer auth by variables, so that `.env`, an environment or a login can
 * override them. Such tokens belong to one person, and most have expired. If nothing overrides a token, it is sent as
 * before.
 */
export function withPastedTokens(collection: Collection): Collection {
  const tokens = new PastedTokens(collection.variables)
  const items = collection.items.map((entry) => withVariables(entry, tokens))
  return tokens.added.length === 0
    ? collection
    : { ...collection, items, variables: [...collection.variables, ...tokens.added] }
}

/** Makes variables for pasted tokens. */
class PastedTokens {
  readonly added: Variable[] = []
  readonly #names = new Map<string, string>()
  readonly #taken: Set<string>

  /**
   * Reserves the names of variables that have a value. The name of a variable without a value may be used for a token.
   */
  constructor(variables: readonly Variable[]) {
    this.#taken = new Set(variables.filter(({ value }) => isUsable(value)).map(({ key }) => key))
  }

  /** The name of the variable for a token. Equal tokens share one variable. */
  nameOf(token: string, wanted: string): string {
    const known = this.#names.get(token)
    if (known !== undefined) return known
    const name = freeName(wanted, (one) => !this.#taken.has(one))
    this.#taken.add(name)
    this.#names.set(token, name)
    this.added.push({ key: name, value: token, secret: true })
    return name
  }
}

function withVariables(entry: Folder | Item, tokens: PastedTokens): Folder | Item {
  if (entry.kind === 'folder')
    return { ...entry, items: entry.items.map((one) => withVariables(one, tokens)) }
  const request = withoutTokens(entry.request, tokens)
  return request === entry.request ? entry : { ...entry, request }
}

/** Replaces the tokens in a request. Returns the same request if it has no tokens, which is the usual case. */
function withoutTokens(request: RequestTemplate, tokens: PastedTokens): RequestTemplate {
  const headers = request.headers.map((header) => withoutToken(header, tokens))
  const auth = request.auth && withoutBearer(request.auth, tokens)
  const isSame = auth === request.auth && headers.every((header, index) => header === request.headers[index])
  return isSame ? request : { ...request, headers, ...(auth && { auth }) }
}

function withoutToken(header: Entry, tokens: PastedTokens): Entry {
  const { key, value } = header
  if (header.disabled || key === null || typeof value !== 'string') return header
  const { scheme, credential } = splitScheme(value.trim())
  if (scheme.toLowerCase() === 'basic' || !isToken(credential, key)) return header
  const name = tokens.nameOf(credential, scheme === '' ? key : 'token')
  return { ...header, value: `${scheme === '' ? '' : `${scheme} `}{{${name}}}` }
}

function withoutBearer(auth: AuthTemplate, tokens: PastedTokens): AuthTemplate {
  const { token } = auth.params
  if (auth.type !== 'bearer' || typeof token !== 'string' || !isToken(token.trim(), 'token')) return auth
  return { ...auth, params: { ...auth.params, token: `{{${tokens.nameOf(token.trim(), 'token')}}}` } }
}

/**
 * Whether the value of a header is a token. Such a value has the format of a known token, or it looks like a credential
 * and the header is named like a credential.
 */
function isToken(text: string, header: string): boolean {
  if (text.length < MIN_LENGTH || text.includes('{{') || /[\s,;=]/.test(trimEndOf(text, '='))) return false
  return knownCredential(text) !== undefined || (isCredentialLike(header) && looksLikeCredential(text))
}
