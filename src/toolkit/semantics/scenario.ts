import type { Script } from '../model/collection.js'
import { lazy } from '../model/lazy.js'
import { assertedStatuses } from './asserted-statuses.js'
import { literalKind } from './literal-id.js'

/** The parts of a request that may show that it tests a failure. */
export interface ScenarioFacts {
  name: string
  method: string
  path: readonly string[]
  description: string
  scripts: readonly Script[]
}

/** The reason why a request counts as a test of a failure. `why` is a clause: "its script demands the status 422". */
interface Scenario {
  why: string
}

/** Names that end with an error status: `crear_usuario_email_invalido_422`, `Login (401)`. */
const STATUS_NAME = /(?:[-_\s([→>:=]|^)(4(?:0[0-9]|1[0-8]|2[0-9])|50[0-4])[)\]\s]*$/

/** Names that say that the request must fail. */
const SAYS_FAILURE =
  /\b(?:should|must|has to|expect(?:s|ed)?(?: to)?)[\s_-]+(?:fail|be[\s_-]+rejected|not[\s_-]+work|(?:return[\s_-]+|get[\s_-]+)?(?:an?[\s_-]+)?(?:error|4\d\d))\b|\bdebe[\s_-]+fallar\b|\bdeve[\s_-]+falhar\b|\bdoit[\s_-]+échouer\b/i

/**
 * Words about a failure, in several languages. Each `_` of a name is replaced by a space first. The words count only if
 * another request to the same path succeeds.
 */
const SOUNDS_WRONG =
  /\b(?:in|not[\s-]?)valid\w*|\bwrong\b|\bbad[\s-]|\bmissing\b|\bunauthori[sz]ed\b|\bunauthenticated\b|\bforbidden\b|\bnot[\s-]?found\b|\bnon[\s-]?exist\w*|\bnegative\b|\berror\b|\bfail(?:s|ed|ure|ing)?\b|\bduplicated?\b|\bexpired\b|\bempty\b|inv[aá]lid[oa]s?\b|\binvalide\b|\bung[uü]ltig\w*|\bge[cç]ersiz\b|\bincorrect[oa]?s?\b|\bfalsch\w*|\bhatal[iı]\b|\bduplicad[oa]\b|\b(?:without|no|sin|sem|sans|ohne|tanpa|senza|bez)[\s-]+(?:\w+[\s-]+)?(?:token|auth\w*|login|jwt|credentials?|permis\w*|permission|body|password|contrase[ñn]a|senha|api[\s-]?key)\b/i

const SAYS_STATUS = /\b(?:should|must|expect(?:s|ed)?)\b[^.\n]{0,40}\b(?:4\d\d|5\d\d)\b/i

/**
 * Finds the requests that test a failure. A name such as "should fail" is enough. Asserted statuses, and words in names
 * and descriptions, count only if another request with the same method and path succeeds. The result has one element
 * for each item; it is undefined for an ordinary request.
 */
export function findScenarios(items: readonly ScenarioFacts[]): (Scenario | undefined)[] {
  const demanded = items.map(({ scripts }) => (scripts.length > 0 ? assertedStatuses(scripts) : []))
  const sounding = items.map(soundsWrong)
  const fails = (index: number) => demanded[index]!.length > 0 && demanded[index]!.every((one) => one >= 400)
  const seemsToFail = (index: number) => sounding[index] !== undefined || fails(index)
  const working = lazy(() => namesByAddress(items.filter((_, index) => !seemsToFail(index))))
  return items.map((item, index) => {
    const statuses = demanded[index]!
    if (statuses.some((status) => status < 400)) return undefined
    if (SAYS_FAILURE.test(item.name)) return { why: 'its name says that it has to fail' }
    if (!seemsToFail(index)) return undefined
    const others = working().get(addressOf(item))?.size ?? 0
    if (others === 0) return undefined
    // A server error (5xx) may have been recorded by accident. If the script demands only such statuses, the name or
    // the description must also tell of a failure.
    const isMeant = fails(index) && (statuses.some((status) => status < 500) || sounding[index] !== undefined)
    if (isMeant) return { why: `its script demands the status ${statuses.join(' or ')}` }
    return sounding[index] === undefined || others > MOST_NAMES ? undefined : { why: sounding[index] }
  })
}

/**
 * Maximum number of different names that the succeeding requests with one method and path may have. If there are more
 * names, the body selects what a request does, as in JSON-RPC. A request whose name tells of a failure may then do
 * something different from the succeeding requests, so its name does not make it a test.
 */
const MOST_NAMES = 12

function namesByAddress(items: readonly ScenarioFacts[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>()
  for (const item of items) {
    const address = addressOf(item)
    names.set(address, (names.get(address) ?? new Set()).add(item.name))
  }
  return names
}

function soundsWrong({ name, description }: ScenarioFacts): string | undefined {
  const status = STATUS_NAME.exec(name)?.[1]
  if (status !== undefined) return `its name ends with ${status}, and another request sends the same`
  if (SOUNDS_WRONG.test(name.replaceAll('_', ' ')))
    return 'its name tells of a failure, and another request sends the same'
  if (SAYS_STATUS.test(description.slice(0, 2_000)))
    return 'its description demands a failure, and another request sends the same'
  return undefined
}

/** Method and path as one text, in which `{}` replaces each id, so that all records have the same text. */
function addressOf({ method, path }: ScenarioFacts): string {
  const segments = path.filter((segment) => segment !== '')
  const shape = segments.map((segment) =>
    /^[:{]|\{\{/.test(segment) || literalKind(segment) !== undefined ? '{}' : segment.toLowerCase(),
  )
  return `${method} ${shape.join('/')}`
}
