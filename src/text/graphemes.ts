const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** So many code units are segmented at once: each segment brings a copy of its text along. No character is longer. */
const WINDOW = 512

/** The characters of a text as a person counts them: an emoji of several code points is one. */
export function graphemesOf(text: string): string[] {
  const found: string[] = []
  for (let start = 0; start < text.length; ) {
    const segments = Array.from(
      segmenter.segment(text.slice(start, start + WINDOW)),
      ({ segment }) => segment,
    )
    // The last one may go on behind the window.
    if (start + WINDOW < text.length && segments.length > 1) segments.pop()
    for (const segment of segments) {
      found.push(segment)
      start += segment.length
    }
  }
  return found
}
