const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * Number of UTF-16 code units that are segmented at once. The segmenter copies its whole input for each segment, so a
 * long text is segmented in windows. No visible character is longer than a window.
 */
const WINDOW = 512

/** The visible characters of a text. An emoji of several code points is one visible character. */
export function graphemesOf(text: string): string[] {
  const found: string[] = []
  for (let start = 0; start < text.length; ) {
    const segments = Array.from(
      segmenter.segment(text.slice(start, start + WINDOW)),
      ({ segment }) => segment,
    )
    // The last segment may continue after the window, so the next window starts with it.
    if (start + WINDOW < text.length && segments.length > 1) segments.pop()
    for (const segment of segments) {
      found.push(segment)
      start += segment.length
    }
  }
  return found
}
