import type { JsonSchema } from '../model/json.js'
import { oncePer } from '../model/lazy.js'
import type { RequestTemplate, UrlTemplate } from '../model/request-template.js'
import type { Binding, ToolDefinition } from '../model/tool.js'
import { parseAddress } from '../semantics/parse-address.js'
import { authSettings, requestSettings } from './empty-settings.js'
import { drawNonce } from './input/placeholders.js'

/**
 * Facts that all calls of a tool share. They are computed once per tool, because some members of a tool definition are
 * getters that compute their value slowly. The facts depend only on the tool definition. Only `parse` also remembers
 * the last address that it parsed.
 */
export interface CallFacts {
  request: RequestTemplate
  bindings: Binding[]
  parameters: JsonSchema
  queryNames: string[]
  /** The settings (variables that only the operator sets) in the address and the headers of the request. */
  requestSettings: string[]
  authSettings: string[]
  /**
   * The random text with which every placeholder begins. While a request is built, a placeholder takes the place of
   * each value that the model gave. All calls of the tool use the same random text, so that an address with
   * placeholders is the same text in all calls and `parse` can return its last result.
   */
  nonce: string
  /** Parses an address. If the address equals the one of the previous call, returns the previous result. */
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

function keepingLast<T>(compute: (text: string) => T): (text: string) => T {
  let last: { text: string; result: T } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, result: compute(text) }
    return last.result
  }
}
