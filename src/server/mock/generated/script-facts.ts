import type { Script } from '../../../toolkit/model/collection.js'
import { assertedStatuses } from '../../../toolkit/semantics/asserted-statuses.js'
import { readCaptures } from '../../../toolkit/semantics/captures.js'
import { assignmentsIn } from '../../../toolkit/semantics/script-assignments.js'
import { resolvePlaces } from '../../../toolkit/semantics/script-expression.js'
import { argumentsAt, withoutComments } from '../../../toolkit/semantics/script-text.js'

/** What the test scripts of a request tell about its answer. The scripts are read, but not run. */
export interface ScriptFacts {
  /** JSON pointers of members that the scripts read or require. */
  members: string[]
  /** JSON pointers of members that must be lists. `''` is the whole answer. */
  lists: string[]
  /** JSON pointers of members that the scripts store as credentials. */
  secrets: string[]
  /** Names of headers that the scripts store as credentials. */
  secretHeaders: string[]
  statuses: number[]
}

/** Reads captures and assertions in scripts: `pm.expect(json.data).to.have.property('id')`, `to.be.an('array')`, `to.have.status(201)`. */
export function scriptFactsOf(scripts: Script[]): ScriptFacts {
  const { captures } = readCaptures(scripts)
  const bodies = captures.flatMap(({ from, secret }) =>
    from.in === 'body' ? [{ pointer: from.pointer, secret }] : [],
  )
  const code = withoutComments(
    scripts.flatMap(({ when, lines }) => (when === 'test' ? lines : [])).join('\n'),
  )
  const asserted = assertionsIn(code)
  return {
    members: [...new Set([...bodies.map(({ pointer }) => pointer), ...asserted.members])],
    lists: [...new Set(asserted.lists)],
    secrets: bodies.filter(({ secret }) => secret).map(({ pointer }) => pointer),
    secretHeaders: captures.flatMap(({ from, secret }) =>
      from.in === 'header' && secret ? [from.name] : [],
    ),
    statuses: assertedStatuses(scripts),
  }
}

/** Maximum characters after `expect(…)` that are read. */
const CHAIN_CHARS = 300

function assertionsIn(code: string): Pick<ScriptFacts, 'members' | 'lists'> {
  const names = assignmentsIn(code)
  const members: string[] = []
  const lists: string[] = []
  for (const match of code.matchAll(/\bexpect\s?\(/g)) {
    const start = match.index + match[0].length
    const [expression] = argumentsAt(code, start)
    const [place] = expression === undefined ? [] : resolvePlaces(expression, names)
    if (expression === undefined || place?.in !== 'body') continue
    const chain = code
      .slice(start + expression.length, start + expression.length + CHAIN_CHARS)
      .split(/[;\n]/)[0]!
    const { pointer } = place
    if (/\.an?\(\s?["'`]array["'`]/.test(chain)) lists.push(pointer)
    else if (pointer !== '' && !/\.not\b/.test(chain)) members.push(pointer)
    if (/\.not\b/.test(chain)) continue
    for (const name of namesIn(chain)) members.push(`${pointer}/${name}`)
  }
  return { members: members.map(withoutLength), lists: [...lists, ...lengthsIn(members)] }
}

/** The names in an assertion such as `.property('a')` or `.keys('a', 'b')`. */
function namesIn(chain: string): string[] {
  const [, list] = /\.(?:property|keys)\(\s?\[?([^()[\]]*)/.exec(chain) ?? []
  if (list === undefined) return []
  const names = [...list.matchAll(/["'`]([\w$.-]{1,60})["'`]/g)].map(([, name]) => name!.replaceAll('.', '/'))
  return /\.property\(/.test(chain) ? names.slice(0, 1) : names
}

/** The members that must be lists, because a script reads their length: `json.length`. */
const lengthsIn = (members: string[]) =>
  members.filter((pointer) => pointer.endsWith('/length')).map(withoutLength)
const withoutLength = (pointer: string) => pointer.replace(/\/length$/, '')
