export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

export function fieldsOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}
