/** How a stretch of text begins and ends. */
export interface TextSection {
  open: string
  close: string
}

/**
 * Replaces each stretch from `open` to the next `close`, the signs with it. One that nothing closes stays: behind it no other is closed
 * either, so the text is read once, where a pattern such as `/<!--.*?-->/` reads the rest again from each opening.
 */
export function replaceSections(text: string, { open, close }: TextSection, replacement: string): string {
  let out = ''
  let from = 0
  for (let start = text.indexOf(open); start >= 0; start = text.indexOf(open, from)) {
    const end = text.indexOf(close, start + open.length)
    if (end < 0) break
    out += text.slice(from, start) + replacement
    from = end + close.length
  }
  return out + text.slice(from)
}
