/**
 * A pattern that finds any of these texts, in any letter case. Only this function makes patterns from values that are
 * known at run time. The texts are escaped, so the pattern takes linear time.
 */
export function patternOfTexts(texts: Iterable<string>): RegExp {
  return new RegExp([...new Set(texts)].map(escaped).join('|'), 'i')
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
