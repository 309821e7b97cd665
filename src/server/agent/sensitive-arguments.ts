import { isObject } from '../../protocol/is-object.js'
import { tryParseExact } from '../../protocol/parse-exact.js'
import type { JsonObject, JsonSchema } from '../../toolkit/model/json.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import { mentionsSensitive } from '../../toolkit/secrets/credential-name.js'
import { knownCredential } from '../../toolkit/secrets/credential-value.js'
import { maskArguments, takesSensitive } from '../../toolkit/secrets/sensitive-arguments.js'

const NO_PARAMETERS: JsonSchema = {}

/**
 * The arguments of a call as they are shown and stored: as the model wrote them, but without sensitive values. `tool` is
 * undefined if the model called an unknown tool.
 */
export function shownArguments(tool: Pick<ToolFunction, 'parameters'> | undefined, text: string): string {
  const parameters = tool?.parameters ?? NO_PARAMETERS
  const input = tryParseExact(text)
  // Text that is not JSON may contain a secret in any form. Such a call never runs.
  if (!isObject(input)) return takesSensitive(parameters) || mayHoldSecret(text) ? '{}' : text
  const shown = maskArguments(input as JsonObject, parameters)
  return shown === input ? text : JSON.stringify(shown)
}

const mayHoldSecret = (text: string) => mentionsSensitive(text) || knownCredential(text) !== undefined
