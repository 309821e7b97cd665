import type { Entry } from '../../model/request-template.js'
import { encodeSegment, encodeStrictly } from '../request/encode.js'
import type { DraftBody, DraftRequest, Header } from '../wire-request.js'
import { InputProblem } from './input-problem.js'
import { placeInText, textKindOf } from './place-in-text.js'
import { nameOf, type Placeholders, type PlaceholderText, plainText } from './placeholders.js'

/** Headers that an input never sets: they control routing, authentication or framing. */
const CLOSED = new Set([
  'authorization',
  'proxy-authorization',
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'keep-alive',
  'x-http-method-override',
  'x-forwarded-host',
])

/**
 * Replaces the placeholders by the values of the model, each encoded for its position. Throws an {@link InputProblem}
 * for a value at a forbidden position (scheme, host, port, user, method, Authorization), and for a value that cannot be
 * encoded (a line break in a header).
 */
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

function placeInQuery({ key, value }: Entry, marks: Placeholders): Entry {
  return {
    key: key === null ? null : marks.replace(key, inQuery),
    value: typeof value === 'string' ? marks.replace(value, inQuery) : value,
  }
}

function placeInSegment(segment: string, marks: Placeholders): string {
  if (!marks.isIn(segment)) return segment
  const placed = marks.replace(segment, inPath)
  // Servers that resolve paths remove a segment `.` or `..`, even if its dots are encoded (RFC 3986, 5.2.4; WHATWG URL,
  // dot segments).
  if (/^(?:\.|%2E){1,2}$/.test(placed)) {
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
  return { key: header.key, value: marks.replace(header.value, name === 'cookie' ? inQuery : inHeader) }
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
        fields: body.fields.map(({ key, value }) => ({ key: plain(key), value: plain(value) })),
      }
    case 'formdata':
      return {
        ...body,
        parts: body.parts.map((part) => ({
          ...part,
          key: marks.replace(part.key, inDisposition),
          value: plain(part.value),
          ...(part.fileName === undefined ? {} : { fileName: marks.replace(part.fileName, inDisposition) }),
          ...(part.contentType === undefined
            ? {}
            : { contentType: marks.replace(part.contentType, inHeader) }),
        })),
      }
    case 'graphql':
      return {
        ...body,
        ...(body.query === undefined ? {} : { query: placeInText(body.query, { kind: 'json', marks }) }),
        ...(body.operationName === undefined
          ? {}
          : { operationName: placeInText(body.operationName, { kind: 'json', marks }) }),
        ...(body.variables === undefined
          ? {}
          : { variables: placeInText(body.variables, { kind: 'json', marks }) }),
      }
    case 'file':
      return body
  }
}

/** Encodes a value for a quoted name in a multipart form, as browsers do (HTML standard, multipart/form-data). */
function inDisposition({ value }: PlaceholderText): string {
  return plainText(value).replace(/["\r\n]/g, (char) => encodeURIComponent(char))
}
