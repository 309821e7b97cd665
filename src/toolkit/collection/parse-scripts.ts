import type { Script } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'
import { asArray, asObject, asText } from './read-shape.js'

export function parseScripts(events: JsonValue | undefined): Script[] {
  return asArray(events).flatMap((entry): Script[] => {
    const event = asObject(entry)
    const when = event?.listen
    if (!event || event.disabled === true || (when !== 'prerequest' && when !== 'test')) return []
    const lines = linesOf(asObject(event.script)?.exec ?? event.script)
    return lines.some((line) => line.trim()) ? [{ when, lines }] : []
  })
}

function linesOf(script: JsonValue | undefined): string[] {
  if (Array.isArray(script)) return script.map((line) => asText(line) ?? '')
  return asText(script)?.split('\n') ?? []
}
