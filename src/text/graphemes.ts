const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * Number of code units that are segmented at once. The segmenter copies the given text for each segment, so a long text
 * is divided. No visible character is longer.
 */
const WINDOW = 512

/** The visible characters of a text: an emoji of several code points is one. */
export function graphemesOf(text: string): string[] {
  const found: string[] = []
  for (let start = 0; start < text.length; ) {
    const segments = Array.from(
      segmenter.segment(text.slice(start, start + WINDOW)),
      ({ segment }) => segment,
    )
    // The last segment may continue after the window.
    if (start + WINDOW < text.length && segments.length > 1) segments.pop()
    for (const segment of segments) {
      found.push(segment)
      start += segment.length
    }
  }
  return found
}
