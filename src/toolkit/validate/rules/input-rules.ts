import { parseVariables } from '../../collection/parse-environment.js'
import { splitOperation } from '../../collection/parse-operation.js'
import { asObject, asText, descriptionOf } from '../../collection/read-shape.js'
import { oncePer } from '../../model/lazy.js'
import { isCredentialLike, isCredentialValue } from '../../secrets/credential-name.js'
import { isAmbiguousKey } from '../../secrets/machine-key.js'
import { Intent } from '../../semantics/intent.js'
import { parseLooseJson } from '../../semantics/loose-json.js'
import { idKind, namesOwnRecord } from '../../semantics/own-record.js'
import { pathNaming, variableShares } from '../../semantics/path-conventions.js'
import { literalsInPath } from '../../semantics/path-literals.js'
import { type DecidedRole, roleOf } from '../../semantics/path-roles.js'
import { isPlaceholderText } from '../../semantics/placeholder-text.js'
import { namesInText } from '../../semantics/request-body.js'
import { findVariables } from '../../template/variables.js'
import type { FileFacts, ItemFacts } from '../file-facts.js'
import { below, type Path } from '../raw-diagnostic.js'
import type { RuleCheck } from '../rule.js'
import { scenariosIn } from '../scenarios.js'
import { rawPath } from './address-rules.js'
import { label, quoted, times } from './wording.js'

function hasBlock({ request, item }: ItemFacts): boolean {
  return splitOperation(descriptionOf(request) || descriptionOf(item)).block !== undefined
}

const namingOf = oncePer(({ items }: FileFacts) =>
  pathNaming(
    items.map(({ url, request }) => ({
      path: url.path,
      names: [
        ...url.query.flatMap(({ key }) => key ?? []),
        ...namesInText(asText(asObject(request.body)?.raw) ?? ''),
      ],
    })),
  ),
)

const sharesOf = oncePer(({ items }: FileFacts) => variableShares(items.map(({ url }) => url.path)))

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
      const conventions = namingOf(facts)
      for (const item of facts.items) {
        // If a description has an OpenAPI block, this block defines the inputs of the request.
        if (hasBlock(item)) continue
        const { method, name: title, url } = item
        for (const { text, name } of literalsInPath(url.path, { method, title, conventions })) {
          // The rule "single-brace" reports segments such as `{id}`.
          if (/^\{[\w-]+\}$/.test(text) || isSettled(name, facts)) continue
          report(rawPath(item), { found: text, parameter: name, place: 'path' })
        }
        for (const { place, path, name: parameter, value } of recordIds(item))
          if (
            !isCredentialValue(parameter, value) &&
            !isSettled(place === 'body' ? `body.${parameter}` : parameter, facts)
          )
            report(path, { found: value, parameter, place })
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
      for (const [variable, { role, path, count }] of decidedVariables(facts))
        if (!isSettled(variable, facts)) report(path, { variable, role: role.role, why: role.why, count })
    },
  },
  {
    code: 'failure-scenario',
    message: (args) => `${label('Request', args)} tests a failure and becomes no tool: ${args.why}.`,
    hint: () => 'Name it with --allow to offer it all the same.',
    check(facts, report) {
      for (const [item, why] of scenariosIn(facts)) report(item.path, { name: item.name, why })
    },
  },
]

/** Whether the configuration (`inputs`) says if the parameter with this name is fixed or an input. */
function isSettled(name: string, { inputs }: FileFacts): boolean {
  return [name, `path_${name}`, `query_${name}`].some((one) => Object.hasOwn(inputs, one))
}

interface RecordId {
  place: 'query' | 'body'
  path: Path
  name: string
  value: string
}

function recordIds({ name: title, url, urlPath, request, requestPath, method }: ItemFacts): RecordId[] {
  const isOwn = (name: string, value: unknown) =>
    idKind(value) !== undefined &&
    namesOwnRecord(name, { path: url.path, intent: new Intent(title, { method, url }) })
  const ids: RecordId[] = []
  for (const { key, value, disabled } of url.query)
    if (!disabled && key && isOwn(key, value))
      ids.push({ place: 'query', path: urlPath, name: key, value: String(value) })
  const text = /^(?:PUT|PATCH|DELETE)$/.test(method) ? asText(asObject(request.body)?.raw) : undefined
  if (text === undefined) return ids
  for (const [name, value] of Object.entries(asObject(parseLooseJson(text)) ?? {}))
    if (isOwn(name, value))
      ids.push({ place: 'body', path: below(requestPath, 'body', 'raw'), name, value: String(value) })
  return ids
}

interface Decided {
  role: DecidedRole
  path: Path
  count: number
}

/**
 * The role of each `{{variable}}` in paths, if the value of the variable is in the file. Leaves out credentials, and
 * variables that are given from outside the file.
 */
function decidedVariables(facts: FileFacts): Map<string, Decided> {
  const given = new Set(facts.given.map(({ key }) => key))
  const own = new Map(
    parseVariables(facts.collection.variable)
      .filter(
        ({ key, value, disabled, secret }) =>
          !disabled && !secret && !given.has(key) && !isCredentialLike(key) && !isAmbiguousKey(key, value),
      )
      .map(({ key, value }) => [key, asText(value) ?? '']),
  )
  const decided = new Map<string, Decided>()
  if (own.size === 0) return decided
  const shares = sharesOf(facts)
  for (const item of facts.items) {
    const { path } = item.url
    path.forEach((segment, index) => {
      for (const name of findVariables(segment)) {
        const value = own.get(name) ?? ''
        const known = decided.get(name)
        if (known) known.count++
        else if (value !== '' && !isPlaceholderText(value)) {
          const role = roleOf({ name, value, path, index, share: () => shares.get(name) ?? 0 })
          decided.set(name, { role, path: rawPath(item), count: 1 })
        }
      }
    })
  }
  return decided
}
