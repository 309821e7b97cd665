import { STATUS_CODES } from 'node:http'
import { isObject } from '../../../protocol/is-object.js'
import { tryParseExact } from '../../../protocol/parse-exact.js'
import { cutText } from '../../../text/cut.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import type { ToolDefinition, ToolFailure, ToolOutcome, ToolSuccess } from '../../model/tool.js'
import type { Masker } from '../../secrets/mask.js'
import { type RawResponse, responseHeader } from '../send/transport.js'
import { decodeText, isTextType, looksLikeText, type MediaType, parseMediaType } from './decode-text.js'
import { htmlToText } from './html-text.js'
import { findNextPage } from './next-page.js'
import { largestList, type TruncatedJson, truncateJson } from './truncate-json.js'

/** Maximum number of characters of the content that a model gets from a response: about four thousand tokens. */
export const MAX_CHARACTERS = 16_000

/** The note on a response that the mock server (`voice mock`) generated because the collection has no example. */
const MADE_UP = 'The mock made this answer up: the collection has no example for it.'
const NOT_PASSED_ON =
  'The content of this file is not passed on: neither you nor the user have it. Tell them so.'

export interface ShapeOptions {
  definition: ToolDefinition
  input: JsonObject
  fields?: string[]
  masker: Masker
}

export type Answer =
  | { kind: 'json'; value: JsonValue; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'binary'; type: string; bytes: number }
  | { kind: 'empty' }

