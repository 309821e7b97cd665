import type { JsonObject, JsonValue } from '../../model/json.js'
import type { SourcePlace } from '../locate.js'
import { SourceFault } from '../source-fault.js'

/** A line of a file: its text without the line break, and the offset of its first character. */
interface Line {
  text: string
  start: number
}

/** An entry of a block: `~name: value`. An entry with a block of its own has the lines of this block. */
interface Entry {
  name: string
  keyPlace: SourcePlace
  value: string
  place: SourcePlace
  disabled: boolean
  description?: string
  inner?: Line[]
}

type Places = WeakMap<object, Map<string | number, SourcePlace>>

const METHODS = new Set([
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'head',
  'options',
  'trace',
  'connect',
  'http',
])
const IS_LIST_OF_FIELDS = /^body:(?:form-urlencoded|multipart-form|file)$/

/**
 * Reads a `.bru` file of Bruno. The value has the shape of OpenCollection, which Bruno's newer YAML files have, so that
 * one reader takes both. Throws a {@link SourceFault} for a text that is not made of blocks, or with a block that is
 * never closed. Unknown blocks are left out.
 */
export function parseBru(text: string): { value: JsonObject; places: Places } {
  const places: Places = new WeakMap()
  const reader = new BruReader(places)
  return { value: reader.read(linesOf(text.replace(/^\uFEFF/, ' '))), places }
}

function linesOf(text: string): Line[] {
  let start = 0
  return text.split('\n').map((line) => {
    const found = { text: line.replace(/\r$/, ''), start }
    start += line.length + 1
    return found
  })
}

class BruReader {
  constructor(readonly places: Places) {}

  read(lines: Line[]): JsonObject {
    const value: JsonObject = {}
    const blocks = new Map<string, Line[]>()
    const examples: JsonValue[] = []
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at]!
      if (line.text.trim() === '') continue
      const [, name, bracket, rest] = /^ ?([a-z][\w:-]*) *([{[])(.*)/.exec(line.text) ?? []
      if (name === undefined) throw new SourceFault('Expected a block such as "get {" here', line.start)
      const close = bracket === '{' ? '}' : ']'
      const isOneLine = rest!.trimEnd().endsWith(close)
      const end = isOneLine ? at : indexAfter(lines, at, (one) => one.trimEnd() === close)
      if (end < 0) throw new SourceFault(`The block "${name}" that begins here is never closed`, line.start)
      const content = isOneLine ? [inOneLine(line, bracket!)] : lines.slice(at + 1, end)
      at = end
      if (name === 'example') examples.push(this.#example(this.#entries(content)))
      else blocks.set(name, content)
      this.#note(value, name, { start: line.start, end: line.start + name.length })
    }
    return { ...this.#fileOf(blocks), ...(examples.length > 0 && { examples }) }
  }

  #fileOf(blocks: ReadonlyMap<string, Line[]>): JsonObject {
    const method = [...blocks.keys()].find((name) => METHODS.has(name))
    const info = this.#members(blocks.get('meta'))
    const main = this.#members(method === undefined ? undefined : blocks.get(method))
    const auth = this.#auth(blocks, String(main.auth ?? this.#members(blocks.get('auth')).mode ?? ''))
    const params = [
      ...this.#pairs(blocks.get('params:query') ?? blocks.get('query'), { type: 'query' }),
      ...this.#pairs(blocks.get('params:path'), { type: 'path' }),
    ]
    const inherited = { headers: this.#pairs(blocks.get('headers')), ...(auth !== undefined && { auth }) }
    const runtime = {
      variables: this.#pairs(blocks.get('vars:pre-request')),
      scripts: this.#scripts(blocks),
      actions: this.#pairs(blocks.get('vars:post-response')).map(({ name, value, disabled }) => ({
        type: 'set-variable',
        selector: { expression: value ?? '' },
        variable: { name: String(name).replace(/^@/, '') },
        ...(disabled === true && { disabled }),
      })),
    }
    const docs = blocks.get('docs')
    const file: JsonObject = { info }
    if (docs) this.#set(file, 'docs', this.#text(docs))
    if (blocks.has('vars') || blocks.has('vars:secret'))
      file.variables = [...this.#pairs(blocks.get('vars')), ...this.#secrets(blocks.get('vars:secret'))]
    if (method === undefined) return { ...file, request: { ...inherited, ...runtime } }
    const body = this.#body(blocks, String(main.body ?? ''))
    const http = Object.assign(main, { params, ...inherited, auth: auth ?? 'none', body: body ?? null })
    if (method !== 'http') Object.assign(http, { method })
    return { ...file, http, runtime }
  }

