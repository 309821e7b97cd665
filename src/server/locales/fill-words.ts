/** A sentence of a language pack with its `{holes}` filled; what is filled in is not looked through again. */
export function fillWords(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** A number as it is read in a language: `1,234`. */
export const countText = (count: number, tag: string): string => count.toLocaleString(tag)
