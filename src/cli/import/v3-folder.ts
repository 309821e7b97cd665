import { readdir } from 'node:fs/promises'
import { basename, join, normalize, sep } from 'node:path'
import { VoiceError } from '../../errors.js'
import { readRegularFile } from '../../regular-file.js'
import { parseYaml } from '../../toolkit/collection/parse-yaml.js'
import { asObject, objectsIn } from '../../toolkit/collection/read-shape.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import { shellWord } from '../output.js'
import { collectionOf, type Imported, searchOf, splitPair } from './request-item.js'

interface Entity {
  path: string[]
  content: JsonObject
}

const REQUEST = /\.request\.ya?ml$/
const EXAMPLE = /\.example\.ya?ml$/
const DEFINITION = /^definition\.ya?ml$/
const MAX_FILES = 20_000

/**
 * Reads Postman's format 3.0: a folder with a YAML file for every request. Throws `not-a-collection` if the folder has
 * no HTTP request.
 */
export async function importV3Folder(folder: string): Promise<Imported> {
  const root = await collectionFolder(folder)
  const entities = await readEntities(root)
  const requests = entities.filter(({ path }) => REQUEST.test(path.at(-1) ?? ''))
  const spoken = requests.filter(({ content }) => (content.$kind ?? 'http-request') === 'http-request')
  if (spoken.length === 0) throw notOne(folder)
  const definition = definitionOf(entities, [])
  const others = new Set(
    requests.filter((entity) => !spoken.includes(entity)).map(({ content }) => String(content.$kind)),
  )
  const name = String(definition.name ?? basename(root))
  const { info, ...rest } = collectionOf(name, itemsIn([], { entities, requests: spoken }))
  return {
    document: { info: { ...asObject(info), ...descriptionIn(definition) }, ...rest, ...sharedOf(definition) },
    from: 'a collection of format 3.0',
    remarks: others.size > 0 ? [`Requests of these kinds were left out: ${[...others].join(', ')}.`] : [],
  }
}

/**
 * The folder of the collection. If `folder` is a repository, it may contain a folder `postman/collections`, which has
 * one folder for each collection. Returns the only folder there, and throws `wrong-usage` if there are several. Returns
 * `folder` itself if there is none.
 */
async function collectionFolder(folder: string): Promise<string> {
  const nested = join(folder, 'postman', 'collections')
  const found = await readdir(nested, { withFileTypes: true }).catch(() => [])
  const names = found.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  if (names.length > 1)
    throw new VoiceError(
      'wrong-usage',
      `${nested} has several collections (${names.join(', ')}); name one: voice import ${shellWord(join(nested, names[0]!))}`,
    )
  return names[0] === undefined ? folder : join(nested, names[0])
}

async function readEntities(root: string): Promise<Entity[]> {
  const names = await readdir(root, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => /\.ya?ml$/.test(name)).sort()
  if (files.length > MAX_FILES)
    throw new VoiceError('file-unreadable', `${root} has more than ${MAX_FILES} YAML files.`)
  return Promise.all(
    files.map(async (name) => {
      try {
        const text = (await readRegularFile(join(root, name))).toString('utf8')
        return { path: normalize(name).split(sep), content: asObject(parseYaml(text)) ?? {} }
      } catch (error) {
        const [line] = (error as Error).message.split('\n')
        throw new VoiceError('not-a-collection', `${join(root, name)} cannot be read as YAML: ${line}`, {
          cause: error,
        })
      }
    }),
  )
}

/** The requests and folders directly in a folder, sorted by their member `order`. */
function itemsIn(place: string[], found: { entities: Entity[]; requests: Entity[] }): JsonObject[] {
  const depth = place.length + 1
  const inside = found.requests.filter(({ path }) => place.every((part, index) => path[index] === part))
  const own = inside.filter(({ path }) => path.length === depth)
  const folders = new Set(inside.flatMap(({ path }) => (path.length > depth ? [path[depth - 1]!] : [])))
  const items = [
    ...own.map((entity) => ({ order: orderOf(entity.content), item: requestItem(entity, found.entities) })),
    ...[...folders].map((name) => {
      const definition = definitionOf(found.entities, [...place, name])
      const item = {
        name: String(definition.name ?? name),
        item: itemsIn([...place, name], found),
        ...descriptionIn(definition),
        ...sharedOf(definition),
      }
      return { order: orderOf(definition), item }
    }),
  ]
  return items.sort((a, b) => a.order - b.order).map(({ item }) => item)
}

