import { memoized } from '../../../text/memoized.js'
import type { JsonObject } from '../../model/json.js'
import { wordsOf } from '../words.js'

/** The HTTP methods that requests use. */
export const HTTP_METHOD = /^(?:get|post|put|patch|delete|head|options)$/i

/** Matches the name of a method override in lower case and without separators. */
const OVERRIDE = /^x?(?:override|original|forwarded)?(?:http)?(?:request)?(?:method|verb)(?:override)?$/

/**
 * Whether the name of a header or a member is that of a method override: `X-HTTP-Method-Override`, `http_verb`,
 * `_method`. The names `method` and `verb` do not count, because they have other meanings too.
 */
export const isMethodOverride: (name: string) => boolean = memoized((name) => {
  const joined = wordsOf(name).join('')
  return OVERRIDE.test(joined) && (!/^(?:method|verb)$/.test(joined) || /^[_$]/.test(name))
})

/** Names of lists whose entries a server executes one by one. */
const BATCHES = /^(?:batch|batches|requests?|calls?|operations?|commands?)$/

/** Names of members that contain the address of a nested request. */
const ADDRESS = /^(?:url|uri|path|href|relative_?url|endpoint)$/i

/**
 * Whether an object is a request that the server sends: it has an address, and has an HTTP method or is in a list of
 * requests. `listName` is the name of the list that contains the object.
 */
export function isNestedRequest(owner: JsonObject, listName: string | undefined): boolean {
  const hasMethod = typeof owner.method === 'string' && HTTP_METHOD.test(owner.method)
  if (!hasMethod && listName === undefined) return false
  const isCall = hasMethod || BATCHES.test(wordsOf(listName!).at(-1) ?? '')
  return isCall && Object.keys(owner).some(isAddress)
}

/**
 * Whether a member of a nested request decides what the nested request does. Its name shows this: it is the name of the
 * method or of the address.
 */
export const isOfRequest = (name: string): boolean => /^method$/i.test(name) || isAddress(name)

const isAddress = (name: string) => ADDRESS.test(name)

/**
 * Whether query parameters, form fields or members belong to a GraphQL request. The address of the request does not
 * matter. The names that show this are from two sources: the specification "GraphQL over HTTP", and APIs with stored
 * documents.
 */
export function isGraphqlForm(entries: Iterable<readonly [name: string | null, value: unknown]>): boolean {
  let hasVariables = false
  let hasChoice = false
  for (const [name, value] of entries) {
    if (name === 'operationName') return true
    if (name === 'extensions' && JSON.stringify(value)?.includes('persistedQuery')) return true
    if (name === 'variables') hasVariables = true
    else if (name !== null && CHOICES.has(name)) hasChoice = true
  }
  return hasVariables && hasChoice
}

/** Names of the id or the hash of a stored document. */
const CHOICES = new Set(
  'query documentId document_id doc_id queryId query_id queryHash query_hash hash id'.split(' '),
)

/** Whether a parameter next to a GraphQL document says what is executed: an operation, or a stored document. */
export const isGraphqlChoice = (name: string): boolean =>
  name === 'operationName' || name === 'extensions' || (name !== 'query' && CHOICES.has(name))

/** Whether a name is that of a parameter of GraphQL over HTTP. */
export const isGraphqlParameter = (name: string): boolean =>
  name === 'query' || name === 'variables' || name === 'operationName' || name === 'extensions'

/** Whether an object has only parameters of a GraphQL request, and one of them says what is executed. */
export const isGraphqlCall = (owner: JsonObject): boolean =>
  isGraphqlForm(Object.entries(owner)) &&
  Object.keys(owner).every((name) => isGraphqlParameter(name) || isGraphqlChoice(name))
