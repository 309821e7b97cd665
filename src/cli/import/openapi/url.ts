import type { JsonObject } from '../../../toolkit/model/json.js'
import { isCredentialLike } from '../../../toolkit/secrets/credential-name.js'
import { entriesOf, type OpenApiParameter } from './parameters.js'
import { sampleText } from './sample.js'

/** A parameter that is a whole segment, perhaps followed by a file extension. */
const WHOLE = /^\{([^{}.]+)\}(?=\.|$)/

/** The address of an operation in Postman's parts. */
export function urlOf(
  written: string,
  { base, parameters, query: more }: { base: string; parameters: OpenApiParameter[]; query: JsonObject[] },
): JsonObject {
  const [address = '', search = ''] = (written.split('#')[0] ?? '').split('?')
  const segments = address.replace(/^\//, '').split('/')
  const path = segments.map((segment) => segment.replace(WHOLE, ':$1').replace(/\{([^{}]+)\}/g, '{{$1}}'))
  const whole = new Set(segments.flatMap((segment) => WHOLE.exec(segment)?.[1] ?? []))
  const given = parameters.filter(({ in: place }) => place === 'query').flatMap(entriesOf)
  const query = [...fixedEntries(search), ...given, ...more]
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

/** The query parameters that a path of the document has after its question mark. */
function fixedEntries(search: string): JsonObject[] {
  return search
    .split('&')
    .filter(Boolean)
    .map((part) => {
      const [key = '', ...value] = part.split('=')
      return { key, value: value.join('=') }
    })
}

function searchOf(query: JsonObject[]): string {
  const sent = query.filter(({ disabled }) => disabled !== true)
  return sent.length > 0
    ? `?${sent.map(({ key, value }) => `${String(key)}=${String(value)}`).join('&')}`
    : ''
}
