import { escapeXml } from '../../../text/escape-xml.js'
import type { Entry } from '../../model/request-template.js'
import { InputProblem } from '../refusal.js'
import { encodeSegment, encodeStrictly } from '../request/encode.js'
import { type DraftBody, type DraftRequest, type Header, headerOf } from '../wire-request.js'
import { writeJson } from './long-integers.js'
import { nameOf, type Placeholders, type PlaceholderText, plainText } from './placeholders.js'

/** Headers that an input never sets: they control routing, authentication or framing. */
const CLOSED = new Set(
  `authorization proxy-authorization host connection content-length transfer-encoding upgrade te trailer
  expect keep-alive x-http-method-override x-forwarded-host`.split(/\s+/),
)

/** Replaces placeholders by values of the model, encoded for their position. Throws an {@link InputProblem} where none may be. */
export function placeValues(draft: DraftRequest, marks: Placeholders): DraftRequest {
  const { url } = draft
  const fixed = [draft.method, url.protocol, ...url.host, url.port, url.user, url.password]
  if (fixed.some((part) => marks.isIn(part))) {
    throw new InputProblem(
      'A value of the input stands where the address or the method of the request is decided; only the program may set that.',
      'missing-setting',
    )
  }
  const placed: DraftRequest = {
    ...draft,
    url: {
      ...url,
      path: url.path.map((segment) => placeInSegment(segment, marks)),
      query: url.query.map((entry) => placeInQuery(entry, marks)),
    },
    headers: draft.headers.map((header) => placeInHeader(header, marks)),
  }
  if (draft.body) placed.body = placeInBody(draft.body, { draft, marks })
  return placed
}

/** A captured value as it is placed. Without quotes in JSON, a number stays the number that it is in Postman. */
export function answerText(parameter: string, value: string): PlaceholderText {
  return JSON_SCALAR.test(value) ? { value, parameter, numbers: new Set(['']) } : { value, parameter }
}

const JSON_SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d{0,99})(?:\.\d{1,99})?)$/

/** Fills captured values before the path of an address. A whole address may be captured; its origin is checked. */
export function answersInAddress(text: string, answers: Placeholders): string {
  if (!answers.isIn(text)) return text
  const end = ADDRESS_HEAD.exec(text)?.[0].length ?? 0
  return answers.replace(text.slice(0, end), ({ value }) => plainText(value)) + text.slice(end)
}

