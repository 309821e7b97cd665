import { bodyParameter } from './body-parameter.js'
import type { Endpoint } from './endpoint.js'
import { entryHoles, headerParameters, queryParameters } from './entry-parameters.js'
import { type KnownVariables, withGiven } from './known-variables.js'
import type { Parameters } from './layout.js'
import type { Parameter } from './parameter.js'
import { pathHoles, pathParameters } from './path-parameters.js'

/**
 * All parameters of an endpoint. A variable that becomes a parameter gets one value for the whole request. Such
 * variables are found first, so that query, headers and body do not make further parameters of them.
 */
export function gatherParameters(endpoint: Endpoint, filled: KnownVariables): Parameters {
  const { inPath, inEntries } = variableParameters(endpoint, filled)
  const known = withGiven(filled, namesOf([...inPath, ...inEntries]))
  const body = bodyParameter(endpoint, known)
  return {
    path: [...pathParameters(endpoint, known), ...inPath, ...inEntries],
    query: queryParameters(endpoint, known),
    header: headerParameters(endpoint, known),
    ...(body ? { body } : {}),
  }
}

/** The variables that a model may fill. The value that a model gives for a variable is used in the whole request. */
export function parameterVariables(endpoint: Endpoint, filled: KnownVariables): ReadonlySet<string> {
  const { inPath, inEntries } = variableParameters(endpoint, filled)
  return inPath.length + inEntries.length === 0 ? NONE : new Set(namesOf([...inPath, ...inEntries]))
}

const NONE: ReadonlySet<string> = new Set()

function variableParameters(endpoint: Endpoint, filled: KnownVariables) {
  const inPath = pathHoles(endpoint, filled)
  return { inPath, inEntries: entryHoles(endpoint, withGiven(filled, namesOf(inPath))) }
}

const namesOf = (parameters: Parameter[]) => parameters.map(({ key }) => key)
