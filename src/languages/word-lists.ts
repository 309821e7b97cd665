/** Removes accents and umlauts from a text. The words in all lists have none. */
export function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}+/gu, '')
}

/** The words of a text, split at spaces and without accents. Word lists of languages are written as such texts. */
export function words(text: string): string[] {
  return withoutAccents(text).split(/\s+/).filter(Boolean)
}

/** The words of a text, numbered from `from` on: `"one two"` from 1 gives `{ one: 1, two: 2 }`. */
export function counted(text: string, from = 0): Record<string, number> {
  return Object.fromEntries(words(text).map((word, at) => [word, at + from]))
}

export function tens(text: string, from: number): Record<string, number> {
  return Object.fromEntries(words(text).map((word, at) => [word, 10 * at + from]))
}

/** The words of a text as hundreds: the first is 100, the second 200. */
export function hundreds(text: string): Record<string, number> {
  return Object.fromEntries(words(text).map((word, at) => [word, 100 * at + 100]))
}
