import type { Diagnostic } from '../diagnostics.js'
import { VoiceError } from '../errors.js'
import { fieldsOf } from '../protocol/is-object.js'
import { lineIndex } from '../toolkit/collection/line-index.js'
import { locate } from '../toolkit/collection/locate.js'
import type { JsonValue } from '../toolkit/model/json.js'
import { pointerOf } from '../toolkit/model/json-pointer.js'
import { diagnose } from '../toolkit/validate/diagnose.js'
import { ruleByCode } from '../toolkit/validate/rules/table.js'
import { walkShape } from '../toolkit/validate/schema-diagnostics.js'
import { compileShape } from '../toolkit/validate/schema-node.js'
import { configSchema } from './settings/config-schema.js'
import type { Kind } from './settings/kinds.js'
import { type AppConfig, CONFIG, type LoadedConfig, prefixOf } from './settings/settings.js'

/** Checks what no JSON Schema can say, such as addresses. Throws `wrong-usage` with the line. */
export function checkValues(config: LoadedConfig): void {
  const check = (kind: Kind, value: unknown, path: (string | number)[]): void => {
    const problem = kind.problem?.(value)
    if (problem !== undefined) {
      const name = path.findLast((step) => typeof step === 'string')
      throw new VoiceError('wrong-usage', `${placeOf(config, path)}"${name}" ${problem}`)
    }
    for (const [name, setting] of Object.entries(kind.members ?? {})) {
      const member = fieldsOf(value)[name]
      if (member !== undefined) check(setting.kind, member, [...path, name])
    }
    if (!kind.each) return
    const inner = Array.isArray(value) ? value.entries() : Object.entries(fieldsOf(value))
    for (const [key, one] of inner) check(kind.each, one, [...path, key])
  }
  check(CONFIG, config.values, [])
}

function placeOf(config: LoadedConfig, path: (string | number)[]): string {
  const pointer = pointerOf(path)
  return `${config.at(pointer)}: ${prefixOf(pointer)}`
}

export function explainConfig(text: string, value: JsonValue): Diagnostic[] {
  const faults = walkShape(compileShape(configSchema()), value)
  const judged = faults.map((fault) => ({ ...fault, severity: 'error' as const }))
  return diagnose(text, judged, ruleByCode)
}

/** The line, from 1, of the value at a JSON pointer; 1 if there is no such value. */
export function placeIn(text: string, pointer: string): number {
  return lineIndex(text).at(locate(text, [pointer]).get(pointer)?.start ?? 0).line
}

const NAMING = ['stt', 'llm', 'tts', 'vad', 'turnDetection', 'store'] as const

type Naming = Partial<Record<(typeof NAMING)[number], unknown>>

const CODES: ReadonlySet<string> = new Set(['unknown-provider', 'unknown-store', 'missing-key'])

/** Adds the place in the configuration to an error about an engine or a store in it. */
export function placedError(
  error: unknown,
  { config, flags }: { config: LoadedConfig; flags: Naming },
): unknown {
  if (!(error instanceof VoiceError) || !CODES.has(error.code)) return error
  const { apps = {}, ...top } = config.values
  const owners: [path: string[], owner: AppConfig & Naming][] = [
    [[], top],
    ...Object.entries(apps).map(([id, app]): [string[], AppConfig] => [['apps', id], app]),
  ]
  for (const member of NAMING.filter((name) => flags[name] === undefined)) {
    const found = owners.find(([, owner]) =>
      namesIn(owner[member]).some((name) => error.message.includes(`"${name}"`)),
    )
    if (!found) continue
    const pointer = pointerOf([...found[0], member])
    return new VoiceError(
      error.code,
      `${config.at(pointer)}: ${prefixOf(pointer) || `${member}: `}${error.message}`,
    )
  }
  return error
}

const namesIn = (value: unknown) => [value].flat().filter((name) => typeof name === 'string')
