import type { Placed } from '../collection/walk.js'
import type { Folder, Item } from '../model/collection.js'
import type { RequestTemplate } from '../model/request-template.js'
import { type Documented, readDocumented } from './documented.js'

/** One HTTP operation with all that is known about it: the request and the requests of its saved examples. */
export interface Endpoint {
  item: Item
  folders: Folder[]
  /** The request as written, `{id}` segments read as `:id`. */
  request: RequestTemplate
  /** Requests of saved examples that went well; those that were answered with an error show how not to ask. */
  examples: RequestTemplate[]
  /** What the description says about parameters. */
  documented: Documented
}

/** Gathers what an item says about its operation. */
export function deriveEndpoint({ item, folders }: Placed): Endpoint {
  const examples = item.examples.flatMap(({ request, status }) =>
    request && request.method === item.request.method && !(status && status >= 400) ? [request] : [],
  )
  return {
    item,
    folders,
    request: withPathVariables(item.request),
    examples: examples.map(withPathVariables),
    documented: readDocumented(item.description),
  }
}

/** People write `{id}` as in OpenAPI where Postman wants `:id`; both mean a variable segment. */
function withPathVariables(request: RequestTemplate): RequestTemplate {
  const { url } = request
  if (!url.path.some((segment) => SINGLE_BRACE.test(segment))) return request
  const path = url.path.map((segment) => segment.replace(SINGLE_BRACE, ':$1'))
  const known = new Set(url.variables.map((variable) => variable.key))
  const added = path.flatMap((segment) => pathVariableOf(segment) ?? []).filter((key) => !known.has(key))
  const variables = [...url.variables, ...added.map((key) => ({ key, value: undefined }))]
  return { ...request, url: { ...url, path, variables } }
}

const SINGLE_BRACE = /^\{([^{}]+)\}$/

/** The name of a `:name` segment; what follows the first dot belongs to the address, not to the name. */
export function pathVariableOf(segment: string): string | undefined {
  return /^:([^.]+)/.exec(segment)?.[1]
}
