import type { RequestTemplate, UrlTemplate } from '../model/request-template.js'
import type { Binding, ToolDefinition } from '../model/tool.js'
import { parseAddress } from '../semantics/parse-address.js'
import { authSettings, requestSettings } from './empty-settings.js'
import { drawNonce } from './input/placeholders.js'

/**
 * What all calls of a tool have in common: it follows from the definition alone and holds no value of a variable.
 * Members of a definition may be derived on demand, which makes reading them slow.
 */
export interface ToolFacts {
  request: RequestTemplate
  bindings: Binding[]
  /** The names in the query as written. */
  queryNames: string[]
  /** The settings that the request needs, and those that only its auth needs. */
  requestSettings: string[]
  authSettings: string[]
  /** For the placeholders of each call: with the same ones, equal calls have equal addresses before values are placed. */
  nonce: string
  /** Parses an address; an address equal to the one before is not parsed again. */
  parse: (text: string) => UrlTemplate
  /** Returns the list of the call before when it has the same texts: the masker is kept with its list. */
  sameSecrets: (secrets: string[]) => string[]
}

const facts = new WeakMap<ToolDefinition, ToolFacts>()

/** The facts of a tool, computed at its first call. */
export function toolFacts(definition: ToolDefinition): ToolFacts {
  const known = facts.get(definition)
  if (known) return known
  const { request, bindings } = definition
  const made: ToolFacts = {
    request,
    bindings,
    queryNames: request.url.query.map(({ key }) => key ?? ''),
    requestSettings: requestSettings(definition),
    authSettings: authSettings(definition),
    nonce: drawNonce(),
    parse: keepingLast(parseAddress),
    sameSecrets: keepingEqual(),
  }
  facts.set(definition, made)
  return made
}

/** The same function with its last result kept. */
function keepingLast<T>(compute: (text: string) => T): (text: string) => T {
  let last: { text: string; result: T } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, result: compute(text) }
    return last.result
  }
}

/** A function that returns the list that it returned before where that has the same texts. */
function keepingEqual(): (list: string[]) => string[] {
  let last: string[] = []
  return (list) => {
    const isEqual = list.length === last.length && list.every((text, index) => text === last[index])
    if (!isEqual) last = list
    return last
  }
}
