import type { JsonValue } from '../model/json.js'
import type { ToolDefinition } from '../model/tool.js'
import { getAt } from './input/json-pointer.js'
import type { SessionState } from './session-state.js'
import type { Header } from './wire-request.js'

/** Longer texts are no token and no id; a session would carry them along. */
const MAX_CHARACTERS = 65_536

/** Keeps what a successful answer leaves behind for later calls of the session. */
export function captureValues(
  definition: ToolDefinition,
  answer: { headers: Header[]; value: JsonValue | undefined },
  state: SessionState,
): void {
  for (const { variable, from, secret } of definition.captures ?? []) {
    const found =
      from.in === 'header'
        ? answer.headers.find(({ key }) => key === from.name.toLowerCase())?.value
        : answer.value === undefined
          ? undefined
          : getAt(answer.value, from.pointer)
    if (found === undefined || found === null || typeof found === 'object') continue
    if (typeof found === 'string' && found.length > MAX_CHARACTERS) continue
    state.captured.set(variable, { key: variable, value: found, secret })
  }
}
