import { withoutLinks } from '../../../text/links.js'

/**
 * Converts Markdown to the words that are spoken. Removes markup, code blocks and the lines under table heads, and
 * replaces each URL by its host. Runs in linear time.
 */
export function withoutMarkup(text: string): string {
  // Code blocks are not spoken.
  let words = text.replace(/```[\s\S]*?(?:```|$)/g, ' ').replace(/`([^`]*)`/g, '$1')
  words = withoutLinks(words).replace(ADDRESS, spokenHost)
  words = words.split('\n').map(withoutLineMarks).join('\n')
  for (const mark of ['**', '__', '~~']) words = withoutPairs(words, mark)
  return words.replace(EMPHASIS, '$1')
}

const ADDRESS = /https?:\/\/([^\s/?#)>\]]+)[^\s)>\]]*/gi
const EMPHASIS = /(?<![\p{L}\p{N}])[*_]([^\s*_](?:[^*_\n]*[^\s*_])?)[*_](?![\p{L}\p{N}])/gu

const spokenHost = (_: string, host: string) => host.replace(/^www\./, '').replaceAll('.', ' dot ')

/** Removes the mark of a heading, a quote or a list item at the start of a line. */
function withoutLineMarks(line: string): string {
  if (isSeparator(line)) return ''
  return line.replace(/^\s{0,3}(?:#{1,6}|>+)\s+/, '').replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, '')
}

/** Whether a line is only a separator: below the head of a table (`|---|`), or between paragraphs (`---`). */
const isSeparator = (line: string) => line.includes('--') && /^[\s|:-]*$/.test(line)

/**
 * Removes pairs of a mark, such as `**`, if no space separates the marks from the text between them. A mark without a
 * partner stays.
 */
function withoutPairs(text: string, mark: string): string {
  const [head = '', ...parts] = text.split(mark)
  let words = head
  let marked: string[] = []
  for (const part of parts) {
    const last = marked.at(-1)
    if (last === undefined && /^\S/.test(part)) marked = [part]
    else if (last === undefined) words += mark + part
    else if (/\s$/.test(last)) marked.push(part)
    else {
      words += marked.join(mark) + part
      marked = []
    }
  }
  return marked.length === 0 ? words : words + mark + marked.join(mark)
}
