import { asObject } from '../collection/read-shape.js'
import type { Derivation } from '../compile/derivation.js'
import { deriveCollection } from '../compile/derive-collection.js'
import type { Endpoint } from '../compile/endpoint.js'
import { recordEntries } from '../compile/entry-parameters.js'
import { isRecordMember } from '../compile/required-members.js'
import { oncePer } from '../model/lazy.js'
import type { Effect } from '../semantics/effect.js'
import type { DecidedRole } from '../semantics/path-roles.js'
import { readJsonBody } from '../semantics/request-body.js'
import { findVariables, hasVariable } from '../template/variables.js'
import type { FileFacts, ItemFacts } from './file-facts.js'

export interface DecidedRequest {
  facts: ItemFacts
  effect: Effect
  records: readonly RecordInput[]
  /** The `{{variables}}` of the path, with the role of each that has a value in the file. */
  roles: readonly (readonly [variable: string, role: DecidedRole | undefined])[]
  /** Why the request only tests a failure, as a clause; undefined for an ordinary request. */
  scenario: string | undefined
}

/** The requests of a file of which tools are made. A diagnostic about a tool says what the compiler decided. */
export const decidedRequests = oncePer((facts: FileFacts): readonly DecidedRequest[] => {
  const given = facts.given.flatMap(({ key, value, disabled }) => (disabled || !value ? [] : [key]))
  const { derivations, scenarios } = deriveCollection(facts.parsed, { given, inputs: facts.inputs })
  const reasons = scenarios()
  // A derivation is let go as soon as it is read: to keep thousands of them takes longer than to make them.
  const waiting = derivations.reverse()
  const requests: DecidedRequest[] = []
  for (const item of facts.items)
    if (waiting.at(-1)?.item === item.parsed)
      requests.push(decisionsOf(waiting.pop()!, { facts: item, scenario: reasons[requests.length] }))
  return requests
})

function decisionsOf(
  derivation: Derivation,
  about: Pick<DecidedRequest, 'facts' | 'scenario'>,
): DecidedRequest {
  const { roles } = derivation.endpoint
  const variables = about.facts.url.path.filter(hasVariable).flatMap((segment) => findVariables(segment))
  return {
    ...about,
    effect: derivation.effect,
    records: recordInputs(derivation.endpoint),
    roles: variables.map((name) => [name, roles.get(name)] as const),
  }
}

/** A literal value of a request that says which record a call is about, so that tools take it as a parameter. */
interface RecordInput {
  place: 'path' | 'query' | 'body'
  name: string
  text: string
}

/** The ids that stand in a request as literal values and that become inputs of its tool. */
function recordInputs(endpoint: Endpoint): RecordInput[] {
  const { literals, roles, request } = endpoint
  const open = literals.filter(({ name }) => roles.get(name)?.role !== 'fixed')
  const body = request.body ? asObject(readJsonBody(request)) : undefined
  const members = Object.entries(body ?? {}).filter(([key, value]) => isRecordMember(key, value, endpoint))
  return [
    ...open.map(({ name, text }): RecordInput => ({ place: 'path', name, text })),
    ...recordEntries(endpoint).map(
      ({ key, value }): RecordInput => ({
        ...{ place: 'query', name: key ?? '', text: String(value) },
      }),
    ),
    ...members.map(([name, value]): RecordInput => ({ place: 'body', name, text: String(value) })),
  ]
}
