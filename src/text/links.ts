const LINK = /!?\[([^[\]]*)\]\(/g
const PICTURE = /!\[([^[\]]*)\]\(/g

/** Removes the addresses of links from Markdown: `[docs](https://a.example)` becomes `docs`. */
export function withoutLinks(markdown: string): string {
  return replaceLinks(markdown, LINK, (text) => text)
}

export function withoutPictures(markdown: string): string {
  return replaceLinks(markdown, PICTURE, () => ' ')
}

function replaceLinks(markdown: string, pattern: RegExp, replace: (text: string) => string): string {
  let out = ''
  let from = 0
  for (const { 0: head, 1: text = '', index } of markdown.matchAll(pattern)) {
    const end = endOfAddress(markdown, index + head.length)
    if (end < 0) continue
    out += markdown.slice(from, index) + replace(text)
    from = end
  }
  return out + markdown.slice(from)
}

/** The position after the bracket that closes an address; -1 if none does before the next link. Reads no text twice. */
function endOfAddress(markdown: string, start: number): number {
  let depth = 1
  for (let at = start; at < markdown.length; at++) {
    const char = markdown[at]
    if (char === '(') depth++
    else if (char === ')') depth--
    else if (char === '[' || char === '\n') return -1
    if (depth === 0) return at + 1
  }
  return -1
}
