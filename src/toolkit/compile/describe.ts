import { cutAtWord } from '../../text/cut.js'
import { decodeEntities } from '../../text/entities.js'
import { withoutLinks, withoutPictures } from '../../text/links.js'
import { replaceSections } from '../../text/sections.js'
import { withoutParameterList } from './documented.js'

const MAX_DESCRIPTION = 320

/** The tags of HTML in descriptions. Other names in angle brackets are placeholders, such as `<token>`. */
const TAG =
  /<\/?(?:a|abbr|b|big|blockquote|body|br|caption|center|code|col|colgroup|dd|del|details|div|dl|dt|em|figure|font|h[1-6]|head|hr|html|i|iframe|img|ins|kbd|li|mark|ol|p|pre|q|s|samp|script|section|small|span|strike|strong|style|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|u|ul|var|video)(?:\s[^<>]*)?\/?>/gi

/** Converts Markdown to plain text for a model, without tables, code, images, addresses and HTML. */
export function plainText(markdown: string): string {
  if (!/[<[`|#*_\n!\\&]|\s\s/.test(markdown)) return markdown.trim()
  const prose = replaceSections(markdown, { open: '<!--', close: '-->' }, '')
  const rows = replaceSections(prose, { open: '```', close: '```' }, ' ').replace(/^[ \t]*\|.*/gm, ' ')
  return decodeEntities(withoutLinks(withoutPictures(rows)).replace(TAG, ' '))
    .replace(/^[ \t]*(?:#{1,6}|>(?= ))/gm, '')
    .replace(/[*_]{2,3}([^\s*_][^*_\n]*)[*_]{2,3}/g, '$1')
    .replace(/(?:\\[nrt])+(?![a-z])/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Cuts after the last sentence that fits, or after a word with `…` if less than a quarter would remain. */
export function cutAtSentence(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const ends = [...text.slice(0, maxLength).matchAll(/(?<![\s(]\d{1,2})[.!?。](?=\s|$)/g)]
  const last = ends.at(-1)
  if (last && last.index > maxLength / 4) return text.slice(0, last.index + 1)
  return `${cutAtWord(text, maxLength - 1)}…`
}

/** The description for a model; without one that says more than the title, a label such as `List todos`, with method and path. */
export function describeTool(tool: {
  title: string
  label: () => string
  description: string
  method: string
  path: string
}): string {
  const text = cutAtSentence(plainText(withoutParameterList(tool.description)), MAX_DESCRIPTION)
  if (text && text.toLowerCase() !== plainText(tool.title).toLowerCase()) return text
  const label = plainText(tool.label())
  return `${label.charAt(0).toUpperCase()}${label.slice(1)} (${tool.method} ${tool.path})`
}
