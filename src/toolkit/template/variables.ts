/** A variable in braces; the innermost of nested ones matches. Postman's own pattern. */
export const VARIABLE = /\{\{([^{}]*?)\}\}/g

/** The same for asking again and again: `matchAll` makes a pattern of its own each time. */
const EACH = new RegExp(VARIABLE)

/** The names of all variables in a text, each once, in order. Dynamic ones keep their `$`. */
export function findVariables(text: string): string[] {
  if (!text.includes('{{')) return []
  const names = new Set<string>()
  EACH.lastIndex = 0
  for (let found = EACH.exec(text); found; found = EACH.exec(text)) names.add(found[1]!)
  return [...names]
}

/** Whether a name stands for a generated value, such as `$guid`. */
export function isDynamic(name: string): boolean {
  return name.startsWith('$')
}
