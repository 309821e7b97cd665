import { memoized } from '../../../text/memoized.js'
import type { JsonObject } from '../../model/json.js'
import type { Entry } from '../../model/request-template.js'
import { wordsOf } from '../words.js'

/** The methods of HTTP that requests are made with. */
export const HTTP_METHOD = /^(?:get|post|put|patch|delete|head|options)$/i

/** The words of such a name without separators. */
const OVERRIDE = /^x?(?:override)?(?:http)?(?:request)?(?:method|verb)(?:override)?$/

/**
 * Whether a header or a member overrides the HTTP method: `X-HTTP-Method-Override`, `http_verb`, `_method`. `method`
 * and `verb` alone have other meanings too.
 */
export const isMethodOverride: (name: string) => boolean = memoized((name) => {
  const joined = wordsOf(name).join('')
  return OVERRIDE.test(joined) && (!/^(?:method|verb)$/.test(joined) || /^[_$]/.test(name))
})

/** Names of lists whose entries a server executes one by one. */
const BATCHES = /^(?:batch|batches|requests?|calls?|operations?|commands?)$/

/** Members that contain the address of a request. */
const ADDRESS = /^(?:url|uri|path|href|relative_?url|endpoint)$/i

/**
 * Whether an object is a request that the server sends: an HTTP method with an address, or an address in a list of
 * requests. `listName`: the name of the list that contains it.
 */
export function isNestedRequest(owner: JsonObject, listName: string | undefined): boolean {
  const hasAddress = Object.keys(owner).some(isAddress)
  const hasMethod = typeof owner.method === 'string' && HTTP_METHOD.test(owner.method)
  return hasAddress && (hasMethod || (listName !== undefined && BATCHES.test(wordsOf(listName).at(-1) ?? '')))
}

/** Whether a member of such a request determines its effect. */
export const isOfRequest = (name: string): boolean => /^method$/i.test(name) || isAddress(name)

const isAddress = (name: string) => ADDRESS.test(name)

/**
 * Whether query parameters or form fields belong to a GraphQL request, regardless of the address (GraphQL over HTTP,
 * persisted documents).
 */
export function isGraphqlForm(entries: readonly Entry[]): boolean {
  const keys = new Set(entries.map(({ key }) => key))
  const isStored = entries.some(
    ({ key, value }) => key === 'extensions' && String(value).includes('persistedQuery'),
  )
  return (
    isStored || keys.has('operationName') || (keys.has('variables') && CHOICES.some((key) => keys.has(key)))
  )
}

const CHOICES = [
  'query',
  'documentId',
  'document_id',
  'doc_id',
  'queryId',
  'query_id',
  'queryHash',
  'query_hash',
  'hash',
  'id',
]

/** Whether a parameter beside a GraphQL document selects what is executed: an operation, a stored document. */
export const isGraphqlChoice = (name: string): boolean =>
  name === 'operationName' || name === 'extensions' || (name !== 'query' && CHOICES.includes(name))
