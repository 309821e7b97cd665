import type { Variable } from '../../model/collection.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import type { BodyTemplate, Entry, PathVariable, RequestTemplate } from '../../model/request-template.js'
import type { Binding, BodyBinding, ToolDefinition } from '../../model/tool.js'
import { isIdName } from '../../semantics/id-names.js'
import { createDataScope, type Scope, stackScopes } from '../../template/scope.js'
import { baseName, findVariables, onlyVariable } from '../../template/variables.js'
import { InputProblem } from '../refusal.js'
import { applyBody, type ReadUpload } from './apply-body.js'
import { longIntegersOf } from './long-integers.js'
import { type Placeholders, plainText } from './placeholders.js'
import { joined, styledEntries } from './styled.js'

export interface Applied {
  template: RequestTemplate
  values: Map<string, string>
  /** The variables that have no value, but are used in members of the body that are sent. */
  unresolved: string[]
}

export interface ApplyOptions {
  marks: Placeholders
  scope: Scope
  readUpload: ReadUpload
}

/** Puts placeholders for the values of an input into a request. Query and headers without a value go, except with `keep`. */
export function applyInput(
  { request, bindings, parameters }: Pick<ToolDefinition, 'request' | 'bindings' | 'parameters'>,
  input: JsonObject,
  options: ApplyOptions,
): Applied {
  const { marks, scope } = options
  const values = new Map<string, string>()
  const given: Variable[] = []
  const omitted: string[] = []
  let { variables } = request.url
  const queries: TemplateChange[] = []
  const headers: TemplateChange[] = []
  let bodyBinding: BodyBinding | undefined
  for (const binding of bindings) {
    const value = own(input, binding.parameter)
    if (binding.in === 'path') {
      const name = idVariable(variables, binding.key)
      if (name !== undefined && value !== undefined) given.push({ key: name, value: plainText(value) })
      variables = withPathValue(variables, { binding, value, marks })
    } else if (binding.in === 'query') queries.push({ binding, value })
    else if (binding.in === 'header') headers.push({ binding, value })
    else if (binding.in === 'body') bodyBinding ??= binding.body
    else if (value !== undefined) {
      const { parameter } = binding
      const numbers = longIntegersOf(value, parameters.properties?.[parameter])
      values.set(binding.name, marks.add({ value, parameter, numbers }))
      given.push({ key: binding.name, value: plainText(value) })
    } else if (binding.value !== undefined) values.set(binding.name, binding.value)
    else if (scope.lookup(binding.name) === undefined) omitted.push(binding.name)
  }
  const drop = (entries: Entry[]) =>
    omitted.length === 0 ? entries : entries.filter((entry) => !uses(entry, omitted))
  const template: RequestTemplate = {
    ...request,
    url: { ...request.url, variables, query: drop(changed(request.url.query, queries, marks)) },
    headers: drop(changed(request.headers, headers, marks)),
  }
  if (request.body) template.body = withoutOmitted(request.body, omitted)
  if (!bodyBinding) return { template, values, unresolved: [] }
  const applied = applyBody(template.body, {
    binding: bodyBinding,
    value: own(input, 'body'),
    schema: parameters.properties?.body,
    ...options,
    scope: given.length > 0 ? stackScopes(createDataScope(given), scope) : scope,
  })
  for (const [name, mark] of applied.values) values.set(name, mark)
  const { body: _written, ...rest } = template
  return {
    template: applied.body ? { ...rest, body: applied.body } : rest,
    values,
    unresolved: applied.unresolved,
  }
}

/** An own property of the input, never one of its prototype. Null counts as absent. */
function own(input: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(input, key) ? (input[key] ?? undefined) : undefined
}

/** The variable for an id that is all of a path variable. The body may repeat it, and gets the id of the call too. */
function idVariable(variables: PathVariable[], key: string): string | undefined {
  const value = variables.findLast((variable) => variable.key === key)?.value
  const name = onlyVariable(value)
  return name !== undefined && isIdName(name) ? name : undefined
}

/** Sets a path variable, at the end of the list. Without a value, `keep` leaves it; else an {@link InputProblem} is thrown. */
function withPathValue(
  variables: PathVariable[],
  {
    binding,
    value,
    marks,
  }: { binding: Binding & { in: 'path' }; value: JsonValue | undefined; marks: Placeholders },
): PathVariable[] {
  const { key, parameter, keep } = binding
  if (value === undefined) {
    if (keep) return variables
    throw new InputProblem(`"${parameter}" is required: it is part of the path.`)
  }
  const mark = Array.isArray(value)
    ? joined(value, { key, marks, parameter, separator: ',' })
    : marks.add({ value, parameter })
  return [...variables.filter((variable) => variable.key !== key), { key, value: mark }]
}

interface TemplateChange {
  binding: Binding & { in: 'query' | 'header' }
  value: JsonValue | undefined
}

/** Puts the values of a call into entries. A list becomes several of them, at the position of the first. */
function changed(entries: Entry[], changes: TemplateChange[], marks: Placeholders): Entry[] {
  if (changes.length === 0) return entries
  const byIndex: TemplateChange[] = []
  for (const change of changes) byIndex[change.binding.index] = change
  const done: string[] = []
  const sent: Entry[] = []
  entries.forEach((entry, index) => {
    const change = byIndex[index]
    if (change?.value === undefined) {
      if (!change || change.binding.keep) sent.push(entry)
      return
    }
    const { binding, value } = change
    if (done.includes(binding.parameter)) return
    done.push(binding.parameter)
    const style = binding.in === 'query' ? binding.style : undefined
    const key = style === 'deepObject' ? baseName(entry.key ?? '') : (entry.key ?? '')
    sent.push(...styledEntries(value, style, { key, marks, parameter: binding.parameter }))
  })
  return sent
}

function uses(entry: Entry, names: string[]): boolean {
  return findVariables(`${entry.key ?? ''} ${plainText(entry.value ?? '')}`).some((name) =>
    names.includes(name),
  )
}

/** Removes form fields with a variable of `omitted`, which have no value. In other bodies, it causes an error later. */
function withoutOmitted(body: BodyTemplate, omitted: string[]): BodyTemplate {
  if (omitted.length === 0) return body
  if (body.mode === 'urlencoded')
    return { ...body, entries: body.entries.filter((entry) => !uses(entry, omitted)) }
  if (body.mode === 'formdata')
    return { ...body, entries: body.entries.filter((entry) => !uses(entry, omitted)) }
  return body
}
