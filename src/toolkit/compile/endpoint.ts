import type { Placed } from '../collection/walk.js'
import { parseLooseJson } from '../meaning/loose-json.js'
import type { Folder, Item } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'
import type { Entry, PathVariable, RequestTemplate } from '../model/request-template.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { type Documented, readDocumented } from './documented.js'
import type { ToolInputModes } from './input-modes.js'
import { withOpenDocument } from './open-document.js'

/** One HTTP operation with all that is known about it: the request and the requests of its saved examples. */
export interface Endpoint {
  item: Item
  folders: Folder[]
  /** The request as written, `{id}` segments read as `:id`. */
  request: RequestTemplate
  /** Requests of saved examples that went well; those that were answered with an error show how not to ask. */
  examples: RequestTemplate[]
  /** The bodies of the saved examples as JSON, in their order; undefined for what is none. */
  answers: (JsonValue | undefined)[]
  /** What the description says about parameters. */
  documented: Documented
  /** What the owner decides about its parameters. */
  modes: ToolInputModes
}

/** Gathers what an item says about its operation. */
export function deriveEndpoint({ item, folders }: Placed, modes: ToolInputModes): Endpoint {
  const examples = item.examples.flatMap(({ request, status }) =>
    request && request.method === item.request.method && !(status && status >= 400) ? [request] : [],
  )
  return {
    item,
    folders,
    request: withOpenDocument(withSettings(withPathVariables(item.request)), modes),
    examples: examples.map(withPathVariables),
    answers: item.examples.map(({ body }) => parseLooseJson(body)),
    documented: readDocumented(item.description),
    modes,
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

/** Credentials that stand nowhere, or as `<API Key>`, are settings of that name: nobody but the program may give them. */
function withSettings(request: RequestTemplate): RequestTemplate {
  const { url, headers } = request
  const variables = url.variables.map((one) =>
    isBlankSecret(one) || isSecretPath(one) ? asSetting(one) : one,
  )
  const isSame = variables.every((one, index) => one === url.variables[index])
  const entries = (list: Entry[]) =>
    list.some(isBlankSecret) ? list.map((one) => (isBlankSecret(one) ? asSetting(one) : one)) : list
  const [query, header] = [entries(url.query), entries(headers)]
  if (isSame && query === url.query && header === headers) return request
  return { ...request, url: { ...url, query, variables }, headers: header }
}

const isBlankSecret = ({ key, value }: { key: string | null; value?: JsonValue | undefined }) =>
  typeof value === 'string' && /^<[^<>]*>$/.test(value.trim()) && isCredentialLike(key ?? '')

const isSecretPath = ({ key, value }: PathVariable) => !value && isCredentialLike(key)

function asSetting<T extends { key: string | null }>(entry: T): T & { value: string } {
  return { ...entry, value: `{{${entry.key}}}` }
}

const SINGLE_BRACE = /^\{([^{}]+)\}$/

/** The name of a `:name` segment; what follows the first dot belongs to the address, not to the name. */
export function pathVariableOf(segment: string): string | undefined {
  return /^:([^.]+)/.exec(segment)?.[1]
}
