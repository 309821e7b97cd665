import { groupBy } from '../../model/group-by.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import { asArray, asObject, asText, descriptionOf, objectsIn } from '../read-shape.js'
import { assemble, rewriteTexts } from './assemble.js'
import { InsomniaTemplates } from './insomnia-templates.js'
import { madeOf } from './origins.js'
import { addressOf, authOf, bodyOf, eventOf, type Part, pairsOf, textOf } from './part.js'

/** A workspace, folder or request of an export, with what is inside. */
interface Node {
  content: JsonObject
  id: string
  inner: Node[]
}

/**
 * Reads an export of Insomnia: format 4, a flat list in JSON or YAML, or format 5, a tree in YAML. Values of the base
 * environment become variables of the collection. If there is only one sub-environment, its values override them.
 * `leftOut` gets what v2.1 cannot express.
 */
export function convertInsomnia(name: string, file: JsonObject, leftOut: (what: string) => void): JsonObject {
  const templates = new InsomniaTemplates(leftOut)
  const reader = new InsomniaReader(templates, leftOut)
  const root = Array.isArray(file.resources) ? reader.flat(name, file) : reader.nested(name, file)
  templates.addCaptures(reader.events)
  return assemble(root)
}

class InsomniaReader {
  /** The scripts of each request by its id. Scripts that keep values of its responses are added later. */
  readonly events = new Map<string, JsonObject[]>()

  constructor(
    readonly templates: InsomniaTemplates,
    readonly leftOut: (what: string) => void,
  ) {}

  flat(name: string, file: JsonObject): Part {
    const resources = objectsIn(file.resources)
    const byParent = groupBy(resources, ({ parentId }) => asText(parentId) ?? '')
    const spaces = resources.filter(({ _type: type }) => type === 'workspace')
    const placed = new Set<JsonObject>()
    const nodeOf = (content: JsonObject): Node => {
      placed.add(content)
      const id = asText(content._id) ?? ''
      const inner = (byParent.get(id) ?? []).filter((one) => !placed.has(one) && this.#isItem(one))
      return { content, id, inner: inner.map(nodeOf) }
    }
    const isBase = ({ _type: type, parentId }: JsonObject) =>
      type === 'environment' && spaces.some(({ _id: id }) => id === parentId)
    const environments = resources.filter(isBase)
    const subs = environments.flatMap(({ _id: id }) =>
      (byParent.get(asText(id) ?? '') ?? []).filter(({ _type: type }) => type === 'environment'),
    )
    const [first = file, ...others] = spaces
    const roots = spaces.map(nodeOf)
    const inner = others.length > 0 ? roots : (roots[0]?.inner ?? [])
    const root = this.#folder({ content: first, id: '', inner })
    const variables = this.#variables(environments, subs)
    return { ...root, name: others.length > 0 ? name : root.name, variables }
  }

  nested(name: string, file: JsonObject): Part {
    const nodeOf = (content: JsonObject): Node => ({
      content,
      id: asText(asObject(content.meta)?.id) ?? '',
      inner: objectsIn(content.children).map(nodeOf),
    })
    const base = asObject(file.environments) ?? {}
    const part = this.#folder({ content: file, id: '', inner: objectsIn(file.collection).map(nodeOf) })
    const variables = this.#variables([base], objectsIn(base.subEnvironments))
    return { ...part, name: asText(file.name) ?? name, variables }
  }

  #isItem({ _type: type }: JsonObject): boolean {
    if (type === 'request' || type === 'request_group') return true
    if (/_request$/.test(asText(type) ?? '')) this.leftOut(`requests of the kind "${type}"`)
    return false
  }

