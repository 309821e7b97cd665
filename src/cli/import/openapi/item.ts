import { cutText } from '../../../text/cut.js'
import { withOperation } from '../../../toolkit/collection/parse-operation.js'
import { asText } from '../../../toolkit/collection/read-shape.js'
import type { JsonObject } from '../../../toolkit/model/json.js'
import { isCredentialLike } from '../../../toolkit/secrets/credential-name.js'
import { searchOf, splitPair } from '../imported.js'
import { readBody } from './body.js'
import { entriesOf, inBlock, type OpenApiParameter, readParameters } from './parameters.js'
import { answeredType, savedExample } from './responses.js'
import { sampleText } from './sample.js'
import type { ImportedAuth, Security } from './security.js'
import type { Servers } from './servers.js'
import type { OperationSource, Source } from './source.js'

/** Data that all operations of a document share. */
export interface Shared {
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

export function itemOf(operation: OperationSource, shared: Shared): JsonObject {
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
    description: describe(operation, { parameters, requestBody: body?.requestBody }),
  }
  return { name: nameOf(operation), request, response: savedExample(operation, source) }
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
