/** A variable in braces; the innermost of nested ones matches. Postman's own pattern. */
export const VARIABLE = /\{\{([^{}]*?)\}\}/g

/** The names of all variables in a text, each once, in order. Dynamic ones keep their `$`. */
export function findVariables(text: string): string[] {
  if (!text.includes('{{')) return []
  return [...new Set(Array.from(text.matchAll(VARIABLE), (match) => match[1]!))]
}

/** Whether a name stands for a generated value, such as `$guid`. */
export function isDynamic(name: string): boolean {
  return name.startsWith('$')
}
