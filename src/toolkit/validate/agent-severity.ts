import type { Severity } from '../../diagnostics.js'
import { AUTH_KINDS } from '../secrets/auth-kinds.js'
import { keysOf, type Path, type RawDiagnostic } from './raw-diagnostic.js'

const SCALARS = new Set(['string', 'number', 'integer', 'boolean', 'null'])

/** Values of `type` that Postman writes beside those of its schema, by kind of object; `body` are form fields. */
const FORGIVEN_TYPES: Record<string, readonly string[]> = {
  variable: ['"default"', '"secret"'],
  auth: Object.keys(AUTH_KINDS).map((kind) => `"${kind}"`),
  body: ['"default"'],
}

/** Parts in which Postman writes numbers and booleans for strings, such as a port. */
const LOOSE_OWNERS = new Set(['header', 'url', 'body', 'variable', 'description', 'cookie'])

/**
 * The severity of a schema diagnostic in the profile `agent`:
 * - `off`: Postman itself writes such values.
 * - `error`: no tool can be built, or a tool would lack a part.
 * - `warning`: everything else.
 */
export function agentSeverity(finding: RawDiagnostic): Severity | 'off' {
  const { code, args } = finding
  if (isForgiven(finding)) return 'off'
  const keys = keysOf(finding.path)
  if (!leadsToTool(keys)) return 'warning'
  if (code === 'request-missing' || code === 'request-and-folder') return 'error'
  if (code === 'member-missing') return args.owner === 'folder' || isItemList(finding) ? 'error' : 'warning'
  if (code === 'wrong-value') return args.owner === 'auth' ? 'error' : 'warning'
  return code === 'wrong-type' && losesStructure(finding) ? 'error' : 'warning'
}

function isForgiven({ code, args, path }: RawDiagnostic): boolean {
  const owner = String(args.owner)
  if (code === 'wrong-value')
    return path?.key === 'type' && (FORGIVEN_TYPES[owner]?.includes(String(args.found)) ?? false)
  if (code !== 'wrong-type') return false
  const expected = args.expected as readonly string[]
  if (args.found === 'null') return isAbsent(path)
  const bothScalar = SCALARS.has(String(args.found)) && expected.some((type) => SCALARS.has(type))
  // A query value that is not text stays an error, because Postman loses the value and sends only the key.
  if (owner === 'url' && keysOf(path).includes('query')) return false
  return bothScalar && LOOSE_OWNERS.has(owner) && !expected.includes('boolean')
}

/** Whether Postman reads null here as absent; not in lists, nor for `info`, `item` and `request`. */
function isAbsent(path: Path): boolean {
  const key = path?.key
  return typeof key === 'string' && !['info', 'item', 'request'].includes(key)
}

/** Whether a tool may need the value at a path: it is not in an example, a script, a description or `info`. */
function leadsToTool(keys: (string | number)[]): boolean {
  return !keys.some((key) => key === 'response' || key === 'event' || key === 'info' || key === 'description')
}

function isItemList({ args }: RawDiagnostic): boolean {
  return (args.names as readonly string[] | undefined)?.includes('item') ?? false
}

function losesStructure({ args }: RawDiagnostic): boolean {
  const expected = args.expected as readonly string[]
  const found = String(args.found)
  // A header that is written as one text can be read.
  if (args.owner === 'header' && found === 'string') return false
  // The parameters of an auth in the form of v2.0, `"bearer": { "token": "..." }`, can be read.
  if (args.owner === 'auth' && found === 'object') return false
  return !SCALARS.has(found) || !expected.some((type) => SCALARS.has(type))
}
