import { VoiceError } from '../../errors.js'
import { counted } from '../../text/counted.js'
import { cutText } from '../../text/cut.js'
import { freeName } from '../../text/free-name.js'
import { assemble } from '../collection/formats/assemble.js'
import { type Part, searchOf } from '../collection/formats/part.js'
import { withOperation } from '../collection/parse-operation.js'
import { asArray, asObject, asText, objectsIn } from '../collection/read-shape.js'
import type { JsonObject } from '../model/json.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { findVariables } from '../template/variables.js'
import { answeredType, readBody, savedExample } from './openapi/body.js'
import { entriesOf, inBlock, type OpenApiParameter, readParameters } from './openapi/parameters.js'
import { loadFiles, Remarks } from './openapi/references.js'
import { sampleText } from './openapi/sample.js'
import { type ImportedAuth, Security } from './openapi/security.js'
import { type OperationSource, openSource, operationsOf, type Source } from './openapi/source.js'
import { upgradedServers } from './openapi/swagger.js'
import { type Imported, splitPair } from './request-item.js'

/**
 * Converts an OpenAPI 3.x or 2.0 document to a collection, deterministically. Reads referenced files below `folder`.
 * Throws `import-failed` for a file that cannot be read, for a document without operations and for an unknown
 * version.
 */
export async function importOpenApi(root: JsonObject, folder?: string): Promise<Imported> {
  const version = asText(root.openapi ?? root.swagger) ?? ''
  if (!/^(?:2\.0|3\.\d+(?:\.\d+)?)/.test(version))
    throw refused(
      `it says that it is of version ${version || JSON.stringify(root.openapi ?? root.swagger)}; 2.0 and 3.x are read`,
    )
  const remarks = new Remarks()
  const source = openSource(root, await loadFiles(root, { folder, remarks }), remarks)
  const operations = operationsOf(source)
  if (operations.length === 0) throw refused('it has no operation below "paths"')
  const security = new Security(source)
  const shared: Shared = {
    source,
    security,
    servers: new Servers(source),
    usual: security.read(root.security),
  }
  const requests = operations.map((operation) => ({ operation, part: requestPart(operation, shared) }))
  const known = shared.servers.variables()
  const used = requests.flatMap(({ part: { request } }) => findVariables([request?.url, request?.header]))
  const empty = [...new Set([...security.variables, ...used])].filter(
    (key) => !known.some((one) => one.key === key),
  )
  remarkOnCalls(root, operations, remarks)
  const info = asObject(root.info)
  return {
    document: assemble({
      source: {},
      name: asText(info?.title)?.trim() || 'API',
      description: asText(info?.description)?.trim(),
      auth: shared.usual?.auth ?? (security.isOpen ? { type: 'noauth' } : undefined),
      variables: [...known, ...empty.map((key) => ({ key, value: '', type: 'string' }))],
      parts: inFolders(requests, source),
    }),
    from: root.openapi === undefined ? `a Swagger ${version} document` : `an OpenAPI ${version} document`,
    remarks: remarks.sentences(),
  }
}

function refused(why: string): VoiceError {
  return new VoiceError('import-failed', `The OpenAPI document cannot be converted: ${why}.`)
}

/** Groups requests into folders by their first tag, in the order of the document's tags; those without one come last. */
function inFolders(requests: { operation: OperationSource; part: Part }[], { root }: Source): Part[] {
  const told = objectsIn(root.tags)
  const byTag = new Map<string, Part[]>(told.map(({ name }) => [asText(name) ?? '', []]))
  const alone: Part[] = []
  for (const { operation, part } of requests) {
    const tag = asText(asArray(operation.operation.value.tags)[0])?.trim()
    const list = tag ? (byTag.get(tag) ?? []) : alone
    list.push(part)
    if (tag) byTag.set(tag, list)
  }
  const folders = [...byTag].map(([name, parts]) => {
    const description = asText(told.find((tag) => tag.name === name)?.description)?.trim()
    return { source: {}, name, description, parts }
  })
  return [...folders.filter(({ parts }) => parts.length > 0), ...alone]
}

/** Adds remarks about callbacks and webhooks, which are left out because the API itself sends these requests. */
function remarkOnCalls(root: JsonObject, operations: OperationSource[], remarks: Remarks): void {
  const leftOut = (noun: string) => (count: number) =>
    `Left out: ${counted(count, noun)}. The API sends these requests itself, so they cannot be tools.`
  for (const _ of Object.keys(asObject(root.webhooks) ?? root['x-webhooks'] ?? {}))
    remarks.count('webhooks', leftOut('webhook'))
  for (const { operation } of operations)
    for (const _ of Object.keys(asObject(operation.value.callbacks) ?? {}))
      remarks.count('callbacks', leftOut('callback'))
}

interface Shared {
  source: Source
  security: Security
  servers: Servers
  /** The authentication of the document. It applies to each operation that does not define its own authentication. */
  usual: ImportedAuth | undefined
}

/**
 * Maximum length of the name of a request, in characters. If the summary of the operation is longer, the name is the
 * operation id. If there is no operation id, the name is the beginning of the summary.
 */
const MAX_NAME = 120

