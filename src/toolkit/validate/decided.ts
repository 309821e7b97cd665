import { walkItems } from '../collection/walk.js'
import type { Derivation } from '../compile/derivation.js'
import { deriveCollection } from '../compile/derive-collection.js'
import { oncePer } from '../model/lazy.js'
import type { FileFacts, ItemFacts } from './file-facts.js'

/** A request of the file, and what the compiler decides about its tool. */
export interface DecidedRequest {
  facts: ItemFacts
  decided: Derivation
  /** Why the request only tests a failure, as a clause; undefined for an ordinary request. */
  scenario: string | undefined
}

/** The requests of a file of which tools are made. A diagnostic about a tool says what the compiler decided. */
export const decidedRequests = oncePer((facts: FileFacts): readonly DecidedRequest[] => {
  const given = facts.given.flatMap(({ key, value, disabled }) => (disabled || !value ? [] : [key]))
  const { derivations, scenarios } = deriveCollection(facts.parsed, { given, inputs: facts.inputs })
  const read = new Map(walkItems(facts.parsed).map(({ item }, index) => [item, facts.items[index]!]))
  const reasons = scenarios()
  return derivations.map((decided, index) => ({
    ...{ facts: read.get(decided.item)!, decided, scenario: reasons[index] },
  }))
})
