import { MAX_FILE_NESTING } from '../protocol/nesting.js'
import { parseJson } from '../protocol/parse-json.js'
import { walkItems } from '../toolkit/collection/walk.js'
import type { Collection } from '../toolkit/model/collection.js'
import type { JsonValue } from '../toolkit/model/json.js'
import type { ApiDocument } from './render-prompt.js'

/** The endpoints that documents name, as `GET /pets/{}`. */
export interface DocumentedEndpoints {
  /** From specifications: each of them has to be in the collection. */
  certain: string[]
  /** From prose and code: a collection that has none of them describes another API. */
  mentioned: string[]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options']
const MENTION = /\b(GET|POST|PUT|PATCH|DELETE)\b[\s`*"',(]{1,4}((?:https?:\/\/[^/\s`"']+)?\/[\w{}:<>$.~/-]*)/g

/** Finds the endpoints in documents. A specification that does not parse counts as prose. */
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
    for (const [, method, path] of document.text.matchAll(MENTION))
      mentioned.add(endpointName(method!, path!))
  }
  return { certain: [...certain], mentioned: [...mentioned] }
}

/** How a collection covers them: the certain ones it lacks, and whether it has nothing in common with any. */
export function compareEndpoints(
  { certain, mentioned }: DocumentedEndpoints,
  collection: Collection,
): { missing: string[]; isForeign: boolean } {
  const present = Array.from(walkItems(collection), ({ item: { request } }) =>
    endpointName(request.method, `/${request.url.path.join('/')}`),
  )
  const has = (endpoint: string) => present.some((one) => covers(one, endpoint))
  const all = [...certain, ...mentioned]
  return {
    missing: certain.filter((endpoint) => !has(endpoint)),
    isForeign: all.length > 0 && !all.some(has),
  }
}

/** A base path may stand before the documented one. */
function covers(present: string, endpoint: string): boolean {
  const [method, path = ''] = endpoint.split(' ')
  return present.startsWith(`${method} `) && present.endsWith(path === '/' ? '/' : path)
}

/** `get`, `/pets/:petId?x=1` as `GET /pets/{}`. */
export function endpointName(method: string, path: string): string {
  const bare = path
    .replace(/^https?:\/\/[^/]+/, '')
    .replace(/[?#].*$/, '')
    .replace(/(?<=.)\/$/, '')
  const open = bare.replace(/\{\{?[^{}]*\}?\}|:[A-Za-z_]\w*|<[^<>]*>/g, '{}')
  return `${method.toUpperCase()} ${open}`
}

/** The document of a specification in JSON or YAML; undefined for anything else. */
export async function parseSpecification({ path, text }: ApiDocument): Promise<JsonValue | undefined> {
  if (!/\.(json|ya?ml)$/i.test(path)) return undefined
  try {
    return parseJson(text, MAX_FILE_NESTING) as JsonValue
  } catch {
    const { parseYaml } = await import('../toolkit/collection/parse-yaml.js')
    try {
      return parseYaml(text) as JsonValue
    } catch {
      return undefined
    }
  }
}

function pathsOf(document: JsonValue | undefined): { [path: string]: JsonValue } | undefined {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return undefined
  const { paths } = document
  const isSpecification = 'openapi' in document || 'swagger' in document
  return isSpecification && typeof paths === 'object' && paths !== null && !Array.isArray(paths)
    ? paths
    : undefined
}
