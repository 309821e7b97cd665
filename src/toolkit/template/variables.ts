/** A variable in braces; for nested ones, the innermost matches. Postman's own pattern. */
export const VARIABLE = /\{\{([^{}]*?)\}\}/g

/** A separate pattern for repeated calls: `matchAll` copies its pattern each time. */
const EACH = new RegExp(VARIABLE)

/** The names of all variables in a text, without duplicates, in order. Dynamic ones keep their `$`. */
export function findVariables(text: string): string[] {
  if (!text.includes('{{')) return []
  const names = new Set<string>()
  EACH.lastIndex = 0
  for (let found = EACH.exec(text); found; found = EACH.exec(text)) names.add(found[1]!)
  return [...names]
}

/** Whether a name has a generated value, such as `$guid`. */
export function isDynamic(name: string): boolean {
  return name.startsWith('$')
}
