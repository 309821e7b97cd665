import { asObject } from '../../../toolkit/collection/read-shape.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import type { Source } from './source.js'

/** The example of a parameter or a media type: `example`, else the first inline one of `examples`. */
export function exampleIn(
  { example, examples }: JsonObject,
  file: string,
  { references }: Pick<Source, 'references'>,
): JsonValue | undefined {
  if (example !== undefined) return example
  for (const one of Object.values(asObject(examples) ?? {})) {
    const value = references.follow({ value: one, file })?.value.value
    if (value !== undefined) return value
  }
  return undefined
}
