import type { RequestTemplate } from '../model/request-template.js'
import type { ToolAnnotations } from '../model/tool.js'
import { wordsOf } from './words.js'

const list = (words: string) => new Set(words.split(/\s+/))

/** The verbs as orders, in the third person and as gerunds: delete, deletes, deleting. */
function forms(verbs: string): Set<string> {
  return new Set(
    [...list(verbs)].flatMap((verb) => {
      const stem = verb.replace(/e$/, '')
      return [
        verb,
        `${verb}s`,
        `${verb}es`,
        verb.replace(/y$/, 'ies'),
        `${stem}ing`,
        `${stem}${stem.at(-1)}ing`,
      ]
    }),
  )
}

const SAFE_METHODS = list('GET HEAD OPTIONS')
const IDEMPOTENT_METHODS = list('GET HEAD OPTIONS PUT DELETE')
const DESTRUCTIVE = forms('delete remove cancel purge revoke reset send pay')
/** Other words of the same verbs; as adjectives and nouns they also stand in the names of reads. */
const DESTRUCTIVE_NOUNS = list(
  `deleted deletion deletions removed removal removals cancelled canceled cancellation cancellations cancelation purged
  revoked revocation revocations sent paid payment payments payout payouts`,
)
const READING = forms(
  'get list search find query lookup look show read fetch view retrieve count filter browse check describe',
)
const SEARCHING = forms('search find query lookup look list filter count browse')
const WRITES = `create add update set put post patch edit insert upsert save store write replace modify start stop restart enable disable
  activate deactivate trigger run execute approve reject logout register unregister subscribe unsubscribe upload submit move copy rename
  assign unassign lock unlock publish archive restore import destroy clear drop kill close abort terminate void refund transfer charge buy`
const WRITING = list(WRITES)
const WRITING_FORMS = forms(WRITES)

/** What a call does, judged by the item's name, the method and, for GraphQL, the operation. */
export function annotationsOf(name: string, request: RequestTemplate): ToolAnnotations {
  const readOnlyHint = isRead(name, request)
  return {
    readOnlyHint,
    destructiveHint: !readOnlyHint && isDestructive(name, request),
    idempotentHint: readOnlyHint || IDEMPOTENT_METHODS.has(request.method),
    openWorldHint: true,
  }
}

function isRead(name: string, request: RequestTemplate): boolean {
  if (SAFE_METHODS.has(request.method)) return isSafeName(name)
  if (request.method !== 'POST') return false
  if (request.body?.mode === 'graphql') return /^\s*(#.*\s*)*(query\b|\{)/.test(request.body.query)
  const words = wordsOf(name)
  const last = lastWord(request)
  if (!SEARCHING.has(words[0] ?? '') && !SEARCHING.has(last)) return false
  const isUnsafe = (word: string) => DESTRUCTIVE.has(word) || WRITING.has(word)
  return ![...words, last].some(isUnsafe) && !joined(name).some((word) => WRITING_FORMS.has(word))
}

/** A name that starts by reading ("Get reset status") is unsafe only for a second verb: "Get and delete". */
function isSafeName(name: string): boolean {
  const words = wordsOf(name)
  const [verb = ''] = words
  if (joined(name).some((word) => DESTRUCTIVE.has(word) || WRITING.has(word))) return false
  return READING.has(verb) || (!WRITING.has(verb) && !words.some((word) => DESTRUCTIVE.has(word)))
}

/** The words that follow an "and", "or" or "then", where a name's second verb stands. */
function joined(name: string): string[] {
  if (!/and|or|then|[&+,;/]/i.test(name)) return []
  const words = wordsOf(name.replace(/[&+,;/]/g, ' and '))
  return words.filter((_, index) => /^(and|or|then)$/.test(words[index - 1] ?? ''))
}

function isDestructive(name: string, request: RequestTemplate): boolean {
  if (request.method === 'DELETE') return true
  return [...wordsOf(name), lastWord(request)].some(
    (word) => DESTRUCTIVE.has(word) || DESTRUCTIVE_NOUNS.has(word),
  )
}

/** The word a path ends with when it names an action: `/orders/:id/cancel`, `/products/_search`. */
function lastWord(request: RequestTemplate): string {
  const segment = request.url.path.findLast((part) => part !== '') ?? ''
  const words = /[:{]/.test(segment) ? [] : wordsOf(segment)
  return words.length === 1 ? words[0]! : ''
}
