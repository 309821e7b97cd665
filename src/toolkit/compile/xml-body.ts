import type { JsonSchema } from '../model/json.js'
import { escapeKey } from '../model/json-pointer.js'
import type { Provenance } from '../model/tool.js'
import { credentialsAmong, isCredentialLike } from '../secrets/credential-name.js'
import { isPersonalSecret } from '../semantics/personal-secret.js'
import { isPlaceholderText } from '../semantics/placeholder-text.js'
import type { XmlDocument, XmlLeaf } from '../semantics/xml-leaves.js'
import { hasVariable } from '../template/variables.js'
import { decideValue } from './decide-value.js'
import type { Endpoint } from './endpoint.js'
import { holesIn } from './known-variables.js'
import { type BodyParameter, decideText, type ParameterSource, sensitive, withDefault } from './parameter.js'
import { creates, hasContent, isNeededName, isRecordMember } from './required-members.js'

/**
 * Makes the tool parameter `body` for an XML document. The members of `body` are the leaves (elements without child
 * elements) that a call may fill, and the variables without a value.
 */
export function xmlParameter(xml: XmlDocument, known: ParameterSource): BodyParameter | undefined {
  const { endpoint, filled } = known
  const { body } = endpoint.request
  const text = body?.mode === 'raw' ? body.text : ''
  const unfilled = [...new Set(holesIn(text, filled))].filter((name) => !isCredentialLike(name))
  if (endpoint.modes.ofBody([], () => ({ fixed: unfilled.length === 0 })) === 'fixed') return undefined
  const isCredential = credentialsAmong(xml.leaves.map(({ name }) => name))
  const leaves = xml.leaves.filter((leaf) => isInput(leaf, { ...known, isCredential }))
  const needed = new Set(neededLeaves(leaves, endpoint))
  const members = leaves.map((leaf) => ({ key: leaf.name, ...leafSchema(leaf, { ...known, needed }) }))
  const holes = unfilled
    .filter((name) => !leaves.some((leaf) => leaf.name === name))
    .map((key) => ({ key, ...schemaOf(key, '', known) }))
  const all = [...members, ...holes]
  if (all.length === 0) return undefined
  const required = [
    ...members.map(({ key }) => key).filter((key) => needed.has(key)),
    ...holes.map(({ key }) => key),
  ]
  const reasons = required.map((key): [string, Provenance] => [`/required/${escapeKey(key)}`, 'example'])
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(all.map(({ key, schema }) => [key, schema])),
      ...(required.length > 0 ? { required } : {}),
    },
    required: required.length > 0,
    provenance: Object.fromEntries([
      ...all.map(({ key, from }): [string, Provenance] => [`/properties/${escapeKey(key)}`, from]),
      ...reasons,
    ]),
    binding: { kind: 'template', ...(leaves.length > 0 ? { leaves: leaves.map(({ name }) => name) } : {}) },
  }
}

/**
 * Whether a leaf is an input. A leaf is no input in these cases:
 * - Another leaf has the same name.
 * - It contains a variable.
 * - It is a credential of the program.
 * - It is fixed by the configuration, or because it decides what a call does.
 */
function isInput(
  { name, value, isUnique }: XmlLeaf,
  { endpoint, filled, isCredential }: ParameterSource & { isCredential: (name: string) => boolean },
): boolean {
  const isSecret = isCredential(name) && !isAsked(name, endpoint)
  const mode = endpoint.modes.ofBody([name], () => ({ fixed: true, input: !isSecret }))
  return (
    isUnique && !hasVariable(value) && decideValue({ key: name, value, mode, isSecret }, filled) === 'input'
  )
}

const isAsked = (name: string, { intent }: Endpoint) => isPersonalSecret(name) && intent.takesCredential()

/**
 * The leaves that a call must give:
 * - content of a new record
 * - the id of a record to change
 * - a password of the user
 * - a leaf for which the collection has only `?` or another placeholder
 *
 * For any other leaf, the value in the collection is sent if a call gives no value.
 */
function neededLeaves(leaves: XmlLeaf[], endpoint: Endpoint): string[] {
  const isNew = creates(endpoint)
  return leaves
    .filter(
      ({ name, value }) =>
        (isNew && isNeededName(name) && hasContent(value)) ||
        isGap(value) ||
        isAsked(name, endpoint) ||
        isRecordMember(name, value, endpoint),
    )
    .map(({ name }) => name)
}

/** Whether a leaf has no real value. If a value is missing, SoapUI writes `?` instead. */
const isGap = (value: string) => value === '?' || isPlaceholderText(value)

function leafSchema(
  { name, value }: XmlLeaf,
  { needed, ...known }: ParameterSource & { needed: ReadonlySet<string> },
): { schema: JsonSchema; from: Provenance } {
  const { schema, from } = schemaOf(name, isGap(value) ? '' : value, known)
  if (isAsked(name, known.endpoint)) return { schema: sensitive(schema), from }
  if (needed.has(name) || value === '') return { schema, from }
  return { schema: withDefault(schema, value), from }
}

function schemaOf(
  key: string,
  sample: string,
  source: ParameterSource,
): { schema: JsonSchema; from: Provenance } {
  const samples = sample === '' ? [] : [sample]
  const { schema, provenance } = decideText({ key, samples }, source)
  return { schema, from: provenance[''] ?? 'guess' }
}
