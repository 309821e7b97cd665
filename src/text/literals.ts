/** A pattern for any of these texts in any case, escaped and thus linear. Only `foreign-pattern.ts` makes others. */
export function patternOfTexts(texts: Iterable<string>): RegExp {
  return new RegExp([...new Set(texts)].map(escaped).join('|'), 'i')
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
