/**
 * A pattern that finds any of these texts, in any case. The one place where a pattern is made of values that only a run knows: of escaped
 * texts, which never take more than linear time.
 */
export function patternOfTexts(texts: Iterable<string>): RegExp {
  return new RegExp([...new Set(texts)].map(escaped).join('|'), 'i')
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
