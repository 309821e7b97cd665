import type { JsonObject, JsonSchema, JsonValue } from '../model/json.js'
import { escapeKey } from '../model/json-pointer.js'
import type { OperationBody } from '../model/operation.js'
import type { BodyTemplate, Entry, FormEntry } from '../model/request-template.js'
import type { Provenance } from '../model/tool.js'
import { isPersonalSecret } from '../semantics/personal-secret.js'
import { baseName, findVariables, hasVariable } from '../template/variables.js'
import { decideValue } from './decide-value.js'
import { RESERVED_NAME } from './infer-schema.js'
import { holesIn } from './known-variables.js'
import { type BodyParameter, decideText, fileSchema, type ParameterSource, sensitive } from './parameter.js'
import { neededMembers, needsContent } from './required-members.js'
import { secretsAmong } from './settings.js'
import { specified } from './specified.js'

type FieldsBody = Extract<BodyTemplate, { mode: 'urlencoded' | 'formdata' }>

/** The fields of a form as the parameter `body`. The value of a field that occurs several times is a list. */
export function fieldsBody(
  { entries, mode }: FieldsBody,
  { endpoint, filled }: ParameterSource,
): BodyParameter | undefined {
  const { facts, intent, item, modes } = endpoint
  const spec = item.operation?.body
  const sample = sampleOf(entries)
  const needed = spec ? new Map<string, Provenance>() : neededMembers(sample, endpoint)
  const others = facts.examples.flatMap(({ body }): (Entry | FormEntry)[] =>
    body?.mode === mode ? body.entries : [],
  )
  const properties: Record<string, JsonSchema> = {}
  const provenance: Record<string, Provenance> = {}
  const required: string[] = []
  const fixed: string[] = []
  const locked: string[] = []
  const isNamed = secretsAmong(entries)
  const isAsked = (entry: Entry) => intent.takesCredential() && isPersonalSecret(entry.key ?? '')
  const isSecret = (entry: Entry) => hasVariable(entry.key) || (isNamed(entry) && !isAsked(entry))
  const opened: string[] = []
  const nameOf = (entry: Entry) => fieldName(entry.key ?? '', spec)
  for (const key of new Set(entries.map(nameOf).filter(Boolean))) {
    const own = entries.filter((entry) => nameOf(entry) === key)
    const mode = modes.ofBody([own[0]?.key ?? ''], () => ({
      fixed: own.every(({ value }) => holesIn(String(value ?? ''), filled).length === 0),
    }))
    const states = own.flatMap((entry) =>
      entry.disabled
        ? []
        : [decideValue({ key, value: entry.value, mode, isSecret: isSecret(entry) }, filled)],
    )
    if (key === RESERVED_NAME || mode === 'fixed' || states.includes('fixed')) {
      locked.push(key)
      continue
    }
    const field = fieldOf(
      { key, own, others: others.filter((entry) => entry.key === key) },
      { endpoint, filled },
    )
    const isMarked = own.some(isAsked)
    properties[key] = isMarked ? sensitive(field.schema) : field.schema
    if (isMarked) opened.push(...own.flatMap(({ value }) => findVariables(value)))
    for (const [pointer, from] of Object.entries(field.provenance)) {
      provenance[`/properties/${escapeKey(key)}${pointer}`] = from
    }
    if (states.includes('default')) fixed.push(key)
    else if (field.required ?? needed.has(key)) {
      required.push(key)
      provenance[`/required/${escapeKey(key)}`] = needed.get(key) ?? 'documented'
    }
  }
  if (Object.keys(properties).length === 0) return undefined
  return {
    schema: { type: 'object', properties, ...(required.length > 0 ? { required } : {}) },
    required:
      (spec?.required ?? true) &&
      (required.length > 0 ||
        (spec
          ? fixed.length + locked.length === 0
          : needsContent(sample, Object.keys(properties), endpoint))),
    provenance,
    binding: {
      kind: 'fields',
      fixed,
      ...(locked.length > 0 ? { locked } : {}),
      ...(spec && Object.keys(spec.styles).length > 0 ? { styles: spec.styles } : {}),
    },
    ...(opened.length > 0 ? { opened } : {}),
  }
}

/**
 * The name of the form field to which an entry belongs. Usually, it is the key of the entry. But if the style of the
 * field `card` is `deepObject`, the entry with the key `card[number]` belongs to `card`.
 */
function fieldName(key: string, spec: OperationBody | undefined): string {
  const name = baseName(key)
  return spec?.styles[name] === 'deepObject' ? name : key
}

/** The enabled texts of a form as one object. The texts `true` and `false` are booleans. */
function sampleOf(entries: (Entry | FormEntry)[]): JsonObject {
  const texts = entries.filter((entry) => !entry.disabled && !('type' in entry && entry.type === 'file'))
  return Object.fromEntries(
    texts.flatMap(({ key, value }): [string, JsonValue][] => {
      const isBoolean = /^(?:true|false)$/i.test(String(value))
      return key && key !== RESERVED_NAME ? [[key, isBoolean || (value ?? '')]] : []
    }),
  )
}

function asFile({ description, type }: JsonSchema): JsonSchema {
  const said = description ? { description: `${description} ${fileSchema().description}` } : {}
  return type === 'array' ? { type, items: fileSchema(), ...said } : { ...fileSchema(), ...said }
}

function fieldOf(
  { key, own, others }: { key: string; own: (Entry | FormEntry)[]; others: Entry[] },
  { endpoint, filled }: ParameterSource,
): { schema: JsonSchema; provenance: Record<string, Provenance>; required: boolean | undefined } {
  const spec = endpoint.item.operation?.body?.schema
  const description = own.find((entry) => entry.description)?.description ?? ''
  const said = spec?.properties?.[key]
  if (said) {
    const isFile = own.some((entry) => 'type' in entry && entry.type === 'file')
    const required = spec?.required?.includes(key) ?? false
    return { ...specified(isFile ? asFile(said) : said, description), required }
  }
  const samples = [...own, ...others].map((entry) => entry.value)
  const { schema, provenance, facts } = decideText({ key, samples, description }, { endpoint, filled })
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
