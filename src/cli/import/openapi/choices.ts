import type { JsonValue } from '../../../toolkit/model/json.js'
import { type Draft, mergeSchemas, notesOf, withoutNotes } from './merge-schema.js'

/** A schema with alternatives. `oneOf` is treated as `anyOf`, so that no valid value is rejected. */
export function withChoices(base: Draft, alternatives: Draft[]): Draft {
  const isNullable = alternatives.some(isNull)
  const branches = distinct(alternatives.filter((one) => !isNull(one)))
  if (branches.length === 0) return base
  if (branches.every(namesMembers)) return withSentence(base, branches)
  const [only] = branches
  const open =
    branches.length === 1 && only ? mergeSchemas(base, only) : mergeSchemas(base, { anyOf: branches })
  return isNullable ? nullable(open) : open
}

const isNull = ({ type, enum: values, const: value }: Draft) =>
  type === 'null' || value === null || values?.every((one) => one === null) === true

function distinct(drafts: Draft[]): Draft[] {
  const known = new Map(drafts.map((draft) => [JSON.stringify(draft), draft]))
  return [...known.values()]
}

/** Whether an alternative only lists required members: each would repeat the whole schema. */
function namesMembers({ required, ...rest }: Draft): boolean {
  const { type, ...more } = withoutNotes(rest)
  delete more.dropped
  return (
    (required ?? []).length > 0 && (type === undefined || type === 'object') && Object.keys(more).length === 0
  )
}

function withSentence(base: Draft, branches: Draft[]): Draft {
  const groups = branches.map(({ required = [] }) => required.join(' and '))
  const sentence = `It needs ${groups.join(', or ')}.`
  return { ...base, description: base.description ? `${base.description} ${sentence}` : sentence }
}

/** The schema, which also accepts null. */
function nullable(schema: Draft): Draft {
  if (schema.anyOf) return { ...notesOf(schema), anyOf: [...schema.anyOf, { type: 'null' }] }
  const types = [schema.type ?? []].flat()
  const values: JsonValue[] | undefined =
    schema.enum?.includes(null) === false ? [...schema.enum, null] : schema.enum
  return {
    ...schema,
    ...(types.length > 0 ? { type: [...new Set([...types, 'null'])] } : {}),
    ...(values ? { enum: values } : {}),
  }
}
