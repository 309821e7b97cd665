export interface TextSection {
  open: string
  close: string
}

/** Replaces each section to its `close`, and reads the text once, unlike `/<!--.*?-->/`. An open one stays. */
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
