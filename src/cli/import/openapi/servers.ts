import { freeName } from '../../../text/free-name.js'
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
    // Some documents have only a scheme where they cannot know the host.
    const text = (asText(url) ?? '').replace(/\/$|^[a-z]+:\/*$/i, '')
    const known = this.#byUrl.get(text)
    if (known !== undefined) return known
    const name = this.#freeName('base_url')
    this.#byUrl.set(text, name)
    this.#variables.set(name, {})
    const names = new Map(
      Object.entries(asObject(variables) ?? {}).map(([key, variable]) => [
        key,
        this.#addVariable(key, asObject(variable) ?? {}),
      ]),
    )
    const value = text.replace(/\{([^{}]+)\}/g, (_, key: string) => `{{${names.get(key) ?? key}}}`)
    if (!hasHost(value))
      this.#source.remarks.count(
        'host',
        () => 'The document names no host; give it with --base-url, or as the variable base_url.',
      )
    this.#variables.set(name, { key: name, value: absolute(value), type: 'string' })
    return name
  }

  /** Adds a variable of a server and returns its name. The name has a number if another value already has the name. */
  #addVariable(wanted: string, { default: preset, enum: values, description }: JsonObject): string {
    const value = asText(preset) ?? ''
    if (this.#variables.get(wanted)?.value === value) return wanted
    const key = this.#freeName(wanted)
    const listed = asArray(values).flatMap((one) => asText(one) ?? [])
    const text = [asText(description), listed.length > 0 ? `One of: ${listed.join(', ')}.` : '']
      .filter(Boolean)
      .join(' ')
    this.#variables.set(key, { key, value, type: 'string', ...(text ? { description: text } : {}) })
    return key
  }

  /** The name, with a number if there is already a variable with this name: `base_url`, `base_url_2`. */
  #freeName(wanted: string): string {
    return freeName(wanted, (name) => !this.#variables.has(name))
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
