/** How a line of an answer is shown. */
export interface Line {
  kind: 'paragraph' | 'bullet' | 'number' | 'heading' | 'code' | 'fence' | 'blank'
  text: string
}

/** A stretch of a line. */
export interface Stretch {
  kind: 'plain' | 'strong' | 'code'
  text: string
}

/**
 * Reads one line in the few marks that answers are written with: lists, headings, fenced code. Anything else is a paragraph as it stands;
 * links and markup stay text.
 */
export function readLine(line: string, inCode: boolean): Line {
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

/** The stretches of a line: `**strong**` and `` `code` ``. What is not closed stays as it was written. */
export function readStretches(text: string): Stretch[] {
  const stretches: Stretch[] = []
  let end = 0
  for (const match of text.matchAll(/\*\*([^*\s](?:[^*]*[^*\s])?)\*\*|`([^`]+)`/g)) {
    if (match.index > end) stretches.push({ kind: 'plain', text: text.slice(end, match.index) })
    const [whole, strong, code = ''] = match
    stretches.push(strong === undefined ? { kind: 'code', text: code } : { kind: 'strong', text: strong })
    end = match.index + whole.length
  }
  if (end < text.length) stretches.push({ kind: 'plain', text: text.slice(end) })
  return stretches
}
