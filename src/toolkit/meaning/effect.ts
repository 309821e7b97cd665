import type { RequestTemplate } from '../model/request-template.js'
import type { ToolAnnotations } from '../model/tool.js'
import { wordsOf } from './words.js'

const list = (words: string) => new Set(words.split(' '))

const SAFE_METHODS = list('GET HEAD OPTIONS')
const IDEMPOTENT_METHODS = list('GET HEAD OPTIONS PUT DELETE')
const DESTRUCTIVE = list('delete remove cancel purge revoke reset send pay')
const READING = list(
  'get list search find query lookup look show read fetch view retrieve count filter browse check describe',
)
const SEARCHING = list('search find query lookup list filter count browse get retrieve fetch')
const WRITING = list(
  `create add update set put post patch edit insert upsert save start stop restart enable disable activate deactivate trigger run execute
  approve reject logout register unregister subscribe unsubscribe upload submit move copy rename assign unassign lock unlock publish
  archive restore import destroy clear drop kill close abort terminate void refund transfer`.replace(
    /\s+/g,
    ' ',
  ),
)

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
  const [verb = ''] = wordsOf(name)
  if (SAFE_METHODS.has(request.method)) return !DESTRUCTIVE.has(verb) && !WRITING.has(verb)
  if (request.method !== 'POST') return false
  if (request.body?.mode === 'graphql') return /^\s*(#.*\s*)*(query\b|\{)/.test(request.body.query)
  return SEARCHING.has(verb) || SEARCHING.has(lastWord(request))
}

/** A name that starts by reading ("Get reset status") is not destructive for a word further on. */
function isDestructive(name: string, request: RequestTemplate): boolean {
  if (request.method === 'DELETE') return true
  const words = wordsOf(name)
  if (DESTRUCTIVE.has(words[0] ?? '')) return true
  if (READING.has(words[0] ?? '')) return false
  return words.some((word) => DESTRUCTIVE.has(word)) || DESTRUCTIVE.has(lastWord(request))
}

/** The word a path ends with when it names an action: `/orders/:id/cancel`, `/products/_search`. */
function lastWord(request: RequestTemplate): string {
  const segment = request.url.path.findLast((part) => part !== '') ?? ''
  const words = /[:{]/.test(segment) ? [] : wordsOf(segment)
  return words.length === 1 ? words[0]! : ''
}
