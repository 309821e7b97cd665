import { validateItem } from '../../../build/schemas/collection.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { oncePer } from '../model/lazy.js'
import { nearest } from './nearest.js'
import type { Path, RawDiagnostic } from './raw-diagnostic.js'
import { branchesTaking, type JsonType, type SchemaNode, takesAny, typeOf, typesOf } from './schema-node.js'
import { collectionShape, isNoTypo, memberNames } from './spelling.js'

export interface WalkOptions {
  /** The objects and lists that contain unexpected keys. If absent, keys that look like typos are not reported. */
  strange?: ReadonlySet<JsonValue>
  path?: Path
}

/**
 * Finds the violations of the collection schema: one diagnostic for each defect. If the schema has alternatives (folder
 * or request, object or text), a value is checked only against the alternative that the author most likely meant. If
 * the option `strange` is absent, the result is empty if and only if the document is valid.
 */
export function schemaDiagnostics(document: JsonValue, options: WalkOptions = {}): RawDiagnostic[] {
  return walkShape(collectionShape(), document, options)
}

/** Like {@link schemaDiagnostics}, but for any compiled schema. */
export function walkShape(
  shape: SchemaNode,
  document: JsonValue,
  options: WalkOptions = {},
): RawDiagnostic[] {
  const findings: RawDiagnostic[] = []
  walk({ shape, value: document, path: options.path }, { strange: options.strange, findings })
  return findings
}

interface Here {
  shape: SchemaNode
  value: JsonValue
  path: Path
}

interface SchemaWalk {
  strange: ReadonlySet<JsonValue> | undefined
  findings: RawDiagnostic[]
}

function walk(here: Here, state: SchemaWalk): void {
  const { shape, value } = here
  const type = typeOf(value)
  const branches = branchesTaking(shape, type)
  if (!branches) {
    report(here, state, { code: 'wrong-type', args: { expected: typesOf(shape), found: type } })
  } else if (shape.allowed && !shape.allowed.includes(value)) {
    report(here, state, { code: 'wrong-value', args: valueArgs(shape.allowed, value) })
  } else if (shape.minimum !== undefined && typeof value === 'number' && value < shape.minimum) {
    report(here, state, { code: 'too-small', args: { minimum: shape.minimum, found: value } })
  } else if (
    shape.maxLength !== undefined &&
    typeof value === 'string' &&
    [...value].length > shape.maxLength
  ) {
    report(here, state, { code: 'too-long', args: { maximum: shape.maxLength, found: [...value].length } })
  } else {
    if (type === 'object') walkMembers(here as Here & { value: JsonObject }, state)
    else if (type === 'array' && shape.items) walkElements(here, state, shape.items)
    const only = branches[0]
    if (branches.length === 1 && only?.required.length === 0)
      walk({ shape: only, value, path: here.path }, state)
    else if (branches.length > 0) walkBranches({ shape, value, path: here.path, branches, type }, state)
  }
}

function report(
  { shape, path }: Here,
  state: SchemaWalk,
  finding: Pick<RawDiagnostic, 'code' | 'args' | 'keyOf'>,
): void {
  state.findings.push({ path, ...finding, args: { owner: shape.owner, key: path?.key, ...finding.args } })
}

function valueArgs(allowed: readonly JsonValue[], value: JsonValue): RawDiagnostic['args'] {
  const names = allowed.map(String)
  const meant = typeof value === 'string' ? nearest(value, names) : undefined
  return { expected: names, found: JSON.stringify(value).slice(0, 60), meant }
}

function walkElements({ value, path }: Here, state: SchemaWalk, items: SchemaNode): void {
  const elements = value as JsonValue[]
  for (let index = 0; index < elements.length; index++) {
    const element = elements[index]!
    if (!isFine(items, element) && (state.strange?.has(element) || !isSoundItem(items, element)))
      walk({ shape: items, value: element, path: { parent: path, key: index } }, state)
  }
}

/** Whether a value needs no check. It runs for each value, so it allocates no memory. */
function isFine(shape: SchemaNode, value: JsonValue): boolean {
  return (typeof value !== 'object' || value === null) && takesAny(shape, typeOf(value))
}

function walkMembers(here: Here & { value: JsonObject }, state: SchemaWalk): void {
  const { shape, value, path } = here
  const claimed = reportMissing(here, state)
  for (const key in value) {
    const member = shape.properties.get(key) ?? shape.additional
    if (member && isFine(member, value[key]!)) continue
    if (member) walk({ shape: member, value: value[key]!, path: { parent: path, key } }, state)
    else if (!claimed.includes(key)) checkUnknown(here, key, state)
  }
}

const NONE: string[] = []

function lacksAny({ required, requiredAny }: SchemaNode, value: JsonObject): boolean {
  if (required.length > 0 && !hasRequired(required, value)) return true
  return requiredAny?.every((key) => value[key] === undefined) ?? false
}

function reportMissing(here: Here & { value: JsonObject }, state: SchemaWalk): string[] {
  const { shape, value } = here
  if (!lacksAny(shape, value)) return NONE
  const missing = shape.required.filter((key) => value[key] === undefined).map((key) => [key])
  if (shape.requiredAny?.every((key) => value[key] === undefined)) missing.push([...shape.requiredAny])
  const claimed: string[] = []
  for (const names of missing) {
    const misspelt = misspelling(here, names)
    if (misspelt) claimed.push(misspelt.key)
    report(here, state, { code: 'member-missing', ...missingArgs(here.path, names, misspelt) })
  }
  return claimed
}

