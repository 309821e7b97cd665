import { placeName } from '../../compile/explain-tool.js'
import { isRecordPlace } from '../../semantics/effect/effect-of-input.js'
import type { EffectKind } from '../../semantics/effect/executed-text.js'
import { beginsReading } from '../../semantics/effect/words.js'
import { isIdName } from '../../semantics/id-names.js'
import { decidedRequests } from '../decided.js'
import type { ItemFacts } from '../file-facts.js'
import type { RuleChecks } from '../rule.js'

/** Words for each kind of value that decides the effect and that `fixed-operation` reports. */
const KINDS: Partial<Record<EffectKind, string>> = {
  graphql: 'GraphQL document',
  sql: 'query text',
  script: 'script',
  method: 'method of a remote call',
  override: 'HTTP method override',
  action: 'action',
  word: 'action',
  callback: 'address that the server calls',
}

export const effectRules: RuleChecks = {
  'fixed-operation'(facts, report) {
    const found = new Map<string, { item: ItemFacts; place: string; count: number }>()
    for (const { facts: item, effect } of decidedRequests(facts)) {
      for (const { kind, place } of effect.kept) {
        const what = KINDS[kind]
        const known = what && found.get(what)
        if (known) known.count++
        else if (what) found.set(what, { item, place: placeName(place), count: 1 })
      }
    }
    const isSettled = (place: string) =>
      Object.keys(facts.inputs).some((name) => name === place || name.endsWith(`.${place}`))
    for (const [what, { item, place, count }] of found)
      if (!isSettled(place)) report(item.requestPath, { name: item.name, what, place, count })
  },
  'read-that-writes'(facts, report) {
    for (const { facts: item, effect } of decidedRequests(facts)) {
      const { name, requestPath } = item
      const [value] = [...effect.writing, ...effect.open]
      if (value && beginsReading(name))
        report(requestPath, { name, what: KINDS[value.kind] ?? `value "${value.name}"` })
    }
  },
  'path-that-orders'(facts, report) {
    const found = decidedRequests(facts).flatMap(({ facts: item, effect }) => {
      const input = effect.annotations.readOnlyHint ? orderingInput(item.url.path) : undefined
      return input === undefined ? [] : [{ item, input }]
    })
    const [first] = found
    if (first)
      report(first.item.requestPath, { name: first.item.name, input: first.input, count: found.length })
  },
}

/** The variable at the end of a path, if its value can decide what the call does. */
function orderingInput(path: readonly string[]): string | undefined {
  const end = path.findLastIndex((segment) => segment !== '')
  const [, key, name = key] = /^(?::([^.]+)|\{\{([^{}]+)\}\})$/.exec(path[end] ?? '') ?? []
  return name === undefined || end === 0 || isIdName(name) || isRecordPlace(path, end, name)
    ? undefined
    : name
}
