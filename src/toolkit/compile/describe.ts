import { cutAtWord } from '../../text/cut.js'
import { withoutLinks, withoutPictures } from '../../text/links.js'
import { replaceSections } from '../../text/sections.js'

/** Longest description a model is given, in characters. */
const MAX_DESCRIPTION = 320

/** Markdown made plain for a model: no tables, images, links' targets, headings' signs or HTML. */
export function plainText(markdown: string): string {
  if (!/[<[`|#*_\n!]|\s\s/.test(markdown)) return markdown.trim()
  const prose = replaceSections(markdown, { open: '<!--', close: '-->' }, '')
  const rows = replaceSections(prose, { open: '```', close: '```' }, ' ').replace(/^[ \t]*\|.*/gm, ' ')
  return withoutLinks(withoutPictures(rows))
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/^[ \t]*#{1,6}/gm, '')
    .replace(/[*_]{2,3}([^\s*_][^*_\n]*)[*_]{2,3}/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The text up to the last sentence that fits; a first sentence that is too long is cut at a word. */
export function cutAtSentence(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const ends = [...text.slice(0, maxLength).matchAll(/[.!?。](?=\s|$)/g)]
  const last = ends.at(-1)
  if (last && last.index > maxLength / 4) return text.slice(0, last.index + 1)
  return `${cutAtWord(text, maxLength - 1)}…`
}

/** What a tool does, for a model: the author's words, else the title, always with method and path where nothing else is said. */
export function describeTool(tool: {
  title: string
  description: string
  method: string
  path: string
}): string {
  const text = cutAtSentence(plainText(tool.description), MAX_DESCRIPTION)
  const title = plainText(tool.title)
  if (!text || text.toLowerCase() === title.toLowerCase())
    return `${title || 'Call'} (${tool.method} ${tool.path})`
  return text
}
