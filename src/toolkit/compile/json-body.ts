import { asObject } from '../collection/read-shape.js'
import { BARE } from '../meaning/loose-json.js'
import { readJsonBody } from '../meaning/request-body.js'
import type { JsonSchema, JsonValue } from '../model/json.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { findVariables } from '../template/variables.js'
import type { BodyParameter } from './body-shape.js'
import { documentSchema } from './document-schema.js'
import type { Endpoint } from './endpoint.js'
import { type Filled, holesIn, isFilledText, isGivenText } from './filled.js'
import { escapeKey, inferSchema } from './infer-schema.js'
import type { InputMode, ToolInputModes } from './input-modes.js'

/** A JSON document: the schema of the request's own body and of those of its examples. */
export function jsonBody(
  own: JsonValue,
  { endpoint, filled }: { endpoint: Endpoint; filled: Filled },
): BodyParameter | undefined {
  const samples = [own, ...endpoint.examples.flatMap((example) => readJsonBody(example) ?? [])]
  const mode = endpoint.modes.ofBody([], { fixed: !hasHoles(own, filled) })
  if (mode === 'fixed') return undefined
  const { fixed, locked } = keptMembers(own, { filled, modes: endpoint.modes })
  const inferred = inferSchema(
    samples.filter((sample) => !isHole(sample)),
    filled,
  )
  const { schema, provenance } = documentSchema(inferred, endpoint.documented)
  const open = fixed.length + locked.length > 0 ? withoutMembers(schema, { fixed, locked }) : schema
  if (open.type === 'object' && Object.keys(open.properties ?? {}).length === 0 && locked.length > 0)
    return undefined
  return {
    schema: open,
    provenance,
    required: fixed.length + locked.length === 0 && endpoint.request.method !== 'DELETE',
    binding: { kind: 'json', fixed, ...(locked.length > 0 ? { locked } : {}) },
  }
}

const isHole = (value: JsonValue) => typeof value === 'string' && value.includes('{{')

/** JSON pointers of the members whose values are variables that somebody fills; secrets and what the program set are locked. */
function keptMembers(
  own: JsonValue,
  { filled, modes }: { filled: Filled; modes: ToolInputModes },
): { fixed: string[]; locked: string[] } {
  const fixed: string[] = []
  const locked: string[] = []
  visit(own, [])
  return { fixed, locked }

  function visit(value: JsonValue, path: string[]): void {
    const mode = path.length > 0 ? modes.ofBody(path, { fixed: !hasHoles(value, filled) }) : undefined
    const pointer = path.map((key) => `/${escapeKey(key)}`).join('')
    if (mode === 'fixed') {
      locked.push(pointer)
      return
    }
    if (typeof value === 'string') keep(value.replaceAll(BARE, ''), pointer, mode)
    for (const [key, member] of Object.entries(asObject(value) ?? {})) visit(member, [...path, key])
  }

  function keep(text: string, pointer: string, mode: InputMode | undefined): void {
    const isClosed = findVariables(text).some(isCredentialLike) || isGivenText(text, filled)
    if (isClosed && mode !== 'input') locked.push(pointer)
    else if (isFilledText(text, filled)) fixed.push(pointer)
  }
}

/** Whether some text of a value has a variable that nothing fills. */
function hasHoles(value: JsonValue, filled: Filled): boolean {
  return holesIn(JSON.stringify(value), filled).length > 0
}

/** The schema without locked members, and with neither kind required. */
function withoutMembers(
  schema: JsonSchema,
  kept: { fixed: string[]; locked: string[] },
  pointer = '',
): JsonSchema {
  if (!schema.properties) return schema
  const entries = Object.entries(schema.properties).flatMap(([key, member]): [string, JsonSchema][] => {
    const here = `${pointer}/${escapeKey(key)}`
    return kept.locked.includes(here) ? [] : [[key, withoutMembers(member, kept, here)]]
  })
  const required = schema.required?.filter((key) => {
    const here = `${pointer}/${escapeKey(key)}`
    return !kept.fixed.includes(here) && !kept.locked.includes(here)
  })
  const { required: _, ...rest } = schema
  return { ...rest, properties: Object.fromEntries(entries), ...(required?.length ? { required } : {}) }
}
