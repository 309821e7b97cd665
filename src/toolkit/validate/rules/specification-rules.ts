import { parseJson } from '../../../protocol/parse-json.js'
import { parseOperation, splitOperation } from '../../collection/parse-operation.js'
import { parseRequest } from '../../collection/parse-request.js'
import { descriptionOf } from '../../collection/read-shape.js'
import type { JsonValue } from '../../model/json.js'
import type { Operation } from '../../model/operation.js'
import type { RequestTemplate } from '../../model/request-template.js'
import { pathVariableOf } from '../../semantics/address.js'
import { baseName, findVariables } from '../../template/variables.js'
import type { ItemFacts } from '../file-facts.js'
import { below, type Path } from '../raw-diagnostic.js'
import { eachRequest, type RuleChecks } from '../rule.js'
import { quoted } from './wording.js'

export const specificationRules: RuleChecks = {
  'openapi-block': eachRequest((facts, report) => {
    const { block, path } = blockOf(facts)
    if (block === undefined) return
    for (const what of faultsOf(block, facts)) report(path, { name: facts.name, what })
  }),
}

function blockOf({ request, requestPath, item, path }: ItemFacts): { block: string | undefined; path: Path } {
  const own = descriptionOf(request)
  return own
    ? { block: splitOperation(own).block, path: below(requestPath, 'description') }
    : { block: splitOperation(descriptionOf(item)).block, path: below(path, 'description') }
}

function faultsOf(block: string, { request }: ItemFacts): string[] {
  const operation = parseOperation(block)
  if (!operation) return ['is not a JSON object and is left out']
  const unread = unreadIn(parseJson(block) as JsonValue)
  const missing = missingParameters(operation, parseRequest(request, { auth: undefined, profile: {} }))
  return [
    ...missing.map((name) => `names the parameter ${quoted(name)}, which the request does not have`),
    ...(unread === undefined ? [] : [`has "${unread}", which is not read; write the schema without it`]),
  ]
}

/** A keyword with an effect that is not supported (`$ref`, `allOf`). `isNames`: the keys of `value` are names. */
function unreadIn(value: JsonValue, isNames = false): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const entries = Object.entries(value)
  const own =
    isNames || Array.isArray(value) ? undefined : entries.find(([key]) => key === '$ref' || key === 'allOf')
  if (own) return own[0]
  const data = ['enum', 'const', 'default', 'examples']
  for (const [key, member] of entries) {
    const found =
      data.includes(key) && !isNames ? undefined : unreadIn(member, key === 'properties' && !isNames)
    if (found !== undefined) return found
  }
  return undefined
}

function missingParameters({ parameters }: Operation, { url, headers }: RequestTemplate): string[] {
  const keys = {
    path: url.path.flatMap((segment) => [pathVariableOf(segment) ?? [], findVariables(segment)].flat()),
    query: url.query.flatMap(({ key }) => (key === null ? [] : [key, baseName(key)])),
    header: headers.flatMap(({ key }) => key ?? []),
  }
  return parameters.filter((one) => !keys[one.in].includes(one.name)).map(({ name }) => name)
}
