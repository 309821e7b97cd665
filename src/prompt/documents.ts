import { dirname, relative, resolve, sep } from 'node:path'
import { messageOf, VoiceError } from '../errors.js'
import { isObject } from '../protocol/is-object.js'
import { MAX_FILE_NESTING } from '../protocol/nesting.js'
import { tryParseJson } from '../protocol/parse-json.js'
import { parseAuth } from '../toolkit/collection/parse-request.js'
import { pathOf, readLinkedFiles } from '../toolkit/linked-files.js'
import type { JsonObject, JsonValue } from '../toolkit/model/json.js'
import { pointerOf, stepsOf } from '../toolkit/model/json-pointer.js'
import { mapMembers } from '../toolkit/model/map-members.js'
import { authParameter } from '../toolkit/secrets/auth-kinds.js'
import { maskInPlace, maskProse } from '../toolkit/secrets/credential-spans.js'
import { looksLikeCredential } from '../toolkit/secrets/credential-value.js'
import { MASK } from '../toolkit/secrets/mask.js'
import { estimateTokens } from '../toolkit/semantics/tokens.js'
import { hasVariable } from '../toolkit/template/variables.js'
import { parseSpecification } from './endpoints.js'
import type { ApiDocument } from './render-prompt.js'

/** A `$ref` to another file, in JSON or YAML. */
const OUTWARD_REF = /["']?\$ref["']?\s*:\s*["']?[^#"'\s]/

const PARTS = 'x-documents'

interface Joined {
  document: ApiDocument
  /** Absolute paths of the files that the document now includes. */
  parts: string[]
}

/** Includes in each document the local files of its `$ref`s, below the working directory or its folder. Throws `docs-unjoinable`. */
export async function joinDocuments(documents: ApiDocument[]): Promise<ApiDocument[]> {
  const roots = [process.cwd(), ...documents.map(({ path }) => dirname(resolve(path)))]
  const joined: Joined[] = []
  for (const document of documents) {
    // If files refer to each other, the first one in the list includes the others.
    const isTaken = joined.some(({ parts }) => parts.includes(resolve(document.path)))
    if (!isTaken) joined.push(await join(document, roots))
  }
  const taken = new Set(joined.flatMap(({ parts }) => parts))
  return joined.filter(({ document }) => !taken.has(resolve(document.path))).map(({ document }) => document)
}

async function join(document: ApiDocument, roots: string[]): Promise<Joined> {
  const { path, text } = document
  if (!/\.(json|ya?ml)$/i.test(path) || !OUTWARD_REF.test(text)) return { document, parts: [] }
  try {
    const files = await readLinkedFiles(path, {
      folders: roots,
      outside: (file) => `${file} lies outside of the working directory; run this from a folder above it`,
      remote: (url) =>
        JSON.stringify({ description: `Described at ${url}, which is not part of these documents.` }),
    })
    const main = resolve(path)
    const whole = assemble(main, files)
    const parts = [...files.keys()].filter((file) => file !== main)
    return { document: { path, text: JSON.stringify(whole, null, 1) }, parts }
  } catch (error) {
    throw new VoiceError(
      'docs-unjoinable',
      `${path} cannot be joined with the files it refers to: ${messageOf(error)}`,
      { cause: error },
    )
  }
}

/** The main file with the included files under `x-documents`. Every `$ref` points to the new position of its target. */
function assemble(main: string, files: Map<string, unknown>): unknown {
  const nameOf = (file: string) =>
    URL.canParse(file) ? file : relative(dirname(main), file).split(sep).join('/')
  const placeOf = (file: string) => (file === main ? '#' : `#${pointerOf([PARTS, nameOf(file)])}`)
  const parts = [...files].filter(([file]) => file !== main)
  const relocated = relocate(files.get(main), { file: main, placeOf })
  if (parts.length === 0 || typeof relocated !== 'object') return relocated
  return {
    ...relocated,
    [PARTS]: Object.fromEntries(
      parts.map(([file, value]) => [nameOf(file), relocate(value, { file, placeOf })]),
    ),
  }
}

interface DocumentPlace {
  file: string
  placeOf: (file: string) => string
}

function relocate(value: unknown, place: DocumentPlace): unknown {
  if (Array.isArray(value)) return value.map((part) => relocate(part, place))
  if (typeof value !== 'object' || value === null) return value
  return mapMembers(value as Record<string, unknown>, (part, key) => {
    if (key !== '$ref' || typeof part !== 'string') return relocate(part, place)
    const [target = '', pointer = ''] = part.split('#')
    return place.placeOf(target === '' ? place.file : targetOf(target, place.file)) + pointer
  })
}

function targetOf(target: string, from: string): string {
  if (URL.canParse(target)) return pathOf(target)
  return URL.canParse(from) ? new URL(target, from).href : resolve(dirname(from), decodeURIComponent(target))
}

const PART_TOKENS = 30_000

/** Splits documents for one answer each: specifications by endpoints, prose by headings, code by lines. */
export async function splitDocuments(
  documents: ApiDocument[],
  limit = PART_TOKENS,
): Promise<ApiDocument[][]> {
  const units: ApiDocument[] = []
  for (const document of documents) {
    if (estimateTokens(document.text) <= limit) units.push(document)
    else units.push(...(await splitDocument(document, limit)))
  }
  return packed(units, limit, ({ text }) => estimateTokens(text))
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

/** Splits a specification by the first word of its paths, each with security schemes and the components it uses. */
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

/** Copies the value at a JSON pointer with the objects on the way to it. */
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

/** Puts units into parts, in order, as many into each as its limit of tokens allows. A larger unit has its own part. */
function packed<T>(units: T[], limit: number, sizeOf: (unit: T) => number): T[][] {
  const parts: T[][] = []
  let room = 0
  for (const unit of units) {
    const size = sizeOf(unit)
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
  const short = pieces.flatMap((piece) => sliced(piece, limit))
  return packed(short, limit, (piece) => estimateTokens(piece) + 1).map((part) => part.join('\n'))
}

function sliced(piece: string, limit: number): string[] {
  if (estimateTokens(piece) <= limit) return [piece]
  if (piece.includes('\n')) return piece.split('\n').flatMap((line) => sliced(line, limit))
  const slices: string[] = []
  for (let start = 0; start < piece.length; start += limit) slices.push(piece.slice(start, start + limit))
  return slices
}

/** Masks credentials: all in collections, environments and HAR, elsewhere what looks like one. `masked` are the paths. */
export function maskDocuments(documents: ApiDocument[]): { documents: ApiDocument[]; masked: string[] } {
  const safe = documents.map(({ path, text }) => ({ path, text: masked(text) }))
  const changed = safe.filter(({ text }, index) => text !== documents[index]!.text)
  return { documents: safe, masked: changed.map(({ path }) => path) }
}

export function maskNotice(masked: string[]): string | undefined {
  return masked.length === 0
    ? undefined
    : `Credentials in ${masked.join(', ')} are masked: the model does not need them.`
}

function masked(text: string): string {
  const value = tryParseJson(text, MAX_FILE_NESTING)
  if (!isObject(value)) return maskProse(text)
  const { collection, item, requests, values, log } = value
  if (!isObject(collection) && !isObject(log) && ![item, requests, values].some(Array.isArray))
    return maskProse(text)
  const open = authSecrets(value as JsonObject).reduce(
    (shown, secret) =>
      looksLikeCredential(secret)
        ? shown.replaceAll(JSON.stringify(secret).slice(1, -1), MASK)
        : shown.replaceAll(JSON.stringify(secret), `"${MASK}"`),
    text,
  )
  return maskInPlace(open)
}

/** The texts in all `auth` blocks and secret variables of a file that may not be shown, without repetitions. */
function authSecrets(file: JsonObject): string[] {
  const found = new Set<string>()
  visit(file)
  return [...found]

  function visit(value: JsonValue): void {
    if (typeof value !== 'object' || value === null) return
    const { type: kind, value: own } = value as JsonObject
    if (kind === 'secret' && typeof own === 'string' && own !== '' && !hasVariable(own)) found.add(own)
    const { type, params } = (!Array.isArray(value) && parseAuth(value.auth)) || { type: '', params: {} }
    for (const [name, one] of Object.entries(params))
      if (typeof one === 'string' && !hasVariable(one) && one !== '' && authParameter(type, name) !== 'open')
        found.add(one)
    for (const inner of Object.values(value)) visit(inner)
  }
}
