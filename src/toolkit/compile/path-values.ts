import type { JsonValue } from '../model/json.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { entryOf, hasSegment, pathVariableOf } from '../semantics/address.js'
import { type DecidedRole, roleOf } from '../semantics/path-roles.js'
import { isPlaceholderText } from '../semantics/placeholder-text.js'
import { findVariables, hasVariable, onlyVariable } from '../template/variables.js'
import type { InputMode } from './input-modes.js'
import { isGivenText, type KnownVariables } from './known-variables.js'
import type { Knowledge, TemplatedPath } from './path-templates.js'

const NO_ROLES: ReadonlyMap<string, DecidedRole> = new Map()

export function pathRoles(
  endpoint: TemplatedPath,
  { filled, conventions, modes }: Knowledge,
): ReadonlyMap<string, DecidedRole> {
  const { path } = endpoint.request.url
  const roles = new Map<string, DecidedRole>()
  path.forEach((segment, index) => {
    const key = pathVariableOf(segment)
    if (key !== undefined) decide(key, index)
    else if (hasVariable(segment)) for (const name of findVariables(segment)) decide(name, index)
  })
  return roles.size > 0 ? roles : NO_ROLES

  function decide(name: string, index: number): void {
    const value = ownValue(name, { endpoint, filled })
    if (value === undefined) return
    const rule = roleOf({ name, value, path, index, share: () => conventions.shares.get(name) ?? 0 })
    const role = overruled(
      rule,
      modes.of('path', name, () => ({ fixed: true })),
    )
    if (!roles.has(name)) roles.set(name, role)
  }
}

function overruled(rule: DecidedRole, mode: InputMode | undefined): DecidedRole {
  if (mode === undefined) return rule
  const role = mode === 'fixed' ? 'fixed' : rule.role === 'record' ? 'record' : 'choice'
  return { role, why: '"inputs" of the configuration says so' }
}

/** Restores the original text of the segments in which `templatePath` replaced a fixed value by a variable. */
export function withoutFixed(
  templated: TemplatedPath,
  roles: ReadonlyMap<string, DecidedRole>,
): TemplatedPath {
  const { request, inline } = templated
  if (inline.size === 0) return templated
  const fixed = [...inline].filter(([name]) => roles.get(name)?.role === 'fixed')
  if (fixed.length === 0) return templated
  const path = request.url.path.map((segment) =>
    fixed.reduce((text, [name, value]) => text.replace(`{{${name}}}`, () => value ?? ''), segment),
  )
  const open = new Map([...inline].filter(([name]) => roles.get(name)?.role !== 'fixed'))
  return { ...templated, request: { ...request, url: { ...request.url, path } }, inline: open }
}

/** The collection's value of a path variable; none for a credential, a value from outside, or a placeholder. */
export function ownValue(
  name: string,
  { endpoint, filled }: { endpoint: Pick<TemplatedPath, 'request' | 'inline'>; filled: KnownVariables },
): string | undefined {
  if (isCredentialLike(name)) return undefined
  const { path, variables } = endpoint.request.url
  const isSegment = hasSegment(path, name)
  const written = isSegment ? entryOf(variables, name)?.value : endpoint.inline.get(name)
  if (isGivenText(written, filled) || (!isSegment && filled.given.has(name))) return undefined
  const value = written ?? (isSegment ? undefined : filled.own.get(name))
  return usable(resolved(value, filled))
}

function resolved(value: JsonValue | undefined, { own }: KnownVariables): JsonValue | undefined {
  if (typeof value !== 'string' || !hasVariable(value)) return value
  const name = onlyVariable(value)
  return name === undefined || isCredentialLike(name) ? undefined : own.get(name)
}

function usable(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null || typeof value === 'object') return undefined
  const text = String(value)
  return text === '' || hasVariable(text) || isPlaceholderText(text) ? undefined : text
}
