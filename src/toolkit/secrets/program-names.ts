import data from '../../../templates/program-names.json'
import { wordsOf as wordsOfName } from '../semantics/words.js'
import { isCredentialLike, isPersonalCode } from './credential-name.js'

/** Names of settings and keys of programs. No variable of a (downloaded) collection gets its value from one. Case counts. */

const wordsOf = (list: string | Record<string, string>): readonly string[] =>
  (typeof list === 'string' ? [list] : Object.values(list)).flatMap((words) => words.split(' '))
const setOf = (...lists: (string | Record<string, string>)[]): ReadonlySet<string> =>
  new Set(lists.flatMap(wordsOf))

/** The settings that `.env` may have, among them the providers' own variables for API keys. */
export const ENV_FILE_SETTINGS = wordsOf(data.envFileSettings)
const SETTINGS = setOf(data.envFileSettings)
/** The settings, and names of accounts whose first words are too common to belong to one owner. */
const ACCOUNTS = setOf(data.envFileSettings, data.accountNames)
/** Names that begin with one of these words and `_` belong to the account of a provider, unless they end in `PUBLIC_ENDS`. */
const OWNERS = setOf(data.accountWords)
/** Also services that an application calls with a key of its own: `STRIPE_SECRET_KEY`, `PROD_AWS_ACCESS_KEY_ID`. */
const SERVICES = setOf(data.accountWords, data.serviceWords)
/** Words that name no program. A credential has an owner if its name has another word: `VERIFF_API_KEY`, not `SHOP_API_KEY`. */
const ORDINARY = setOf(data.ordinaryWords, data.secretParts)
/** Databases, queues, file stores and mail servers, whose addresses may have a password: `SAML_DATABASE_URL`. */
const STORES = setOf(data.storeWords)
const STORE_ADDRESS_ENDS = setOf(data.storeAddressEnds)
/** The last words of names whose values are no secrets, such as `GITHUB_OWNER`, `DATABASE_ID` and `GITLAB_HOST`. */
const PUBLIC_ENDS = setOf(data.publicEnds, data.addressEnds)
const ADDRESS_ENDS = setOf(data.addressEnds)
/** Words that make a name secret whatever its end is, such as `AWS_ACCESS_KEY_ID`. */
const SECRET_PARTS = setOf(data.secretParts)
/** Last words that name a secret wherever another word says whose it is: `VERIFF_KEY`, `COMPOSER_AUTH`. */
const SECRET_ENDS = setOf(data.secretEnds)
/** Ends of names of what stands for a log-in, also joined to an owner: `PAT`, `SHOPSESSION`. */
const SESSION_ENDS = wordsOf(data.sessionEnds)
/** Names of keys that pages contain, so that everybody can read them. */
const PUBLIC_KEYS = /_(?:PUBLIC|PUBLISHABLE|SITE)_KEY$/
/** Words of which a name in the form of the environment may consist, if a line of `.env` is for a collection. */
const CLIENT_WORDS = setOf(data.ordinaryWords, data.clientWords)
/** Words of credentials that are those of a client of an API only directly after one of `CLIENT_OWNERS`: `API_KEY`. */
const CLIENT_SECRETS = setOf(data.clientSecrets)
const CLIENT_OWNERS = setOf(data.clientSecretOwners)
/** Names in one word, of an owner and a secret: `PGPASS`, `OPENAIAPIKEY`, `JWTSECRET`. */
const GLUED = wordsOf(data.gluedSecrets)
const GLUED_OWNERS = setOf(data.gluedOwners, data.accountWords, data.serviceWords, data.storeWords)
/** Ends of names of secrets that servers keep to sign and to encrypt: `JWT_SECRET`, `SHOP_ENCRYPTION_KEY`. */
const SERVER_SECRETS = wordsOf(data.serverSecrets)
const RUNTIME = setOf(data.runtimeNames)
const RUNTIME_WORDS = wordsOf(data.runtimeWords)

/** The beginning of the names with which the operator gives a value to a variable of a collection. */
export const VARIABLE_PREFIX = 'VOICE_VAR_'

/** The form in which programs write names of settings. Variables of collections begin with a small letter, or have a `-`. */
const PROGRAM_FORM = /^(?!.*[-\s])(?:\p{Lu}|.*(?:__|[.:]))/u
const ENVIRONMENT_NAME = /^[A-Z][A-Z\d_]*$/
const MAX_LENGTH = 100

export function isEnvFileSetting(name: string): boolean {
  return SETTINGS.has(name)
}

