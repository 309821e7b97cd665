import { asObject } from '../collection/read-shape.js'
import { groupBy } from '../model/group-by.js'
import type { JsonValue } from '../model/json.js'
import type { RequestTemplate } from '../model/request-template.js'
import type { ToolDefinition } from '../model/tool.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { readJsonBody } from '../semantics/request-body.js'

const MAX_FIELDS = 3
const MAX_VALUE = 40
const MAX_DEPTH = 6

type Described = Pick<ToolDefinition, 'name' | 'title' | 'description' | 'method' | 'path' | 'request'>

/**
 * Makes tools with the same title and description distinguishable. Adds method and path to their descriptions. If
 * method and path are the same too, adds fields of their requests. If even the fields are the same, the descriptions
 * say so.
 */
export function describeDifferences(definitions: Described[]): void {
  const alike = groupBy(definitions, ({ title, description }) => `${title}\n${description}`)
  for (const group of alike.values()) {
    const byAddress = [...groupBy(group, ({ method, path }) => `${method} ${path}`).values()]
    if (byAddress.length > 1)
      for (const one of group) {
        const address = `(${one.method} ${one.path})`
        if (!one.description.includes(address)) one.description += ` ${address}`
      }
    for (const same of byAddress) if (same.length > 1) describeFields(same)
  }
}

function describeFields(group: Described[]): void {
  const ordered = group.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const fields = ordered.map(({ request }) => fieldsOf(request))
  const names = [...new Set(fields.flatMap((own) => [...own.keys()]))]
  const different = names.filter((name) => new Set(fields.map((own) => own.get(name))).size > 1)
  const told = new Map<string, string>()
  for (const [index, one] of ordered.entries()) {
    const own = different.slice(0, MAX_FIELDS).map((name) => fieldText(name, fields[index]!.get(name)))
    const text = own.length > 0 ? ` Its example has ${own.join(', ')}.` : ''
    const same = told.get(text)
    one.description += same === undefined ? text : `${text} The same as ${same}.`
    told.set(text, same ?? one.name)
  }
}

function fieldsOf({ url, body, ...request }: RequestTemplate): Map<string, string> {
  const fields = new Map<string, string>()
  const add = (name: string, value: JsonValue | undefined) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
    fields.set(name, text)
  }
  for (const { key, value, disabled } of url.query) if (key && !disabled) add(key, value)
  if (body?.mode === 'urlencoded' || body?.mode === 'formdata') {
    for (const { key, value, disabled } of body.entries) if (key && !disabled) add(key, value)
  } else if (body) {
    const document = body.mode === 'raw' ? readJsonBody({ url, body, ...request }) : undefined
    if (document === undefined) add('the body', JSON.stringify(body))
    else leavesOf(document, [], add)
  }
  return fields
}

function leavesOf(value: JsonValue, path: string[], add: (name: string, value: JsonValue) => void): void {
  const members = Array.isArray(value) ? undefined : asObject(value)
  if (!members || path.length === MAX_DEPTH) add(path.join('.') || 'the body', value)
  else for (const [key, member] of Object.entries(members)) leavesOf(member, [...path, key], add)
}

/**
 * A field as text: `type "card"`. If the request has no such field: `no type`. If the value is empty, long, secret or
 * structured, it is not shown: `another type`.
 */
function fieldText(path: string, text: string | undefined): string {
  const name = path.split('.').slice(-2).join('.')
  if (text === undefined) return `no ${name}`
  const last = name.split('.').at(-1)!
  const isShown = text !== '' && text.length <= MAX_VALUE && !/[{[\n]/.test(text) && !isCredentialLike(last)
  return isShown ? `${name} "${text}"` : `another ${name}`
}
