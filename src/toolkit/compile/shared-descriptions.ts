import { trimEndOf } from '../../text/trim.js'

/** Puts the title of a request before its description, if a request with another title has the same description. */
export function withTitles(descriptions: readonly string[], titles: readonly string[]): string[] {
  const titlesOf = new Map<string, Set<string>>()
  descriptions.forEach((text, index) => {
    const known = titlesOf.get(text)
    if (known) known.add(titles[index]!)
    else titlesOf.set(text, new Set([titles[index]!]))
  })
  return descriptions.map((text, index) => {
    const isShared = text !== '' && titlesOf.get(text)!.size > 1
    return isShared ? `${trimEndOf(titles[index]!, '.: \t\r\n')}. ${text}` : text
  })
}