/** Reads the body of a response according to its media type and its content. The body must already be decompressed. */
export function readAnswer(response: RawResponse): Answer {
  const { body } = response
  if (body.byteLength === 0) return { kind: 'empty' }
  const media = parseMediaType(responseHeader(response, 'content-type'))
  const isText = isTextType(media.type) || (!isKnownBinary(media) && looksLikeText(body))
  if (!isText)
    return { kind: 'binary', type: media.type || 'application/octet-stream', bytes: body.byteLength }
  const text = decodeText(body, media)
  const value = /json/.test(media.type) || /^\s*[[{]/.test(text) ? tryParseExact(text) : undefined
  if (value !== undefined) return { kind: 'json', value, text }
  const isHtml = media.type.includes('html') || /^\s*<(!doctype html|html)\b/i.test(text)
  return { kind: 'text', text: isHtml ? htmlToText(text) : text }
}

const isKnownBinary = ({ type }: MediaType) =>
  /^(image|audio|video|font)\/|^application\/(pdf|zip|gzip|octet-stream|x-protobuf)/.test(type)

export type UntimedResult = Omit<ToolSuccess, 'requestMs'> | Omit<ToolFailure, 'requestMs'>

/** Turns a response into a short tool result without secrets, with what was left out and how to get the next page. */
export function shapeAnswer(
  { response, answer }: { response: RawResponse; answer: Answer },
  options: ShapeOptions,
): UntimedResult {
  const { status } = response
  const isError = status < 200 || status > 299
  const outcome = isError ? { isError, status, reason: 'http-error' } : { isError, status }
  const isMade = responseHeader(response, 'voice-mock') === 'made'
  const note = isMade
    ? MADE_UP
    : answer.kind === 'binary'
      ? NOT_PASSED_ON
      : placeNote({ response, answer }, options.masker)
  return { ...outcome, ...(note && { note }), ...contentOf(answer, { response, isError, options }) }
}

const MAX_PLACE = 200

/** Says where the API puts what it makes or works on, which stands in a header, unless the content has this id too. */
function placeNote(
  { response, answer }: { response: RawResponse; answer: Answer },
  masker: Masker,
): string | undefined {
  const { status } = response
  const place = status === 201 || status === 202 ? responseHeader(response, 'location') : undefined
  if (!place) return undefined
  const [path = ''] = place.split(/[?#]/, 1)
  const id = path.split('/').findLast(Boolean)
  if (id && 'text' in answer && answer.text.includes(id)) return undefined
  return `The API says that the result is at ${JSON.stringify(cutText(masker.text(place), MAX_PLACE))}.`
}

function contentOf(
  answer: Answer,
  { response, isError, options }: { response: RawResponse; isError: boolean; options: ShapeOptions },
): ShapedContent {
  switch (answer.kind) {
    case 'json':
      return shapeJson(answer, { response, isError, options })
    case 'empty':
      return { content: isError || response.status >= 300 ? statusSentence(response) : null }
    case 'binary':
      return { content: { type: answer.type, bytes: answer.bytes } }
    case 'text':
      return shapeText(options.masker.text(answer.text))
  }
}

/** The answer of a tool that is not an HTTP response, without secrets and short enough for a model. */
export function shapeValue(value: JsonValue, masker: Masker): Pick<ToolOutcome, 'content' | 'truncated'> {
  return typeof value === 'string'
    ? shapeText(masker.text(value))
    : truncateJson(masker.json(value), MAX_CHARACTERS)
}

type ShapedContent = Pick<ToolOutcome, 'content' | 'truncated' | 'next' | 'partial'>

function shapeText(text: string): Pick<ToolOutcome, 'content' | 'truncated'> {
  if (text.length <= MAX_CHARACTERS) return { content: text }
  const cut = cutText(text, MAX_CHARACTERS)
  const kept = cut.lastIndexOf('\n') > MAX_CHARACTERS / 2 ? cut.slice(0, cut.lastIndexOf('\n')) : cut
  return { content: kept, truncated: { total: text.length, kept: kept.length } }
}

function shapeJson(
  { value, text }: { value: JsonValue; text: string },
  { response, isError, options }: { response: RawResponse; isError: boolean; options: ShapeOptions },
): ShapedContent {
  const { definition, input, fields, masker } = options
  const clean = masker.isClean(text) ? value : masker.json(value)
  const isSmall = text.length <= MAX_CHARACTERS && !fields
  const fitted: TruncatedJson = isSmall
    ? { content: clean }
    : truncateJson(fields ? projectFields(clean, fields) : clean, MAX_CHARACTERS)
  if (fitted.truncated && !fields) fitted.truncated.hint = fieldsHint(clean, definition)
  if (isError) return fitted
  const page = findNextPage({ definition, input, headers: response.headers, value: clean })
  if (!page) return fitted
  const { items, total } = page
  const partial = items === undefined ? {} : { partial: { items, ...(total === undefined ? {} : { total }) } }
  const next = { ...page.next, ...(fields ? { fields } : {}) }
  return { ...fitted, ...partial, next: masker.json(next) as JsonObject }
}

function fieldsHint(value: JsonValue, { parameters }: ToolDefinition): string {
  const narrower = 'Ask for less with a filter or a page'
  const item = largestList(value)?.items[0]
  if (!isObject(item) || Object.hasOwn(parameters.properties ?? {}, 'fields')) return `${narrower}.`
  const names = Object.keys(item).slice(0, 3)
  return `${narrower}, or for few fields of each item: "fields": ${JSON.stringify(names)} in the input.`
}

function statusSentence(response: RawResponse): string {
  const { status } = response
  const location = responseHeader(response, 'location')
  if (status < 400 && location)
    return `The API answered ${status} and points to another address, which was not followed.`
  return `The API answered ${status} ${STATUS_CODES[status] ?? ''}`.trim().concat(', without a word.')
}

/** Keeps only these fields, such as `address.city`, in an object or a list, searched deeper where missing: `{}` if none is found. */
export function projectFields(value: JsonValue, fields: string[]): JsonValue {
  return (
    project(
      value,
      fields.map((field) => field.split('.')),
    ) ?? {}
  )
}

function project(value: JsonValue, paths: string[][]): JsonValue | undefined {
  if (Array.isArray(value)) return projectList(value, paths)
  if (typeof value !== 'object' || value === null) return undefined
  const here = paths.filter(([first = '']) => Object.hasOwn(value, first))
  return here.length > 0 ? pick(value, here) : searchInside(value, paths)
}

function projectList(items: JsonValue[], paths: string[][]): JsonValue[] | undefined {
  const kept = items.map((item) => project(item, paths))
  return kept.every((item) => item === undefined) ? undefined : kept.map((item) => item ?? null)
}

function pick(value: JsonObject, paths: string[][]): JsonObject {
  const names = [...new Set(paths.map(([first = '']) => first))]
  return Object.fromEntries(
    names.map((name): [string, JsonValue] => {
      const member = value[name] ?? null
      const inner = paths.filter(([first]) => first === name).map(([, ...rest]) => rest)
      const isWhole = inner.some((rest) => rest.length === 0)
      return [name, isWhole ? member : (project(member, inner) ?? null)]
    }),
  )
}

function searchInside(value: JsonObject, paths: string[][]): JsonValue | undefined {
  const found = Object.entries(value).flatMap(([key, member]): [string, JsonValue][] => {
    const kept = project(member, paths)
    return kept === undefined ? [] : [[key, kept]]
  })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}
