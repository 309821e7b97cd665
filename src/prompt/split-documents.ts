import { isObject } from '../protocol/is-object.js'
import type { JsonObject, JsonValue } from '../toolkit/model/json.js'
import { stepsOf } from '../toolkit/model/json-pointer.js'
import { estimateTokens } from '../toolkit/semantics/tokens.js'
import { parseSpecification } from './endpoints.js'
import type { ApiDocument } from './render-prompt.js'

/** Documents are split into parts of about this many tokens. The model writes one collection for each part. */
export const PART_TOKENS = 30_000

/**
 * Splits documents into parts of a size that a model can answer with one collection. Specifications are split by groups
 * of endpoints with the schemas that they use, prose by headings, and code by lines. Pieces that fit into one part stay
 * together.
 */
export async function splitDocuments(
  documents: ApiDocument[],
  limit = PART_TOKENS,
): Promise<ApiDocument[][]> {
  const units: ApiDocument[] = []
  for (const document of documents) {
    if (estimateTokens(document.text) <= limit) units.push(document)
    else units.push(...(await splitDocument(document, limit)))
  }
  return pack(units, limit)
}

async function splitDocument(document: ApiDocument, limit: number): Promise<ApiDocument[]> {
  const specification = await parseSpecification(document)
  const groups =
    isObject(specification) && isObject(specification.paths)
      ? splitPaths(specification, specification.paths)
      : []
  if (groups.length > 0) return groups.map((group) => ({ path: document.path, text: JSON.stringify(group) }))
  const pieces = /\.(md|mdx|rst|txt|adoc)$/i.test(document.path)
    ? document.text.split(/\n(?=#{1,3} )/)
    : document.text.split('\n')
  return packText(pieces, limit).map((text) => ({ path: document.path, text }))
}

/**
 * Splits a specification by the first word of its paths: `/v1/users/{id}` and `/api/users` belong to `users`. Each
 * result contains all security schemes. It contains a schema or another component only if its operations refer to it.
 */
function splitPaths(specification: JsonObject, paths: JsonObject): JsonObject[] {
  const groups = new Map<string, JsonObject>()
  for (const [path, operations] of Object.entries(paths)) {
    const words = path.split('/').filter((word) => word && !/^(\{.*\}|v\d+|api)$/i.test(word))
    const group = words[0] ?? ''
    groups.set(group, { ...groups.get(group), [path]: operations })
  }
  const { paths: _, components: __, definitions: ___, 'x-documents': ____, ...frame } = specification
  const schemes = isObject(specification.components) ? specification.components.securitySchemes : undefined
  const components: JsonObject = schemes === undefined ? {} : { components: { securitySchemes: schemes } }
  return [...groups.values()].map((group) =>
    withReferences({ ...frame, ...components, paths: group }, specification),
  )
}

/** Returns a copy of `part` with everything in `whole` to which its `$ref`s lead, directly or through other `$ref`s. */
function withReferences(part: JsonObject, whole: JsonObject): JsonObject {
  const result = structuredClone(part)
  const open = referencesIn(part)
  const seen = new Set<string>()
  for (let pointer = open.pop(); pointer !== undefined; pointer = open.pop()) {
    if (seen.has(pointer)) continue
    seen.add(pointer)
    const value = copyAt(pointer, { from: whole, to: result })
    if (value !== undefined) open.push(...referencesIn(value))
  }
  return result
}

function referencesIn(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' && member.startsWith('#/') ? [member] : referencesIn(member),
  )
}

/**
 * Copies the value at a JSON pointer, and creates missing objects on the way to it. Returns undefined if there is no
 * such value.
 */
function copyAt(pointer: string, { from, to }: { from: JsonObject; to: JsonObject }): JsonValue | undefined {
  const keys = stepsOf(pointer.slice(1))
  let [source, target]: [JsonValue | undefined, JsonObject] = [from, to]
  for (const [index, key] of keys.entries()) {
    source = isObject(source) ? source[key] : undefined
    if (source === undefined) return undefined
    if (index === keys.length - 1) target[key] = source
    else {
      const next = target[key]
      target[key] = isObject(next) ? next : {}
      target = target[key] as JsonObject
    }
  }
  return source
}

function pack(units: ApiDocument[], limit: number): ApiDocument[][] {
  const parts: ApiDocument[][] = []
  let room = 0
  for (const unit of units) {
    const size = estimateTokens(unit.text)
    const part = parts.at(-1)
    if (part && size <= room) part.push(unit)
    else {
      parts.push([unit])
      room = limit
    }
    room -= size
  }
  return parts
}

function packText(pieces: string[], limit: number): string[] {
  const texts: string[] = []
  let room = 0
  for (const piece of pieces.flatMap((piece) => sliced(piece, limit))) {
    const size = estimateTokens(piece) + 1
    if (texts.length > 0 && size <= room) texts[texts.length - 1] += `\n${piece}`
    else {
      texts.push(piece)
      room = limit
    }
    room -= size
  }
  return texts
}

/** Splits a piece that is too long: a section by lines, a line by length. */
function sliced(piece: string, limit: number): string[] {
  if (estimateTokens(piece) <= limit) return [piece]
  if (piece.includes('\n')) return piece.split('\n').flatMap((line) => sliced(line, limit))
  const slices: string[] = []
  for (let start = 0; start < piece.length; start += limit) slices.push(piece.slice(start, start + limit))
  return slices
}
