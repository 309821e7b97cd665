import { encodeStrictly } from '../request/encode.js'
import { type DraftBody, type Header, headerOf } from '../wire-request.js'
import { InputProblem } from './input-problem.js'
import { type Marked, type Marks, nameOf, plainText } from './marks.js'

/** What a text is written in, which decides how a value is escaped inside it. */
export type TextKind = 'json' | 'xml' | 'form' | 'plain'

/** The kind of a raw body: by its language, else by its media type, else by its look. */
export function textKindOf(body: DraftBody & { mode: 'raw' }, headers: Header[]): TextKind {
  const named = `${body.language ?? ''} ${headerOf(headers, 'content-type') ?? ''}`.toLowerCase()
  if (/json|javascript|graphql/.test(named)) return 'json'
  if (/xml|html/.test(named)) return 'xml'
  if (named.includes('urlencoded')) return 'form'
  if (/^\s*[[{]/.test(body.text)) return 'json'
  return /^\s*</.test(body.text) ? 'xml' : 'plain'
}

/** Puts values into a text, each escaped for the kind of text and for the place inside it. */
export function placeInText(text: string, { kind, marks }: { kind: TextKind; marks: Marks }): string {
  if (!marks.isIn(text)) return text
  const isQuoted = kind === 'json' ? quotedPlaces(text) : () => false
  return marks.replace(text, (marked, at) => {
    const { value, as } = marked
    if (as === 'text') return plainText(value)
    if (as === 'json') return JSON.stringify(value)
    if (kind === 'json')
      return isQuoted(at) ? JSON.stringify(plainText(value)).slice(1, -1) : JSON.stringify(value)
    if (kind === 'xml') return inXml(marked, text.slice(0, at))
    return kind === 'form' ? encodeStrictly(plainText(value)) : plainText(value)
  })
}

/** Tells for each place of a JSON text whether it is inside quotes. Places must be asked in rising order. */
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

/** Text of an element or attribute, of a CDATA section, or of a comment. */
function inXml({ value, ...marked }: Marked, before: string): string {
  const text = plainText(value)
  if (/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text)) {
    throw new InputProblem(`"${nameOf(marked)}" has a control character, which XML cannot carry.`)
  }
  if (isOpen(before, '<![CDATA[', ']]>')) return text.replaceAll(']]>', ']]]]><![CDATA[>')
  if (isOpen(before, '<!--', '-->')) return text.replaceAll('-', '&#45;')
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char]!)
}

const isOpen = (before: string, open: string, close: string) =>
  before.lastIndexOf(open) > before.lastIndexOf(close)
