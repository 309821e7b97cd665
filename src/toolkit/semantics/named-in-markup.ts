import { decodeEntities } from '../../text/entities.js'

const TAG = /<(?:[\p{L}\p{M}\w.-]+:)?([\p{L}\p{M}\w.-]+)(?:\s[^<>]*)?>/gu

const ATTRIBUTE = /(\s(?:[\p{L}\p{M}\w.-]+:)?([\p{L}\p{M}\w.-]+)\s*=\s*(["']))((?:(?!\3)[^<>])+)/gu

/** CDATA sections and comments. `isRaw` says whether the content of the section is a part of the element's text. */
const SECTIONS = [
  { open: '<![CDATA[', close: ']]>', isRaw: true },
  { open: '<!--', close: '-->', isRaw: false },
]

const MAX_DEPTH = 3

/** A piece of an element's text, from `start` to `end`; `from` to `to` has the space or section marks around it. */
interface MarkupPiece {
  value: string
  start: number
  end: number
  from: number
  to: number
}

/** The named values of XML and HTML: attributes, and texts of elements without children. */
export function inMarkup(text: string): NamedValue[] {
  const attributes = Array.from(
    text.matchAll(ATTRIBUTE),
    ({ 1: lead = '', 2: name = '', 4: written = '', index }) => {
      const start = index + lead.length
      return { name, value: decodeEntities(written), isNumber: false, start, end: start + written.length }
    },
  )
  return [...elementsIn(text, { offset: 0, depth: 0 }), ...attributes]
}

function elementsIn(text: string, { offset, depth }: { offset: number; depth: number }): NamedValue[] {
  const found: NamedValue[] = []
  let at = 0
  for (let tag = tagFrom(text, at); tag; tag = tagFrom(text, at)) {
    const { pieces, inner, end } = contentOf(text, { start: tag.end, isNested: depth < MAX_DEPTH })
    const value = text.startsWith('</', end) ? valueIn(pieces) : undefined
    if (value) found.push({ ...value, name: tag.name, start: offset + value.start, end: offset + value.end })
    for (const { value: document, start } of inner)
      for (const one of elementsIn(document, { offset: offset + start, depth: depth + 1 })) found.push(one)
    at = end
  }
  return found
}

function tagFrom(text: string, at: number): { name: string; end: number } | undefined {
  TAG.lastIndex = at
  const name = TAG.exec(text)?.[1]
  return name === undefined ? undefined : { name, end: TAG.lastIndex }
}

/** Reads to the next tag: `pieces` of text, and in `inner` the CDATA sections and comments with markup. */
function contentOf(
  text: string,
  { start, isNested }: { start: number; isNested: boolean },
): { pieces: MarkupPiece[]; inner: MarkupPiece[]; end: number } {
  const pieces: MarkupPiece[] = []
  const inner: MarkupPiece[] = []
  let at = start
  while (at < text.length) {
    const section = isNested ? sectionAt(text, at) : undefined
    if (!section && text[at] === '<') break
    const piece = section ?? textAt(text, at)
    if (section?.value.includes('</')) inner.push(section)
    if (section?.isRaw !== false) pieces.push(piece)
    at = piece.to
  }
  return { pieces, inner, end: at }
}

/** The section that begins at `from`; an open one extends to the end. */
function sectionAt(text: string, from: number): (MarkupPiece & { isRaw: boolean }) | undefined {
  const kind = text[from] === '<' ? SECTIONS.find(({ open }) => text.startsWith(open, from)) : undefined
  if (!kind) return undefined
  const start = from + kind.open.length
  const close = text.indexOf(kind.close, start)
  const end = close === -1 ? text.length : close
  const to = close === -1 ? end : end + kind.close.length
  return { value: text.slice(start, end), start, end, from, to, isRaw: kind.isRaw }
}

function textAt(text: string, from: number): MarkupPiece {
  const next = text.indexOf('<', from)
  const to = next === -1 ? text.length : next
  const written = text.slice(from, to)
  const start = from + written.length - written.trimStart().length
  const end = Math.max(start, from + written.trimEnd().length)
  return { value: decodeEntities(written), start, end, from, to }
}

/** The pieces of an element as one value, at the position of its only text, or of all. */
function valueIn(pieces: MarkupPiece[]): Omit<NamedValue, 'name'> | undefined {
  const [first, ...more] = pieces.filter(({ start, end }) => end > start)
  if (!first) return undefined
  const value = pieces
    .map((piece) => piece.value)
    .join('')
    .trim()
  const last = more.at(-1)
  const place = last ? { start: first.from, end: last.to } : { start: first.start, end: first.end }
  return { value, isNumber: false, ...place }
}

export interface NamedValue {
  name: string
  value: string
  isNumber: boolean
  start: number
  end: number
}
