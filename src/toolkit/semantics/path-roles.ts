import { memoized } from '../../text/memoized.js'
import { onlyVariable } from '../template/variables.js'
import { lastIndexOf } from './address.js'
import { isIdName, isPlural, nounBefore, singularOf } from './id-names.js'
import { literalKind, VERSION } from './literal-id.js'
import { wordList } from './word-list.js'
import { wordsOf } from './words.js'

/**
 * The role of a value in a path:
 * - `fixed`: configuration that all calls share
 * - `record`: identifies the record that a call is about
 * - `choice`: a preference of the user, such as a language or a page, which has a default
 */
export type PathRole = 'fixed' | 'record' | 'choice'

/** A role and the reason for it. The reason is a clause, such as "its name says that it is a version". */
export interface DecidedRole {
  role: PathRole
  why: string
}

export interface PathValue {
  name: string
  value: string
  path: string[]
  index: number
  /** Returns the share of the collection's requests with this variable in their path, from 0 to 1. */
  share: () => number
}

const VERSION_WORDS = wordList('versions')
const BASE_WORDS = wordList('addressParts')
const TENANTS = wordList('tenants')
const OWNERS = wordList('owners')
const PEOPLE = wordList('peopleInPaths')
const CHOICES = wordList('choices')

/** A variable with an owner, such as a workspace, in so many requests is fixed: the collection is for one owner. */
const MOST = 0.6

/** The role of a value. After its own plural it is a record, whatever its name: `/versions/{{version}}`. */
export function roleOf({ name, value, path, index, share }: PathValue): DecidedRole {
  const says = nameFacts(name)
  const noun = nounBefore(path, index).at(-1) ?? ''
  const isOwn = noun !== '' && isPlural(noun) && says.words.includes(singularOf(noun))
  const isContainer = lastIndexOf(path) > index
  if (says.choice) return choice('its name says that it is a preference')
  if (isContainer && says.tenant) return fixed('its name says that it is a tenant')
  if (isContainer && says.owner && share() >= MOST) return fixed('most requests have this owner in common')
  if (isOwn) return record(`it follows "${noun}"`)
  if (says.version) return fixed('its name says that it is a version')
  if (VERSION.test(value)) return fixed('its value is a version')
  if (value.includes('/')) return fixed('its value is a part of the path')
  if (literalKind(value) !== undefined && noun !== '') return record('its value is that of an id')
  if (says.base) return fixed('its name says that it is a part of the address')
  if (says.id) return record('its name says that it is an id')
  if (index === 0 && isContainer && !says.person) return fixed('it begins the path and is no id')
  return record(noun === '' ? 'it stands alone in the path' : `it follows "${noun}"`)
}

/** What a variable's name says about its role, remembered. */
const nameFacts = memoized((name) => {
  const words = wordsOf(name)
  const has = (known: ReadonlySet<string>) => words.some((word) => known.has(word))
  const id = isIdName(name)
  return {
    words,
    id,
    choice: !id && has(CHOICES),
    version: !id && has(VERSION_WORDS),
    tenant: has(TENANTS),
    owner: has(OWNERS),
    person: has(PEOPLE),
    base: BASE_WORDS.has(words.at(-1) ?? '') || BASE_WORDS.has(words.join('')),
  }
})

/** Whether a name says that a value is the id of a record, and not of what all calls have in common, such as a workspace. */
export function namesRecord(name: string): boolean {
  const { words, tenant, owner } = nameFacts(name)
  return /^(?:ids?|uuid|guid)$/.test(words.at(-1) ?? '') && !tenant && !owner
}

/** A first variable named like a setting, `{{TEAMS}}/teams`: a part of the address, also without a value. */
export function prefixVariable(path: readonly string[]): string | undefined {
  const name = onlyVariable(path[0])
  if (name === undefined || !/^[A-Z][A-Z\d_]*$/.test(name) || lastIndexOf(path) < 1) return undefined
  const { id, choice, person, owner } = nameFacts(name)
  return id || choice || person || owner ? undefined : name
}

const fixed = (why: string): DecidedRole => ({ role: 'fixed', why })
const record = (why: string): DecidedRole => ({ role: 'record', why })
const choice = (why: string): DecidedRole => ({ role: 'choice', why })
