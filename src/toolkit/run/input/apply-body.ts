import { basename } from 'node:path'
import { lookup as mediaTypeOf } from 'mime-types'
import { BARE, parseLooseJson } from '../../meaning/loose-json.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import type { BodyTemplate, Entry, FormEntry } from '../../model/request-template.js'
import type { BodyBinding } from '../../model/tool.js'
import { fill } from '../../template/fill.js'
import type { Scope } from '../../template/scope.js'
import { InputProblem } from './input-problem.js'
import { getAt, setAt } from './json-pointer.js'
import type { Marks } from './marks.js'

/** Reads a file that an input names; throws an {@link InputProblem} where that is not allowed. */
export type ReadUpload = (path: string) => Uint8Array

/** A body with marks in it; absent when nothing is sent. */
export interface AppliedBody {
  body?: BodyTemplate
  values: Map<string, string>
  unresolved: string[]
}

interface BodyInput {
  binding: BodyBinding
  value: JsonValue | undefined
  marks: Marks
  scope: Scope
  readUpload: ReadUpload
}

/** Makes the body of a request from the member `body` of an input and from what the template keeps. */
export function applyBody(template: BodyTemplate | undefined, given: BodyInput): AppliedBody {
  const { binding, value, marks } = given
  const none = { values: new Map<string, string>(), unresolved: [] }
  switch (binding.kind) {
    case 'json':
      return applyJson(template, { ...given, binding })
    case 'graphql':
      return applyGraphql(template, { ...given, binding })
    case 'fields':
      return { ...none, ...fieldsOf(template, { ...given, binding }) }
    case 'text':
      return value === undefined || template?.mode !== 'raw'
        ? none
        : { ...none, body: { ...template, text: marks.add({ value, as: 'text', parameter: 'body' }) } }
    case 'template':
      return value === undefined
        ? none
        : { ...none, ...(template ? { body: template } : {}), values: holes(value, marks) }
    case 'file':
      return value === undefined
        ? none
        : { ...none, body: { mode: 'file', src: null, content: uploadOf(value, given).base64 } }
  }
}

function holes(value: JsonValue, marks: Marks): Map<string, string> {
  const members = Object.entries(asObject(value) ?? {}).filter(([, member]) => member !== null)
  return new Map(
    members.map(([name, member]) => [name, marks.add({ value: member, parameter: 'body', member: name })]),
  )
}

const asObject = (value: JsonValue | undefined): JsonObject | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined

/** The value with the members that the template keeps. */
function applyJson(
  template: BodyTemplate | undefined,
  { binding, value, marks, scope }: BodyInput & { binding: BodyBinding & { kind: 'json' } },
): AppliedBody {
  const { fixed, locked = [] } = binding
  const none = { values: new Map<string, string>(), unresolved: [] }
  if (template?.mode !== 'raw' || (value === undefined && fixed.length + locked.length === 0)) return none
  const written = fixed.length + locked.length > 0 ? parseLooseJson(template.text) : undefined
  const kept = filledMembers(written, { fixed, locked, value, scope })
  const document = withMembers(value ?? {}, kept.members, locked)
  const text = marks.add({ value: document, as: 'json', parameter: 'body' })
  return { values: none.values, unresolved: kept.unresolved, body: { ...template, text } }
}

/** The value with members of the template in it. One that no input may move must have its place: a text where an object belongs hides none. */
function withMembers(
  value: JsonValue,
  members: [pointer: string, value: JsonValue][],
  locked: string[],
): JsonValue {
  const document = members.reduce<JsonValue>(
    (whole, [pointer, member]) => setAt(whole, pointer, member),
    value,
  )
  const lost = members.find(([pointer]) => locked.includes(pointer) && getAt(document, pointer) === undefined)
  if (lost === undefined) return document
  const place = lost[0].split('/').slice(1, -1).join('.')
  throw new InputProblem(`"body${place ? `.${place}` : ''}" must be an object: fixed members belong into it.`)
}

interface Kept {
  fixed: string[]
  locked: string[]
  value: JsonValue | undefined
  scope: Scope
}

/** The members taken from the template: locked ones always, fixed ones where the value says nothing. */
function filledMembers(
  written: JsonValue | undefined,
  { fixed, locked, value, scope }: Kept,
): { members: [pointer: string, value: JsonValue][]; unresolved: string[] } {
  const unresolved = new Set<string>()
  const open = fixed.filter((pointer) => value === undefined || getAt(value, pointer) === undefined)
  const members = [...locked, ...open].flatMap((pointer): [string, JsonValue][] => {
    const member = written === undefined ? undefined : getAt(written, pointer)
    if (member === undefined) return []
    return [[pointer, filledMember(member, { scope, unresolved })]]
  })
  return { members, unresolved: [...unresolved] }
}

