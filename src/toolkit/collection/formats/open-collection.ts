import type { JsonObject, JsonValue } from '../../model/json.js'
import { asObject, asText, descriptionOf, objectsIn } from '../read-shape.js'
import { rewriteTexts } from './assemble.js'
import type { FolderFile } from './folder-files.js'
import { madeOf } from './origins.js'
import { addressOf, authOf, bodyOf, eventOf, type Part, pairsOf, textOf } from './part.js'

/**
 * Reads OpenCollection, the YAML files of Bruno, and Bruno's older `.bru` files, which `parseBru` brings into the same
 * shape. `leftOut` gets what v2.1 cannot express.
 */
export class OpenCollectionReader {
  constructor(readonly leftOut: (what: string) => void) {}

  /** A folder with a file for each request. The files at the root that are no requests describe the collection. */
  folder(name: string, files: readonly FolderFile[]): Part {
    const root: Folder = { name, definition: {}, requests: [], folders: new Map() }
    for (const { path, file } of files) {
      const content = asObject(file.value) ?? {}
      let folder = root
      for (const step of path.slice(0, -1)) {
        const inner = folder.folders.get(step) ?? {
          name: step,
          definition: {},
          requests: [],
          folders: new Map(),
        }
        folder.folders.set(step, inner)
        folder = inner
      }
      const last = path.at(-1)!
      if (/^(?:opencollection\.ya?ml|collection\.bru|folder\.(?:ya?ml|bru))$/.test(last))
        folder.definition = content
      else if (last === 'bruno.json') root.name = asText(content.name) ?? name
      else folder.requests.push({ name: last.replace(/\.\w+$/, ''), content })
    }
    return this.#folderPart(root)
  }

  /** One file with all requests in `items`. */
  bundled(name: string, content: JsonObject): Part {
    return this.#inner(name, content)
  }

  #inner(name: string, content: JsonObject): Part {
    const items = objectsIn(content.items)
    const parts = items.flatMap((item): Part[] => {
      const own = nameOf(item) ?? name
      return Array.isArray(item.items) ? [this.#inner(own, item)] : this.#request(own, item)
    })
    return { ...this.#definition(name, content), parts }
  }

  #folderPart({ name, definition, requests, folders }: Folder): Part {
    const inner = [...folders.values()].map((folder) => this.#folderPart(folder))
    const own = requests.sort(bySequence).flatMap((one) => this.#request(one.name, one.content))
    const shown = inner.filter(({ parts = [] }) => parts.length > 0)
    shown.sort(
      (one, other) => sequence(one.source) - sequence(other.source) || (one.name < other.name ? -1 : 1),
    )
    return { ...this.#definition(name, definition), parts: [...shown, ...own] }
  }

  #definition(name: string, content: JsonObject): Part {
    const shared = asObject(content.request) ?? {}
    const auth = asObject(shared.auth)
    return {
      source: content,
      name: nameOf(content) ?? name,
      description: docsOf(content),
      // Only an auth of its own replaces the auth around a folder.
      auth: auth && auth.type !== 'none' ? this.#auth(auth) : undefined,
      headers: pairsOf(shared.headers),
      variables: pairsOf(shared.variables),
      events: eventsOf(shared),
    }
  }

  #request(name: string, content: JsonObject): Part[] {
    const type = asText(asObject(content.info)?.type) ?? 'http'
    const http = asObject(content.http) ?? asObject(content.graphql)
    if (!http) {
      if (type !== 'http' && type !== 'script' && type !== 'js')
        this.leftOut(`requests of the kind "${type}"`)
      return []
    }
    const runtime = asObject(content.runtime) ?? {}
    return [
      {
        source: content,
        name: nameOf(content) ?? name,
        description: docsOf(content),
        auth: this.#auth(http.auth ?? runtime.auth ?? 'none'),
        variables: pairsOf(runtime.variables),
        events: eventsOf(runtime),
        request: requestOf(http),
        examples: objectsIn(content.examples).map(exampleOf),
      },
    ]
  }

  #auth(value: JsonValue): JsonObject | undefined {
    const auth = asObject(value)
    const made = authOf(asText(auth?.type ?? value) ?? '', auth, this.leftOut)
    return made && auth ? madeOf(made, auth) : made
  }
}

