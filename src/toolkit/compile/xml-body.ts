import { credentialsAmong, isCredentialLike } from '../secrets/credential-name.js'
import { namedValues } from '../semantics/named-values.js'
import { isPersonalSecret } from '../semantics/personal-secret.js'
import { isPlaceholderText } from '../semantics/placeholder-text.js'
import type { XmlDocument, XmlLeaf } from '../semantics/xml-leaves.js'
import { hasVariable } from '../template/variables.js'
import { decideValue } from './decide-value.js'
import type { Endpoint } from './endpoint.js'
import { holesIn } from './known-variables.js'
import {
  type BodyMember,
  type BodyParameter,
  type Decided,
  decideText,
  objectOf,
  openMember,
  type ParameterSource,
  sensitive,
  withDefault,
} from './parameter.js'
import { creates, hasContent, isNeededName, isRecordMember } from './required-members.js'

/** The parameter `body` for XML: the leaves that a call may fill, and the variables without a value. */
export function xmlParameter(xml: XmlDocument, known: ParameterSource): BodyParameter | undefined {
  const { endpoint, filled } = known
  const { body } = endpoint.request
  const text = body?.mode === 'raw' ? body.text : ''
  const unfilled = [...new Set(holesIn(text, filled))].filter((name) => !isCredentialLike(name))
  if (endpoint.modes.ofBody([], () => ({ fixed: unfilled.length === 0 })) === 'fixed') return undefined
  // The name of `<value>` stands beside it, in `<key>` or an attribute.
  const labels = new Map(namedValues(text).map(({ start, name }) => [start, name]))
  const labelOf = ({ name, start }: XmlLeaf) => labels.get(start) ?? name
  const isNamed = credentialsAmong(xml.leaves.flatMap((leaf) => [leaf.name, labelOf(leaf)]))
  const leaves = xml.leaves.filter((leaf) => {
    const isCredential = isNamed(leaf.name) || isNamed(labelOf(leaf))
    return isInput(leaf, { ...known, isCredential })
  })
  const isNeeded = neededAmong(endpoint)
  const names = leaves.map(({ name }) => name)
  const holes = unfilled.filter((name) => !names.includes(name))
  const { schema, provenance } = objectOf([
    ...leaves.map((leaf): BodyMember => {
      const requiredBy = isNeeded(leaf) ? 'example' : undefined
      return {
        key: leaf.name,
        state: 'input',
        describe: () => ({ ...leafSchema(leaf, { ...known, isNeeded }), requiredBy }),
      }
    }),
    ...holes.map((key) => openMember(key, known)),
  ])
  if (leaves.length + holes.length === 0) return undefined
  return {
    schema,
    required: schema.required !== undefined,
    provenance,
    binding: { kind: 'template', ...(names.length > 0 ? { leaves: names } : {}) },
  }
}

/** Whether a leaf is an input: its name is unique, and it has no variable, no credential, and no fixed value. */
function isInput(
  { name, value, isUnique }: XmlLeaf,
  { endpoint, filled, isCredential }: ParameterSource & { isCredential: boolean },
): boolean {
  const isSecret = isCredential && !isAsked(name, endpoint)
  const mode = endpoint.modes.ofBody([name], () => ({ fixed: true, input: !isSecret }))
  return (
    isUnique && !hasVariable(value) && decideValue({ key: name, value, mode, isSecret }, filled) === 'input'
  )
}

const isAsked = (name: string, { intent }: Endpoint) => isPersonalSecret(name) && intent.takesCredential()

/**
 * Says which leaves a call must give:
 * - content of a new record
 * - the id of a record to change
 * - a password of the user
 * - a leaf for which the collection has only `?` or another placeholder
 *
 * For any other leaf, the value in the collection is sent if a call gives no value.
 */
function neededAmong(endpoint: Endpoint): (leaf: XmlLeaf) => boolean {
  const isNew = creates(endpoint)
  return ({ name, value }) =>
    (isNew && isNeededName(name) && hasContent(value)) ||
    isGap(value) ||
    isAsked(name, endpoint) ||
    isRecordMember(name, value, endpoint)
}

/** Whether a leaf has no real value. If a value is missing, SoapUI writes `?` instead. */
const isGap = (value: string) => value === '?' || isPlaceholderText(value)

function leafSchema(
  leaf: XmlLeaf,
  { isNeeded, ...known }: ParameterSource & { isNeeded: (leaf: XmlLeaf) => boolean },
): Decided {
  const { name: key, value } = leaf
  const samples = value === '' || isGap(value) ? [] : [value]
  const { schema, provenance } = decideText({ key, samples }, known)
  if (isAsked(key, known.endpoint)) return { schema: sensitive(schema), provenance }
  const isKept = value !== '' && !isNeeded(leaf)
  return { schema: isKept ? withDefault(schema, value) : schema, provenance }
}
