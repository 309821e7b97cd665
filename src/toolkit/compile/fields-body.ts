import { isPersonalSecret } from '../meaning/personal-secret.js'
import type { JsonSchema } from '../model/json.js'
import type { BodyTemplate, Entry, FormEntry } from '../model/request-template.js'
import type { Provenance } from '../model/tool.js'
import { findVariables } from '../template/variables.js'
import { type BodyParameter, fileSchema, sensitive } from './body-shape.js'
import type { Documented } from './documented.js'
import type { Facts } from './facts.js'
import { type Filled, holesIn, isFilledText, isGivenText } from './filled.js'
import { escapeKey } from './infer-schema.js'
import type { ToolInputModes } from './input-modes.js'
import { decideText } from './parameter.js'
import { hasContent, isNeededName } from './required-members.js'
import { secretsAmong } from './settings.js'

type FieldsBody = Extract<BodyTemplate, { mode: 'urlencoded' | 'formdata' }>

/** The fields of a form by name; a name that stands several times takes a list. */
export function fieldsBody(
  body: FieldsBody,
  known: {
    examples: FieldsBody[]
    filled: Filled
    documented: Documented
    modes: ToolInputModes
    /** Whether the call makes something new. */
    creates: boolean
    /** Whether the call sets or proves the credential of a person. */
    provesCredential: boolean
  },
): BodyParameter | undefined {
  const { filled } = known
  const entries: (Entry | FormEntry)[] = body.entries
  const others: (Entry | FormEntry)[] = known.examples.flatMap(
    (example): (Entry | FormEntry)[] => example.entries,
  )
  const properties: Record<string, JsonSchema> = {}
  const provenance: Record<string, Provenance> = {}
  const required: string[] = []
  const fixed: string[] = []
  const locked: string[] = []
  const isNamed = secretsAmong(entries)
  const isAsked = (entry: Entry) => known.provesCredential && isPersonalSecret(entry.key ?? '')
  const isSecret = (entry: Entry) => isNamed(entry) && !isAsked(entry)
  const opened: string[] = []
  for (const key of new Set(entries.map((entry) => entry.key ?? '').filter(Boolean))) {
    const own = entries.filter((entry) => entry.key === key)
    if (isLocked(own, { ...known, isSecret })) {
      locked.push(key)
      continue
    }
    const field = fieldOf(
      {
        key,
        own,
        others: others.filter((entry) => entry.key === key),
        documented: known.documented.get(key),
      },
      filled,
    )
    const isMarked = own.some(isAsked)
    properties[key] = isMarked ? sensitive(field.schema) : field.schema
    if (isMarked) opened.push(...own.flatMap(({ value }) => findVariables(String(value ?? ''))))
    for (const [pointer, from] of Object.entries(field.provenance)) {
      provenance[`/properties/${escapeKey(key)}${pointer}`] = from
    }
    if (own.some((entry) => !entry.disabled && isFilledText(entry.value, filled))) fixed.push(key)
    else if (field.required ?? (known.creates && isContent(key, own))) {
      required.push(key)
      provenance[`/required/${escapeKey(key)}`] = field.required ? 'documented' : 'example'
    }
  }
  if (Object.keys(properties).length === 0) return undefined
  return {
    schema: { type: 'object', properties, ...(required.length > 0 ? { required } : {}) },
    required: required.length > 0,
    provenance,
    binding: { kind: 'fields', fixed, ...(locked.length > 0 ? { locked } : {}) },
    ...(opened.length > 0 ? { opened } : {}),
  }
}

/** Whether a field of a call that creates something is part of what it describes. */
function isContent(key: string, own: (Entry | FormEntry)[]): boolean {
  return own.some(
    (entry) =>
      !entry.disabled &&
      !('type' in entry && entry.type === 'file') &&
      isNeededName(key) &&
      hasContent(entry.value ?? '') &&
      !/^(?:true|false)$/i.test(String(entry.value)),
  )
}

/** What the owner says; else secrets, what the program fills, and names that are variables stay as written. */
function isLocked(
  own: Entry[],
  { filled, modes, isSecret }: { filled: Filled; modes: ToolInputModes; isSecret: (entry: Entry) => boolean },
): boolean {
  const fixed = own.every(({ value }) => holesIn(String(value ?? ''), filled).length === 0)
  const mode = modes.ofBody([own[0]?.key ?? ''], { fixed })
  return mode
    ? mode === 'fixed'
    : own.some((entry) => isClosed(entry, filled) || (!entry.disabled && isSecret(entry)))
}

function isClosed(entry: Entry, filled: Filled): boolean {
  if (entry.disabled) return false
  return isGivenText(entry.value, filled) || (entry.key ?? '').includes('{{')
}

function fieldOf(
  field: { key: string; own: (Entry | FormEntry)[]; others: Entry[]; documented: Facts | undefined },
  filled: Filled,
): { schema: JsonSchema; provenance: Record<string, Provenance>; required: boolean | undefined } {
  const { key, own, others } = field
  const description = own.find((entry) => entry.description)?.description ?? ''
  const samples = [...own, ...others].map((entry) => entry.value)
  const { schema, provenance, facts } = decideText(
    { key, samples, description, documented: field.documented },
    filled,
  )
  const { required } = facts
  if (own.some((entry) => 'type' in entry && entry.type === 'file')) {
    const text = facts.text ? `${facts.text} ` : ''
    return {
      schema: { ...fileSchema(), description: `${text}${fileSchema().description}` },
      provenance,
      required,
    }
  }
  const isList = own.filter((entry) => !entry.disabled).length > 1
  return { schema: isList ? { type: 'array', items: schema } : schema, provenance, required }
}
