import type { JsonSchema } from '../model/json.js'
import { oncePer } from '../model/lazy.js'
import type { RequestTemplate, UrlTemplate } from '../model/request-template.js'
import type { Binding, ToolDefinition } from '../model/tool.js'
import { parseAddress } from '../semantics/parse-address.js'
import { authSettings, requestSettings } from './empty-settings.js'
import { drawNonce } from './input/placeholders.js'

/**
 * Facts that all calls of a tool share. They depend only on the definition, except for `parse`, which keeps its last
 * address. They are kept because reading a definition can be slow: its members may be derived on demand.
 */
export interface CallFacts {
  request: RequestTemplate
  bindings: Binding[]
  parameters: JsonSchema
  /** The names of the query parameters in the collection. */
  queryNames: string[]
  /** The settings that the request needs, except those that only its auth needs. */
  requestSettings: string[]
  authSettings: string[]
  /** The nonce of all placeholders. All calls share it, so that addresses with placeholders are equal in all calls. */
  nonce: string
  /** Parses an address. An address that equals the last one is not parsed again. */
  parse: (text: string) => UrlTemplate
}

/** The facts about a tool. They are computed at its first call. */
export const toolFacts = oncePer((definition: ToolDefinition): CallFacts => {
  const { request, bindings, parameters } = definition
  return {
    request,
    bindings,
    parameters,
    queryNames: request.url.query.map(({ key }) => key ?? ''),
    requestSettings: requestSettings(definition),
    authSettings: authSettings(definition),
    nonce: drawNonce(),
    parse: keepingLast(parseAddress),
  }
})

/** Returns a function that keeps its last result, so that the same text is not computed twice in a row. */
function keepingLast<T>(compute: (text: string) => T): (text: string) => T {
  let last: { text: string; result: T } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, result: compute(text) }
    return last.result
  }
}