interface Folder {
  name: string
  definition: JsonObject
  requests: { name: string; content: JsonObject }[]
  folders: Map<string, Folder>
}

const nameOf = (content: JsonObject) => asText(asObject(content.info)?.name) || undefined

function docsOf(content: JsonObject): string {
  return descriptionOf({ description: content.docs ?? asObject(content.info)?.description ?? null })
}

/** Folders come first, then requests, each by `seq`, and those without `seq` by their names at the end. */
const sequence = (content: JsonObject) => {
  const { seq } = asObject(content.info) ?? {}
  const number = Number(seq ?? Number.NaN)
  return Number.isNaN(number) ? Number.MAX_SAFE_INTEGER : number
}

type Named = { name: string; content: JsonObject }
const bySequence = (one: Named, other: Named) =>
  sequence(one.content) - sequence(other.content) || (one.name < other.name ? -1 : 1)

function requestOf(http: JsonObject): JsonObject {
  const params = objectsIn(http.params)
  const isPath = ({ type }: JsonObject) => type === 'path'
  const variants = objectsIn(http.body)
  const body = asObject(
    (variants.find(({ selected }) => selected === true) ?? variants[0])?.body ?? http.body,
  )
  const type = asText(body?.type) ?? (body?.query === undefined ? '' : 'graphql')
  const made = body && bodyOf(type, type === 'graphql' ? body : (body.data ?? ''), body)
  const fallback = made?.mode === 'graphql' ? 'POST' : 'GET'
  return madeOf(
    {
      method: (asText(http.method) ?? fallback).toUpperCase(),
      header: pairsOf(http.headers),
      url: addressOf(
        asText(http.url) ?? '',
        pairsOf(params.filter((one) => !isPath(one))),
        pairsOf(params.filter(isPath)),
        http,
      ),
      ...(made && { body: made }),
    },
    http,
  )
}

/** A saved response. `.bru` files have the status in an object of its own, and the request's body in `body:json`. */
function exampleOf(example: JsonObject): JsonObject {
  const response = asObject(example.response) ?? {}
  const request = asObject(example.request)
  const status = asObject(response.status)
  const body = asObject(response.body)
  return madeOf(
    {
      name: asText(example.name) ?? 'Example',
      ...(request && { originalRequest: requestOf({ method: 'GET', ...request }) }),
      code: Number(status?.code ?? response.status ?? 200) || 200,
      status: asText(status?.text ?? response.statusText) ?? '',
      header: pairsOf(response.headers),
      body: textOf(body ? (body.content ?? body.data) : response.body),
    },
    example,
  )
}

/** Calls of Bruno's scripts, and what Postman calls them. So values that scripts keep are found. */
const CALLS: readonly (readonly [RegExp, string])[] = [
  [/\bbru\.set(?:EnvVar|GlobalEnvVar|CollectionVar)\(/g, 'pm.environment.set('],
  [/\bbru\.setVar\(/g, 'pm.environment.set('],
  [/\bbru\.get(?:EnvVar|GlobalEnvVar|CollectionVar|Var)\(/g, 'pm.environment.get('],
  [/\bres\.getBody\(\)/g, 'pm.response.json()'],
  [/\$?\bres\.body\b/g, 'pm.response.json()'],
]

function eventsOf(owner: JsonObject): JsonObject[] {
  const scripts = objectsIn(owner.scripts).flatMap((script) =>
    eventOf(textOf(script.type), asPostman(textOf(script.code)), script),
  )
  const kept = objectsIn(owner.actions).filter(
    ({ type, disabled }) => type === 'set-variable' && disabled !== true,
  )
  const code = kept.map(({ selector, variable }) => {
    const expression = asPostman(textOf(asObject(selector)?.expression))
    return `pm.environment.set(${JSON.stringify(textOf(asObject(variable)?.name))}, ${expression});`
  })
  return [...scripts, ...eventOf('test', code.join('\n'))]
}

const asPostman = (code: string) => CALLS.reduce((text, [call, name]) => text.replace(call, name), code)

/** `{{process.env.NAME}}` is a value of the process, which `.env` and the environment give to `{{NAME}}`. */
export function withoutProcess(document: JsonObject): JsonObject {
  rewriteTexts(document, (text) => text.replace(/\{\{ *process\.env\.([^{}]+)\}\}/g, '{{$1}}'))
  return document
}
