const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** UTF-16 units that are segmented at once, because the segmenter copies its input for each segment. */
const WINDOW = 512

/** Text whose characters are visible by themselves. The segmenter takes much longer to tell so. */
const PLAIN = /^[\n -~]*$/

/** The visible characters of a text. An emoji of several code points is one visible character. */
export function graphemesOf(text: string): string[] {
  const found: string[] = []
  for (let start = 0; start < text.length; ) {
    const window = text.slice(start, start + WINDOW)
    const segments = PLAIN.test(window)
      ? [...window]
      : Array.from(segmenter.segment(window), ({ segment }) => segment)
    // The last segment may continue after the window, so the next window starts with it.
    if (start + WINDOW < text.length && segments.length > 1) segments.pop()
    for (const segment of segments) {
      found.push(segment)
      start += segment.length
    }
  }
  return found
}
