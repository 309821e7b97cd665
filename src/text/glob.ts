/**
 * A piece of a glob. `*` matches anything except `/`, `**` matches anything, `?` matches one character except `/`. Any
 * other character matches itself.
 */
const PIECE = /\*\*|\*|\?|[^*?]/gu

/**
 * Whether a text matches a glob, in any letter case. Reads the text once. After each character, `places` has all
 * positions in the glob that are possible. The time is therefore at most the product of both lengths.
 */
export function matchesGlob(text: string, glob: string): boolean {
  const pieces = glob.toLowerCase().match(PIECE) ?? []
  let places = withSkippedStars([0], pieces)
  for (const char of text.toLowerCase()) {
    places = withSkippedStars(
      [...places].flatMap((place) => placesBehind(place, { piece: pieces[place], char })),
      pieces,
    )
    if (places.size === 0) return false
  }
  return places.has(pieces.length)
}

/**
 * Returns the position in the glob after the piece at `place` has matched `char`, as a list. The list is empty if the
 * piece does not match. For a star, the position does not change, because a star can match more characters.
 */
function placesBehind(place: number, { piece, char }: { piece: string | undefined; char: string }): number[] {
  if (piece === '**') return [place]
  if (char === '/' && (piece === '*' || piece === '?')) return []
  if (piece === '*') return [place]
  return piece === '?' || piece === char ? [place + 1] : []
}

/**
 * Adds the position after each star, because a star can also match nothing. For the glob `*a`, the position 0 becomes 0
 * and 1.
 */
function withSkippedStars(places: number[], pieces: readonly string[]): Set<number> {
  const all = new Set(places)
  for (const place of all) if (pieces[place]?.startsWith('*')) all.add(place + 1)
  return all
}
