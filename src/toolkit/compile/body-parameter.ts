import { readJsonBody, sendsBody } from '../semantics/request-body.js'
import { xmlBody } from '../semantics/xml-leaves.js'
import { type BodyParameter, fileSchema } from './body-shape.js'
import type { Endpoint } from './endpoint.js'
import { fieldsBody } from './fields-body.js'
import { graphqlBody } from './graphql-body.js'
import { jsonBody } from './json-body.js'
import type { KnownVariables } from './known-variables.js'
import { textBody } from './text-body.js'
import { xmlParameter } from './xml-body.js'

/**
 * Makes the tool parameter `body` from the body of a request. Undefined if the request has no body, or if every call
 * sends the body of the collection unchanged.
 */
export function bodyParameter(endpoint: Endpoint, filled: KnownVariables): BodyParameter | undefined {
  const { body } = endpoint.request
  if (!body || !sendsBody(endpoint.request)) return undefined
  const spec = endpoint.item.operation?.body
  switch (body.mode) {
    case 'raw': {
      const own = readJsonBody(endpoint.request)
      if (own !== undefined) return jsonBody(own, { endpoint, filled })
      const xml = spec ? undefined : xmlBody(endpoint.request)
      return xml ? xmlParameter(xml, { endpoint, filled }) : textBody(body, { endpoint, filled })
    }
    case 'urlencoded':
    case 'formdata':
      return fieldsBody(body, { endpoint, filled })
    case 'graphql':
      return graphqlBody(body, { endpoint, filled })
    case 'file':
      if (endpoint.modes.ofBody([], () => ({ fixed: Boolean(body.src ?? body.content) })) === 'fixed')
        return undefined
      return {
        schema: fileSchema(),
        // If there is no specification, the file is required only if the collection has its path (`src`) or its
        // content.
        required: spec?.required ?? Boolean(body.src ?? body.content),
        provenance: { '': spec ? 'documented' : 'example' },
        binding: { kind: 'file' },
      }
  }
}
