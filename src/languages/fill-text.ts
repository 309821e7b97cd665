/** A sentence of a language pack with its `{placeholders}` filled. Filled values are not searched for placeholders. */
export function fillText(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** A number as it is read in a language: `1,234`. */
export const countText = (count: number, tag: string): string => count.toLocaleString(tag)
