/** A piece of a glob: `*` is anything but `/`, `**` anything, `?` one character but `/`; anything else is itself. */
const PIECE = /\*\*|\*|\?|[^*?]/gu

/**
 * Whether a text matches a glob; upper and lower case are the same. Reads the text once and keeps every place of the glob that the part read
 * so far may have come to, so that many stars cost no more than their number.
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

/** Where a place of the glob leads with one more character: a star stays. */
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
