import type { JsonSchema } from '../model/json.js'
import type { OperationBody } from '../model/operation.js'
import type { BodyTemplate } from '../model/request-template.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { maskProse } from '../secrets/credential-spans.js'
import { replaceCredentials } from '../secrets/mask.js'
import { findVariables } from '../template/variables.js'
import { holesIn } from './known-variables.js'
import { type BodyParameter, objectOf, openMember, type ParameterSource } from './parameter.js'
import { specified } from './specified.js'

const MAX_EXAMPLE_LENGTH = 400

/** The parameter `body` of a raw body that is not JSON: its variables without a value, else the whole text. */
export function textBody(
  body: Extract<BodyTemplate, { mode: 'raw' }>,
  source: ParameterSource,
): BodyParameter | undefined {
  const { endpoint, filled } = source
  const { text } = body
  const spec = endpoint.item.operation?.body
  const unfilled = [...new Set(holesIn(text, filled))]
  if (endpoint.modes.ofBody([], () => ({ fixed: unfilled.length === 0 })) === 'fixed') return undefined
  const placeholders = unfilled.filter((name) => !isCredentialLike(name))
  if (/^\s*\{\{[^{}]*\}\}\s*$/.test(text) && placeholders.length === 1) return wholeBody(body.language)
  if (placeholders.length > 0) {
    const { schema, provenance } = objectOf(placeholders.map((name) => openMember(name, source)))
    return { schema, required: true, provenance, binding: { kind: 'template' } }
  }
  if (findVariables(text).length > 0) return undefined
  if (spec) {
    const schema: JsonSchema = spec.schema.type === 'string' ? spec.schema : { type: 'string', ...said(spec) }
    return { ...specified(schema, ''), required: spec.required, binding: { kind: 'text' } }
  }
  return {
    schema: {
      type: 'string',
      ...(text.length <= MAX_EXAMPLE_LENGTH ? { examples: [withoutCredentials(text)] } : {}),
    },
    required: text.trim() !== '',
    provenance: { '': 'example' },
    binding: { kind: 'text' },
  }
}

const said = ({ schema: { description } }: OperationBody) => (description ? { description } : {})

/** Removes the values of credentials, which a model does not need. Their names stay. */
const withoutCredentials = (text: string) =>
  maskProse(replaceCredentials(text, ({ isNumber }) => (isNumber ? undefined : '')))

/** The parameter for a body that is one variable: any value if its language is JSON, else a text. */
function wholeBody(language: string | undefined): BodyParameter {
  const whole = { required: true, provenance: { '': 'guess' } } as const
  return language === 'json'
    ? { ...whole, schema: {}, binding: { kind: 'json', fixed: [] } }
    : { ...whole, schema: { type: 'string' }, binding: { kind: 'text' } }
}
