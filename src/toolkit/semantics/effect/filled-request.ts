import type { AuthTemplate, Entry, RequestTemplate, UrlTemplate } from '../../model/request-template.js'
import { fill, fillDeep, roomForValues } from '../../template/fill.js'
import { onlyVariable, someVariable } from '../../template/variables.js'
import { parseAddress } from '../parse-address.js'
import { urlText } from '../url-text.js'
import type { KnownValues } from './effect-values.js'

/**
 * The request with the values of the collection in place of their variables, and with what its auth adds under a name
 * that the collection chooses. Values of `:name` segments stay out. The same object if nothing changes.
 */
export function filledRequest(request: RequestTemplate, known: KnownValues): RequestTemplate {
  const { auth, method, url: address, headers, body } = request
  const { host, path, query, variables, protocol, user, password, port } = address
  const isOwn = (name: string) => known.ownValue(name) !== undefined
  const isFilled =
    someVariable([method, path, query, variables, headers, body, protocol, user, password, port], isOwn) ||
    (someVariable(host, isOwn) && !hasPlainHost(address, known))
  const named = auth && NAMED_AUTH.has(auth.type) ? auth : undefined
  if (!isFilled && !named) return request
  const scope = { lookup: (name: string) => known.ownValue(name) }
  const room = roomForValues()
  const text = (value: string) => fill(value, scope, room).text
  const added = named && addedBy(fillDeep({ ...named }, text) as unknown as AuthTemplate)
  if (!isFilled && !added) return request
  const { auth: _signed, ...unsigned } = request
  const filled = isFilled ? (fillDeep(unsigned as never, text) as unknown as RequestTemplate) : unsigned
  const url = isFilled ? parseAddress(text(urlText({ ...address, variables: [] }))) : address
  return {
    ...filled,
    url: { ...url, query: [...url.query, ...(added?.query ?? [])] },
    headers: [...filled.headers, ...(added?.headers ?? [])],
  }
}

/** An origin without a path, such as `https://api.x.com:8443/`. */
const ORIGIN = /^(?:https?:\/\/)?[\w.-]+(?::\d+)?\/?$/

/** Whether the host is a variable for an origin alone. Its value then says nothing about the effect of the request. */
function hasPlainHost({ host, protocol, port }: UrlTemplate, known: KnownValues): boolean {
  const name = host.length === 1 && !protocol && !port ? onlyVariable(host[0]) : undefined
  return name !== undefined && ORIGIN.test(known.ownValue(name) ?? '')
}

/** The kinds of auth that send their credential under a name of the collection. */
const NAMED_AUTH: ReadonlySet<string> = new Set(['apikey', 'jwt'])

/** Stands for a signed token, whose value says nothing about the effect of a request. */
const CREDENTIAL = 'credential'

function addedBy({ type, params }: AuthTemplate): { query: Entry[]; headers: Entry[] } | undefined {
  const isJwt = type === 'jwt' && params.addTokenTo === 'queryParam'
  const key = isJwt ? params.queryParamKey : params.key
  if (typeof key !== 'string' || key === '') return undefined
  const entry = { key, value: isJwt ? CREDENTIAL : params.value }
  const isInQuery = isJwt || params.in === 'query'
  return isInQuery ? { query: [entry], headers: [] } : { query: [], headers: [entry] }
}
