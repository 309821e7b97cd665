import { basename } from 'node:path'
import { lookup as mediaTypeOf } from 'mime-types'
import { isObject } from '../../../protocol/is-object.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../model/json.js'
import { getAt, pointerOf, setAt, stepsOf } from '../../model/json-pointer.js'
import { mapMembers } from '../../model/map-members.js'
import type { ValueStyle } from '../../model/operation.js'
import type { BodyTemplate, Entry, FormEntry } from '../../model/request-template.js'
import type { BodyBinding } from '../../model/tool.js'
import { BARE, parseExactLooseJson, parseLooseJson } from '../../semantics/loose-json.js'
import { readXml } from '../../semantics/xml-leaves.js'
import { fill } from '../../template/fill.js'
import type { Scope } from '../../template/scope.js'
import { baseName, findVariables, onlyVariable } from '../../template/variables.js'
import { InputProblem } from '../refusal.js'
import { isLongInteger, longIntegersOf } from './long-integers.js'
import type { Placeholders } from './placeholders.js'
import { styledEntries } from './styled.js'

/** Reads a file that an input names. Throws an {@link InputProblem} if files may not be read. */
export type ReadUpload = (path: string) => Uint8Array

/** A body with placeholders for the values of the input. `body` is absent if no body is sent. */
export interface AppliedBody {
  body?: BodyTemplate
  values: Map<string, string>
  unresolved: string[]
}

interface BodyInput {
  binding: BodyBinding
  value: JsonValue | undefined
  schema: JsonSchema | undefined
  marks: Placeholders
  scope: Scope
  readUpload: ReadUpload
}

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
      return applyTemplate(template, { ...given, binding })
    case 'file':
      return value === undefined
        ? none
        : { ...none, body: { mode: 'file', src: null, content: uploadOf(value, given).base64 } }
  }
}

/** Members of the parameter `body` fill variables in the text, and replace the text of XML elements without children. */
function applyTemplate(
  template: BodyTemplate | undefined,
  { binding: { leaves }, value, schema, marks }: BodyInput & { binding: BodyBinding & { kind: 'template' } },
): AppliedBody {
  const none = { values: new Map<string, string>(), unresolved: [] }
  if (value === undefined && !leaves) return none
  const values = templateValues(value ?? {}, { schema, marks })
  if (template?.mode !== 'raw' || !leaves) return { ...none, ...(template ? { body: template } : {}), values }
  const replaced = (readXml(template.text)?.leaves ?? []).filter(
    ({ name }) => leaves.includes(name) && values.has(name),
  )
  const text = replaced.reduceRight(
    (whole, { name, start, end }) => whole.slice(0, start) + values.get(name)! + whole.slice(end),
    template.text,
  )
  return { ...none, body: { ...template, text }, values }
}

function templateValues(
  value: JsonValue,
  { schema, marks }: Pick<BodyInput, 'schema' | 'marks'>,
): Map<string, string> {
  const members = Object.entries(asObject(value) ?? {}).filter(([, member]) => member !== null)
  return new Map(
    members.map(([name, member]) => {
      const numbers = longIntegersOf(member, schema?.properties?.[name])
      return [name, marks.add({ value: member, parameter: 'body', member: name, numbers })]
    }),
  )
}

const asObject = (value: JsonValue | undefined): JsonObject | undefined =>
  isObject(value) ? value : undefined

/** Writes the parameter `body` as a JSON document, and adds the fixed and locked members of the template. */
function applyJson(
  template: BodyTemplate | undefined,
  { binding, value, schema, marks, scope }: BodyInput & { binding: BodyBinding & { kind: 'json' } },
): AppliedBody {
  const { fixed, locked = [] } = binding
  const none = { values: new Map<string, string>(), unresolved: [] }
  if (template?.mode !== 'raw' || (value === undefined && fixed.length + locked.length === 0)) return none
  const written = fixed.length + locked.length > 0 ? parseExactLooseJson(template.text) : undefined
  const kept = filledMembers(written, { fixed, locked, value, scope })
  const document = withMembers(value ?? {}, kept.members, locked)
  const numbers = new Set([...longIntegersOf(document, schema), ...kept.numbers])
  const text = marks.add({ value: document, as: 'json', parameter: 'body', numbers })
  return { values: none.values, unresolved: kept.unresolved, body: { ...template, text } }
}

/** Adds members of the template. Throws an {@link InputProblem} if the value lacks the object for a locked one. */
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

function filledMembers(
  written: JsonValue | undefined,
  { fixed, locked, value, scope }: Kept,
): { members: [pointer: string, value: JsonValue][]; unresolved: string[]; numbers: Set<string> } {
  const unresolved = new Set<string>()
  const numbers = new Set<string>()
  const open = fixed.flatMap((pointer) =>
    openPlaces(stepsOf(pointer), { written, value }).map((steps) => [pointerOf(steps), pointer] as const),
  )
  const whole = locked.map((pointer) => [pointer, pointer] as const)
  const members = [...whole, ...open].flatMap(([place, pointer]): [string, JsonValue][] => {
    const member = written === undefined ? undefined : getAt(written, pointer)
    if (member === undefined) return []
    return [[place, filledMember(member, { pointer: place, scope, unresolved, numbers })]]
  })
  return { members, unresolved: [...unresolved], numbers }
}

/** Where the input lacks a member of the template. A member of an entry of a list belongs into each entry of the input. */
function openPlaces(
  [step, ...rest]: string[],
  { written, value }: Partial<Record<'written' | 'value', JsonValue>>,
): string[][] {
  if (step === undefined) return value === undefined ? [[]] : []
  const inner = written && getAt(written, pointerOf([step]))
  const placesIn = (key: string, given: JsonValue | undefined) =>
    openPlaces(rest, { written: inner, value: given }).map((steps) => [key, ...steps])
  if (!Array.isArray(written)) return placesIn(step, value && getAt(value, pointerOf([step])))
  return Array.isArray(value) ? value.flatMap((one, at) => placesIn(String(at), one)) : []
}

