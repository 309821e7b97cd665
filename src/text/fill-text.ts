/** Fills the `{placeholders}` of a sentence. A placeholder in a filled value is not filled again. */
export function fillText(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** A number in the notation of a language: `1,234` in English, `1.234` in German. */
export const countText = (count: number, tag: string): string => count.toLocaleString(tag)

/** A text with `{count}` by the plural category (CLDR) of its number. `many` is for all categories without a text of their own. */
export interface CountedText {
  readonly one: string
  readonly few?: string
  readonly many: string
}

export function fillCounted(texts: CountedText, count: number, tag: string): string {
  const category = new Intl.PluralRules(tag).select(count)
  const text = category === 'one' || category === 'few' ? texts[category] : undefined
  return fillText(text ?? texts.many, { count: countText(count, tag) })
}
