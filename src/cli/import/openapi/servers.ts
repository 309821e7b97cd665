import { asArray, asObject, asText, objectsIn } from '../../../toolkit/collection/read-shape.js'
import type { JsonObject } from '../../../toolkit/model/json.js'
import type { OperationSource, Source } from './source.js'
import { upgradedServers } from './swagger.js'

/**
 * The base URLs of a document as variables of the collection: `base_url` for the document, and `base_url_2` and so on
 * for paths or operations that have their own servers.
 */
export class Servers {
  readonly #source: Source
  readonly #variables = new Map<string, JsonObject>()
  readonly #byUrl = new Map<string, string>()
  readonly #main: JsonObject[]

  constructor(source: Source) {
    this.#source = source
    this.#main = source.isSwagger ? upgradedServers(source.root) : objectsIn(source.root.servers)
    this.#variableFor(this.#main[0] ?? {})
    this.#remarkOnRest(this.#main, 'The first server was taken; others are given with --base-url')
  }

  /** The placeholder for the base URL of an operation, such as `{{base_url}}`. */
  baseOf({ item, operation }: OperationSource): string {
    const lists = [operation, item].map(({ value }) => objectsIn(value.servers))
    const own = lists.find((list) => list.length > 0) ?? []
    this.#remarkOnRest(
      own,
      'Of the servers of a path or an operation, the first was taken; others are given with --base-url VARIABLE=URL',
    )
    return `{{${this.#variableFor(own[0] ?? this.#main[0] ?? {})}}}`
  }

  /** The variables of the collection for all servers. */
  variables(): JsonObject[] {
    return [...this.#variables.values()]
  }

  #remarkOnRest(servers: JsonObject[], sentence: string): void {
    for (const { url } of servers.slice(1)) this.#source.remarks.name(sentence, asText(url) ?? '')
  }

  #variableFor({ url, variables }: JsonObject): string {
    const text = (asText(url) ?? '').replace(/\/$/, '')
    const known = this.#byUrl.get(text)
    if (known !== undefined) return known
    const name = this.#byUrl.size === 0 ? 'base_url' : `base_url_${this.#byUrl.size + 1}`
    this.#byUrl.set(text, name)
    const value = text.replace(/\{([^{}]+)\}/g, '{{$1}}')
    if (!hasHost(value))
      this.#source.remarks.count(
        'host',
        () => 'The document names no host; give it with --base-url, or as the variable base_url.',
      )
    this.#variables.set(name, { key: name, value: absolute(value), type: 'string' })
    for (const [key, variable] of Object.entries(asObject(variables) ?? {}))
      this.#addVariable(key, asObject(variable) ?? {})
    return name
  }

  #addVariable(key: string, { default: value, enum: values, description }: JsonObject): void {
    if (this.#variables.has(key)) return
    const listed = asArray(values).flatMap((one) => asText(one) ?? [])
    const text = [asText(description), listed.length > 0 ? `One of: ${listed.join(', ')}.` : '']
      .filter(Boolean)
      .join(' ')
    this.#variables.set(key, {
      key,
      value: asText(value) ?? '',
      type: 'string',
      ...(text ? { description: text } : {}),
    })
  }
}

/** Whether an address begins with a scheme or a variable. */
const hasHost = (url: string) => /^[a-z][a-z\d+.-]*:\/\/|^\{\{/i.test(url)

/**
 * Makes an address absolute: `//host/v1` gives `https://host/v1`. For an address without a host, such as `/v1`, uses
 * the host and port of `voice mock` on this machine.
 */
function absolute(url: string): string {
  if (hasHost(url)) return url
  if (url.startsWith('//')) return `https:${url}`
  return url === '' ? '' : `http://localhost:35814${url.startsWith('/') ? url : `/${url}`}`
}
