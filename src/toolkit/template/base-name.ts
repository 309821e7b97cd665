/**
 * The name before the last pair of brackets: `filter` of `filter[status]`, which is how OpenAPI's `deepObject` is
 * written.
 */
export function baseName(key: string): string {
  const open = key.endsWith(']') ? key.lastIndexOf('[') : -1
  return open > 0 ? key.slice(0, open) : key
}
