import type { JsonObject, JsonValue } from '../../model/json.js'
import type { BodyTemplate, Entry, RequestTemplate, UrlTemplate } from '../../model/request-template.js'
import type { Binding, ToolDefinition } from '../../model/tool.js'
import type { Scope } from '../../template/scope.js'
import { findVariables } from '../../template/variables.js'
import { applyBody, type ReadUpload } from './apply-body.js'
import { InputProblem } from './input-problem.js'
import { type Marks, plainText } from './marks.js'

/** A template with marks where the input goes, and the variables that the input fills. */
export interface Applied {
  template: RequestTemplate
  /** From variable name to mark. */
  values: Map<string, string>
  /** Variables without a value that some body member needed. */
  unresolved: string[]
}

/** What applying needs beside the input. */
export interface ApplyOptions {
  marks: Marks
  scope: Scope
  readUpload: ReadUpload
}

/** Puts marks for the values of an input into a tool's request. What is not given leaves its entry out, or as written. */
export function applyInput(definition: ToolDefinition, input: JsonObject, options: ApplyOptions): Applied {
  const { marks, scope } = options
  const values = new Map<string, string>()
  const omitted = new Set<string>()
  const { request } = definition
  let url = request.url
  const queries: Change[] = []
  const headers: Change[] = []
  const bodies: Binding[] = []
  for (const binding of definition.bindings) {
    const value = own(input, binding.parameter)
    if (binding.in === 'path') url = withPathValue(url, { binding, value, marks })
    else if (binding.in === 'query') queries.push({ binding, index: binding.index, value })
    else if (binding.in === 'header') headers.push({ binding, index: binding.index, value })
    else if (binding.in === 'body') bodies.push(binding)
    else if (value !== undefined) values.set(binding.name, marks.add({ value, parameter: binding.parameter }))
    else if (binding.value !== undefined) values.set(binding.name, binding.value)
    else if (scope.lookup(binding.name) === undefined) omitted.add(binding.name)
  }
  const drop = (entries: Entry[]) =>
    omitted.size === 0 ? entries : entries.filter((entry) => !uses(entry, omitted))
  const template: RequestTemplate = {
    ...request,
    url:
      queries.length + omitted.size > 0 ? { ...url, query: drop(changed(url.query, queries, marks)) } : url,
    headers: drop(changed(request.headers, headers, marks)),
    ...(request.body ? { body: withoutOmitted(request.body, omitted) } : {}),
  }
  const [body] = bodies
  if (body?.in !== 'body') return { template, values, unresolved: [] }
  const applied = applyBody(template.body, { binding: body.body, value: own(input, 'body'), ...options })
  for (const [name, mark] of applied.values) values.set(name, mark)
  const { body: _written, ...rest } = template
  return {
    template: applied.body ? { ...rest, body: applied.body } : rest,
    values,
    unresolved: applied.unresolved,
  }
}

/** A member of the input itself, never one of its prototype; null is not given. */
function own(input: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(input, key) ? (input[key] ?? undefined) : undefined
}

function withPathValue(
  url: UrlTemplate,
  {
    binding,
    value,
    marks,
  }: { binding: Binding & { in: 'path' }; value: JsonValue | undefined; marks: Marks },
): UrlTemplate {
  if (value === undefined) {
    if (binding.keep) return url
    throw new InputProblem(`"${binding.parameter}" is required: it is part of the path.`)
  }
  const mark = marks.add({ value, parameter: binding.parameter })
  const others = url.variables.filter((variable) => variable.key !== binding.key)
  return { ...url, variables: [...others, { key: binding.key, value: mark }] }
}

interface Change {
  binding: Binding & { in: 'query' | 'header' }
  index: number
  value: JsonValue | undefined
}

/** Entries with their new values; a list becomes one entry for each member, at the place of the first. */
function changed(entries: Entry[], changes: Change[], marks: Marks): Entry[] {
  if (changes.length === 0) return entries
  const byIndex = new Map(changes.map((change) => [change.index, change]))
  const done = new Set<string>()
  return entries.flatMap((entry, index): Entry[] => {
    const change = byIndex.get(index)
    if (!change) return [entry]
    const { binding, value } = change
    if (value === undefined) return binding.keep ? [entry] : []
    if (done.has(binding.parameter)) return []
    done.add(binding.parameter)
    const given = Array.isArray(value) ? value : [value]
    return given.map((one) => ({
      key: entry.key,
      value: marks.add({ value: one, parameter: binding.parameter }),
    }))
  })
}

function uses(entry: Entry, names: Set<string>): boolean {
  return findVariables(`${entry.key ?? ''} ${plainText(entry.value ?? '')}`).some((name) => names.has(name))
}

/** Form fields whose variable was not given are left out; other bodies stay, and what they miss is an error later. */
function withoutOmitted(body: BodyTemplate, omitted: Set<string>): BodyTemplate {
  if (omitted.size === 0) return body
  if (body.mode === 'urlencoded')
    return { ...body, entries: body.entries.filter((entry) => !uses(entry, omitted)) }
  if (body.mode === 'formdata')
    return { ...body, entries: body.entries.filter((entry) => !uses(entry, omitted)) }
  return body
}
