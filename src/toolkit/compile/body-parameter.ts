import type { BodyTemplate } from '../model/request-template.js'
import { readJsonBody, sendsBody } from '../semantics/request-body.js'
import { xmlBody } from '../semantics/xml-leaves.js'
import { type BodyParameter, fileSchema } from './body-shape.js'
import type { Endpoint } from './endpoint.js'
import { fieldsBody } from './fields-body.js'
import { graphqlBody } from './graphql-body.js'
import { jsonBody } from './json-body.js'
import type { KnownVariables } from './known-variables.js'
import { creates, recordMember } from './required-members.js'
import { textBody } from './text-body.js'
import { xmlParameter } from './xml-body.js'

/** The body as a parameter. Undefined if there is no body, or if it is always sent as the collection has it. */
export function bodyParameter(endpoint: Endpoint, filled: KnownVariables): BodyParameter | undefined {
  const { body } = endpoint.request
  if (!body || !sendsBody(endpoint.request)) return undefined
  const spec = endpoint.item.operation?.body
  switch (body.mode) {
    case 'raw': {
      const own = readJsonBody(endpoint.request)
      if (own !== undefined) return jsonBody(own, { endpoint, filled })
      const xml = spec ? undefined : xmlBody(endpoint.request)
      return xml
        ? xmlParameter(xml, { endpoint, filled })
        : textBody(body, { filled, documented: endpoint.facts.documented, modes: endpoint.modes, spec })
    }
    case 'urlencoded':
    case 'formdata':
      return fieldsBody(body, {
        examples: bodiesOf(endpoint, body.mode),
        filled,
        documented: endpoint.facts.documented,
        modes: endpoint.modes,
        creates: creates(endpoint),
        recordOf: ({ key, value }) => recordMember(key ?? '', value ?? null, endpoint),
        provesCredential: endpoint.facts.provesCredential,
        spec,
      })
    case 'graphql':
      return graphqlBody(body, { filled, modes: endpoint.modes })
    case 'file':
      if (endpoint.modes.ofBody([], () => ({ fixed: Boolean(body.src ?? body.content) })) === 'fixed')
        return undefined
      return {
        schema: fileSchema(),
        // If the collection names no file, the file is optional.
        required: spec?.required ?? Boolean(body.src ?? body.content),
        provenance: { '': spec ? 'documented' : 'example' },
        binding: { kind: 'file' },
      }
  }
}

function bodiesOf<M extends BodyTemplate['mode']>(
  endpoint: Endpoint,
  mode: M,
): Extract<BodyTemplate, { mode: M }>[] {
  return endpoint.facts.examples.flatMap(({ body }) =>
    body?.mode === mode ? [body as Extract<BodyTemplate, { mode: M }>] : [],
  )
}