  #auth(blocks: ReadonlyMap<string, Line[]>, mode: string): JsonValue | undefined {
    if (mode === '' || mode === 'none') return mode || undefined
    return mode === 'inherit'
      ? mode
      : Object.assign(this.#members(blocks.get(`auth:${mode}`)), { type: mode })
  }

  #body(blocks: ReadonlyMap<string, Line[]>, mode: string): JsonObject | undefined {
    if (mode === 'none') return undefined
    const kind = mode.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const names =
      kind === '' ? [...blocks.keys()].filter((name) => /^body(?:$|:)/.test(name)) : [`body:${kind}`]
    const name = [...names, 'body'].find((one) => blocks.has(one))
    if (name === undefined) return undefined
    const content = blocks.get(name)!
    const type = name.slice('body:'.length) || 'json'
    if (IS_LIST_OF_FIELDS.test(name)) return { type, data: this.#pairs(content).map(withFile) }
    const body: JsonObject = { type }
    const variables = blocks.get('body:graphql:vars')
    this.#set(body, type === 'graphql' ? 'query' : 'data', this.#text(content))
    if (type === 'graphql' && variables) this.#set(body, 'variables', this.#text(variables))
    return body
  }

  #scripts(blocks: ReadonlyMap<string, Line[]>): JsonObject[] {
    const types = {
      'script:pre-request': 'before-request',
      'script:post-response': 'after-response',
      tests: 'tests',
    }
    return Object.entries(types).flatMap(([name, type]) => {
      const content = blocks.get(name)
      if (!content) return []
      const script: JsonObject = { type }
      this.#set(script, 'code', this.#text(content))
      return [script]
    })
  }

  /** A saved response: `request: {…}` and `response: {…}` in the block `example`. */
  #example(entries: readonly Entry[]): JsonObject {
    const example: JsonObject = {}
    for (const entry of entries) {
      const isText =
        /^body:/.test(entry.name) ||
        (entry.name === 'body' &&
          !/^\s*(?:type|content):/.test(entry.inner?.find(({ text }) => text.trim() !== '')?.text ?? ''))
      if (!entry.inner) this.#set(example, entry.name, [entry.value, entry.place], entry.keyPlace)
      else if (entry.name === 'headers') example.headers = this.#pairs(entry.inner)
      else if (isText) this.#set(example, entry.name, this.#text(entry.inner), entry.keyPlace)
      else example[entry.name] = this.#example(this.#entries(entry.inner))
    }
    return example
  }

  #secrets(lines: Line[] = []): JsonObject[] {
    const names = lines.flatMap(({ text }) => text.split(',')).map((name) => name.trim())
    return names.filter(Boolean).map((name) => ({ name: name.replace(/^~/, ''), secret: true }))
  }

  /** The entries of a block as the members of one object. */
  #members(lines: Line[] = []): JsonObject {
    const object: JsonObject = {}
    for (const { name, value, place, keyPlace, disabled } of this.#entries(lines))
      if (!disabled) this.#set(object, name, [value, place], keyPlace)
    return object
  }

  /** The entries of a block as a list of `{ name, value }`. */
  #pairs(lines: Line[] = [], more: JsonObject = {}): JsonObject[] {
    return this.#entries(lines).map(({ name, value, place, keyPlace, disabled, description }) => {
      const pair: JsonObject = { ...more }
      this.#set(pair, 'name', [name, keyPlace])
      this.#set(pair, 'value', [value, place])
      if (disabled) pair.disabled = true
      if (description !== undefined) pair.description = description
      return pair
    })
  }

  #entries(lines: readonly Line[]): Entry[] {
    const entries: Entry[] = []
    let description: string | undefined
    for (let at = 0; at < lines.length; at++) {
      const { text, start } = lines[at]!
      const noted = /^\s*@description\('([\s\S]*)'\)\s*$/.exec(text)
      if (noted) description = noted[1]
      const head = noted ? undefined : headOf(text)
      if (!head) continue
      const { name, from, to, value } = head
      const valueStart = start + text.length - value.length
      const entry: Entry = {
        name,
        keyPlace: { start: start + from, end: start + to },
        value: value.trimEnd(),
        place: {
          start: value === '' ? start + to + 1 : valueStart,
          end: valueStart + value.trimEnd().length,
        },
        disabled: text.trimStart().startsWith('~'),
        ...(description !== undefined && { description }),
      }
      description = undefined
      entries.push(entry)
      const opening = /^(?:'''|[{[])$/.exec(entry.value)?.[0]
      if (opening === undefined) continue
      const indent = text.slice(0, text.search(/\S/))
      const closing = indent + (opening === '{' ? '}' : ']')
      const end = indexAfter(lines, at, (line) =>
        opening === "'''" ? line.includes("'''") : line.trimEnd() === closing,
      )
      if (end < 0) throw new SourceFault(`The value of "${name}" that begins here is never closed`, start)
      const inner = lines.slice(at + 1, end)
      at = end
      if (opening === '{') entry.inner = inner
      else [entry.value, entry.place] = this.#text(inner)
    }
    return entries
  }

  /** The text of a block without its indent, and its place. */
  #text(lines: readonly Line[]): [text: string, place: SourcePlace] {
    const indents = lines.filter(({ text }) => text.trim() !== '').map(({ text }) => text.search(/\S/))
    const indent = indents.reduce((least, one) => Math.min(least, one), indents[0] ?? 0)
    const [first, last] = [lines[0], lines.at(-1)]
    const place = {
      start: first ? first.start + Math.min(indent, first.text.length) : 0,
      end: last ? last.start + last.text.length : 0,
    }
    return [lines.map(({ text }) => text.slice(indent)).join('\n'), place]
  }

  #set(object: JsonObject, key: string, [value, place]: [string, SourcePlace], keyPlace?: SourcePlace): void {
    object[key] = value
    this.#note(object, key, { ...place, ...(keyPlace && { keyStart: keyPlace.start, keyEnd: keyPlace.end }) })
  }

  #note(object: JsonObject, key: string, place: SourcePlace): void {
    const known = this.places.get(object) ?? new Map<string | number, SourcePlace>()
    this.places.set(object, known.set(key, place))
  }
}

/** The index of the first line after `at` that passes the test; -1 if there is none. */
function indexAfter(lines: readonly Line[], at: number, test: (text: string) => boolean): number {
  for (let index = at + 1; index < lines.length; index++) if (test(lines[index]!.text)) return index
  return -1
}

/**
 * The name and the value of an entry, and where the name stands in its line; undefined for a line without a colon. A
 * name is in quotes if it has spaces or colons, except `body:json` and the like in examples.
 */
function headOf(text: string): { name: string; from: number; to: number; value: string } | undefined {
  const from = text.search(/[^\s~]/)
  if (from < 0) return undefined
  const quoted = text[from] === '"' ? /"(?:[^"\\]|\\.)*"/y : undefined
  if (quoted) quoted.lastIndex = from
  const written = quoted?.exec(text)?.[0]
  const behind =
    written === undefined
      ? from + (/^body:[a-z]/.test(text.slice(from, from + 6)) ? 5 : 0)
      : from + written.length
  const colon = text.indexOf(':', behind)
  if (colon < 0) return undefined
  const to = from + text.slice(from, colon).trimEnd().length
  const name = written === undefined ? text.slice(from, to) : written.slice(1, -1).replace(/\\(.)/g, '$1')
  return { name, from, to, value: text.slice(colon + 1).trimStart() }
}

/** The content of a block in one line, such as `vars:secret [a, b]`. */
function inOneLine({ text, start }: Line, bracket: string): Line {
  const from = text.indexOf(bracket) + 1
  return { text: text.slice(from, text.trimEnd().length - 1), start: start + from }
}

/** A field with the value `@file(a|b) @contentType(x)` is a file; a field of text may have a content type too. */
function withFile(field: JsonObject): JsonObject {
  const written = String(field.value)
  const [, files] = /^@file\(([^)]*)\)/.exec(written) ?? []
  const at = written.lastIndexOf('@contentType(')
  if (files === undefined && at < 0) return field
  const rest = at < 0 ? written : written.slice(0, at).trimEnd()
  field.value = files === undefined ? rest : files.split('|').filter(Boolean)
  if (at >= 0) field.contentType = written.slice(at).split(/[()]/)[1] ?? ''
  if (files !== undefined) field.type = 'file'
  return field
}
