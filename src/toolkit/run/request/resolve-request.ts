import { realpathSync } from 'node:fs'
import { basename, isAbsolute, relative, resolve, sep } from 'node:path'
import { lookup as mediaTypeOf } from 'mime-types'
import { VoiceError } from '../../../errors.js'
import { readRegularFileSync } from '../../../regular-file.js'
import type { JsonValue } from '../../model/json.js'
import type { BodyTemplate, FormEntry, RequestTemplate, UrlTemplate } from '../../model/request-template.js'
import { parseAddress } from '../../semantics/parse-address.js'
import { urlText } from '../../semantics/url-text.js'
import { fill, fillDeep, roomForValues } from '../../template/fill.js'
import type { Scope } from '../../template/scope.js'
import { hasVariable } from '../../template/variables.js'
import type { DraftBody, DraftRequest, FormPart } from '../wire-request.js'

export type ReadFile = (path: string) => Uint8Array | undefined

export const readNothing: ReadFile = () => undefined

/** Reads regular files below `directory`, by relative paths. No link leads out, and hidden files and folders are not read. */
export function fileReader(directory: string): ReadFile {
  return (path) => {
    try {
      const folder = realpathSync(directory)
      const file = realpathSync(resolve(folder, path))
      const inside = relative(folder, file)
      const isOutside = isAbsolute(inside) || inside.split(sep).some((part) => part.startsWith('.'))
      return isOutside ? undefined : readRegularFileSync(file, { maxBytes: Infinity })
    } catch {
      return undefined
    }
  }
}

export interface Resolved {
  draft: DraftRequest
  unresolved: string[]
  missingFiles: string[]
}

export interface ResolveOptions {
  scope: Scope
  readFile: ReadFile
  /** Parses the text of the address. At this step, the variables in the text are filled. @default parseAddress */
  parse?: (text: string) => UrlTemplate
}

/** Fills the variables of a request in Postman's order and with its limit of nesting. Does not encode. */
export function resolveRequest(
  template: RequestTemplate,
  { scope, readFile, parse = parseAddress }: ResolveOptions,
): Resolved {
  const unresolved: string[] = []
  const missingFiles: string[] = []
  const room = roomForValues()
  const text = (value: string) => {
    if (!hasVariable(value)) return value
    const filled = fill(value, scope, room)
    unresolved.push(...filled.unresolved)
    return filled.text
  }
  const file = (path: string) => {
    const bytes = readFile(path)
    if (!bytes) missingFiles.push(path)
    return bytes
  }
  const method = text(template.method)
  const url = parse(text(urlText(template.url)))
  const headers = template.headers.flatMap(({ key, value, disabled }) =>
    disabled || !key ? [] : [{ key: text(key), value: value === undefined ? '' : text(String(value)) }],
  )
  const draft: DraftRequest = { method, url, headers, profile: template.profile }
  const body = template.body && resolveBody(template.body, { text, file })
  if (body) draft.body = body
  if (room.missedBy !== undefined)
    throw new VoiceError(
      'too-large',
      `The value of "${room.missedBy}" stands in the request so often that it would become too long. Give the variable a shorter value.`,
    )
  return { draft, unresolved: unique(unresolved), missingFiles }
}

/** Removes duplicates. Most lists have at most one name, and are returned as they are. */
export const unique = (names: string[]) => (names.length > 1 ? [...new Set(names)] : names)

interface ResolveContext {
  text: (value: string) => string
  file: (path: string) => Uint8Array | undefined
}

