import { shownLength } from './colour.js'

/**
 * Breaks a line between words so that no line is wider than `columns`. The other lines are indented like the first. A
 * wider word stays whole, so that a path or an address can be copied.
 */
export function wrapped(line: string, columns: number): string[] {
  const [margin] = /^ */.exec(line) as RegExpExecArray
  const [first = '', ...words] = line.slice(margin.length).split(' ')
  const lines = [margin + first]
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`
    if (shownLength(longer) <= columns) lines[lines.length - 1] = longer
    else lines.push(margin + word)
  }
  return lines
}
