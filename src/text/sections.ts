export interface TextSection {
  open: string
  close: string
}

/**
 * Replaces each section from `open` to the next `close`, including both. If no `close` follows an `open`, the rest of
 * the text stays and the search ends. The text is thus read only once. A pattern such as `/<!--.*?-->/` would read the
 * rest of the text again from each `<!--`.
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
