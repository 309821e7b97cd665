import { parseVariables } from '../../collection/parse-environment.js'
import { asObject, asText } from '../../collection/read-shape.js'
import { namesInBody, pathConventions } from '../../meaning/path-conventions.js'
import { literalsInPath } from '../../meaning/path-literals.js'
import { type DecidedRole, roleOf } from '../../meaning/path-roles.js'
import { isPlaceholderText } from '../../meaning/placeholder-text.js'
import { isCredentialLike } from '../../secrets/credential-name.js'
import { findVariables } from '../../template/variables.js'
import type { Facts, ItemFacts } from '../facts.js'
import { below, type Path } from '../finding.js'
import type { Rule } from '../rule.js'
import { scenariosIn } from '../scenarios.js'
import { label, quoted, times } from './wording.js'

/** Where the address stands as text, else as parts. */
function addressPath({ request, urlPath }: ItemFacts): Path {
  return asObject(request.url)?.raw === undefined ? urlPath : below(urlPath, 'raw')
}

/** How the names of this collection look. */
function conventionsOf({ items }: Facts) {
  return pathConventions(
    items.map(({ url, request }) => ({
      path: url.path,
      names: [
        ...url.query.flatMap(({ key }) => key ?? []),
        ...namesInBody(asText(asObject(request.body)?.raw) ?? ''),
      ],
    })),
  )
}

/** What of a path is an input, and what is sent as it stands. */
export const inputRules: Rule[] = [
  {
    code: 'literal-id',
    severity: { agent: 'warning', generated: 'warning' },
    why: 'An id that is written into a path is that of one record; a `:name` segment says that any record may stand there.',
    bad: '"raw": "{{base_url}}/users/50"',
    good: '"raw": "{{base_url}}/users/:userId", "variable": [{ "key": "userId", "value": "50" }]',
    message: (args) =>
      `The path has ${quoted(args.found)} where an id belongs; tools take it as the parameter ${quoted(args.parameter)}.`,
    hint: (args) => `Write ":${args.parameter}" and give ${quoted(args.found)} as its value.`,
    check(facts, report) {
      const conventions = conventionsOf(facts)
      for (const item of facts.items) {
        const { method, name: title, url } = item
        for (const { text, name } of literalsInPath(url.path, { method, title, ...conventions })) {
          // The rule "single-brace" speaks of those.
          if (!/^\{[\w-]+\}$/.test(text)) report(addressPath(item), { found: text, parameter: name })
        }
      }
    },
  },
  {
    code: 'path-input',
    severity: { agent: 'info', generated: 'info' },
    why: 'A variable of a path is an input where it names a record, and fixed where it is configuration; this says which way it was decided.',
    bad: '"raw": "{{base_url}}/{{tenant}}/users/{{userId}}" with values for both in "variable"',
    good: '"raw": "{{base_url}}/{{tenant}}/users/:userId"',
    message: (args) =>
      args.role === 'fixed'
        ? `{{${args.variable}}} of a path is sent as the file has it: ${args.why}. Used ${times(args.count)}.`
        : `{{${args.variable}}} of a path is an input of the tools: ${args.why}. Used ${times(args.count)}.`,
    hint: (args) =>
      `"inputs": { "${args.variable}": "${args.role === 'fixed' ? 'input' : 'fixed'}" } in voice.config.json decides otherwise; a value from --env or --env-var is fixed.`,
    check(facts, report) {
      for (const [variable, { role, path, count }] of decidedVariables(facts))
        report(path, { variable, role: role.role, why: role.why, count })
    },
  },
  {
    code: 'failure-scenario',
    severity: { agent: 'info', generated: 'off' },
    why: 'A request that tests a failure is no tool: an agent would call it and fail.',
    bad: '"name": "Create user, invalid email 422" beside "Create user"',
    good: '"name": "Create user"',
    message: (args) => `${label('Request', args)} tests a failure and becomes no tool: ${args.why}.`,
    hint: () => 'Name it with --allow to offer it all the same.',
    check(facts, report) {
      for (const [item, why] of scenariosIn(facts)) report(item.path, { name: item.name, why })
    },
  },
]

interface Decided {
  role: DecidedRole
  path: Path
  count: number
}

/** The variables of paths that have a value of the file's own. */
function decidedVariables(facts: Facts): Map<string, Decided> {
  const given = new Set(facts.given.map(({ key }) => key))
  const own = new Map(
    parseVariables(facts.collection.variable)
      .filter(
        ({ key, disabled, secret }) => !disabled && !secret && !given.has(key) && !isCredentialLike(key),
      )
      .map(({ key, value }) => [key, asText(value) ?? '']),
  )
  const decided = new Map<string, Decided>()
  if (own.size === 0) return decided
  const { shares } = conventionsOf(facts)
  for (const item of facts.items) {
    const { path } = item.url
    path.forEach((segment, index) => {
      for (const name of findVariables(segment)) {
        const value = own.get(name) ?? ''
        const known = decided.get(name)
        if (known) known.count++
        else if (value !== '' && !isPlaceholderText(value)) {
          const role = roleOf({ name, value, path, index, share: shares.get(name) ?? 0 })
          decided.set(name, { role, path: addressPath(item), count: 1 })
        }
      }
    })
  }
  return decided
}
