import type { JsonObject, JsonValue } from '../../model/json.js'
import { asObject, asText, descriptionOf, objectsIn } from '../read-shape.js'
import type { FolderFile } from './folder-files.js'
import { madeOf } from './origins.js'
import { addressOf, authOf, bodyOf, eventOf, type Part, pairsOf, textOf } from './part.js'

interface Entity {
  path: string[]
  content: JsonObject
}

const REQUEST = /\.request\.ya?ml$/
const EXAMPLE = /\.example\.ya?ml$/
const DEFINITION = /^definition\.ya?ml$/

/**
 * Reads Postman's format 3.0: a folder with a YAML file for each request. `leftOut` gets what v2.1 cannot express, such
 * as requests of gRPC.
 */
export function readV3(name: string, files: readonly FolderFile[], leftOut: (what: string) => void): Part {
  return new V3Reader(
    files.map(({ path, file }) => ({ path, content: asObject(file.value) ?? {} })),
    leftOut,
  ).folder([], name)
}

class V3Reader {
  readonly #requests: Entity[]
  readonly #definitions = new Map<string, JsonObject>()
  /** The saved responses by the path of their request, without `.request.yaml`. */
  readonly #examples = new Map<string, Entity[]>()

  constructor(
    entities: readonly Entity[],
    readonly leftOut: (what: string) => void,
  ) {
    this.#requests = entities.filter(
      ({ path, content }) => REQUEST.test(path.at(-1)!) && this.#isSpoken(content),
    )
    for (const entity of entities) {
      const { path, content } = entity
      const file = path.at(-1)!
      const owner = path.findIndex((part) => part.endsWith('.resources') && part !== '.resources')
      if (DEFINITION.test(file)) this.#definitions.set(keyOf(path.slice(0, -1)), content)
      else if (EXAMPLE.test(file) && owner >= 0) {
        const request = keyOf([...path.slice(0, owner), path[owner]!.slice(0, -'.resources'.length)])
        this.#examples.set(request, [...(this.#examples.get(request) ?? []), entity])
      }
    }
  }

  folder(place: string[], name: string): Part {
    const definition = this.#definitions.get(keyOf(place)) ?? {}
    const { credentials, auth } = definition
    const depth = place.length
    const inside = this.#requests.filter(
      ({ path }) => path.length > depth && place.every((part, at) => path[at] === part),
    )
    const folders = new Set(inside.flatMap(({ path }) => (path.length > depth + 1 ? [path[depth]!] : [])))
    const parts = [
      ...inside.filter(({ path }) => path.length === depth + 1).map((entity) => this.#request(entity)),
      ...[...folders].map((folder) => this.folder([...place, folder], folder)),
    ]
    return {
      source: definition,
      name: asText(definition.name) ?? name,
      description: descriptionOf(definition),
      auth: this.#auth(auth ?? credentials),
      // Postman reads the variables of a folder only if the folder is run alone.
      variables: depth === 0 ? pairsOf(definition.variables) : [],
      events: eventsOf(definition.scripts),
      parts: parts.sort((one, other) => orderOf(one) - orderOf(other)),
    }
  }

  #isSpoken({ $kind: kind = 'http-request' }: JsonObject): boolean {
    if (kind === 'http-request' || kind === 'graphql-request') return true
    this.leftOut(`requests of the kind "${kind}"`)
    return false
  }

  #request({ path, content }: Entity): Part {
    const file = path.at(-1)!.replace(REQUEST, '')
    const examples = this.#examples.get(keyOf([...path.slice(0, -1), file])) ?? []
    const ordered = examples.sort((one, other) => order(one.content) - order(other.content))
    return {
      source: content,
      name: asText(content.name) ?? file,
      description: descriptionOf(content),
      auth: this.#auth(content.auth),
      events: eventsOf(content.scripts),
      request: requestOf(content),
      examples: ordered.map(({ content: example, path: at }) =>
        exampleOf(example, at.at(-1)!.replace(EXAMPLE, '')),
      ),
    }
  }

  /** The auth in v2.1. Of several auths, the first one counts. */
  #auth(value: JsonValue | undefined): JsonObject | undefined {
    const all = Array.isArray(value) ? objectsIn(value) : [asObject(value) ?? {}]
    const [auth = {}] = all
    if (all.length > 1) this.leftOut('all auths of a list but the first')
    const type = asText(auth.type) ?? ''
    const made = authOf(type, auth.credentials ?? auth[type], this.leftOut)
    return made && madeOf(made, auth)
  }
}

/** The key of a folder or request: its path, without the folders `.resources`. */
const keyOf = (path: readonly string[]) => path.filter((part) => part !== '.resources').join('/')

const orderOf = ({ source }: Part) => order(source)
const order = ({ order }: JsonObject) => (typeof order === 'number' ? order : Number.NEGATIVE_INFINITY)

function requestOf(content: JsonObject): JsonObject {
  const body = asObject(content.body)
  const { followRedirects, strictSSL, maxRedirects } = asObject(content.settings) ?? {}
  const profile = {
    ...(typeof followRedirects === 'boolean' && { followRedirects }),
    ...(typeof strictSSL === 'boolean' && { strictSSL }),
    ...(typeof maxRedirects === 'number' && { maxRedirects }),
  }
  const made = body
    ? bodyOf(asText(body.type) ?? '', body.content, body)
    : content.query === undefined
      ? undefined
      : bodyOf('graphql', content, content)
  const address = asText(asObject(content.url)?.raw ?? content.url) ?? ''
  return madeOf(
    {
      method: (asText(content.method) ?? (made?.mode === 'graphql' ? 'POST' : 'GET')).toUpperCase(),
      header: pairsOf(content.headers),
      url: addressOf(address, pairsOf(content.queryParams), pairsOf(content.pathVariables), content),
      ...(made && { body: made }),
      ...(Object.keys(profile).length > 0 && { protocolProfileBehavior: profile }),
    },
    content,
  )
}

/** A saved response. A body is a text, an object with `content`, or JSON itself; `{}` and `{ type }` are empty. */
function exampleOf(content: JsonObject, fallbackName: string): JsonObject {
  const response = asObject(content.response) ?? content
  const request = asObject(content.request) ?? asObject(content.originalRequest)
  const parts = asObject(response.body)
  const isEmpty = parts !== undefined && Object.keys(parts).every((key) => key === 'type')
  const body = isEmpty ? undefined : (parts?.content ?? response.body)
  return madeOf(
    {
      name: asText(content.name) ?? fallbackName,
      ...(request && { originalRequest: requestOf(request) }),
      code: Number(response.statusCode ?? response.code ?? 200),
      status: asText(response.statusText) ?? '',
      header: pairsOf(response.headers),
      body: typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body, null, 2),
    },
    content,
  )
}

function eventsOf(value: JsonValue | undefined): JsonObject[] {
  return objectsIn(value).flatMap((script) =>
    eventOf(textOf(script.type).replace(/^http:/, ''), script.code, script),
  )
}
