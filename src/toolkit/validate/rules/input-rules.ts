import { recordInputs } from '../../compile/record-inputs.js'
import type { DecidedRole } from '../../semantics/path-roles.js'
import { findVariables } from '../../template/variables.js'
import { decidedRequests } from '../decided.js'
import type { FileFacts, ItemFacts } from '../file-facts.js'
import { below, type Path } from '../raw-diagnostic.js'
import type { RuleCheck } from '../rule.js'
import { rawPath } from './address-rules.js'
import { label, quoted, times } from './wording.js'

/** Rules about which parts of a path are inputs and which are sent unchanged. */
export const inputRules: RuleCheck[] = [
  {
    code: 'literal-id',
    message: (args) =>
      args.place === 'path'
        ? `The path has ${quoted(args.found)} where an id belongs; tools take it as the parameter ${quoted(args.parameter)}.`
        : `The ${args.place} has the id ${quoted(args.found)} as ${quoted(args.parameter)}; tools take it as a parameter.`,
    together: {
      cause: (args) => JSON.stringify([args.place, args.parameter, args.found]),
      message: (args) =>
        `${args.together} requests have ${quoted(args.found)} in the ${args.place} where the id ${quoted(args.parameter)} belongs; tools take it as a parameter.`,
    },
    hint: (args) =>
      args.place === 'path'
        ? `Write ":${args.parameter}" and give ${quoted(args.found)} as its value.`
        : `"inputs": { "${args.place === 'body' ? 'body.' : ''}${args.parameter}": "input" } in voice.config.json says that it is one, "fixed" that it is none.`,
    check(facts, report) {
      for (const { facts: item, decided } of decidedRequests(facts)) {
        for (const { place, name: parameter, text: found } of recordInputs(decided.endpoint())) {
          // The rule "single-brace" reports segments such as `{id}`.
          const isBraced = place === 'path' && /^\{[\w-]+\}$/.test(found)
          const isNamed = isSettled(place === 'body' ? `body.${parameter}` : parameter, facts)
          if (!isBraced && !isNamed) report(pathOf(place, item), { found, parameter, place })
        }
      }
    },
  },
  {
    code: 'path-input',
    message: (args) =>
      args.role === 'fixed'
        ? `{{${args.variable}}} of a path is sent as the file has it: ${args.why}. Used ${times(args.count)}.`
        : `{{${args.variable}}} of a path is an input of the tools: ${args.why}. Used ${times(args.count)}.`,
    hint: (args) =>
      `"inputs": { "${args.variable}": "${args.role === 'fixed' ? 'input' : 'fixed'}" } in voice.config.json decides otherwise; a value from --env or --env-var is fixed.`,
    check(facts, report) {
      for (const [variable, { role, why, path, count }] of pathVariables(facts))
        if (!isSettled(variable, facts)) report(path, { variable, role, why, count })
    },
  },
  {
    code: 'failure-scenario',
    message: (args) => `${label('Request', args)} tests a failure and becomes no tool: ${args.why}.`,
    together: {
      cause: () => '',
      message: ({ together, names }) =>
        `${together} requests test a failure and become no tool: ${[names ?? []].flat().slice(0, MAX_NAMES).map(quoted).join(', ')}${Number(together) > MAX_NAMES ? ' and others' : ''}.`,
    },
    hint: () => 'Name it with --allow to offer it all the same.',
    check(facts, report) {
      const tests = decidedRequests(facts).filter(({ scenario }) => scenario !== undefined)
      const names = tests.map(({ facts: item }) => item.name)
      for (const { facts: item, scenario: why } of tests) report(item.path, { name: item.name, why, names })
    },
  },
]

/** The most requests that a message names. */
const MAX_NAMES = 10

/** Whether the configuration (`inputs`) says if the parameter with this name is fixed or an input. */
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
  for (const { facts: item, decided } of decidedRequests(facts)) {
    for (const name of item.url.path.flatMap((segment) => findVariables(segment))) {
      const known = found.get(name)
      const role = known ?? decided.endpoint().roles.get(name)
      if (known) known.count++
      else if (role) found.set(name, { ...role, path: rawPath(item), count: 1 })
    }
  }
  return found
}
