/**
 * A piece of a glob: `*` matches anything except `/`, `**` matches anything, `?` matches one character except `/`;
 * anything else matches itself.
 */
const PIECE = /\*\*|\*|\?|[^*?]/gu

/**
 * Whether a text matches a glob, in any letter case. Reads the text once. After each character, `places` has all
 * possible positions in the glob, so the time is at most the product of both lengths.
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
 * The positions in the glob that can follow `place` when the text continues with `char`. After a star, `place` itself can
 * follow, because a star can match more characters.
 */
function placesBehind(place: number, { piece, char }: { piece: string | undefined; char: string }): number[] {
  if (piece === '**') return [place]
  if (char === '/' && (piece === '*' || piece === '?')) return []
  if (piece === '*') return [place]
  return piece === '?' || piece === char ? [place + 1] : []
}

/** Adds the position after each star, because a star can match nothing: for the glob `*a`, `[0]` gives 0 and 1. */
function withSkippedStars(places: number[], pieces: readonly string[]): Set<number> {
  const all = new Set(places)
  for (const place of all) if (pieces[place]?.startsWith('*')) all.add(place + 1)
  return all
}
