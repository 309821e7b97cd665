import { isObject } from '../protocol/is-object.js'
import { MAX_FILE_NESTING } from '../protocol/nesting.js'
import { tryParseJson } from '../protocol/parse-json.js'
import { walkItems } from '../toolkit/collection/walk.js'
import type { Collection } from '../toolkit/model/collection.js'
import type { JsonValue } from '../toolkit/model/json.js'
import type { RequestTemplate } from '../toolkit/model/request-template.js'
import type { ApiDocument } from './render-prompt.js'

/** The endpoints in documents, each as method and path, with `{}` for every path parameter: `GET /pets/{}`. */
export interface DocumentedEndpoints {
  /** Endpoints of specifications. The collection must contain all of them. */
  certain: string[]
  /** Endpoints that prose and code mention. A collection that has none of them describes another API. */
  mentioned: string[]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options']
const METHOD = /\b(?:GET|POST|PUT|PATCH|DELETE)\b/g
const ADDRESS = /^[\s`*"',(]{1,4}((?:https?:\/\/[^/\s`"']+)?\/[\w{}:<>$.~/-]*)/

/** Finds the endpoints in documents. An invalid specification is read as prose. */
export async function documentedEndpoints(documents: ApiDocument[]): Promise<DocumentedEndpoints> {
  const certain = new Set<string>()
  const mentioned = new Set<string>()
  for (const document of documents) {
    const paths = pathsOf(await parseSpecification(document))
    for (const [path, operations] of Object.entries(paths ?? {})) {
      if (typeof operations !== 'object' || operations === null) continue
      for (const method of METHODS) if (method in operations) certain.add(endpointName(method, path))
    }
    if (paths) continue
    for (const endpoint of mentionsIn(document.text)) mentioned.add(endpoint)
  }
  return { certain: [...certain], mentioned: [...mentioned] }
}

/** Each method that is followed by an address: `GET /pets`, `POST https://api.example.com/pets`. */
function* mentionsIn(text: string): Generator<string> {
  for (const { 0: method, index } of text.matchAll(METHOD)) {
    const path = ADDRESS.exec(text.slice(index + method.length))?.[1]
    if (path !== undefined) yield endpointName(method, path)
  }
}

/** The specified endpoints that the collection lacks, and whether it has none of all documented ones. */
export function compareEndpoints(
  { certain, mentioned }: DocumentedEndpoints,
  collection: Collection,
): { missing: string[]; isForeign: boolean } {
  const present = new Set<string>()
  for (const { item } of walkItems(collection))
    for (const endpoint of endingsOf(item.request)) present.add(endpoint)
  const has = (endpoint: string) => present.has(endpoint)
  const all = [...certain, ...mentioned]
  return {
    missing: certain.filter((endpoint) => !has(endpoint)),
    isForeign: all.length > 0 && !all.some(has),
  }
}

/** The names under which documents mention a request: its path, also without its first segments. */
function endingsOf({ method, url }: RequestTemplate): string[] {
  const [name = '', path = ''] = endpointName(method, `/${url.path.join('/')}`).split(' ')
  const segments = path.split('/').slice(1)
  return segments.map((_, index) => `${name} /${segments.slice(index).join('/')}`)
}

/** The name of an endpoint, in which every path parameter is `{}`: `get` and `/pets/:petId?x=1` give `GET /pets/{}`. */
export function endpointName(method: string, path: string): string {
  const bare = path
    .replace(/^https?:\/\/[^/]+/, '')
    .replace(/[?#][\s\S]*$/, '')
    .replace(/(?<=.)\/$/, '')
  const open = bare.replace(/\{\{?[^{}]*\}?\}|:[A-Za-z_]\w*|<[^<>]*>/g, '{}')
  return `${method.toUpperCase()} ${open}`
}

export async function parseSpecification({ path, text }: ApiDocument): Promise<JsonValue | undefined> {
  if (!/\.(json|ya?ml)$/i.test(path)) return undefined
  const json = tryParseJson(text, MAX_FILE_NESTING)
  if (json !== undefined) return json
  const { parseYaml } = await import('../toolkit/collection/parse-yaml.js')
  try {
    return parseYaml(text) as JsonValue
  } catch {
    return undefined
  }
}

function pathsOf(document: JsonValue | undefined): { [path: string]: JsonValue } | undefined {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return undefined
  const { paths } = document
  const isSpecification = 'openapi' in document || 'swagger' in document
  return isSpecification && isObject(paths) ? paths : undefined
}
