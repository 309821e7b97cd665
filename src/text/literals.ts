/**
 * A pattern that finds any of these texts, in any letter case. Only this function turns run-time values into a pattern.
 * The texts are escaped, so a search needs linear time.
 */
export function patternOfTexts(texts: Iterable<string>): RegExp {
  return new RegExp([...new Set(texts)].map(escaped).join('|'), 'i')
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
