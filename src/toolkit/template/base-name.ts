/**
 * The name before the last pair of brackets: `filter` of `filter[status]`, the notation of OpenAPI's `deepObject`.
 */
export function baseName(key: string): string {
  const open = key.endsWith(']') ? key.lastIndexOf('[') : -1
  return open > 0 ? key.slice(0, open) : key
}
