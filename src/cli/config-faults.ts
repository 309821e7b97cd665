import type { Diagnostic } from '../diagnostics.js'
import { lineIndex } from '../toolkit/collection/line-index.js'
import { locate } from '../toolkit/collection/locate.js'
import type { JsonValue } from '../toolkit/model/json.js'
import { diagnose } from '../toolkit/validate/diagnose.js'
import { ruleByCode } from '../toolkit/validate/rules/table.js'
import { walkShape } from '../toolkit/validate/schema-diagnostics.js'
import { compileShape } from '../toolkit/validate/schema-node.js'
import { configSchema } from './settings/config-schema.js'

/** What the schema of the configuration refuses in a configuration, with places, in the order of the file. */
export function explainConfig(text: string, value: JsonValue): Diagnostic[] {
  const faults = walkShape(compileShape(configSchema()), value, { spelling: false })
  const judged = faults.map((fault) => ({ ...fault, severity: 'error' as const }))
  return diagnose(text, judged, ruleByCode)
}

/** The line, from 1, of what a JSON pointer leads to; 1 where that is nothing. */
export function placeIn(text: string, pointer: string): number {
  return lineIndex(text).at(locate(text, [pointer]).get(pointer)?.start ?? 0).line
}
