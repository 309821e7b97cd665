/** `*` matches all but `/`, `**` matches all, `?` one character but `/`, any other character itself. */
const PIECE = /\*\*|\*|\?|[^*?]/gu

/** Whether a text matches a glob in any case. `places` are the possible positions, so the time is linear in both lengths. */
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

/** The position behind a piece that matches `char`, in a list; a star stays, because it can match more. */
function placesBehind(place: number, { piece, char }: { piece: string | undefined; char: string }): number[] {
  if (piece === '**') return [place]
  if (char === '/' && (piece === '*' || piece === '?')) return []
  if (piece === '*') return [place]
  return piece === '?' || piece === char ? [place + 1] : []
}

/** Adds the position after each star, because a star can also match nothing. */
function withSkippedStars(places: number[], pieces: readonly string[]): Set<number> {
  const all = new Set(places)
  for (const place of all) if (pieces[place]?.startsWith('*')) all.add(place + 1)
  return all
}