function requestPart(operation: OperationSource, shared: Shared): Part {
  const { value } = operation.operation
  const { source, security, servers, usual } = shared
  const parameters = withPathNames(readParameters(operation, source), operation.path)
  const own = security.read(value.security)
  const auth = own ?? usual
  const body = readBody(operation, source)
  for (const name of body?.variables ?? []) security.variables.add(name)
  const request: JsonObject = {
    method: operation.method,
    header: [
      ...headersOf(parameters, { contentType: body?.contentType, accept: answeredType(operation, source) }),
      ...(auth?.headers ?? []),
    ],
    url: urlOf(operation.path, { base: servers.baseOf(operation), parameters, query: auth?.query ?? [] }),
    ...(body ? { body: body.body } : {}),
    ...(own ? { auth: own.auth } : {}),
  }
  return {
    source: {},
    name: nameOf(operation),
    description: describe(operation, { parameters, requestBody: body?.requestBody }),
    request,
    examples: savedExample(operation, source),
  }
}

function nameOf({ operation: { value }, method, path }: OperationSource): string {
  const summary = asText(value.summary)?.trim().replace(/\s+/g, ' ')
  const id = asText(value.operationId)?.trim()
  if (summary && summary.length <= MAX_NAME) return summary
  return id || (summary && cutText(summary, MAX_NAME)) || `${method} ${path}`
}

/** The description of a request: a text for people, then the OpenAPI block (docs/import.md). */
function describe(
  { operation: { value } }: OperationSource,
  { parameters, requestBody }: { parameters: OpenApiParameter[]; requestBody: JsonObject | undefined },
): string {
  const text = (asText(value.description) || asText(value.summary) || '').trim()
  const said = value.deprecated === true && !/^deprecated/i.test(text) ? `Deprecated. ${text}`.trim() : text
  const inputs = parameters.filter(({ in: place }) => place !== 'cookie').map(inBlock)
  return withOperation(said, {
    ...(inputs.length > 0 ? { parameters: inputs } : {}),
    ...(requestBody ? { requestBody } : {}),
  })
}

/**
 * Adds a parameter for each `{name}` in the path for which the document has none. Removes path parameters that do not
 * occur in the path.
 */
function withPathNames(parameters: OpenApiParameter[], path: string): OpenApiParameter[] {
  const names = new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))
  const kept = parameters.filter(({ in: place, name }) => place !== 'path' || names.has(name))
  const missing = [...names].filter((name) => !kept.some((one) => one.in === 'path' && one.name === name))
  const usual = { in: 'path', required: true, description: '', schema: { type: 'string' }, serialization: {} }
  return [...kept, ...missing.map((name) => ({ name, ...usual }))]
}

function headersOf(
  parameters: OpenApiParameter[],
  { contentType, accept }: { contentType: string | undefined; accept: string | undefined },
): JsonObject[] {
  const cookies = parameters.filter(({ in: place }) => place === 'cookie')
  const cookie = cookies.map(({ name }) => `${name}={{${name}}}`).join('; ')
  const isNeeded = cookies.some(({ required }) => required)
  return [
    ...(contentType ? [{ key: 'Content-Type', value: contentType }] : []),
    ...(accept ? [{ key: 'Accept', value: accept }] : []),
    ...parameters.filter(({ in: place }) => place === 'header').flatMap(entriesOf),
    ...(cookie ? [{ key: 'Cookie', value: cookie, ...(isNeeded ? {} : { disabled: true }) }] : []),
  ]
}

/** Matches a parameter that is a whole segment, perhaps with a file extension: `{id}` or `{id}.json`. */
const WHOLE = /^\{([^{}.]+)\}(?=\.|$)/

/** The address of an operation as Postman's URL object, with host, path, query and path variables. */
function urlOf(
  written: string,
  { base, parameters, query: more }: { base: string; parameters: OpenApiParameter[]; query: JsonObject[] },
): JsonObject {
  const [address = '', search = ''] = (written.split('#')[0] ?? '').split('?')
  const segments = address.replace(/^\//, '').split('/')
  const path = segments.map((segment) => segment.replace(WHOLE, ':$1').replace(/\{([^{}]+)\}/g, '{{$1}}'))
  const whole = new Set(segments.flatMap((segment) => WHOLE.exec(segment)?.[1] ?? []))
  const given = parameters.filter(({ in: place }) => place === 'query').flatMap(entriesOf)
  const fixed: JsonObject[] = search.split('&').filter(Boolean).map(splitPair)
  const query = [...fixed, ...given, ...more]
  const variable = parameters
    .filter(({ in: place, name }) => place === 'path' && whole.has(name))
    .map(variableOf)
  return {
    raw: `${base}/${path.join('/')}${searchOf(query)}`,
    host: [base],
    path,
    ...(query.length > 0 ? { query } : {}),
    ...(variable.length > 0 ? { variable } : {}),
  }
}

function variableOf({ name, schema, description }: OpenApiParameter): JsonObject {
  const value = isCredentialLike(name) ? `{{${name}}}` : sampleText(schema, ',')
  return { key: name, value, ...(description ? { description } : {}) }
}

/**
 * The base URLs of a document as variables of the collection: `base_url` for the document, and `base_url_2` and so on
 * for paths or operations that have their own servers.
 */
class Servers {
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