function missingArgs(
  path: Path,
  names: string[],
  misspelt: Misspelt | undefined,
): Pick<RawDiagnostic, 'args' | 'keyOf'> {
  if (!misspelt) return { args: { names } }
  return {
    args: { names, meant: misspelt.meant, written: misspelt.key },
    keyOf: { parent: path, key: misspelt.key },
  }
}

interface Misspelt {
  key: string
  meant: string
}

/** A key of the object that the schema does not know and that looks like one of the missing names in `names`. */
function misspelling({ shape, value }: Here, names: readonly string[]): Misspelt | undefined {
  for (const key of Object.keys(value as JsonObject)) {
    if (shape.properties.has(key)) continue
    const meant = nearest(key, names)
    if (meant) return { key, meant }
  }
  return undefined
}

/** Reports an unknown key: each if the schema allows no others, else one that looks like a typo. */
function checkUnknown(
  { shape, value, path }: Here & { value: JsonObject },
  key: string,
  state: SchemaWalk,
): void {
  const isFault = shape.additional === false
  if (!isFault && (!state.strange || shape.properties.size === 0)) return
  if (!isFault && isNoTypo(key, value[key]!)) return
  const absent = memberNames(shape).filter((name) => value[name] === undefined)
  const meant = nearest(key, absent)
  if (!isFault && !meant) return
  const place = { parent: path, key }
  const args = { owner: shape.owner, found: key, meant }
  state.findings.push({ code: 'unknown-key', path: place, keyOf: place, args })
}

interface BranchChoice extends Here {
  branches: readonly SchemaNode[]
  type: JsonType
}

function walkBranches(choice: BranchChoice, state: SchemaWalk): void {
  const { value, path, type } = choice
  const named = byConstant(choice, choice.branches, state)
  if (!named) return
  const complete =
    type === 'object' ? named.filter(({ required }) => hasRequired(required, value as JsonObject)) : named
  const only = complete[0]
  if (complete.length === 1 && only) walk({ shape: only, value, path }, state)
  else if (complete.length === 0) reportNone(choice, named, state)
  else tryAll(choice, complete, state)
}

/** The alternatives with the constant that the object has; all if it has none. Reports a value that none has. */
function byConstant(
  choice: BranchChoice,
  fitting: readonly SchemaNode[],
  state: SchemaWalk,
): readonly SchemaNode[] | undefined {
  if (choice.type !== 'object' || fitting.length < 2) return fitting
  const object = choice.value as JsonObject
  const key = constantsOf(fitting).find((name) => object[name] !== undefined)
  if (key === undefined) return fitting
  const value = object[key]!
  const matching = fitting.filter((branch) => branch.properties.get(key)?.allowed?.includes(value))
  if (matching.length > 0) return matching
  const allowed = fitting.flatMap((branch) => branch.properties.get(key)?.allowed ?? [])
  const here = { ...choice, path: { parent: choice.path, key } }
  if (typeof value === 'string') report(here, state, { code: 'wrong-value', args: valueArgs(allowed, value) })
  else report(here, state, { code: 'wrong-type', args: { expected: ['string'], found: typeOf(value) } })
  return undefined
}

/** The members that are constant in all alternatives, cached for thousands of values. */
const constantsOf = oncePer((alternatives: readonly SchemaNode[]): string[] => {
  const names = [...alternatives[0]!.properties.keys()]
  return names.filter((name) => alternatives.every((one) => one.properties.get(name)?.allowed))
})

function hasRequired(required: readonly string[], value: JsonObject): boolean {
  for (let index = 0; index < required.length; index++)
    if (value[required[index]!] === undefined) return false
  return true
}

/** Reports a value without a member that each alternative requires, such as `request` or `item`. */
function reportNone(choice: BranchChoice, candidates: readonly SchemaNode[], state: SchemaWalk): void {
  const names = [...new Set(candidates.flatMap((branch) => branch.required))]
  const properties = new Map(candidates.flatMap((branch) => [...branch.properties]))
  const misspelt = misspelling({ ...choice, shape: { ...choice.shape, properties } }, names)
  const code = names.includes('request') ? 'request-missing' : 'member-missing'
  const name = (choice.value as JsonObject).name
  const { args, keyOf } = missingArgs(choice.path, names, misspelt)
  const named = typeof name === 'string' && name !== '' ? { name, ...args } : args
  report(choice, state, { code, args: named, ...(keyOf ? { keyOf } : {}) })
}

/** Checks all alternatives and reports those problems that are fewest, or a value that matches two of a `oneOf`. */
function tryAll(choice: BranchChoice, candidates: readonly SchemaNode[], state: SchemaWalk): void {
  const trials = candidates.map((shape) => {
    const findings: RawDiagnostic[] = []
    walk({ shape, value: choice.value, path: choice.path }, { strange: state.strange, findings })
    return { findings, faults: findings.filter((finding) => finding.code !== 'unknown-key').length }
  })
  const fitting = trials.filter((trial) => trial.faults === 0)
  if (choice.shape.exclusive && fitting.length > 1) {
    report(choice, state, { code: 'request-and-folder', args: {} })
    return
  }
  const best = trials.reduce((least, trial) => (trial.faults < least.faults ? trial : least))
  for (const finding of best.findings) state.findings.push(finding)
}

const OWNERS: ReadonlySet<string> = new Set(['collection', 'folder'])

/** Whether the generated `validateItem`, much faster than this walk, accepts a request. Not for folders, which it would check twice. */
function isSoundItem(shape: SchemaNode, element: JsonValue): boolean {
  return (
    OWNERS.has(shape.owner) && (element as JsonObject | null)?.item === undefined && validateItem(element)
  )
}
