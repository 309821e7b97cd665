import type { RequestTemplate } from '../model/request-template.js'
import { parseLooseJson } from '../semantics/loose-json.js'
import type { ToolInputModes } from './input-modes.js'

/**
 * Turns a GraphQL body into a JSON body if the configuration declares the GraphQL document as an input. The document is
 * then an ordinary parameter. Returns any other request unchanged.
 */
export function withOpenDocument(request: RequestTemplate, modes: ToolInputModes): RequestTemplate {
  const { body } = request
  if (body?.mode !== 'graphql' || modes.ofBody(['query']) !== 'input') return request
  const written =
    typeof body.variables === 'string' ? body.variables.trim() : JSON.stringify(body.variables ?? {})
  const variables = parseLooseJson(written) === undefined ? '{}' : written
  const text = `{"query":${JSON.stringify(body.query)},"variables":${variables}}`
  return { ...request, body: { mode: 'raw', text, language: 'json' } }
}
