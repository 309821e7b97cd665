import type { JsonObject, JsonValue } from '../../model/json.js'

/**
 * Keeps only the fields that `fields` names, in an object or in each object of a list. A field can be a path into
 * nested objects: `address.city`. If an object has none of the fields, they are searched in its members: the field `id`
 * of `{ data: [{ id: 1, name: "x" }] }` gives `{ data: [{ id: 1 }] }`. The result is `{}` if no field is found.
 */
export function projectFields(value: JsonValue, fields: string[]): JsonValue {
  return (
    project(
      value,
      fields.map((field) => field.split('.')),
    ) ?? {}
  )
}

function project(value: JsonValue, paths: string[][]): JsonValue | undefined {
  if (Array.isArray(value)) return projectList(value, paths)
  if (typeof value !== 'object' || value === null) return undefined
  const here = paths.filter(([first = '']) => Object.hasOwn(value, first))
  return here.length > 0 ? pick(value, here) : searchInside(value, paths)
}

function projectList(items: JsonValue[], paths: string[][]): JsonValue[] | undefined {
  const kept = items.map((item) => project(item, paths))
  return kept.every((item) => item === undefined) ? undefined : kept.map((item) => item ?? null)
}

function pick(value: JsonObject, paths: string[][]): JsonObject {
  const names = [...new Set(paths.map(([first = '']) => first))]
  return Object.fromEntries(
    names.map((name): [string, JsonValue] => {
      const member = value[name] ?? null
      const inner = paths.filter(([first]) => first === name).map(([, ...rest]) => rest)
      const isWhole = inner.some((rest) => rest.length === 0)
      return [name, isWhole ? member : (project(member, inner) ?? null)]
    }),
  )
}

function searchInside(value: JsonObject, paths: string[][]): JsonValue | undefined {
  const found = Object.entries(value).flatMap(([key, member]): [string, JsonValue][] => {
    const kept = project(member, paths)
    return kept === undefined ? [] : [[key, kept]]
  })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}