/** Fills the variables of a member of the template, also in lists and objects inside it. */
function filledMember(member: JsonValue, known: FilledPlace): JsonValue {
  const inside = (step: string | number) => ({ ...known, pointer: known.pointer + pointerOf([step]) })
  if (Array.isArray(member)) return member.map((one, index) => filledMember(one, inside(index)))
  if (typeof member === 'object' && member !== null)
    return mapMembers(member, (one, key) => filledMember(one, inside(key)))
  if (typeof member !== 'string') return member
  const { text, unresolved } = fill(member.replaceAll(BARE, ''), known.scope)
  for (const name of unresolved) known.unresolved.add(name)
  if (!member.startsWith(BARE)) return text
  if (!isLongInteger(text)) return bareValue(text, findVariables(member).some(isData(known.scope)))
  known.numbers.add(known.pointer)
  return text
}

/** The value of a variable without quotes. Data, such as a value of the model, never becomes an object or a list. */
function bareValue(text: string, hasData: boolean): JsonValue {
  const value = parseLooseJson(text) ?? text
  return hasData && typeof value === 'object' ? text : value
}

const isData = (scope: Scope) => (name: string) => scope.isData?.(name) === true

interface FilledPlace {
  pointer: string
  scope: Scope
  unresolved: Set<string>
  /** The JSON pointers of integers that are too large for a JavaScript number. {@link filledMember} adds them. */
  numbers: Set<string>
}

function applyGraphql(
  template: BodyTemplate | undefined,
  { binding, value, schema, marks, scope }: BodyInput & { binding: BodyBinding & { kind: 'graphql' } },
): AppliedBody {
  const values = new Map<string, string>()
  if (template?.mode !== 'graphql') return { values, unresolved: [] }
  const { fixed = [], locked = [] } = binding
  const { variables } = template
  const written = typeof variables === 'string' ? parseExactLooseJson(variables) : variables
  const pointers = (names: string[]) => names.map((name) => pointerOf([name]))
  const members = (places: string[]) => places.map((place) => `/${place}`)
  const kept = filledMembers(written, { fixed: members(fixed), locked: pointers(locked), value, scope })
  const { variables: _written, ...operation } = template
  if (value === undefined && kept.members.length === 0) return { values, unresolved: [], body: operation }
  const document = withMembers(value ?? {}, kept.members, pointers(locked))
  const numbers = new Set([...longIntegersOf(document, schema), ...kept.numbers])
  const text = marks.add({ value: document, as: 'json', parameter: 'body', numbers })
  return { values, unresolved: kept.unresolved, body: { ...operation, variables: text } }
}

/** The fields of a form: those of the input, even if the template disables them, and fixed and locked ones. */
function fieldsOf(
  template: BodyTemplate | undefined,
  given: BodyInput & { binding: BodyBinding & { kind: 'fields' } },
): { body?: BodyTemplate } {
  if (template?.mode !== 'urlencoded' && template?.mode !== 'formdata') return {}
  const members = asObject(given.value) ?? {}
  const entries: (Entry | FormEntry)[] = template.entries
  const done = new Set<string>()
  const { styles = {} } = given.binding
  const sent = entries.flatMap((entry): (Entry | FormEntry)[] => {
    const base = baseName(entry.key ?? '')
    const key = styles[base] === 'deepObject' ? base : (entry.key ?? '')
    const value = Object.hasOwn(members, key) ? members[key] : undefined
    if (given.binding.locked?.includes(key)) return [entry]
    if (value === undefined || value === null)
      return given.binding.fixed.includes(key) ? [withGivenId(entry, given)] : []
    if (done.has(key)) return []
    done.add(key)
    return 'type' in entry && entry.type === 'file'
      ? (Array.isArray(value) ? value : [value]).map((one) => fileOf(entry, one, given))
      : textFields(entry, { key, value, style: styles[key] }, given)
  })
  if (sent.length === 0) return {}
  return { body: { ...template, entries: sent } as BodyTemplate }
}

function withGivenId(entry: Entry | FormEntry, { scope, marks }: BodyInput): Entry | FormEntry {
  const name = onlyVariable(entry.value)
  if (name === undefined || !isData(scope)(name)) return entry
  const value = scope.lookup(name) ?? ''
  return { ...entry, value: marks.add({ value, parameter: 'body', member: entry.key ?? '' }) }
}

/** The form fields for a text value. The style decides whether a list becomes several fields or one joined text. */
function textFields(
  { disabled: _off, ...entry }: Entry | FormEntry,
  field: { key: string; value: JsonValue; style: ValueStyle | undefined },
  { marks }: BodyInput,
): (Entry | FormEntry)[] {
  const { key, value, style } = field
  return styledEntries(value, style, { key, marks, parameter: 'body', member: key }).map((one) => ({
    ...entry,
    ...one,
  }))
}

function fileOf({ disabled: _off, ...entry }: FormEntry, value: JsonValue, given: BodyInput): FormEntry {
  const upload = uploadOf(value, given)
  const type = entry.contentType ?? (mediaTypeOf(upload.name) || undefined)
  return {
    ...entry,
    type: 'file',
    src: null,
    value: upload.base64,
    fileName: given.marks.add({ value: upload.name, parameter: 'body', member: entry.key ?? '' }),
    ...(type ? { contentType: type } : {}),
  }
}

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
