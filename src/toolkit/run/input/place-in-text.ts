import { encodeStrictly } from '../request/encode.js'
import { type DraftBody, type Header, headerOf } from '../wire-request.js'
import { InputProblem } from './input-problem.js'
import { writeJson } from './long-integers.js'
import { nameOf, type Placeholders, type PlaceholderText, plainText } from './placeholders.js'

/** The format of a text. It decides how values in the text are escaped. */
export type TextKind = 'json' | 'xml' | 'form' | 'plain'

/** The format of a raw body, according to its language, else its media type, else its content. */
export function textKindOf(body: DraftBody & { mode: 'raw' }, headers: Header[]): TextKind {
  const named = `${body.language ?? ''} ${headerOf(headers, 'content-type') ?? ''}`.toLowerCase()
  if (/json|javascript|graphql/.test(named)) return 'json'
  if (/xml|html/.test(named)) return 'xml'
  if (named.includes('urlencoded')) return 'form'
  if (/^\s*[[{]/.test(body.text)) return 'json'
  return /^\s*</.test(body.text) ? 'xml' : 'plain'
}

/** Puts values into a text, each escaped as the format and the position require. */
export function placeInText(text: string, { kind, marks }: { kind: TextKind; marks: Placeholders }): string {
  if (!marks.isIn(text)) return text
  const isQuoted = kind === 'json' ? quotedPlaces(text) : () => false
  const sectionAt = kind === 'xml' ? xmlSections(text) : () => undefined
  return marks.replace(text, (marked, at) => {
    const { value, as, numbers } = marked
    if (as === 'text') return plainText(value)
    if (as === 'json') return writeJson(value, numbers)
    if (kind === 'json')
      return isQuoted(at) ? JSON.stringify(plainText(value)).slice(1, -1) : writeJson(value, numbers)
    if (kind === 'xml') return inXml(marked, sectionAt(at))
    return kind === 'form' ? encodeStrictly(plainText(value)) : plainText(value)
  })
}

/**
 * Returns a function that says whether a position in a JSON text is inside quotes. Ask for positions in ascending order
 * only.
 */
function quotedPlaces(text: string): (at: number) => boolean {
  let place = 0
  let quoted = false
  return (at) => {
    for (; place < at; place++) {
      const char = text[place]
      if (char === '\\' && quoted) place++
      else if (char === '"') quoted = !quoted
    }
    return quoted
  }
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const SECTION = /(<!\[CDATA\[)[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)/g

/**
 * Returns a function that says in which section of an XML text a position is: CDATA, a comment, or neither. Ask for
 * positions in ascending order only.
 */
function xmlSections(text: string): (at: number) => 'data' | 'comment' | undefined {
  const sections = text.matchAll(SECTION)
  let current = sections.next().value
  const endOf = (section: RegExpExecArray) => section.index + section[0].length
  return (at) => {
    while (current && endOf(current) <= at) current = sections.next().value
    if (!current || current.index > at) return undefined
    return current[1] === undefined ? 'comment' : 'data'
  }
}

function inXml({ value, ...marked }: PlaceholderText, section: 'data' | 'comment' | undefined): string {
  const text = plainText(value)
  if (/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text)) {
    throw new InputProblem(`"${nameOf(marked)}" has a control character, which XML cannot carry.`)
  }
  if (section === 'data') return text.replaceAll(']]>', ']]]]><![CDATA[>')
  if (section === 'comment') return text.replaceAll('-', '&#45;')
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char]!)
}
