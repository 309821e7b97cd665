import { readJsonBody, sendsBody } from '../meaning/request-body.js'
import type { BodyTemplate } from '../model/request-template.js'
import { type BodyParameter, fileSchema } from './body-shape.js'
import type { Endpoint } from './endpoint.js'
import { fieldsBody } from './fields-body.js'
import type { Filled } from './filled.js'
import { graphqlBody } from './graphql-body.js'
import { jsonBody } from './json-body.js'
import { creates } from './required-members.js'
import { textBody } from './text-body.js'

/** What a model may say about the body; undefined where there is none, or where it is sent as written. */
export function bodyParameter(endpoint: Endpoint, filled: Filled): BodyParameter | undefined {
  const { body } = endpoint.request
  if (!body || !sendsBody(endpoint.request)) return undefined
  switch (body.mode) {
    case 'raw': {
      const own = readJsonBody(endpoint.request)
      return own === undefined
        ? textBody(body, { filled, documented: endpoint.documented, modes: endpoint.modes })
        : jsonBody(own, { endpoint, filled })
    }
    case 'urlencoded':
    case 'formdata':
      return fieldsBody(body, {
        examples: bodiesOf(endpoint, body.mode),
        filled,
        documented: endpoint.documented,
        modes: endpoint.modes,
        creates: creates(endpoint),
        provesCredential: endpoint.provesCredential,
      })
    case 'graphql':
      return graphqlBody(body, { filled, modes: endpoint.modes })
    case 'file':
      if (endpoint.modes.ofBody([], { fixed: Boolean(body.src ?? body.content) }) === 'fixed')
        return undefined
      return {
        schema: fileSchema(),
        // A body without a file only says that one may be sent.
        required: Boolean(body.src ?? body.content),
        provenance: { '': 'example' },
        binding: { kind: 'file' },
      }
  }
}

function bodiesOf<M extends BodyTemplate['mode']>(
  endpoint: Endpoint,
  mode: M,
): Extract<BodyTemplate, { mode: M }>[] {
  return endpoint.examples.flatMap(({ body }) =>
    body?.mode === mode ? [body as Extract<BodyTemplate, { mode: M }>] : [],
  )
}
