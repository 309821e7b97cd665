/**
 * A pattern that finds any of these texts, the longest first. The one place where a pattern is made of values that only a run knows: of
 * escaped texts, which never take more than linear time.
 */
export function patternOfTexts(texts: Iterable<string>): RegExp {
  const longestFirst = [...new Set(texts)].sort((one, other) => other.length - one.length)
  return new RegExp(longestFirst.map(escaped).join('|'), 'g')
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