  #folder({ content, inner }: Node): Part {
    const sorted = inner.sort((one, other) => sortKey(one.content) - sortKey(other.content))
    return {
      ...this.#shared(content),
      headers: this.#rewritten(pairsOf(content.headers)),
      variables: this.#entries(content.environment),
      parts: sorted.flatMap((node) => (isFolder(node.content) ? [this.#folder(node)] : this.#request(node))),
    }
  }

  #request({ content, id }: Node): Part[] {
    if (content.url === undefined || content.method === undefined) {
      this.leftOut('requests without a method, such as WebSocket and gRPC')
      return []
    }
    const part = this.#shared(content)
    this.events.set(id, part.events!)
    return [{ ...part, request: this.#rewritten(requestOf(content)) }]
  }

  #rewritten<T extends JsonValue>(value: T): T {
    rewriteTexts(value, (text) => this.templates.rewrite(text))
    return value
  }

  #shared(content: JsonObject): Part {
    const scripts = asObject(content.scripts)
    const code = (script: JsonValue | undefined) => asText(script)?.replace(/\binsomnia\./g, 'pm.')
    return {
      source: content,
      name: asText(content.name) || 'Request',
      description: descriptionOf(content) || descriptionOf(asObject(content.meta)),
      auth: this.#auth(asObject(content.authentication)),
      events: [
        ...eventOf('prerequest', code(content.preRequestScript ?? scripts?.preRequest)),
        ...eventOf('test', code(content.afterResponseScript ?? scripts?.afterResponse)),
      ],
    }
  }

  #auth(auth: JsonObject = {}): JsonObject | undefined {
    const { prefix, token } = auth
    const type = auth.disabled === true ? 'none' : (asText(auth.type) ?? '')
    const isOwnScheme = type === 'bearer' && asText(prefix) && !/^bearer$/i.test(asText(prefix)!)
    const made = isOwnScheme
      ? authOf(
          'apikey',
          { key: 'Authorization', value: `${prefix} ${textOf(token)}`, in: 'header' },
          this.leftOut,
        )
      : authOf(type, auth, this.leftOut)
    return made && madeOf(this.#rewritten(made), auth)
  }

  #variables(bases: readonly JsonObject[], subs: readonly JsonObject[]): JsonObject[] {
    const variables = new Map<JsonValue, JsonObject>()
    for (const { data } of bases) for (const one of this.#entries(data)) variables.set(one.key!, one)
    for (const { data } of subs)
      for (const one of this.#entries(data))
        if (subs.length === 1) variables.set(one.key!, one)
        else if (!variables.has(one.key!)) variables.set(one.key!, madeOf({ ...one, value: '' }, one))
    return [...variables.values()]
  }

  /** The variables of an environment. Members of objects and lists have names such as `a.b` and `a.0`. */
  #entries(data: JsonValue | undefined, before = ''): JsonObject[] {
    const map = asObject(data) ?? (Array.isArray(data) ? { ...asArray(data) } : {})
    return Object.entries(map as JsonObject).flatMap(([name, member]) => {
      const key = `${before}${name}`
      if (typeof member === 'object' && member !== null) return this.#entries(member, `${key}.`)
      const value = textOf(member)
      // A value of a response is no variable of the collection: a call of the other request gives it.
      if (this.templates.keeps(key, value)) return []
      return [madeOf({ key, value: this.templates.rewrite(value) }, data as object, name)]
    })
  }
}

const isFolder = ({ _type: type, url, method, children }: JsonObject) =>
  type === 'request_group' ||
  type === 'workspace' ||
  type === 'RequestGroup' ||
  (url === undefined && method === undefined && Array.isArray(children))

const sortKey = ({ metaSortKey, meta }: JsonObject) => Number(metaSortKey ?? asObject(meta)?.sortKey ?? 0)

function requestOf(content: JsonObject): JsonObject {
  const body = asObject(content.body)
  const made = body && bodyOf(...bodyParts(body), body)
  return madeOf(
    {
      method: textOf(content.method).toUpperCase(),
      header: pairsOf(content.headers).filter(({ key }) => key !== ''),
      url: addressOf(
        textOf(content.url),
        pairsOf(content.parameters).filter(({ key }) => key !== ''),
        pairsOf(content.pathParameters),
        content,
      ),
      ...(made && { body: made }),
    },
    content,
  )
}

function bodyParts({
  mimeType,
  text,
  params,
  fileName,
}: JsonObject): [type: string, content: JsonValue | undefined] {
  const type = asText(mimeType) ?? ''
  if (/urlencoded/.test(type)) return ['urlencoded', params ?? []]
  if (/multipart/.test(type)) return ['formdata', params ?? []]
  if (/graphql/.test(type)) return ['graphql', text]
  if (asText(fileName)) return ['file', fileName]
  const content = textOf(text)
  const language = /json/.test(type) ? 'json' : /xml/.test(type) ? 'xml' : 'text'
  return content === '' ? ['', undefined] : [language, content]
}
