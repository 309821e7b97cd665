import type { JsonSchema } from '../model/json.js'
import { readJsonBody, sendsBody } from '../semantics/request-body.js'
import { xmlForm } from '../semantics/xml-leaves.js'
import { onlyVariable } from '../template/variables.js'
import type { DocumentArgument } from './document-arguments.js'
import type { Endpoint } from './endpoint.js'
import { entryHoles, headerParameters, queryParameters } from './entry-parameters.js'
import { fieldsBody } from './fields-body.js'
import { graphqlBody } from './graphql-body.js'
import { jsonBody } from './json-body.js'
import { type KnownVariables, withGiven } from './known-variables.js'
import type { Parameters } from './layout.js'
import { type BodyParameter, fileSchema, type Parameter, withDefault } from './parameter.js'
import { pathHoles, pathParameters } from './path-parameters.js'
import { textBody } from './text-body.js'
import { xmlParameter } from './xml-body.js'

/** All parameters. Variables that become parameters come first, so that no other part makes parameters of them. */
export function gatherParameters(endpoint: Endpoint, filled: KnownVariables): Parameters {
  const { inPath, inEntries } = variableParameters(endpoint, filled)
  const known = { ...withGiven(filled, namesOf([...inPath, ...inEntries])), inPath: pathValues(endpoint) }
  const body = bodyParameter(endpoint, known)
  return {
    path: [...pathParameters(endpoint, known), ...inPath, ...inEntries],
    query: queryParameters(endpoint, known),
    header: headerParameters(endpoint, known),
    ...(body ? { body } : {}),
  }
}

/** The variables that are the value of a path variable: `{{user_id}}` of `:id`. */
const pathValues = ({ request }: Endpoint): ReadonlySet<string> =>
  new Set(request.url.variables.flatMap(({ value }) => onlyVariable(value) ?? []))

/** The variables that a model may fill. The value that a model gives for a variable is used in the whole request. */
export function parameterVariables(endpoint: Endpoint, filled: KnownVariables): ReadonlySet<string> {
  const { inPath, inEntries } = variableParameters(endpoint, filled)
  return inPath.length + inEntries.length === 0 ? NONE : new Set(namesOf([...inPath, ...inEntries]))
}

const NONE: ReadonlySet<string> = new Set()

function variableParameters(endpoint: Endpoint, filled: KnownVariables) {
  const inPath = pathHoles(endpoint, filled)
  const inEntries = entryHoles(endpoint, withGiven(filled, namesOf(inPath)))
  return { inPath, inEntries: [...inEntries, ...argumentParameters(endpoint.documentArguments)] }
}

function argumentParameters(found: readonly DocumentArgument[]): Parameter[] {
  return found.map(({ name, text, value, type, isRequired }): Parameter => {
    const schema: JsonSchema = isRequired ? { type, examples: [value] } : withDefault({ type }, String(value))
    return {
      key: name,
      schema,
      provenance: { '': 'example' },
      requiredBy: isRequired ? 'example' : undefined,
      bind: (parameter) => [
        { parameter, in: 'variable', name, ...(isRequired ? {} : { value: text, keep: true }) },
      ],
    }
  })
}

const namesOf = (parameters: Parameter[]) => parameters.map(({ key }) => key)

/** The parameter `body`; undefined without a body, or if every call sends the collection's body unchanged. */
function bodyParameter(endpoint: Endpoint, filled: KnownVariables): BodyParameter | undefined {
  const { body } = endpoint.request
  if (!body || !sendsBody(endpoint.request)) return undefined
  const spec = endpoint.item.operation?.body
  switch (body.mode) {
    case 'raw': {
      const own = readJsonBody(endpoint.request)
      if (own !== undefined) return jsonBody(own, { endpoint, filled })
      const xml = spec ? undefined : xmlForm(endpoint.request)
      return xml ? xmlParameter(xml, { endpoint, filled }) : textBody(body, { endpoint, filled })
    }
    case 'urlencoded':
    case 'formdata':
      return fieldsBody(body, { endpoint, filled })
    case 'graphql':
      return graphqlBody(body, { endpoint, filled })
    case 'file':
      if (endpoint.modes.ofBody([], () => ({ fixed: Boolean(body.src ?? body.content) })) === 'fixed')
        return undefined
      return {
        schema: fileSchema(),
        // If there is no specification, the file is required only if the collection has its path (`src`) or its
        // content.
        required: spec?.required ?? Boolean(body.src ?? body.content),
        provenance: { '': spec ? 'documented' : 'example' },
        binding: { kind: 'file' },
      }
  }
}
