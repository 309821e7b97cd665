/**
 * Creates a pattern that finds any of these texts, in any letter case. All special characters are escaped. The pattern
 * thus contains no repetition, and a search needs linear time. No other code, except `foreign-pattern.ts`, makes
 * patterns from run-time values.
 */
export function patternOfTexts(texts: Iterable<string>): RegExp {
  return new RegExp([...new Set(texts)].map(escaped).join('|'), 'i')
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
