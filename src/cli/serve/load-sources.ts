import type { Diagnostic } from '../../diagnostics.js'
import { stepsOf } from '../../toolkit/collection/locate.js'
import { decodeDocument, parseDocument } from '../../toolkit/collection/read-document.js'
import { asObject } from '../../toolkit/collection/read-shape.js'
import type { JsonValue } from '../../toolkit/model/json.js'
import { lazy } from '../../toolkit/model/lazy.js'
import { withMembers } from '../../toolkit/model/with-members.js'
import type { ChosenCollection } from '../choose-collections.js'
import type { LoadedConfig } from '../config.js'
import { type LoadedToolkit, loadChoice } from '../load-toolkit.js'
import { readInput } from '../read.js'

/**
 * A collection file of `serve`, with its validation result. The file is validated when `errors` or `warnings` is
 * first read.
 */
export interface AgentSource extends LoadedToolkit {
  readonly errors: AgentSourceError[]
  readonly warnings: number
}

/** An error in a collection file. */
export interface AgentSourceError {
  line: number
  /** The request or folder that contains it; empty for the file itself. */
  name: string
  message: string
}

/** Loads and validates a collection. Omits the line numbers of a converted one, because they are in no file. */
export async function loadSource(choice: ChosenCollection, config: LoadedConfig): Promise<AgentSource> {
  const [{ validateBytes }, loaded] = await Promise.all([
    import('../../toolkit/validate/validate.js'),
    loadChoice(choice, { config }),
  ])
  if (loaded.convertedFrom) return { ...loaded, errors: [], warnings: 0 }
  const bytes = await readInput(choice.path)
  const findings = lazy(() => validateBytes(bytes))
  const errors = lazy(() => errorsAmong(findings(), bytes))
  return withMembers(loaded, {
    get errors() {
      return errors()
    },
    get warnings() {
      return findings().filter(({ severity }) => severity === 'warning').length
    },
  })
}

function errorsAmong(findings: readonly Diagnostic[], bytes: Uint8Array): AgentSourceError[] {
  const faults = findings.filter(({ severity }) => severity === 'error')
  const parsed = faults.length > 0 ? parseDocument(decodeDocument(bytes)) : undefined
  const document = parsed && 'value' in parsed ? parsed.value : null
  return faults.map(({ line, message, pointer }) => ({ line, message, name: nameAt(document, pointer) }))
}

/** The name of the innermost item that contains a pointer. */
function nameAt(document: JsonValue, pointer: string): string {
  let name = ''
  let here: JsonValue | undefined = document
  let isItem = false
  for (const step of stepsOf(pointer)) {
    const list: JsonValue[] | undefined = Array.isArray(here) ? here : undefined
    here = list ? list[Number(step)] : asObject(here)?.[step]
    const inItems = list !== undefined && isItem
    if (inItems) name = String(asObject(here)?.name ?? name)
    isItem = list === undefined && step === 'item'
  }
  return name.replace(/\s+/g, ' ').trim()
}
