/** How a line of an answer is shown. A `rule` is the line below the heads of a table. */
export interface TextBlock {
  kind: 'paragraph' | 'bullet' | 'number' | 'heading' | 'row' | 'rule' | 'code' | 'fence' | 'blank'
  text: string
}

export interface StyledText {
  kind: 'plain' | 'strong' | 'code' | 'link'
  text: string
  /** The address of a link, always `https:` or `http:`. */
  href?: string
}

/** Parses a line of Markdown: list, heading, table, code, blank or paragraph. HTML stays text. */
export function parseTextBlock(line: string, inCode: boolean): TextBlock {
  if (/^\s*```/.test(line)) return { kind: 'fence', text: '' }
  if (inCode) return { kind: 'code', text: line }
  if (/^\s*$/.test(line)) return { kind: 'blank', text: '' }
  const [, heading] = /^#{1,6} +(.*)/.exec(line) ?? []
  if (heading !== undefined) return { kind: 'heading', text: heading }
  if (/^\s*\|[ :|-]+$/.test(line) && line.includes('-')) return { kind: 'rule', text: '' }
  const [, row] = /^\s*\|([^|].*)/.exec(line) ?? []
  if (row !== undefined) return { kind: 'row', text: row }
  const [, bullet] = /^\s*[-*•] +(.*)/.exec(line) ?? []
  if (bullet !== undefined) return { kind: 'bullet', text: bullet }
  const [, number] = /^\s*(\d{1,3}[.)] +.*)/.exec(line) ?? []
  return number === undefined ? { kind: 'paragraph', text: line } : { kind: 'number', text: number }
}

/** The cells of a row of a table, after its first bar: two for ` a | b |`. A bar in a cell is written `\\|`. */
export function cellsOf(row: string): string[] {
  const cells = ['']
  for (const [part] of row.matchAll(/\\\||[^\\|]+|[\\|]/g)) {
    if (part === '|') cells.push('')
    else cells[cells.length - 1] += part === '\\|' ? '|' : part
  }
  const texts = cells.map((cell) => cell.trim())
  return texts.length > 1 && texts.at(-1) === '' ? texts.slice(0, -1) : texts
}

/** Strong text, code, a link with words, and a bare address, in this order. */
const MARKS =
  /\*\*([^*\s](?:[^*]*[^*\s])?)\*\*|`([^`]+)`|\[([^[\]]+)\]\((https?:\/\/[^\s()]+)\)|(https?:\/\/[^\s<>"'`*|()[\]]*[^\s<>"'`*|()[\].,:;!?])/g

/** Strong text, code, links and addresses of a line. Open marks and other schemes, such as `javascript:`, stay text. */
export function parseStyledTexts(text: string): StyledText[] {
  const texts: StyledText[] = []
  let end = 0
  for (const match of text.matchAll(MARKS)) {
    if (match.index > end) texts.push({ kind: 'plain', text: text.slice(end, match.index) })
    texts.push(styledText(match))
    end = match.index + match[0].length
  }
  if (end < text.length) texts.push({ kind: 'plain', text: text.slice(end) })
  return texts
}

function styledText([, strong, code, words, target, address]: RegExpMatchArray): StyledText {
  if (strong !== undefined) return { kind: 'strong', text: strong }
  if (code !== undefined) return { kind: 'code', text: code }
  const href = target ?? address ?? ''
  // Words that look like an address would hide where the link goes.
  const isPlain = words && !/[./。][\p{L}\p{N}]/u.test(visible(words))
  return { kind: 'link', text: visible(isPlain ? words : href), href }
}

/** A text without its invisible signs, some of which reverse what follows, and with ordinary letters and dots. */
const visible = (text: string): string => text.normalize('NFKC').replace(/\p{Cf}/gu, '')
