import type { Severity } from '../../diagnostics.js'
import { type Finding, keysOf, type Path } from './finding.js'

const SCALARS = new Set(['string', 'number', 'integer', 'boolean', 'null'])

/** Values that Postman writes though its schema does not list them. */
const FORGIVEN_VALUES: Record<string, readonly string[]> = {
  variable: ['"default"', '"secret"'],
  auth: ['"jwt"', '"asap"'],
}

/** Parts whose scalar members Postman writes with any scalar type: null headers, numeric ports and query values. */
const LOOSE_OWNERS = new Set(['header', 'url', 'body', 'variable', 'description', 'cookie'])

/**
 * How a schema fault matters to an agent: `off` for what Postman itself writes, an error where a tool cannot be built or would be
 * sent without a part, a warning elsewhere.
 */
export function agentSeverity(finding: Finding): Severity | 'off' {
  const { code, args } = finding
  if (isForgiven(finding)) return 'off'
  const keys = keysOf(finding.path)
  if (!leadsToTool(keys)) return 'warning'
  if (code === 'request-missing' || code === 'request-and-folder') return 'error'
  if (code === 'member-missing') return args.owner === 'folder' || isItemList(finding) ? 'error' : 'warning'
  if (code === 'wrong-value') return args.owner === 'auth' ? 'error' : 'warning'
  return code === 'wrong-type' && losesStructure(finding) ? 'error' : 'warning'
}

function isForgiven({ code, args, path }: Finding): boolean {
  const owner = String(args.owner)
  if (code === 'wrong-value') return FORGIVEN_VALUES[owner]?.includes(String(args.found)) ?? false
  if (code !== 'wrong-type') return false
  const expected = args.expected as readonly string[]
  if (args.found === 'null') return isAbsent(path)
  const bothScalar = SCALARS.has(String(args.found)) && expected.some((type) => SCALARS.has(type))
  // A query value that is no text is lost: Postman sends the key alone.
  if (owner === 'url' && keysOf(path).includes('query')) return false
  return bothScalar && LOOSE_OWNERS.has(owner) && !expected.includes('boolean')
}

/** Postman reads a null as an absent member, save for the members that everything hangs on and for elements of lists. */
function isAbsent(path: Path): boolean {
  const key = path?.key
  return typeof key === 'string' && !['info', 'item', 'request'].includes(key)
}

/** Whether a place is a request, or the list and folders on the way to one. Examples, scripts and texts are not. */
function leadsToTool(keys: (string | number)[]): boolean {
  return !keys.some((key) => key === 'response' || key === 'event' || key === 'info' || key === 'description')
}

function isItemList({ args }: Finding): boolean {
  return (args.names as readonly string[] | undefined)?.includes('item') ?? false
}

/** An object or list where a text was expected, or the other way round: the value cannot be read at all. */
function losesStructure({ args }: Finding): boolean {
  const expected = args.expected as readonly string[]
  const found = String(args.found)
  // A header written as one text is read all the same.
  if (args.owner === 'header' && found === 'string') return false
  return !SCALARS.has(found) || !expected.some((type) => SCALARS.has(type))
}
