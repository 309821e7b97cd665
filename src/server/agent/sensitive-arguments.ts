import { isObject } from '../../protocol/is-object.js'
import { tryParseExact } from '../../protocol/parse-exact.js'
import type { JsonObject } from '../../toolkit/model/json.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import { MASK } from '../../toolkit/secrets/mask.js'
import { maskNamed } from '../../toolkit/secrets/mask-named.js'
import { maskArguments, takesSensitive } from '../../toolkit/secrets/sensitive-arguments.js'

/** The arguments of a call as they are shown and stored: as the model wrote them, but without sensitive values. */
export function shownArguments(tool: Pick<ToolFunction, 'parameters'> | undefined, text: string): string {
  if (!tool) return text
  const input = tryParseExact(text)
  // Text that is not JSON may contain a secret in any form. Such a call never runs.
  if (!isObject(input)) return takesSensitive(tool.parameters) ? '{}' : maskNamed(text, MASK)
  const shown = maskArguments(input as JsonObject, tool.parameters)
  return shown === input ? text : JSON.stringify(shown)
}