function resolveBody(body: BodyTemplate, reading: ResolveContext): DraftBody | undefined {
  switch (body.mode) {
    case 'raw':
      return {
        mode: 'raw',
        text: reading.text(body.text),
        ...(body.language ? { language: reading.text(body.language) } : {}),
      }
    case 'urlencoded': {
      const entries = body.entries.filter((entry) => !entry.disabled)
      const fields = entries.map(({ key, value }) => ({
        key: reading.text(key ?? ''),
        value: fieldText(value, reading),
      }))
      return entries.length > 0 ? { mode: 'urlencoded', fields } : undefined
    }
    case 'formdata': {
      const entries = body.entries.filter((entry) => !entry.disabled)
      // newman 6.2.2 drops a part whose file is missing, but sends it empty if an earlier part has a list of files.
      const firstList = entries.findIndex(
        ({ type, src }) => type === 'file' && Array.isArray(src) && src.length > 0,
      )
      const parts = entries.flatMap((entry, index) =>
        formParts(entry, { ...reading, keepsMissing: firstList >= 0 && index > firstList }),
      )
      return parts.length > 0 ? { mode: 'formdata', parts } : undefined
    }
    case 'file':
      return resolveFile(body, reading)
    case 'graphql':
      return resolveGraphql(body, reading)
  }
}

/** A value as Node's `querystring` writes it: `''` if it is not a text, number or boolean. */
function fieldText(value: JsonValue | undefined, { text }: ResolveContext): string {
  if (typeof value === 'string') return text(value)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function formParts(entry: FormEntry, reading: ResolveContext & { keepsMissing: boolean }): FormPart[] {
  const key = reading.text(entry.key ?? '')
  const named = entry.fileName === undefined ? undefined : basename(reading.text(entry.fileName))
  const part = (path: string | undefined, content: { value: string; bytes?: Uint8Array }): FormPart => {
    const fileName = named ?? (path === undefined ? undefined : basename(path))
    const type = entry.contentType ? reading.text(entry.contentType) : typeOf(path) || typeOf(fileName)
    return {
      key,
      ...content,
      ...(fileName === undefined ? {} : { fileName }),
      ...(type ? { contentType: type } : {}),
    }
  }
  if (entry.type !== 'file') return [part(undefined, { value: formText(entry.value, reading) })]
  const sources = Array.isArray(entry.src) ? entry.src : entry.src ? [entry.src] : []
  if (sources.length === 0 && typeof entry.value === 'string' && entry.value) {
    return [part(undefined, { value: '', bytes: Buffer.from(reading.text(entry.value), 'base64') })]
  }
  const empty = () => [{ ...part(undefined, { value: '' }), fileName: named ?? '' }]
  if (sources.length === 0) return empty()
  const parts = sources.flatMap((source) => {
    const path = reading.text(source)
    const bytes = reading.file(path)
    return bytes ? [part(path, { value: '', bytes })] : []
  })
  return parts.length === 0 && reading.keepsMissing && !Array.isArray(entry.src) ? empty() : parts
}

const typeOf = (path: string | undefined) => (path ? mediaTypeOf(path) || undefined : undefined)

/** A form field as text: variables are filled, other values are JSON; nothing, null, `false` and 0 are `''`. */
function formText(value: JsonValue | undefined, { text }: ResolveContext): string {
  if (typeof value === 'string') return text(value)
  return value ? text(JSON.stringify(value)) : ''
}

function resolveFile(body: BodyTemplate & { mode: 'file' }, reading: ResolveContext): DraftBody | undefined {
  if (!body.src) {
    if (!body.content) return undefined
    return { mode: 'file', bytes: Buffer.from(reading.text(body.content), 'base64') }
  }
  const path = reading.text(body.src)
  const bytes = reading.file(path)
  return bytes && { mode: 'file', bytes, contentType: mediaTypeOf(path) || 'application/octet-stream' }
}

/** The members of a GraphQL operation as JSON texts. Variables that are a text are not parsed, as in Postman. */
function resolveGraphql(body: BodyTemplate & { mode: 'graphql' }, { text }: ResolveContext): DraftBody {
  const { operationName, variables } = body
  const json = (value: JsonValue) => JSON.stringify(fillDeep(value, text))
  return {
    mode: 'graphql',
    ...(body.query ? { query: text(body.query) } : {}),
    ...(operationName === undefined || operationName === null ? {} : { operationName: json(operationName) }),
    ...(variables === undefined || variables === ''
      ? {}
      : { variables: typeof variables === 'string' ? text(variables) : json(variables) }),
  }
}
