import { VoiceError } from '../../errors.js'
import type { Variable } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'
import { asArray, asObject, asText, descriptionOf } from './read-shape.js'

/**
 * Parses the variables of a Postman environment or globals file. The variables are in the list `values` or
 * `environment.values`, or the file is only this list. Throws `not-an-environment` if there is no list.
 */
export function parseEnvironment(document: unknown): Variable[] {
  const file = asObject(document)
  const values = file?.values ?? asObject(file?.environment)?.values ?? document
  if (!Array.isArray(values)) {
    throw new VoiceError(
      'not-an-environment',
      'This is not a Postman environment: it has no list named "values". Export the environment or the globals from Postman.',
    )
  }
  return parseVariables(values)
}

/** Parses the `variable` list of a collection or the `values` of an environment; in old files, an object by name. */
export function parseVariables(value: JsonValue | undefined): Variable[] {
  const named = asObject(value)
  if (named) return Object.entries(named).map(([key, value]) => ({ key, value }))
  return asArray(value).flatMap((entry): Variable[] => {
    const fields = asObject(entry)
    const key = asText(fields?.key) || asText(fields?.id)
    if (!fields || !key) return []
    const description = descriptionOf(fields)
    return [
      {
        key,
        value: fields.value,
        ...(fields.disabled === true ? { disabled: true } : {}),
        ...(fields.enabled === false ? { off: true } : {}),
        ...(fields.type === 'secret' ? { secret: true } : {}),
        ...(description ? { description } : {}),
      },
    ]
  })
}
