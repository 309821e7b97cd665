import { groupBy } from '../model/group-by.js'
import type { JsonObject, JsonSchema, JsonValue } from '../model/json.js'
import type { OperationBody } from '../model/operation.js'
import type { BodyTemplate, Entry, FormEntry } from '../model/request-template.js'
import type { Provenance } from '../model/tool.js'
import { isPersonalSecret } from '../semantics/personal-secret.js'
import { baseName, findVariables, hasVariable } from '../template/variables.js'
import { decideValue } from './decide-value.js'
import { RESERVED_NAME } from './infer-schema.js'
import { holesIn } from './known-variables.js'
import {
  type BodyMember,
  type BodyParameter,
  type Decided,
  decideText,
  fileSchema,
  objectOf,
  type ParameterSource,
  sensitive,
} from './parameter.js'
import { neededMembers, needsContent } from './required-members.js'
import { secretsAmong } from './settings.js'
import { specified } from './specified.js'

type FieldsBody = Extract<BodyTemplate, { mode: 'urlencoded' | 'formdata' }>

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
  const isNamed = secretsAmong(entries)
  const isAsked = (entry: Entry) => intent.takesCredential() && isPersonalSecret(entry.key ?? '')
  const isSecret = (entry: Entry) => hasVariable(entry.key) || (isNamed(entry) && !isAsked(entry))
  const opened: string[] = []
  const nameOf = (entry: Entry) => fieldName(entry.key ?? '', spec)
  const memberOf = ([key, own]: [key: string, own: (Entry | FormEntry)[]]): BodyMember => {
    const mode = modes.ofBody([own[0]?.key ?? ''], () => ({
      fixed: own.every(({ value }) => holesIn(String(value ?? ''), filled).length === 0),
    }))
    const states = own
      .filter(({ disabled }) => !disabled)
      .map((entry) => decideValue({ key, value: entry.value, mode, isSecret: isSecret(entry) }, filled))
    return {
      key,
      state: mode === 'fixed' ? mode : (STATES.find((state) => states.includes(state)) ?? 'input'),
      describe: () => {
        const same = others.filter((entry) => entry.key === key)
        const { schema, provenance, required } = fieldOf({ key, own, others: same }, { endpoint, filled })
        const isMarked = own.some(isAsked)
        if (isMarked) opened.push(...own.flatMap(({ value }) => findVariables(value)))
        return {
          schema: isMarked ? sensitive(schema) : schema,
          provenance,
          requiredBy: (required ?? needed.has(key)) ? (needed.get(key) ?? 'documented') : undefined,
        }
      },
    }
  }
  const named = groupBy(entries.filter(nameOf), nameOf)
  const { schema, provenance, fixed, locked } = objectOf([...named].map(memberOf))
  const shown = Object.keys(schema.properties)
  if (shown.length === 0) return undefined
  const isWhole = spec ? fixed.length + locked.length === 0 : needsContent(sample, shown, endpoint)
  return {
    schema,
    required: (spec?.required ?? true) && (schema.required !== undefined || isWhole),
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

/** What becomes of a field: if its entries differ, the first of these. */
const STATES = ['fixed', 'default'] as const

/** The form field of an entry: its key, or `card` for `card[number]` if the style of `card` is `deepObject`. */
function fieldName(key: string, spec: OperationBody | undefined): string {
  const name = baseName(key)
  return spec?.styles[name] === 'deepObject' ? name : key
}

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
): Decided & { required: boolean | undefined } {
  const spec = endpoint.item.operation?.body?.schema
  const description = own.find((entry) => entry.description)?.description ?? ''
  const samples = [...own, ...others].map((entry) => entry.value)
  const said = spec?.properties?.[key]
  const { schema, provenance, facts } = said
    ? { ...specified(said, description), facts: { required: spec?.required?.includes(key) ?? false } }
    : decideText({ key, samples, description }, { endpoint, filled })
  const isFile = own.some((entry) => 'type' in entry && entry.type === 'file')
  const isList = !said && own.filter((entry) => !entry.disabled).length > 1
  const listed = isList ? { type: 'array', items: schema } : schema
  return { schema: isFile ? asFile(schema) : listed, provenance, required: facts.required }
}
