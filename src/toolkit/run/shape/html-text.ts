const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  copy: '©',
  euro: '€',
}

const INVISIBLE =
  /<(script|style|head|template|noscript|svg)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->|<!doctype[^>]*>/gi
const BREAKS =
  /<\s*(?:br|\/?(?:p|div|section|article|header|footer|main|nav|ul|ol|table|tr|h[1-6]|form|pre|blockquote|title))\b[^>]*>/gi

/** The readable text of an HTML page: no markup, no scripts, one line a block, entities decoded. */
export function htmlToText(html: string): string {
  const title = /<title[^>]*>([\s\S]*?)<\/title>/i.exec(html)?.[1] ?? ''
  const text = `${title}\n${html.replace(INVISIBLE, ' ')}`
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/<\s*li\b[^>]*>/gi, '\n- ')
    .replace(/<\s*\/?\s*t[dh]\b[^>]*>/gi, ' ')
    .replace(BREAKS, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '')
  return decodeEntities(text)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line, index, lines) => line !== '' && line !== lines[index - 1])
    .join('\n')
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi,
    (entity, decimal?: string, hex?: string, name?: string) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? entity
      const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex!, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
    },
  )
}
