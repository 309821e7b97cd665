import { isIdName, isPlural, nounBefore, singularOf } from './id-names.js'
import { literalKind, VERSION } from './literal-id.js'
import { wordsOf } from './words.js'

/**
 * What a value in a path is. `fixed`: configuration that all calls share. `record`: what a call is about. `choice`: a
 * preference of the caller (a language, a page), which has a default.
 */
export type PathRole = 'fixed' | 'record' | 'choice'

/** A role and the reason for it, as a part of a sentence: "its name says that it is a version". */
export interface DecidedRole {
  role: PathRole
  why: string
}

/** A value in a path, and the facts that decide its role. */
export interface PathValue {
  /** The name of its variable, or of the `:name` segment. */
  name: string
  value: string
  path: string[]
  index: number
  /** The share of the collection's requests with this variable in their path, from 0 to 1. */
  share: number
}

const VERSION_WORDS = new Set('version versions ver v apiversion'.split(' '))
const BASE_WORDS = new Set(
  `base basepath path api context root prefix endpoint stage env environment gateway mount host port protocol url uri service app module`.split(
    ' ',
  ),
)
const TENANTS = new Set('tenant realm stage env environment'.split(' '))
const OWNERS = new Set(
  'org organization organisation workspace subscription merchant site instance'.split(' '),
)
const CHOICES = new Set(
  `locale lang language idioma langue sprache format page limit offset size skip top take currency`.split(
    /\s+/,
  ),
)

/**
 * If an owner (organization, workspace) is in at least this share of requests, it is fixed: the collection was made for
 * this owner.
 */
const MOST = 0.6

/**
 * Decides whether a value is configuration or input. If its own plural is before it, that decides:
 * `/versions/{{version}}` is about one version.
 */
export function roleOf({ name, value, path, index, share }: PathValue): DecidedRole {
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  const noun = nounBefore(path, index).at(-1) ?? ''
  const isOwn = noun !== '' && isPlural(noun) && words.includes(singularOf(noun))
  const isContainer = path.slice(index + 1).some((segment) => segment !== '')
  if (words.some((word) => CHOICES.has(word)) && !isIdName(name))
    return choice('its name says that it is a preference')
  if (isContainer && words.some((word) => TENANTS.has(word)))
    return fixed('its name says that it is a tenant')
  if (isContainer && share >= MOST && words.some((word) => OWNERS.has(word)))
    return fixed('most requests have this owner in common')
  if (isOwn) return record(`it follows "${noun}"`)
  if (words.some((word) => VERSION_WORDS.has(word)) && !isIdName(name))
    return fixed('its name says that it is a version')
  if (VERSION.test(value)) return fixed('its value is a version')
  if (value.includes('/')) return fixed('its value is a part of the path')
  if (literalKind(value) !== undefined && noun !== '') return record('its value is that of an id')
  if (BASE_WORDS.has(last) || BASE_WORDS.has(words.join('')))
    return fixed('its name says that it is a part of the address')
  if (isIdName(name)) return record('its name says that it is an id')
  if (index === 0 && isContainer && !isPersonal(words)) return fixed('it begins the path and is no id')
  return record(noun === '' ? 'it stands alone in the path' : `it follows "${noun}"`)
}

const isPersonal = (words: readonly string[]) =>
  words.some((word) => /^(user|username|owner|login|handle|account|customer|client|name)$/.test(word))

const fixed = (why: string): DecidedRole => ({ role: 'fixed', why })
const record = (why: string): DecidedRole => ({ role: 'record', why })
const choice = (why: string): DecidedRole => ({ role: 'choice', why })
