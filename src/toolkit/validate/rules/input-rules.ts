import type { DecidedRole } from '../../semantics/path-roles.js'
import { decidedRequests } from '../decided.js'
import type { FileFacts, ItemFacts } from '../file-facts.js'
import { below, type Path } from '../raw-diagnostic.js'
import type { RuleChecks } from '../rule.js'
import { rawPath } from './address-rules.js'

export const inputRules: RuleChecks = {
  'literal-id'(facts, report) {
    for (const { facts: item, records } of decidedRequests(facts)) {
      for (const { place, name: parameter, text: found } of records) {
        // The rule "single-brace" reports segments such as `{id}`.
        const isBraced = place === 'path' && /^\{[\w-]+\}$/.test(found)
        const input = place === 'body' ? `body.${parameter}` : parameter
        const isNamed = isSettled(input, facts)
        const segment = place === 'path' ? found : undefined
        if (!isBraced && !isNamed) report(pathOf(place, item), { found, segment, parameter, place, input })
      }
    }
  },
  'path-input'(facts, report) {
    for (const [variable, { role, why, path, count }] of pathVariables(facts)) {
      const decision = role === 'fixed' ? { fixed: why, other: 'input' } : { why, other: 'fixed' }
      if (!isSettled(variable, facts)) report(path, { variable, count, ...decision })
    }
  },
  'failure-scenario'(facts, report) {
    const tests = decidedRequests(facts).filter(({ scenario }) => scenario !== undefined)
    const names = tests.map(({ facts: item }) => item.name)
    for (const { facts: item, scenario: why } of tests) report(item.path, { name: item.name, why, names })
  },
}

function isSettled(name: string, { inputs }: FileFacts): boolean {
  return [name, `path_${name}`, `query_${name}`].some((one) => Object.hasOwn(inputs, one))
}

function pathOf(place: 'path' | 'query' | 'body', item: ItemFacts): Path {
  if (place === 'body') return below(item.requestPath, 'body', 'raw')
  return place === 'path' ? rawPath(item) : item.urlPath
}

/** The decision about each `{{variable}}` in paths that has a value in the file, where it stands first, and how often it is used. */
function pathVariables(facts: FileFacts): Map<string, DecidedRole & { path: Path; count: number }> {
  const found = new Map<string, DecidedRole & { path: Path; count: number }>()
  for (const { facts: item, roles } of decidedRequests(facts)) {
    for (const [name, role] of roles) {
      const known = found.get(name)
      if (known) known.count++
      else if (role) found.set(name, { ...role, path: rawPath(item), count: 1 })
    }
  }
  return found
}
