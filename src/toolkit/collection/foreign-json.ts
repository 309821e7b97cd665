import kinds from '../../../templates/foreign-documents.json'
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
export const OPENAPI_ADVICE =
  'Make a collection of it with "voice import FILE -o postman.json", or have one written with "voice generate --docs FILE".'
/** Advice for a user who gives one file of a collection that is a folder. */
export const FOLDER = 'Name the folder of the collection.'
const ADVICE = {
  import: IMPORT,
  postmanImport: POSTMAN_IMPORT,
  openapi: OPENAPI_ADVICE,
  folder: FOLDER,
  oneEach: 'Write each collection into a file of its own.',
}

interface ForeignKind {
  /** The name of the kind. A member in braces is its value in the document, such as a version. */
  what: string
  /** The members that a document of this kind has, with dots between the steps. */
  has?: readonly string[]
  /** The name of a member, and a word in lower case that its value contains. */
  says?: string
  /** @default {@link EXPORT} */
  advice?: keyof typeof ADVICE
}

const KINDS = kinds as readonly ForeignKind[]

export function identifyJson(document: JsonValue): ForeignDocument | undefined {
  const root = asObject(document)
  if (!root) return identifyList(document)
  if (isPostman(root)) return undefined
  if (isEnvironment(root)) return { what: environmentName(root), advice: ENVIRONMENT }
  if (root.data !== undefined && holdsCollection(root.data)) return IN_DATA
  const kind = KINDS.find((one) => isOf(one, root))
  if (!kind) return undefined
  const what = kind.what.replace(/\{(\w+)\} /, (_, key: string) => {
    const version = asText(root[key]) ?? ''
    return version === '' ? '' : `${version} `
  })
  return { what, advice: kind.advice ? ADVICE[kind.advice] : EXPORT }
}

const ENVIRONMENT = 'Give it with --env or --globals, and the collection as the file.'
const IN_DATA: ForeignDocument = {
  what: 'an object with a Postman collection in "data"',
  advice: 'Write the collection alone into a file.',
}

function isOf({ has = [], says }: ForeignKind, root: JsonObject): boolean {
  const at = (path: string) =>
    path.split('.').reduce<JsonValue | undefined>((value, step) => asObject(value)?.[step], root)
  const [name = '', word = ''] = says?.split(' ') ?? []
  const text = (asText(root[name]) ?? '').toLowerCase()
  return has.every((path) => Boolean(at(path))) && text.includes(word)
}

function identifyList(document: JsonValue): ForeignDocument {
  if (!Array.isArray(document)) return { what: 'a JSON value', advice: EXPORT }
  const isOfCollections = document.length > 0 && document.every(holdsCollection)
  if (!isOfCollections) return { what: 'a JSON list', advice: EXPORT }
  const count = document.length === 1 ? 'one Postman collection' : `${document.length} Postman collections`
  return { what: `a JSON list of ${count}`, advice: ADVICE.oneEach }
}

function holdsCollection(value: JsonValue): boolean {
  const outer = asObject(value)
  return [outer, asObject(outer?.collection)].some((one) => one !== undefined && isPostman(one))
}

export function foreignSentence({ what, advice }: ForeignDocument): string {
  return `This is ${what}, not a Postman collection. ${advice}`
}

/** Whether a document is meant as a collection v2, even if members are wrong, and not as another specification. */
function isPostman({ info, item, items, openapi, swagger, asyncapi }: JsonObject): boolean {
  if (openapi || swagger || asyncapi) return false
  return Array.isArray(item) || Array.isArray(items) || /\/collection\/v\d/.test(schemaOf(info))
}

const schemaOf = (info: JsonValue | undefined) => asText(asObject(info)?.schema) ?? ''

function isEnvironment({ values }: JsonObject): boolean {
  return Array.isArray(values) && values.every((value) => asObject(value) !== undefined)
}

function environmentName({ _postman_variable_scope: scope }: JsonObject): string {
  const known = scope === 'globals' || scope === 'environment'
  return known ? `a Postman ${scope} file` : 'a Postman environment or globals file'
}