function requestItem({ path, content }: Entity, entities: Entity[]): JsonObject {
  const file = path.at(-1)!.replace(REQUEST, '')
  const examples = entities.filter(
    (entity) => EXAMPLE.test(entity.path.at(-1) ?? '') && isOf(entity.path, [...path.slice(0, -1), file]),
  )
  const events = eventsOf(content.scripts)
  return {
    name: String(content.name ?? file),
    request: requestOf(content),
    response: examples.map((example) =>
      exampleItem(example.content, example.path.at(-1)!.replace(EXAMPLE, '')),
    ),
    ...(events.length > 0 && { event: events }),
  }
}

/** Whether a file belongs to a request: `A/.resources/List.resources/examples/x.example.yaml` belongs to `A/List`. */
function isOf(path: string[], request: string[]): boolean {
  const owner = path.indexOf(`${request.at(-1)}.resources`)
  return owner >= 0 && folderOf(path.slice(0, owner)) === request.slice(0, -1).join('/')
}

const folderOf = (path: string[]) => path.filter((part) => part !== '.resources').join('/')

function definitionOf(entities: Entity[], place: string[]): JsonObject {
  const isIn = ({ path }: Entity) =>
    DEFINITION.test(path.at(-1) ?? '') && folderOf(path.slice(0, -1)) === place.join('/')
  return entities.find(isIn)?.content ?? {}
}

/** Members that requests inherit from a collection or a folder. */
function sharedOf(definition: JsonObject): JsonObject {
  const auth = authOf(definition.auth)
  const variable = pairsOf(definition.variables)
  const event = eventsOf(definition.scripts)
  return {
    ...(auth && { auth }),
    ...(variable.length > 0 && { variable }),
    ...(event.length > 0 && { event }),
  }
}

function descriptionIn({ description }: JsonObject): JsonObject {
  return typeof description === 'string' ? { description } : {}
}

function orderOf({ order }: JsonObject): number {
  return typeof order === 'number' ? order : Number.MAX_SAFE_INTEGER
}

function notOne(folder: string): VoiceError {
  const sentence = `${folder} is no collection of format 3.0: there is no *.request.yaml in it. To import a file, name the file.`
  return new VoiceError('not-a-collection', sentence)
}

/** The names of events in format 3.0 and in v2.1. A file may have `http:` before the name: `http:beforeRequest`. */
const EVENTS: Record<string, string> = { beforeRequest: 'prerequest', afterResponse: 'test' }
const LANGUAGES: ReadonlySet<string> = new Set(['json', 'text', 'xml', 'html', 'javascript'])

function requestOf(content: JsonObject): JsonObject {
  const auth = authOf(content.auth)
  const body = bodyOf(asObject(content.body))
  const { description } = content
  return {
    method: String(content.method ?? 'GET').toUpperCase(),
    header: pairsOf(content.headers),
    url: urlOf(content),
    ...(body && { body }),
    ...(auth && { auth }),
    ...(typeof description === 'string' && { description }),
  }
}

export function exampleItem(content: JsonObject, fallbackName: string): JsonObject {
  const response = asObject(content.response) ?? content
  const request = asObject(content.request) ?? asObject(content.originalRequest)
  const code = Number(response.statusCode ?? response.code ?? 200)
  const text = contentOf(response.body)
  return {
    name: String(content.name ?? fallbackName),
    ...(request && { originalRequest: requestOf(request) }),
    code,
    status: String(response.statusText ?? ''),
    header: pairsOf(response.headers),
    body: typeof text === 'string' ? text : text === undefined ? '' : JSON.stringify(text, null, 2),
  }
}

/** The content of a body: `content`, with the type beside it; nothing for `{}`. Other objects are JSON themselves. */
function contentOf(body: JsonValue | undefined): JsonValue | undefined {
  const parts = asObject(body)
  const isEmpty = parts !== undefined && Object.keys(parts).every((key) => key === 'type')
  return isEmpty ? undefined : (parts?.content ?? body)
}