/** A member of the template with its variables filled, those inside of lists and objects too. */
function filledMember(member: JsonValue, known: { scope: Scope; unresolved: Set<string> }): JsonValue {
  if (Array.isArray(member)) return member.map((one) => filledMember(one, known))
  if (typeof member === 'object' && member !== null) {
    return Object.fromEntries(Object.entries(member).map(([key, one]) => [key, filledMember(one, known)]))
  }
  if (typeof member !== 'string') return member
  const { text, unresolved } = fill(member.replaceAll(BARE, ''), known.scope)
  for (const name of unresolved) known.unresolved.add(name)
  return member.startsWith(BARE) ? (parseLooseJson(text) ?? text) : text
}

/** The operation stays as written; its variables come from the value. */
function applyGraphql(
  template: BodyTemplate | undefined,
  { binding, value, marks, scope }: BodyInput & { binding: BodyBinding & { kind: 'graphql' } },
): AppliedBody {
  const values = new Map<string, string>()
  if (template?.mode !== 'graphql') return { values, unresolved: [] }
  const { fixed = [], locked = [] } = binding
  const { variables } = template
  const written = typeof variables === 'string' ? parseLooseJson(variables) : variables
  const pointers = (names: string[]) =>
    names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  const kept = filledMembers(written, { fixed: pointers(fixed), locked: pointers(locked), value, scope })
  const { variables: _written, ...operation } = template
  if (value === undefined && kept.members.length === 0) return { values, unresolved: [], body: operation }
  const document = withMembers(value ?? {}, kept.members, pointers(locked))
  const text = marks.add({ value: document, as: 'json', parameter: 'body' })
  return { values, unresolved: kept.unresolved, body: { ...operation, variables: text } }
}

/** Fields by key: given ones are sent, also where they were disabled; the others only when the template keeps them. */
function fieldsOf(
  template: BodyTemplate | undefined,
  given: BodyInput & { binding: BodyBinding & { kind: 'fields' } },
): { body?: BodyTemplate } {
  if (template?.mode !== 'urlencoded' && template?.mode !== 'formdata') return {}
  const members = asObject(given.value) ?? {}
  const entries: (Entry | FormEntry)[] = template.entries
  const done = new Set<string>()
  const sent = entries.flatMap((entry): (Entry | FormEntry)[] => {
    const key = entry.key ?? ''
    const value = Object.hasOwn(members, key) ? members[key] : undefined
    if (given.binding.locked?.includes(key)) return [entry]
    if (value === undefined || value === null) return given.binding.fixed.includes(key) ? [entry] : []
    if (done.has(key)) return []
    done.add(key)
    return (Array.isArray(value) ? value : [value]).map((one) => fieldOf(entry, one, given))
  })
  if (sent.length === 0) return {}
  return { body: { ...template, entries: sent } as BodyTemplate }
}

function fieldOf(entry: Entry | FormEntry, value: JsonValue, given: BodyInput): Entry | FormEntry {
  const { disabled: _off, ...rest } = entry
  const place = { parameter: 'body', member: entry.key ?? '' }
  if (!('type' in entry)) return { ...rest, value: given.marks.add({ value, ...place }) }
  if (entry.type === 'text') return { ...rest, type: 'text', value: given.marks.add({ value, ...place }) }
  const upload = uploadOf(value, given)
  const type = entry.contentType ?? (mediaTypeOf(upload.name) || undefined)
  return {
    ...rest,
    type: 'file',
    src: null,
    value: upload.base64,
    fileName: given.marks.add({ value: upload.name, ...place }),
    ...(type ? { contentType: type } : {}),
  }
}

/** A file from an input: its content as base64, or a path where reading files is allowed. */
function uploadOf(value: JsonValue, { readUpload }: BodyInput): { base64: string; name: string } {
  const file = asObject(value) ?? {}
  const name = typeof file.name === 'string' && file.name ? basename(file.name) : undefined
  if (typeof file.base64 === 'string') {
    if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(file.base64)) {
      throw new InputProblem('"base64" of a file is not base64 text.')
    }
    return { base64: file.base64, name: name ?? 'file' }
  }
  if (typeof file.path !== 'string' || !file.path) {
    throw new InputProblem('A file needs its content in "base64" and a "name".')
  }
  return { base64: Buffer.from(readUpload(file.path)).toString('base64'), name: name ?? basename(file.path) }
}
