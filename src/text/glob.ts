/**
 * A piece of a glob: `*` matches anything except `/`, `**` matches anything, `?` matches one character except `/`;
 * anything else matches itself.
 */
const PIECE = /\*\*|\*|\?|[^*?]/gu

/**
 * Whether a text matches a glob, in any letter case. Reads the text once and keeps every position of the glob that
 * the text read so far can reach, so that the time grows only with the number of stars.
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
 * The positions in the glob that can follow `place` when the text continues with `char`. A star can match more
 * characters, so its own position follows itself.
 */
function placesBehind(place: number, { piece, char }: { piece: string | undefined; char: string }): number[] {
  if (piece === '**') return [place]
  if (char === '/' && (piece === '*' || piece === '?')) return []
  if (piece === '*') return [place]
  return piece === '?' || piece === char ? [place + 1] : []
}

/** The positions, and those after stars at these positions, because a star can match nothing. */
function withSkippedStars(places: number[], pieces: readonly string[]): Set<number> {
  const all = new Set(places)
  for (const place of all) if (pieces[place]?.startsWith('*')) all.add(place + 1)
  return all
}