/** Whether a name belongs to `voice` or a program: a credential that says of whom, a secret of servers, a database, a cloud. */
export function isAccountName(given: string): boolean {
  if (ACCOUNTS.has(given)) return true
  if (given.length > MAX_LENGTH || PUBLIC_KEYS.test(given)) return false
  const words = given.split('_').flatMap(unglued)
  const name = words.join('_')
  const end = words.at(-1)!
  const isSecret = words.some((word) => SECRET_PARTS.has(withoutNumber(word)))
  if (words.length > 1 && beginsWithOne(OWNERS, words) && (isSecret || !PUBLIC_ENDS.has(end))) return true
  if (!ENVIRONMENT_NAME.test(name)) return false
  return (
    SERVER_SECRETS.some((secret) => `_${name}`.endsWith(`_${secret}`)) ||
    (isSecret && (hasOne(SERVICES, words) || hasOne(STORES, words))) ||
    (isCredentialLike(name) && words.some(isOwner)) ||
    (SECRET_ENDS.has(withoutNumber(end)) && words.some((word) => word.length > 3 && isOwner(word))) ||
    (STORE_ADDRESS_ENDS.has(end) && hasOne(STORES, words))
  )
}

/** Whether the name of a variable of a process, in upper case, is that of a secret of any program: `PAT`, `OTP`, `SHOPSESSION`. */
export function isSecretOfProcess(name: string): boolean {
  if (isAccountName(name) || isCredentialLike(name) || isPersonalCode(name)) return true
  const end = withoutNumber(name.split('_').at(-1)!)
  return SESSION_ENDS.some((secret) => (secret.length > 3 ? end.endsWith(secret) : end === secret))
}

const hasOne = (owners: ReadonlySet<string>, words: readonly string[]) =>
  words.some((_, at) => beginsWithOne(owners, words.slice(at)))

const beginsWithOne = (owners: ReadonlySet<string>, [first, second]: readonly string[]) =>
  owners.has(first!) || owners.has(withoutNumber(first!)) || owners.has(`${first}_${second}`)

/** Whether a word of the name of a credential says to whom the credential belongs. */
function isOwner(word: string): boolean {
  const plain = withoutNumber(word)
  return plain.length > 1 && !ORDINARY.has(plain) && !isCredentialLike(plain)
}

function unglued(word: string): string[] {
  const secret = GLUED.find((end) => word.endsWith(end) && GLUED_OWNERS.has(word.slice(0, -end.length)))
  return secret === undefined ? [word] : [word.slice(0, -secret.length), secret]
}

const withoutNumber = (word: string) => word.replace(/\d{1,3}$/, '')

/** Whether a name is a setting of Node, of the system or of `voice` that only the process environment may set. */
export function isRuntimeName(name: string): boolean {
  return RUNTIME.has(name) || RUNTIME_WORDS.some((word) => name.startsWith(`${word}_`))
}

/** Whether a name belongs to a program, so that it never gives a value to a variable of a collection. */
export function isProgramName(name: string): boolean {
  return isAccountName(name) || isRuntimeName(name)
}

/**
 * The line of `.env` that gives a value to a variable of a collection: `NAME`, or only `VOICE_VAR_NAME` if a line `NAME`
 * may be one of a program. This is the case for names of programs, and for each other name in the form in which programs
 * write their settings, unless all of its words are those of a client of an API, or its last word says that its value is no
 * secret. No list of the names of all programs exists, so an unknown name is one of a program.
 */
export const lineFor = (name: string): string => (isForCollections(name) ? name : `${VARIABLE_PREFIX}${name}`)

/** The end of "in .env" in a message, if the line has another name than the variable. */
export const asLine = (name: string): string => (isForCollections(name) ? '' : ` as ${lineFor(name)}`)

/** Whether a line of `.env` with this name gives a value to the variable of the same name. See {@link lineFor}. */
export function isForCollections(name: string): boolean {
  if (isProgramName(name)) return false
  if (!PROGRAM_FORM.test(name) || PUBLIC_KEYS.test(name)) return true
  const words = upperWords(name)
  const isClient = (word: string, at: number) =>
    word.length < 2 ||
    (CLIENT_SECRETS.has(word) ? CLIENT_OWNERS.has(words[at - 1] ?? '') : CLIENT_WORDS.has(word))
  return (namesPublic(name) && !ADDRESS_ENDS.has(words.at(-1)!)) || words.every(isClient)
}

/** Whether a name says that its value is no secret: `shop_id`, `AWS_REGION`, `base_url`, but not `ACCESS_KEY_ID`. */
export function namesPublic(name: string): boolean {
  const words = upperWords(name)
  return PUBLIC_ENDS.has(words.at(-1)!) && !words.some((word) => SECRET_PARTS.has(word))
}

const upperWords = (name: string) => wordsOfName(name).map((word) => withoutNumber(word.toUpperCase()))
