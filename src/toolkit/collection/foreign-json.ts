import type { JsonObject, JsonValue } from '../model/json.js'
import { asObject, asText } from './read-shape.js'

/** The kind of a document that is not a Postman collection v2, and advice for its user. */
export interface ForeignDocument {
  /** The kind with its article, such as `an OpenAPI 3.1.0 document`. */
  what: string
  advice: string
}

export const EXPORT = 'Export the collection from Postman as "Collection v2.1".'
export const IMPORT = 'Make a collection of it with "voice import FILE -o postman.json".'
export const POSTMAN_IMPORT = 'Import it into Postman and export it from there as "Collection v2.1".'
/** Advice for a user who gives an OpenAPI document where a collection is expected. */
export const OPENAPI_ADVICE =
  'Make a collection of it with "voice import FILE -o postman.json", or have one written with "voice generate --docs FILE".'
const FOLDER = 'Name its folder: voice import FOLDER -o postman.json.'
const ONE_EACH = 'Write each collection into a file of its own.'
const TAKE_OUT = 'Write the collection alone into a file.'
const ENVIRONMENT = 'Give it with --env or --globals, and the collection as the file.'

/** A kind of document that is not a collection: its name, its test, and advice for the user. */
interface ForeignKind {
  what: string | ((root: JsonObject) => string)
  is: (root: JsonObject) => unknown
  /** @default {@link EXPORT} */
  advice?: string
}

/** The kinds of documents that are recognized. If a document matches several kinds, the first one is used. */
const KINDS: readonly ForeignKind[] = [
  { what: openApiName, is: ({ openapi, swagger }) => openapi ?? swagger, advice: OPENAPI_ADVICE },
  { what: 'an AsyncAPI document', is: ({ asyncapi }) => asyncapi },
  { what: environmentName, is: isEnvironment, advice: ENVIRONMENT },
  { what: 'a HAR file of recorded traffic', is: ({ log }) => asObject(log)?.entries, advice: IMPORT },
  {
    what: 'an export of all data of Postman',
    is: ({ collections, version }) => Array.isArray(collections) && version,
    advice: ONE_EACH,
  },
  { what: 'an object with a Postman collection in "data"', is: isInData, advice: TAKE_OUT },
  { what: 'a report of a Newman run', is: ({ collection, run }) => asObject(collection) && asObject(run) },
  {
    what: 'an Insomnia export',
    is: (root) => root._type === 'export' && root.__export_format,
    advice: POSTMAN_IMPORT,
  },
  { what: 'a Thunder Client collection', is: isThunderClient, advice: POSTMAN_IMPORT },
  { what: 'a Hoppscotch collection', is: isHoppscotch, advice: POSTMAN_IMPORT },
  { what: 'one file of a Postman collection of format 3.0', is: ({ $kind }) => $kind, advice: FOLDER },
  { what: 'a Google API discovery document', is: ({ discoveryVersion }) => discoveryVersion },
  {
    what: 'an introspection result of GraphQL',
    is: ({ __schema, data }) => __schema ?? asObject(data)?.__schema,
  },
  { what: 'a Smithy model', is: ({ smithy, shapes }) => smithy && shapes },
  { what: 'a Kubernetes manifest', is: ({ apiVersion, kind }) => apiVersion && kind },
  { what: 'a package-lock.json', is: ({ lockfileVersion }) => lockfileVersion },
  { what: 'a package.json', is: ({ dependencies, devDependencies }) => dependencies ?? devDependencies },
  { what: 'a package.json', is: ({ name, version, scripts }) => name && version && asObject(scripts) },
  { what: 'a tsconfig.json', is: ({ compilerOptions }) => compilerOptions },
  { what: 'a Jupyter notebook', is: ({ nbformat, cells }) => nbformat && cells },
  { what: 'a GeoJSON document', is: ({ type, features }) => type === 'FeatureCollection' && features },
  {
    what: 'a JSON Schema',
    is: ({ $schema, definitions, $defs }) => $schema ?? asObject(definitions) ?? $defs,
  },
]

/** Returns the kind of a JSON document that is not a collection. */
export function identifyJson(document: JsonValue): ForeignDocument | undefined {
  const root = asObject(document)
  if (!root) return identifyList(document)
  if (isPostman(root)) return undefined
  const kind = KINDS.find(({ is }) => is(root))
  if (!kind) return undefined
  const { what, advice = EXPORT } = kind
  return { what: typeof what === 'string' ? what : what(root), advice }
}

function identifyList(document: JsonValue): ForeignDocument {
  if (!Array.isArray(document)) return { what: 'a JSON value', advice: EXPORT }
  const isOfCollections = document.length > 0 && document.every(holdsCollection)
  if (!isOfCollections) return { what: 'a JSON list', advice: EXPORT }
  const count = document.length === 1 ? 'one Postman collection' : `${document.length} Postman collections`
  return { what: `a JSON list of ${count}`, advice: ONE_EACH }
}

function holdsCollection(value: JsonValue): boolean {
  const outer = asObject(value)
  return [outer, asObject(outer?.collection)].some((one) => one !== undefined && isPostman(one))
}

function isInData({ data }: JsonObject): boolean {
  return data !== undefined && holdsCollection(data)
}

/** The error sentence for a document that is not a Postman collection: its kind, and advice. */
export function foreignSentence({ what, advice }: ForeignDocument): string {
  return `This is ${what}, not a Postman collection. ${advice}`
}

/** Whether a document is meant as a collection v2, even if members are wrong, and not as another specification. */
function isPostman({ info, item, items, openapi, swagger, asyncapi }: JsonObject): boolean {
  if (openapi || swagger || asyncapi) return false
  return Array.isArray(item) || Array.isArray(items) || /\/collection\/v\d/.test(schemaOf(info))
}

const schemaOf = (info: JsonValue | undefined) => asText(asObject(info)?.schema) ?? ''

function openApiName({ openapi, swagger }: JsonObject): string {
  const version = asText(openapi ?? swagger) ?? ''
  return version ? `an OpenAPI ${version} document` : 'an OpenAPI document'
}

function isEnvironment({ values }: JsonObject): boolean {
  return Array.isArray(values) && values.every((value) => asObject(value) !== undefined)
}

function environmentName({ _postman_variable_scope: scope }: JsonObject): string {
  const known = scope === 'globals' || scope === 'environment'
  return known ? `a Postman ${scope} file` : 'a Postman environment or globals file'
}

function isThunderClient({ clientName, client }: JsonObject): boolean {
  return /thunder/i.test(asText(clientName ?? client) ?? '')
}

function isHoppscotch({ v, requests, folders }: JsonObject): boolean {
  return v !== undefined && Array.isArray(requests) && Array.isArray(folders)
}
