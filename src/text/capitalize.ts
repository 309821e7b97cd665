export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * The text with its first letter in lower case: `Name` becomes `name`. A text that begins with an acronym or a single
 * letter does not change. For example, `API key` and `A name` stay the same.
 */
export function uncapitalize(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
