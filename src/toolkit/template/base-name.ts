/**
 * The name before the last pair of brackets: `filter` of `filter[status]`. OpenAPI's style `deepObject` writes the
 * members of an object in this way.
 */
export function baseName(key: string): string {
  const open = key.endsWith(']') ? key.lastIndexOf('[') : -1
  return open > 0 ? key.slice(0, open) : key
}