/**
 * Converts a map or a list to the list of v2.1: `{ a: 1 }` gives `[{ key: "a", value: "1" }]`. Entries of a list keep
 * the members that v2.1 has, such as `disabled`.
 */
function pairsOf(value: JsonValue | undefined): JsonObject[] {
  if (Array.isArray(value)) return objectsIn(value).map(pair)
  return Object.entries(asObject(value) ?? {}).map(([key, member]) => pair({ key, value: member }))
}

function pair({ key, value, disabled, description, type, src }: JsonObject): JsonObject {
  return {
    key: String(key),
    ...(src === undefined && {
      value: typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value),
    }),
    ...(src !== undefined && { src }),
    ...(disabled === true && { disabled }),
    ...(typeof description === 'string' && { description }),
    ...((type === 'text' || type === 'file') && { type }),
  }
}

/**
 * Converts the auth of a request or folder to v2.1. For example, `{ type: "bearer", credentials: { token: "x" } }`
 * becomes `{ type: "bearer", bearer: [...] }` with a list of entries. Undefined if there is no auth, or if it is
 * inherited.
 */
function authOf(value: JsonValue | undefined): JsonObject | undefined {
  const auth = asObject(value)
  if (typeof auth?.type !== 'string' || auth.type === 'inherit') return undefined
  const { type } = auth
  const entries = pairsOf(auth.credentials ?? auth[type]).map(({ key, value: text }) => ({
    key: String(key),
    value: text ?? '',
    type: 'string',
  }))
  return type === 'noauth' ? { type } : { type, [type]: entries }
}

function eventsOf(value: JsonValue | undefined): JsonObject[] {
  return objectsIn(value).flatMap(({ type, code }) => {
    const listen = EVENTS[String(type).replace(/^http:/, '')]
    if (!listen || typeof code !== 'string') return []
    return [{ listen, script: { type: 'text/javascript', exec: code.split('\n') } }]
  })
}

function bodyOf(body: JsonObject | undefined): JsonObject | undefined {
  if (!body || typeof body.type !== 'string') return undefined
  const { type, content } = body
  if (type === 'urlencoded') return { mode: 'urlencoded', urlencoded: pairsOf(content) }
  if (type === 'formdata')
    return { mode: 'formdata', formdata: pairsOf(content).map((field) => ({ type: 'text', ...field })) }
  if (type === 'graphql') return { mode: 'graphql', graphql: graphqlOf(content) }
  if (type === 'file' || type === 'binary')
    return { mode: 'file', file: { src: String(asObject(content)?.src ?? content ?? '') } }
  const raw = typeof content === 'string' ? content : JSON.stringify(content ?? '', null, 2)
  return { mode: 'raw', raw, ...(LANGUAGES.has(type) && { options: { raw: { language: type } } }) }
}

function graphqlOf(content: JsonValue | undefined): JsonObject {
  const parts = asObject(content)
  const { variables } = parts ?? {}
  const text = typeof variables === 'string' ? variables : JSON.stringify(variables ?? {})
  return { query: String(parts?.query ?? content ?? ''), variables: text }
}

/** The address of a request, with its `queryParams` and `pathVariables`. */
function urlOf(content: JsonObject): JsonObject {
  const written = String(asObject(content.url)?.raw ?? content.url ?? '')
  const params = pairsOf(content.queryParams)
  const variable = pairsOf(content.pathVariables)
  const [address = '', ...rest] = written.split('?')
  const own = rest.join('?')
  const query: JsonObject[] = params.length > 0 ? params : own ? own.split('&').map(splitPair) : []
  const [, protocol, host = '', path = ''] = /^(?:([a-z]+):\/\/)?([^/]*)\/?([\s\S]*)$/i.exec(address) ?? []
  return {
    raw: address + searchOf(query),
    ...(protocol && { protocol }),
    host: /\{\{/.test(host) ? [host] : host.split('.'),
    path: path === '' ? [] : path.split('/'),
    ...(query.length > 0 && { query }),
    ...(variable.length > 0 && { variable }),
  }
}
