/** Fills the `{placeholders}` of a sentence. A placeholder in a filled value is not filled again. */
export function fillText(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** A number in the notation of a language: `1,234` in English, `1.234` in German. */
export const countText = (count: number, tag: string): string => count.toLocaleString(tag)
