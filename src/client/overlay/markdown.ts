/** How a line of an answer is shown. */
export interface TextBlock {
  kind: 'paragraph' | 'bullet' | 'number' | 'heading' | 'code' | 'fence' | 'blank'
  text: string
}

/** A part of a line with one style. */
export interface StyledText {
  kind: 'plain' | 'strong' | 'code'
  text: string
}

/**
 * Parses one line of a message in Markdown. Recognizes lists, headings, fenced code and blank lines. Any other line is
 * a paragraph. Links and HTML tags stay plain text.
 */
export function parseTextBlock(line: string, inCode: boolean): TextBlock {
  if (/^\s*```/.test(line)) return { kind: 'fence', text: '' }
  if (inCode) return { kind: 'code', text: line }
  if (/^\s*$/.test(line)) return { kind: 'blank', text: '' }
  const [, heading] = /^#{1,6} +(.*)/.exec(line) ?? []
  if (heading !== undefined) return { kind: 'heading', text: heading }
  const [, bullet] = /^\s*[-*•] +(.*)/.exec(line) ?? []
  if (bullet !== undefined) return { kind: 'bullet', text: bullet }
  const [, number] = /^\s*(\d{1,3}[.)] +.*)/.exec(line) ?? []
  return number === undefined ? { kind: 'paragraph', text: line } : { kind: 'number', text: number }
}

/** The styled parts of a line: `**strong**` and `` `code` ``. Unclosed marks stay text. */
export function parseStyledTexts(text: string): StyledText[] {
  const texts: StyledText[] = []
  let end = 0
  for (const match of text.matchAll(/\*\*([^*\s](?:[^*]*[^*\s])?)\*\*|`([^`]+)`/g)) {
    if (match.index > end) texts.push({ kind: 'plain', text: text.slice(end, match.index) })
    const [whole, strong, code = ''] = match
    texts.push(strong === undefined ? { kind: 'code', text: code } : { kind: 'strong', text: strong })
    end = match.index + whole.length
  }
  if (end < text.length) texts.push({ kind: 'plain', text: text.slice(end) })
  return texts
}