const ADDRESS_HEAD = /^(?:[a-z][a-z\d+.-]*:\/\/)?[^/?#]*/i

/** Like {@link placeValues}, for captured values, which may also be in the method and in `Authorization`. */
export function placeAnswers(draft: DraftRequest, answers: Placeholders): DraftRequest {
  const plain = (text: string) => answers.replace(text, ({ value }) => plainText(value))
  const headers = draft.headers.map(({ key, value }) => {
    const write = key.toLowerCase() === 'cookie' && !answers.isAtStart(value) ? inCookie : inHeader
    return { key: plain(key), value: placeInEntry(value, answers, write) }
  })
  return placeValues({ ...draft, method: plain(draft.method), headers }, answers)
}

/** Escapes what ends a cookie or its value. Other characters stay, because servers compare values as they have set them. */
const inCookie = (marked: PlaceholderText): string =>
  inHeader(marked).replace(/[\s",;\\\x80-\xff]/g, (char) => encodeURIComponent(char))

function placeInQuery({ key, value }: Entry, marks: Placeholders): Entry {
  return {
    key: key === null ? null : marks.replace(key, inQuery),
    value: typeof value === 'string' ? placeInEntry(value, marks, inQuery) : value,
  }
}

function placeInSegment(segment: string, marks: Placeholders): string {
  if (!marks.isIn(segment)) return segment
  const placed = marks.replace(segment, inPath)
  // Servers that resolve paths remove a segment `.` or `..`, even if its dots are encoded (RFC 3986, 5.2.4; WHATWG URL,
  // dot segments).
  if (/^(?:\.|%2E){1,2}$/i.test(placed)) {
    throw new InputProblem(
      `A value makes a segment of the path "${decodeURIComponent(placed)}", which leads to another path: give a name or a number.`,
    )
  }
  return placed
}

function inPath({ value, ...marked }: PlaceholderText): string {
  const text = plainText(value)
  if (text === '') {
    throw new InputProblem(`"${nameOf(marked)}" is empty, but it is part of the path: give a value.`)
  }
  return encodeSegment(text)
}

const inQuery = ({ value }: PlaceholderText) => encodeStrictly(plainText(value))

function placeInHeader(header: Header, marks: Placeholders): Header {
  if (marks.isIn(header.key)) {
    throw new InputProblem(
      'A value of the input stands in the name of a header; only the program may set that.',
    )
  }
  if (!marks.isIn(header.value)) return header
  const name = header.key.toLowerCase()
  if (CLOSED.has(name)) {
    throw new InputProblem(
      `The header ${header.key} cannot be filled from the input; only the program may set it.`,
      'missing-setting',
    )
  }
  const write = name === 'cookie' ? inQuery : inHeader
  return { key: header.key, value: placeInEntry(header.value, marks, write) }
}

/** Encodes a value for a header. HTTP trims spaces around it, and text that is not ASCII is sent as UTF-8. */
function inHeader({ value, ...marked }: PlaceholderText): string {
  const text = plainText(value)
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if ((code < 0x20 && code !== 0x09) || code === 0x7f) {
      throw new InputProblem(
        `"${nameOf(marked)}" is sent as a header and must be one line of text: it has a line break or a control character.`,
      )
    }
  }
  return Buffer.from(text.trim()).toString('latin1')
}

function placeInBody(
  body: DraftBody,
  { draft, marks }: { draft: DraftRequest; marks: Placeholders },
): DraftBody {
  const plain = (text: string) => marks.replace(text, ({ value }) => plainText(value))
  switch (body.mode) {
    case 'raw':
      return { ...body, text: placeInText(body.text, { kind: textKindOf(body, draft.headers), marks }) }
    case 'urlencoded':
      return {
        ...body,
        fields: body.fields.map(({ key, value }) => ({ key: plain(key), value: placeInEntry(value, marks) })),
      }
    case 'formdata':
      return {
        ...body,
        parts: body.parts.map((part) => ({
          ...part,
          key: marks.replace(part.key, inDisposition),
          value: placeInEntry(part.value, marks),
          fileName: part.fileName && marks.replace(part.fileName, inDisposition),
          contentType: part.contentType && marks.replace(part.contentType, inHeader),
        })),
      }
    case 'graphql': {
      const json = (text: string | undefined) => text && placeInText(text, { kind: 'json', marks })
      const { query, operationName, variables } = body
      return {
        ...body,
        query: json(query),
        operationName: json(operationName),
        variables: json(variables),
      }
    }
    case 'file':
      return body
  }
}

/** Encodes a value for a quoted name in a multipart form, as browsers do (HTML standard, multipart/form-data). */
function inDisposition({ value }: PlaceholderText): string {
  return plainText(value).replace(/["\r\n]/g, (char) => encodeURIComponent(char))
}

export type TextKind = 'json' | 'xml' | 'form' | 'multipart' | 'plain'

/** The format of a raw body, according to its language, else its media type, else its content. */
export function textKindOf(body: DraftBody & { mode: 'raw' }, headers: Header[]): TextKind {
  const named = `${body.language ?? ''} ${headerOf(headers, 'content-type') ?? ''}`.toLowerCase()
  if (/json|javascript|graphql/.test(named)) return 'json'
  if (/xml|html/.test(named)) return 'xml'
  if (named.includes('urlencoded')) return 'form'
  return named.includes('multipart/') ? 'multipart' : kindByStart(body.text)
}

/** The format of a text according to its start, which may be percent-encoded. */
function kindByStart(text: string): TextKind {
  if (/^(?:\s|%20)*(?:[[{]|%5B|%7B)/i.test(text)) return 'json'
  return /^(?:\s|%20)*(?:<|%3C)/i.test(text) ? 'xml' : 'plain'
}

/** Puts values into the value of a parameter, a header or a field, which may be JSON or XML, and encodes them with `write`. */
function placeInEntry(
  text: string,
  marks: Placeholders,
  write: (marked: PlaceholderText) => string = ({ value }) => plainText(value),
): string {
  if (!marks.isIn(text)) return text
  return placeInText(text, { kind: kindByStart(text), marks, write })
}

export interface TextPlace {
  kind: TextKind
  marks: Placeholders
  /** Encodes a value that is escaped already. @default as it is */
  write?: (marked: PlaceholderText) => string
}

/** Puts values into a text, each escaped as the format and the position require. */
export function placeInText(text: string, { kind, marks, write }: TextPlace): string {
  if (!marks.isIn(text)) return text
  const isQuoted = kind === 'json' ? quotedPlaces(text, write !== undefined) : () => false
  const sectionAt = kind === 'xml' ? xmlSections(text) : () => undefined
  const escaped = (marked: PlaceholderText, at: number): string => {
    const { value, as, numbers } = marked
    if (as === 'text') return plainText(value)
    if (as === 'json') return writeJson(value, numbers)
    if (kind === 'json')
      return isQuoted(at) ? JSON.stringify(plainText(value)).slice(1, -1) : writeJson(value, numbers)
    if (kind === 'xml') return inXml(marked, sectionAt(at))
    if (kind === 'multipart') return inPart(marked)
    return kind === 'form' ? encodeStrictly(plainText(value)) : plainText(value)
  }
  return marks.replace(text, (marked, at) => {
    const value = escaped(marked, at)
    return write ? write({ ...marked, value }) : value
  })
}

/** A value in the text of a multipart form. A line that begins like a boundary could start another part. */
function inPart({ value, ...marked }: PlaceholderText): string {
  const text = plainText(value)
  if (/[\r\n]--/.test(text))
    throw new InputProblem(`"${nameOf(marked)}" has a line that begins with "--", which could end its part.`)
  return text
}

/**
 * Whether a position in a JSON text is inside quotes. Ask for positions in ascending order only. In an entry (`isEntry`),
 * the text may be percent-encoded.
 */
function quotedPlaces(text: string, isEntry: boolean): (at: number) => boolean {
  const signs = text.matchAll(isEntry ? ENCODED_SIGN : SIGN)
  let next = signs.next().value
  let quoted = false
  return (at) => {
    for (; next && next.index < at; next = signs.next().value) if (QUOTE.test(next[0])) quoted = !quoted
    return quoted
  }
}

/** A quote, or a backslash with the character after it. */
const SIGN = /\\[\s\S]|"/g
const ENCODED_SIGN = /(?:\\|%5C)(?:%[\da-f]{2}|[\s\S])|"|%22/gi
const QUOTE = /^(?:"|%22)$/

const SECTION = /(<!\[CDATA\[)[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)/g

/** In which section of an XML text a position is. Ask for positions in ascending order only. */
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
  return escapeXml(text)
}
